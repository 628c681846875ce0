"""IDN012: outdated addresses of the DOI resolver."""

import re
from collections.abc import Iterator

from citevet.contracts import Evidence, Fault
from citevet.model import Edit, Extraction, Fix, Safety, Span
from citevet.patterns import lazy_pattern

_OLD = lazy_pattern(r"\bhttps?://(?:dx\.doi\.org|www\.doi\.org)/|\bhttp://doi\.org/", re.IGNORECASE)
_NEW = "https://doi.org/"


def find_outdated_resolver(evidence: Evidence) -> Iterator[Fault]:
    """A DOI uses an outdated resolver address.

    ## Meaning
    The DOI is written with `http://dx.doi.org/` or without https. The current address is `https://doi.org/`.

    ## Why it matters
    The old addresses still work, but over an insecure connection or a redirect. Two spellings of one DOI also hide
    duplicates.

    ## Example
    ```markdown
    See http://dx.doi.org/10.1000/182.
    ```

    ## How to fix it
    Use `https://doi.org/`; `citevet fix` does it.

    ## Limitations
    Other resolvers are not checked. `doi:10.1000/182` is a usual form, and is not reported.
    """
    text = evidence.extraction.document.text
    seen: set[Span] = set()
    for place in _find_spans(evidence.extraction):
        for found in _OLD.finditer(text, place.start, place.end):
            span = Span(found.start(), found.end())
            if span not in seen:
                seen.add(span)
                fix = Fix(Safety.SAFE, f"replace with {_NEW}", (Edit(span, _NEW),))
                yield Fault(span, f'outdated DOI resolver "{found[0]}" (use "{_NEW}")', place.of(text), fix)


def _find_spans(extraction: Extraction) -> Iterator[Span]:
    """Yield where the document may contain an address: citations, their other forms, entries of its own list."""
    for citation in extraction.citations:
        yield citation.span
        yield from (form.span for form in citation.also)
    own = {None, extraction.document.path}
    yield from (reference.span for reference in extraction.references if reference.path in own)
