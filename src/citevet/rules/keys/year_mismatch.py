"""KEY011: the list has the same authors with another year."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.keys.author_index import AuthorIndex

_DIGITS = 4  # of a year; a letter may follow
_SHOWN = 4


class YearMismatch:
    """The list has the same authors with another year.

    ## Meaning
    The cited authors are in the reference list, but not with the cited year.

    ## Why it matters
    Either the year is wrong, or the cited work is missing from the list.

    ## Example
    ```markdown
    Foam cools slowly (Lee, 2019).

    # References
    Lee, J. (2018). Cooling of foam. Journal of Foam, 3, 4–5.
    ```

    ## How to fix it
    Correct the year in the text or in the list, or add the missing work.

    ## Limitations
    The rule cannot tell which year is right. Online-first and print years often differ by one. An entry that has the
    cited year anywhere, as the year of an issue or of access, is not reported.
    """

    name: ClassVar[str] = "year-mismatch"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        index = AuthorIndex.from_extraction(evidence.extraction)
        for citation in index.find_unmatched(evidence.extraction):
            years = index.find_years(citation)
            cited = citation.parts.get("year", "")[:_DIGITS]
            if years and not any(cited in entry.text for entries in years.values() for entry in entries):
                shown = ", ".join(sorted(years)[:_SHOWN])
                author = next(iter(years.values()))[0].authors[0]
                yield Fault(
                    citation.span, f"year mismatch in {citation.text}: the list has {author} {shown}", citation=citation
                )
