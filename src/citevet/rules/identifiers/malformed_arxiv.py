"""IDN002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedArxiv:
    """An arXiv id is not well formed.

    ## What it means
    Since April 2007 an arXiv id is year, month, dot and a number: four digits up to 1412, five from 1501. Before,
    it was archive, slash and seven digits. Here the month is no month, or the number has the wrong length.

    ## Why it matters
    No such paper can exist, so the citation leads nowhere.

    ## Example
    ```markdown
    See arXiv:2313.00001.
    ```

    ## How to mend it
    Copy the id from the abstract page.

    ## What we cannot see
    An id of good form that was never given out.
    """

    name: ClassVar[str] = "malformed-arxiv"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("arxiv",))
