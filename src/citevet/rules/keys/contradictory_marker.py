"""KEY013: a marker contradicts itself, such as a range that runs backwards."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Severity, Span
from citevet.rules.keys.reference_list import complete_page, find_entry_pages, list_own_references

_MARKERS = frozenset({"numeric", "footnote", "key", "author-year", "wiki"})
_PAGES = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")
_SECOND_ISSN = re.compile(r"issn:?[\d\s,;xX-]{1,40}\Z", re.IGNORECASE)  # issn: 2051-1310, 2051-1329


class ContradictoryMarker:
    """A marker contradicts itself, such as a range that runs backwards.

    ## Meaning
    A range of numbers or pages ends before it begins: [5–3], p. 44–41. Shortened ranges (pp. 233–40) are understood.
    The pages of an entry in the reference list count too.

    ## Why it matters
    It is unclear which works or pages are meant. Tools that expand ranges drop such a range silently.

    ## Example
    ```markdown
    Several authors found this [5-3].
    ```

    ## How to fix it
    Reverse the range or correct the number.

    ## Limitations
    A range in the right order may still be wrong.
    """

    name: ClassVar[str] = "contradictory-marker"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        reported: set[Span] = set()  # both ends of a range are citations, and the fault is one
        for citation in evidence.extraction.citations:
            if citation.span in reported:
                continue
            reported.add(citation.span)
            if citation.kind in _MARKERS and citation.fault:
                yield Fault(citation.span, f"{citation.text}: {citation.fault}", citation=citation)
            elif pages := _find_backward_range(citation):
                yield Fault(citation.span, f"backward page range {pages} in {citation.text}", citation=citation)
        for reference in list_own_references(evidence.extraction):
            for found in find_entry_pages(reference):
                span = Span(*(reference.span.start + offset for offset in found.span("pages")))
                own = any(each.span.overlaps(span) for each in reference.identifiers)
                own = own or _SECOND_ISSN.search(reference.text, 0, found.start("pages")) is not None
                if not own and _runs_backwards(found["first"], found["last"]):
                    yield Fault(span, f"backward page range {found['pages']}", found["pages"], reference=reference)


def _find_backward_range(citation: Citation) -> str | None:
    found = _PAGES.fullmatch(citation.locator.page or "") if citation.locator else None
    if not found or citation.kind not in _MARKERS | {"corpus"}:
        return None
    return found[0] if _runs_backwards(found[1], found[2]) else None


def _runs_backwards(first: str, last: str) -> bool:
    return complete_page(first, last) < int(first)
