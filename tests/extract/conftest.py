"""Fixtures that show what a text cites and lists as rows."""

from collections.abc import Callable

import pytest
from tests.shipped_tagger import extract

from citevet.model import Citation, Extraction, Reference
from citevet.read import parse_text

Row = tuple[str, ...]
Spot = Callable[..., list[Row]]
Fault = Callable[[str], list[tuple[str | None, str | None]]]


@pytest.fixture
def extracted() -> Callable[..., Extraction]:
    """Read a text as Markdown, or in the format of its name, and extract everything; every span slices back."""

    def find(text: str, name: str = "x.md") -> Extraction:
        found = extract(parse_text(text, name))
        own: list[Citation | Reference] = [*found.citations, *(one for one in found.references if one.path is None)]
        for record in own:
            assert record.text == found.document.text[record.span.start : record.span.end]
        assert [f"c{number}" for number in range(1, len(found.citations) + 1)] == [one.id for one in found.citations]
        assert [f"r{number}" for number in range(1, len(found.references) + 1)] == [one.id for one in found.references]
        return found

    return find


@pytest.fixture
def spot(extracted: Callable[..., Extraction]) -> Spot:
    """Return kind, exact text, normal form, line:column and, if any, the place in the source."""

    def rows(text: str, name: str = "x.md") -> list[Row]:
        found = extracted(text, name)
        return [_row(found, citation) for citation in found.citations]

    return rows


@pytest.fixture
def faults(extracted: Callable[..., Extraction]) -> Fault:
    """Return the fault of each citation's form, and the right text where it is certain."""
    return lambda text: [(citation.fault, citation.correction) for citation in extracted(text).citations]


def _row(found: Extraction, citation: Citation) -> Row:
    line, column = found.document.lines.position(citation.span.start)
    place = citation.locator
    named = (("page", place.page), ("section", place.section), ("lines", place.lines)) if place else ()
    where = " ".join(f"{name} {value}" for name, value in named if value)
    return citation.kind, citation.text, citation.normal, f"{line}:{column}", *([where] if where else [])
