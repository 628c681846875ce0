"""What kind of word a word of an entry is: a number, initials, an address, or one that tells what is beside it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from citevet.patterns import lazy_pattern
from citevet.tables import read_rows

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
