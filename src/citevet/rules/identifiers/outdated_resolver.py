"""IDN012."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Edit, Extraction, Fix, Safety, Severity, Span

_OLD = pattern(r"\bhttps?://(?:dx\.doi\.org|www\.doi\.org)/|\bhttp://doi\.org/", IGNORECASE)
_NEW = "https://doi.org/"


class OutdatedResolver:
    """A DOI is given with an old address of the resolver.

    ## What it means
    The DOI is written with `http://dx.doi.org/` or without https. The address to use is `https://doi.org/`.

    ## Why it matters
    The old addresses still work, over an unprotected connection or a detour; two spellings of one work also hide
    duplicates.

    ## Example
    ```markdown
    See http://dx.doi.org/10.1000/182.
    ```

    ## How to mend it
    Write `https://doi.org/`; `citevet fix` does it.

    ## What we cannot see
    Addresses of other resolvers, and bibliography files that the document only names.
    """

    name: ClassVar[str] = "outdated-resolver"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        text = evidence.extraction.document.text
        seen: set[Span] = set()
        for stretch in _stretches(evidence.extraction):
            for found in _OLD.finditer(text, stretch.start, stretch.end):
                span = Span(found.start(), found.end())
                if span not in seen:
                    seen.add(span)
                    fix = Fix(Safety.SAFE, f"write {_NEW}", (Edit(span, _NEW),))
                    yield Fault(span, f"{found[0]} is an old address of the DOI resolver", stretch.of(text), fix)


def _stretches(extraction: Extraction) -> Iterator[Span]:
    """Yield where the document itself may hold an address: citations, their other forms, entries of its list."""
    for citation in extraction.citations:
        yield citation.span
        yield from (form.span for form in citation.also)
    yield from (reference.span for reference in extraction.references if reference.path is None)
