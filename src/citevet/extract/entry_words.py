"""The words of an entry of a reference list, also where a blank between them is lost."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from citevet.patterns import lazy_pattern
from citevet.tables import read_rows

# A word ends at a space, and at a sign that lacks its space: "Roe,J.(2019)Foam", "2019;3(4):5", "张三.冷泡沫[J].冰".
_ADDRESS = r"(?:https?:|www\.|doi:(?=10)|10\.\d{4,9}/)[^\s，。；]+"
_WIDE = "\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef"
_BREAKS = (
    r"(?<=[;；，：。、])(?=\S)",  # Ice;3
    r"(?<=[,:])(?=[^\W\d]|[(\[“\"])",  # Roe,J | Oslo:Press
    r"(?<=[\d)]:)(?=[A-Za-z]?\d)",  # 3(4):5
    r"(?<=[^\d],)(?=\d)|(?<=(?:19|20)\d\d,)(?=\d)",  # Ice,3 | 2019,3
    r"(?<=[)\]])(?=[^\W_])|(?<=[^\s(\[])(?=[(\[](?!s\)))",  # (2019)Foam | 3(4), but not author(s)
    r"(?<=[a-z\d]\.)(?=[A-Z][a-z])|(?<=\w\.)(?=[A-Z][a-z]{2})",  # York.In | J.Roe
    rf"(?<=[{_WIDE}][.．])(?=\S)|(?<=[.．])(?=[{_WIDE}])",  # 李四.冷泡沫
    r"(?<=\W)(?=[“„«「『《])",  # Roe,“Foam
)
_WORD = lazy_pattern(rf"{_ADDRESS}|\S+")
_BREAK = lazy_pattern("|".join(_BREAKS))
_QUOTES = {  # what closes each of them; "„" is closed by either
    "“": "” ''",
    "„": "“ ”",
    "«": "»",
    "‹": "›",
    "「": "」",
    "『": "』",
    "《": "》",
    "»": "«",
    "``": "'' ”",
    '"': '"',
    "‘": "’",
    "'": "'",
}
_LONGEST = 4_000  # characters of an entry that are read


EDGE = " \t.,;:!?()[]{}<>*_\"'`“”„‘’«»‹›「」『』《》，。；：、．（）【】/|•·"
_YEAR = lazy_pattern(r"(?:1[4-9]|20)\d\d[a-z]?")
_RANGE = lazy_pattern(r"[A-Za-z]{0,2}\d+[A-Za-z]?\s?[-–—‑]{1,2}\s?[A-Za-z]{0,2}\d+")
_INITIALS = lazy_pattern(r"(?:[^\W\d_][.-]){1,5}|[A-Z]{1,3}")
_PATH = lazy_pattern(r"[^/\s]+/\S{4,}")
_ROMAN = lazy_pattern(r"[IVXLC]+|[ivxl]+")
_KINDS = {
    word: row[0] for row in read_rows(Path(__file__).with_name("entry_word_kinds.tsv")) for word in row[1].split()
}
_FIRST_CJK, _LENGTHS = "\u3040", (3, 5, 8)
WIDE = ("H0", "H1", "H2", "H3")  # words without blanks between them, by their length


class Word(NamedTuple):
    """A word of an entry and where it is."""

    text: str
    start: int
    end: int
    is_glued: bool  # no space before it


def split_words(text: str, longest: int = _LONGEST) -> list[Word]:
    """Return the words of the beginning of an entry."""
    words: list[Word] = []
    for found in _WORD.finditer(text, 0, longest):
        whole, start = found[0], found.start()
        is_address = whole[:4] in {"http", "www.", "doi:"} or whole.startswith("10.")
        cuts = [] if is_address else [cut.start() for cut in _BREAK.finditer(whole) if cut.start()]
        glued = start > 0 and not text[start - 1].isspace()
        for left, right in pairwise((0, *cuts, len(whole))):
            words.append(Word(whole[left:right], start + left, start + right, glued or left > 0))
    return words


def find_quoted(words: Sequence[Word]) -> list[bool]:
    """Return for each word whether it is inside quotation marks; those inside others end nothing."""
    found, closing = [], ""
    for word in words:
        bare = word.text.lstrip("([")
        opening = "" if closing else "``" if bare.startswith("``") else bare[:1]
        closing = closing or _QUOTES.get(opening, "")
        found.append(closing != "")
        end = word.text.rstrip(".,;:?!)]")
        if closing and end.endswith(tuple(closing.split())) and len(end) > len(opening):
            closing = ""
    return found


def classify(bare: str, small: str) -> str:
    """Return what kind of word it is; "" for a common one."""
    if not bare:
        return "sign"
    if bare[0].isdigit() or bare[-1].isdigit():
        return _classify_number(bare)
    if bare[0] >= _FIRST_CJK:  # no blanks between words: a name is short, a title is long
        return WIDE[sum(len(bare) > length for length in _LENGTHS)]
    if small.startswith(("http", "www.")):
        return "address"
    if small in _KINDS and not (len(bare) == 1 and bare.isupper()):  # an initial
        return _KINDS[small]
    return "initials" if _INITIALS.fullmatch(bare) else "roman" if _ROMAN.fullmatch(bare) else ""


def classify_words(words: Iterable[str]) -> Iterator[str]:
    """Yield what kind of word each is; "" for a common one."""
    for word in words:
        bare = word.strip(EDGE)
        yield classify(bare, bare.casefold())


def _classify_number(bare: str) -> str:
    if bare.isdigit() and not _YEAR.fullmatch(bare):
        return f"d{min(len(bare), 5)}"
    patterns = (("year", _YEAR), ("range", _RANGE), ("address", _PATH))
    return next((kind for kind, pattern in patterns if pattern.fullmatch(bare)), "number")
