"""ORCID: sixteen digits of a person, with a check by ISO 7064. It stands in references, and cites nothing by itself."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.model import Document, Identifier, Span

_FORM = pattern(r"(?:https?://orcid\.org/|\borcid:?\s?)(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?!\w)", IGNORECASE)


def identifiers(document: Document, span: Span) -> Iterator[Identifier]:
    """Yield the ORCIDs inside a reference."""
    for match in _FORM.finditer(document.text, span.start, span.end):
        digits = match[1].replace("-", "").upper()
        right = check(digits)
        fault = None if right == digits[-1] else f"the check digit should be {right}, not {digits[-1]}"
        yield Identifier("orcid", Span(*match.span()), match[0], match[1].upper(), fault)


def check(digits: str) -> str:
    """Return the sixteenth digit that the first fifteen ask for."""
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return "X" if rest == 10 else str(rest)  # noqa: PLR2004
