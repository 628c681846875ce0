"""KEY013: a marker contradicts itself, such as a range that runs backwards."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Severity, Span

_MARKERS = frozenset({"numeric", "footnote", "key", "author-year", "wiki"})
_PAGES = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")


class ContradictoryMarker:
    """A marker contradicts itself, such as a range that runs backwards.

    ## Meaning
    A range of numbers or pages ends before it begins: [5–3], p. 44–41. Shortened ranges (pp. 233–40) are understood.

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


def _find_backward_range(citation: Citation) -> str | None:
    found = _PAGES.fullmatch(citation.locator.page or "") if citation.locator else None
    if not found or citation.kind not in _MARKERS | {"corpus"}:
        return None
    first, last = found.groups()
    short = len(first) - len(last)
    whole = first[:short] + last if short > 0 else last
    return found[0] if int(whole) < int(first) else None
