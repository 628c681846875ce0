"""The words of an entry of a reference list, also where a blank between them is lost."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from citevet.patterns import lazy_pattern

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
