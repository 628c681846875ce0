"""Every span found in a document slices back to its text: `python -m fuzz.fuzz_extract`."""

import sys
from collections.abc import Iterator
from importlib import import_module

from citevet.contracts import Evidence
from citevet.errors import ReadError
from citevet.extract import extract
from citevet.model import Document, Extraction, Span
from citevet.read import parse_text
from citevet.rules import RULES
from citevet.rules.engine import run_rules

ENDINGS = (".md", ".txt", ".html", ".tex")


def target(data: bytes) -> Extraction | None:
    """Extract from text whose first byte selects the ending, and run every rule on it."""
    if not data:
        return None
    text = data[1:].decode("utf-8", errors="replace")
    try:
        document = parse_text(text, f"fuzz{ENDINGS[data[0] % len(ENDINGS)]}")
    except ReadError:
        return None
    return expect_extraction(document)


def expect_extraction(document: Document) -> Extraction:
    """Extract from a document, run every rule on it, and raise where a span does not hold what was found."""
    extraction = extract(document)
    _expect_slices(extraction)
    _expect_ties(extraction)
    for finding in run_rules(Evidence(extraction), selected=frozenset(RULES)):
        if not 0 <= finding.span.start <= finding.span.end <= len(extraction.document.text):
            raise AssertionError(f"{finding} leaves the text")
    return extraction


def _spans(extraction: Extraction) -> Iterator[tuple[Span, str]]:
    yield from ((citation.span, citation.text) for citation in extraction.citations)
    yield from ((form.span, form.text) for citation in extraction.citations for form in citation.also)
    yield from ((reference.span, reference.text) for reference in extraction.references if reference.path is None)
    yield from ((claim.span, claim.text) for claim in extraction.claims)


def _expect_slices(extraction: Extraction) -> None:
    for span, text in _spans(extraction):
        found = extraction.document.slice(span)
        if not text or found != text:
            raise AssertionError(f"{span} holds {found!r} and not {text!r}")


def _expect_ties(extraction: Extraction) -> None:
    citations = {citation.id for citation in extraction.citations}
    for claim in extraction.claims:
        if not {tie.citation for tie in claim.ties} <= citations:
            raise AssertionError(f"{claim.id} is tied to a citation that is not there")


if __name__ == "__main__":
    atheris = import_module("atheris")
    atheris.instrument_all()
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
