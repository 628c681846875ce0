"""KEY006: the reference list skips a number."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Extraction, Reference, Severity
from citevet.rules.keys.reference_list import get_key, parse_number, split_numbered_lists


class NumberingGap:
    """The reference list skips a number.

    ## Meaning
    A numbered list has a gap, such as 1, 2, 4. If the text cites the missing number, KEY001 is reported instead.

    ## Why it matters
    An entry was lost, or was removed without renumbering. Citations of later numbers may point to the wrong works.

    ## Example
    ```markdown
    [1] Kim, 2019.
    [2] Lee, 2020.
    [4] Park, 2021.
    ```

    ## How to fix it
    Restore the entry, or renumber the list and its citations.

    ## Limitations
    A list that lost its last entries is not noticed, and neither is a list that starts above 1.
    """

    name: ClassVar[str] = "numbering-gap"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        marked = [
            each
            for each in evidence.extraction.citations
            if each.kind == "numeric" and not (each.reference or each.fault)
        ]
        lost = sorted({number for each in marked if (number := parse_number(get_key(each))) is not None})
        for entries in split_numbered_lists(evidence.extraction):
            numbered = sorted(((parse_number(entry.key) or 0, entry) for entry in entries), key=lambda pair: pair[0])
            # Labels such as [107] and [201] number sections of a law, not entries.
            if numbered and 2 * len(numbered) < numbered[-1][0]:
                continue
            for (left, _), (right, entry) in pairwise(numbered):
                are_cited = bisect_left(lost, right) - bisect_left(lost, left + 1) == right - left - 1
                if right > left + 1 and not are_cited and not _is_written(evidence.extraction, entries, left + 1):
                    missing = f"[{left + 1}]" if right == left + 2 else f"[{left + 1}] to [{right - 1}]"
                    yield Fault(
                        entry.span, f"gap in the reference list: no {missing}", f"{left} {right}", reference=entry
                    )


def _is_written(extraction: Extraction, entries: Sequence[Reference], number: int) -> bool:
    """Return whether a line of the list opens with a number: such an entry is there, and was not read."""
    first, last = min(each.span.start for each in entries), max(each.span.end for each in entries)
    return re.search(rf"^\W{{0,9}}{number}\b", extraction.document.text[first:last], re.MULTILINE) is not None
