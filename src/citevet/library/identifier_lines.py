"""The identifiers that a line shows, and whether it shows them as the work's own: `DOI: 10.1234/x`."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern
from typing import NamedTuple

_DOI = pattern(r"(?<![\w.])10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,4}/[^\s\"'<>\[\]{}|\\^`]{1,200}", IGNORECASE)
_DOI_STARTS = pattern(r"(?:https?://(?:dx\.)?doi\.org/|doi:)?10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,4}/", IGNORECASE)
_DOI_ENDS = ".,;:)!?…·"
_BEFORE_DOI = pattern(r"https?://(?:www\.|dx\.)?doi\.org/|doi:", IGNORECASE)
_ARXIV = pattern(r"\barXiv:\s?([0-9]{4}\.[0-9]{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]{1,3})?", IGNORECASE)
# The stamp in the margin of a preprint; no entry of a list has the group and the day.
_STAMP = pattern(
    r"arXiv:\s?([0-9]{4}\.[0-9]{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?/[0-9]{7})v[0-9]{1,3}\s+"
    r"\[[a-z-]{2,12}(?:\.[A-Za-z-]{2,12})?\]\s+[0-9]{1,2} [A-Z][a-z]{2,8} [0-9]{4}\s*",
    IGNORECASE,
)
_WORD = pattern(r"[^\W\d_]+")
_MOST_WORDS = 15  # beside the identifier; a head that says more is a sentence
# An entry of a list of references: an author's initials, a number in brackets, a year in brackets before a stop.
_ENTRY = pattern(r"\[\d{1,4}\]|\((?:1[5-9]|20)\d\d[a-z]?\)\s{0,2}[.,:]|[^\W\d_]{2,40},\s{0,2}[A-Z]\.")
_LABELS = frozenset("doi arxiv id identifier url persistent permanent digital object cs math stat".split())
# What stands around the identifier in the head of a journal.
_HEAD = frozenset(
    """
    journal proceedings transactions annals bulletin letters vol volume no number issue pp pages issn isbn article
    research original received accepted revised published online copyright open access
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()
)
_SMALL = frozenset("of the and in for on".split())


class Shown(NamedTuple):
    """The identifiers of a line, in the order in which they stand."""

    dois: tuple[str, ...]
    arxivs: tuple[str, ...]

    def __bool__(self) -> bool:
        """Say whether there is any."""
        return bool(self.dois or self.arxivs)


def shown(text: str) -> Shown:
    """Return all that a text shows, its own or not."""
    return Shown(tuple(_dois(text)), tuple(found[1].lower() for found in _ARXIV.finditer(text)))


def stamped(line: str) -> str | None:
    """Return the arXiv id of a line that is the stamp of the archive."""
    found = _STAMP.fullmatch(line)
    return found[1].lower() if found else None


def is_identifier_line(line: str) -> bool:
    """Say whether a line only identifies: nothing beside the identifier, its label, or the head of a journal."""
    if not shown(line):
        return False
    rest = _BEFORE_DOI.sub(" ", _ARXIV.sub(" ", _DOI.sub(" ", line)))
    return not _ENTRY.search(rest) and is_label(rest)


def is_label(text: str) -> bool:
    """Say whether a text is no more than the label of an identifier, or the head of a journal."""
    words = _WORD.findall(text)
    if all(word.casefold() in _LABELS for word in words):
        return True
    known = [word.casefold() in _HEAD | _LABELS | _SMALL or word[0].isupper() for word in words]
    return len(words) <= _MOST_WORDS and all(known) and any(word.casefold() in _HEAD for word in words)


def _dois(text: str) -> Iterator[str]:
    """Yield the DOIs; the text of a link and its target, run together, are two."""
    for found in _DOI.finditer(text):
        starts = [start.start() for start in _DOI_STARTS.finditer(found[0])]
        for first, last in zip(starts, [*starts[1:], None], strict=True):
            yield _BEFORE_DOI.sub("", found[0][first:last]).rstrip(_DOI_ENDS).lower()
