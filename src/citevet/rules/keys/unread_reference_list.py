"""KEY018: the reference list is incomplete or could not be read well."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.keys.list_reading import compares_markers, find_reading_problem
from citevet.rules.keys.reference_list import list_own_references


class UnreadReferenceList:
    """The reference list is incomplete or could not be read well.

    ## Meaning
    The entries look as if the list was not read as its author wrote it. Many have no number, no author or no year, the
    numbering has large gaps, or a large part of the citations matches no entry. Rules that compare citations with the
    list are not applied (KEY001, KEY002, KEY004 to KEY007, KEY009 to KEY012).

    ## Why it matters
    The citations of this document were not compared with its list. A report without findings is not a pass.

    ## Example
    ```markdown
    Foam cools slowly [4], and basalt does not [9].

    # References
    [1] Kim, H. (2019). On effects.
    [9] Lee, J. (2018). Cooling of foam.
    [30] Park, S. (2020). Basalt.
    [31] Zhao, L. (2021). Ice.
    ```

    ## How to fix it
    Add the missing entries. Check the text instead of the PDF, or give the list one form: a number, or author and year,
    at the start of each entry.

    ## Limitations
    A list that really has many faults looks the same, and its faults are not reported one by one. The message has the
    numbers without an entry. Numbers beyond the end of a list of three or more entries without a gap are KEY001. A list
    is not reported if the text has neither numbers nor authors with years to compare.
    """

    name: ClassVar[str] = "unread-reference-list"
    severity: ClassVar[Severity] = Severity.INFO

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        problem = find_reading_problem(evidence.extraction)
        if problem and compares_markers(evidence.extraction):
            first = next(each for each in list_own_references(evidence.extraction) if each.origin == "list")
            yield Fault(first.span, f"the reference list is incomplete or could not be read well: {problem}", "list")
