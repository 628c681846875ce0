"""KEY005."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Extraction, Safety, Severity
from citevet.rules.keys.entries import content, key, number, numbered_lists
from citevet.rules.keys.names import folded


class OutOfOrder:
    """A number of the list first appears after a higher one.

    ## What it means
    The list is numbered in the order in which the text cites its works, except here: the number first appears after
    a higher number did.

    ## Why it matters
    Journals that ask for numbered references ask for this order. A break in it is the trace of a moved paragraph or
    of an entry that was inserted by hand.

    ## Example
    ```markdown
    First [1], then [3], and only then [2].
    ```

    ## How to mend it
    Number the list again, or let a reference manager do it.

    ## What we cannot see
    Whether the order was meant. We abstain where the list is alphabetical, where its entries are also cited by key
    or by author and year, where the document has several lists, and where more than half of the numbers fall.
    """

    name: ClassVar[str] = "out-of-order"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if not _by_appearance(evidence.extraction):
            return
        first = _first_appearances(evidence.extraction)
        faults = list(_falls(first))
        if 2 * len(faults) <= len(first):
            yield from faults


def _by_appearance(extraction: Extraction) -> bool:
    """Say whether the one list can be numbered by appearance: not alphabetical, and cited by number alone."""
    lists = numbered_lists(extraction)
    if len(lists) != 1:
        return False
    ids = {reference.id for reference in lists[0]}
    mixed = any(each.reference in ids and each.kind != "numeric" for each in extraction.citations)
    words = [folded(content(reference)[:80]) for reference in lists[0]]
    return not mixed and any(left > right for left, right in pairwise(words))


def _first_appearances(extraction: Extraction) -> list[tuple[int, Citation]]:
    """Return each cited number with its first citation; the numbers of one marker rise by agreement."""
    numeric = [
        (citation.group or citation.id, value, citation)
        for citation in extraction.citations
        if citation.kind == "numeric" and citation.reference and (value := number(key(citation))) is not None
    ]
    start: dict[str, int] = {}
    for marker, _, citation in numeric:
        start.setdefault(marker, citation.span.start)
    first: dict[int, Citation] = {}
    for _, value, citation in sorted(numeric, key=lambda each: (start[each[0]], each[1])):
        first.setdefault(value, citation)
    return list(first.items())


def _falls(first: list[tuple[int, Citation]]) -> Iterator[Fault]:
    highest = 0
    for value, citation in first:
        if value < highest:
            yield Fault(citation.span, f"[{value}] first appears after [{highest}]", citation=citation)
        highest = max(highest, value)
