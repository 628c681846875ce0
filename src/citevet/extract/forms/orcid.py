"""ORCID: sixteen digits of a person, with a check by ISO 7064. It stands beside names, and cites nothing by itself."""

from collections.abc import Iterable, Iterator
from re import IGNORECASE, Match
from re import compile as pattern

from citevet.model import Document, Identifier, Reference, Span

_DIGITS = pattern(r"\d{4}-\d{4}-\d{4}-\d{3}[\dXx](?![\w-])")
# Before the digits: an address, the label in prose, and the labels of front matter, macros and links.
_ADDRESS = pattern(r"https?://(?:www\.)?orcid\.org/$", IGNORECASE)
_LABEL = pattern(r"\borcid:?\s?$", IGNORECASE)
_OTHERWISE = pattern(r"orcid(?:\.org/|[ -]?id|link)?[^\w\r\n]{0,6}$", IGNORECASE)
_GIVEN_OUT = ("0000-0001-", "0000-0002-", "0000-0003-", "0009-000")  # these need no label
_FURTHEST = 40  # characters of label before the digits
_LINKED = pattern(r"\]\(https?://(?:www\.)?orcid\.org/", IGNORECASE)
_HIDDEN = frozenset({"code", "comment"})


def identifiers(document: Document, span: Span) -> Iterator[Identifier]:
    """Yield the ORCIDs inside a reference, or any other stretch."""
    last = -1
    for match in _DIGITS.finditer(document.text, span.start, span.end):
        start = _start(match, span.start)
        linked = last >= 0 and _LINKED.fullmatch(document.text, last, match.start())  # [the id](its address) is one
        last = match.end()
        if start is not None and not linked:
            whole = Span(start, match.end())
            yield Identifier("orcid", whole, document.slice(whole), match[0].upper(), _fault(match[0]))


def outside(document: Document, references: Iterable[Reference]) -> Iterator[Identifier]:
    """Yield the ORCIDs of the text and the front matter; those of the list belong to their entries."""
    entries = [each.span for each in references if each.path is None and each.origin != "file"]
    hidden = [region.span for region in document.regions if region.kind in _HIDDEN]
    taken = sorted((*entries, *hidden))
    index = 0
    for found in identifiers(document, Span(0, len(document.text))):
        while index < len(taken) and taken[index].end <= found.span.start:
            index += 1
        if index == len(taken) or not taken[index].overlaps(found.span):
            yield found


def _start(match: Match[str], first: int) -> int | None:
    """Return where an ORCID starts, with its address or label; nothing for other digits in groups of four."""
    window = max(match.start() - _FURTHEST, first)
    before = match.string[max(window - 1, 0) : match.start()]
    if before[-1:].isalnum() or before.endswith(("-", "_")):
        return None
    for form in (_ADDRESS, _LABEL):
        if found := form.search(match.string, window, match.start()):
            return found.start()
    known = match[0].startswith(_GIVEN_OUT) or _OTHERWISE.search(match.string, window, match.start())
    return match.start() if known else None


def _fault(written: str) -> str | None:
    digits = written.replace("-", "").upper()
    right = check(digits)
    return None if right == digits[-1] else f"the check digit should be {right}, not {digits[-1]}"


def check(digits: str) -> str:
    """Return the sixteenth digit that the first fifteen ask for."""
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return "X" if rest == 10 else str(rest)  # noqa: PLR2004
