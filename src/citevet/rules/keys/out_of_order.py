"""KEY005: a reference number first appears after a higher one."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Extraction, Severity
from citevet.rules.keys.author_index import fold_text
from citevet.rules.keys.reference_list import get_key, parse_number, split_numbered_lists, strip_label


class OutOfOrder:
    """A reference number first appears after a higher one.

    ## Meaning
    The list is numbered in order of appearance, except here: this number first appears after a higher number.

    ## Why it matters
    Journals with numbered references require this order. A break usually means that a paragraph was moved or an entry
    was inserted by hand.

    ## Example
    ```markdown
    First [1], then [3], and only then [2].
    ```

    ## How to fix it
    Renumber the list, or use a reference manager.

    ## Limitations
    The rule does not run if the list is alphabetical, if its entries are also cited by key or by author and year, if
    the document has several lists, or if more than half of the numbers are out of order.
    """

    name: ClassVar[str] = "out-of-order"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        if not _is_numbered_by_appearance(evidence.extraction):
            return
        first = _find_first_appearances(evidence.extraction)
        faults = list(_find_falls(first))
        if 2 * len(faults) <= len(first):
            yield from faults


def _is_numbered_by_appearance(extraction: Extraction) -> bool:
    """Check whether the one list can be numbered by appearance: not alphabetical, and cited by number alone."""
    lists = split_numbered_lists(extraction)
    if len(lists) != 1:
        return False
    ids = {reference.id for reference in lists[0]}
    mixed = any(each.reference in ids and each.kind != "numeric" for each in extraction.citations)
    words = [fold_text(strip_label(reference)[:80]) for reference in lists[0]]
    return not mixed and any(left > right for left, right in pairwise(words))


def _find_first_appearances(extraction: Extraction) -> list[tuple[int, Citation]]:
    """Return each cited number with its first citation; the numbers of one marker rise by agreement."""
    numeric = [
        (citation.group or citation.id, value, citation)
        for citation in extraction.citations
        if citation.kind == "numeric" and citation.reference and (value := parse_number(get_key(citation))) is not None
    ]
    start: dict[str, int] = {}
    for marker, _, citation in numeric:
        start.setdefault(marker, citation.span.start)
    first: dict[int, Citation] = {}
    for _, value, citation in sorted(numeric, key=lambda each: (start[each[0]], each[1])):
        first.setdefault(value, citation)
    return list(first.items())


def _find_falls(first: list[tuple[int, Citation]]) -> Iterator[Fault]:
    highest = 0
    for value, citation in first:
        if value < highest:
            yield Fault(citation.span, f"out of order: [{value}] first appears after [{highest}]", citation=citation)
        highest = max(highest, value)
