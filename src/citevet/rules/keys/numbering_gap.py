"""KEY006."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.keys.entries import number, numbered_lists


class NumberingGap:
    """The reference list skips a number.

    ## What it means
    The entries of a numbered list are 1, 2, 4: a number between two entries is missing.

    ## Why it matters
    An entry was lost, or removed while later numbers stayed. Citations of the numbers behind the gap may now point to
    the wrong works.

    ## Example
    ```markdown
    [1] Kim, 2019.
    [2] Lee, 2020.
    [4] Park, 2021.
    ```

    ## How to mend it
    Restore the entry, or number the list again together with its citations.

    ## What we cannot see
    A list that lost its last entries, and one that rightly starts above 1 because it continues another.
    """

    name: ClassVar[str] = "numbering-gap"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for entries in numbered_lists(evidence.extraction):
            numbered = sorted(((number(entry.key) or 0, entry) for entry in entries), key=lambda pair: pair[0])
            for (left, _), (right, entry) in pairwise(numbered):
                if right > left + 1:
                    missing = f"[{left + 1}]" if right == left + 2 else f"[{left + 1}] to [{right - 1}]"
                    yield Fault(entry.span, f"the list has no {missing}", f"{left} {right}", reference=entry)
