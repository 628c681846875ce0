"""IDN009."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import LAW, Safety, Severity
from citevet.rules.identifiers.days_to_come import decided_in_future
from citevet.rules.identifiers.form import malformed


class MalformedLaw:
    """The citation of a law or case contradicts itself.

    ## What it means
    The parts of a legal citation do not fit together: a Korean case code that its court does not use, a filing year
    after the decision, an EU act with number and year swapped, an impossible CELEX or ECLI, a volume, series or year
    that a federal reporter of the United States does not have, a 14th Circuit, a title 99 of its code, a paragraph
    beyond the last of the German BGB, a code with a letter typed twice (BGBB), a volume 9999 of the BGHZ, a German
    docket of a year after the decision, a decision of a day that has not come yet.

    ## Why it matters
    No register can find it, and a court will notice.

    ## Example
    ```markdown
    서울고등법원 2019. 5. 16. 선고 2017다226629 판결
    ```

    ## How to mend it
    Copy the citation from the register of the court or legislator. Where number and year of an EU act are swapped,
    `citevet fix` writes them in their order.

    ## What we cannot see
    A citation of good form for a law or case that does not exist, or that says something else. Days to come are
    only seen when the run has a date.
    """

    name: ClassVar[str] = "malformed-law"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        yield from malformed(evidence, kinds=LAW)
        yield from decided_in_future(evidence)
