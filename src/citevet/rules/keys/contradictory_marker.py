"""KEY013."""

from collections.abc import Iterator
from re import compile as pattern
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Safety, Severity, Span

_MARKERS = frozenset({"numeric", "footnote", "key", "author-year", "wiki"})
_PAGES = pattern(r"([0-9]{1,6})-([0-9]{1,6})")


class ContradictoryMarker:
    """A marker contradicts itself, such as a range that runs backwards.

    ## What it means
    A range of numbers or pages ends before it begins: [5–3], p. 44–41. Shortened ranges (pp. 233–40) are read as people
    read them.

    ## Why it matters
    It is not clear which works or pages are meant; the tools that expand ranges drop it in silence.

    ## Example
    ```markdown
    Several authors found this [5-3].
    ```

    ## How to mend it
    Turn the range round, or correct the number.

    ## What we cannot see
    Ranges that run forwards and are wrong all the same.
    """

    name: ClassVar[str] = "contradictory-marker"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        told: set[Span] = set()  # both ends of a range are citations, and the fault is one
        for citation in evidence.extraction.citations:
            if citation.span in told:
                continue
            told.add(citation.span)
            if citation.kind in _MARKERS and citation.fault:
                yield Fault(citation.span, f"{citation.text}: {citation.fault}", citation=citation)
            elif pages := _backwards(citation):
                yield Fault(citation.span, f"{citation.text}: pages {pages} run backwards", citation=citation)


def _backwards(citation: Citation) -> str | None:
    found = _PAGES.fullmatch(citation.locator.page or "") if citation.locator else None
    if not found or citation.kind not in _MARKERS | {"corpus"}:
        return None
    first, last = found.groups()
    short = len(first) - len(last)
    whole = first[:short] + last if short > 0 else last
    return found[0] if int(whole) < int(first) else None
