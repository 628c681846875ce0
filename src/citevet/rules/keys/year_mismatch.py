"""KEY011."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.keys.authored import Authored

_SHOWN = 4


class YearMismatch:
    """The list has the same authors with another year.

    ## What it means
    A citation names authors that the reference list has, but no entry of theirs is from the cited year.

    ## Why it matters
    Either the year is a slip, or the work that is meant is missing from the list.

    ## Example
    ```markdown
    Foam cools slowly (Lee, 2019).

    # References
    Lee, J. (2018). Cooling of foam. Journal of Foam, 3, 4–5.
    ```

    ## How to mend it
    Correct the year, in the text or in the list; or add the work of that year.

    ## What we cannot see
    Which of the two years is right. Online first and in print often differ by one.
    """

    name: ClassVar[str] = "year-mismatch"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        authored = Authored.of(evidence.extraction)
        for citation in authored.unmatched(evidence.extraction):
            years = authored.years(citation)
            if years:
                shown = ", ".join(sorted(years)[:_SHOWN])
                author = next(iter(years.values()))[0].authors[0]
                yield Fault(citation.span, f"{citation.text}: the list has {author} {shown}", citation=citation)
