"""MET007."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.metadata.entry_faults import entry_faults


class InvalidField:
    """A field of a corpus entry says something that it cannot mean.

    ## What it means
    A year that is none, a DOI, arXiv id, ISBN or address of the wrong form, a hash that is no SHA-256, a grade that
    is no level, a list where a text belongs; or a grade in the front matter that differs from that of the quality
    assessment.

    ## Why it matters
    The field is passed over: what it was to say is unknown.

    ## Example
    ```markdown
    ---
    ref_id: REF-043
    year: 3020
    doi: 10.1/x
    ---
    ```

    ## How to mend it
    Correct the field. Years lie between 1500 and 2100; levels are high, moderate, low and very low.

    ## What we cannot see
    Values of the right form that belong to another work.
    """

    name: ClassVar[str] = "invalid-field"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return entry_faults(evidence, "invalid-field")
