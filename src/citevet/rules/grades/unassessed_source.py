"""GRD004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity


class UnassessedSource:
    """The cited source has no GRADE level.

    ## What it means
    The corpus has the source, and neither its front matter nor an assessment file says how strong its evidence is.

    ## Why it matters
    Whether a sentence claims too much cannot be told. The first citation of the source in a document is reported.

    ## Example
    ```markdown
    Studies show that shade cools the street [REF-078].
    ```

    ## How to mend it
    Assess the source: `citevet corpus grade` proposes a level from its kind. Write it as `grade_level` into the front
    matter of the entry.

    ## What we cannot see
    What the source is worth: the proposal knows its kind, not its methods.
    """

    name: ClassVar[str] = "unassessed-source"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        flagged = {
            judgement.citation: judgement.source for judgement in evidence.judgements if "unassessed" in judgement.flags
        }
        seen: set[str] = set()
        for citation in evidence.extraction.citations:
            source = flagged.get(citation.id)
            if source and source not in seen:
                seen.add(source)
                yield Fault(citation.span, f"{source} has no GRADE level", source, citation=citation)
