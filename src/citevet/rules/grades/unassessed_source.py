"""GRD004: the cited source has no GRADE level."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity


class UnassessedSource:
    """The cited source has no GRADE level.

    ## Meaning
    The source is in the corpus, but neither its front matter nor an assessment file gives its strength of evidence. The
    first citation of the source in a document is reported. A project whose corpus has no grades at all is left alone
    unless it selects the rule (`--select GRD`).

    ## Why it matters
    Without a level, citevet cannot check whether a sentence claims too much.

    ## Example
    ```markdown
    Studies show that shade cools the street [REF-078].
    ```

    ## How to fix it
    Assess the source: `citevet corpus grade` suggests a level from its kind. Write it as `grade_level` into the front
    matter of the entry.

    ## Limitations
    The suggested level is based on the kind of source, not on its methods.
    """

    name: ClassVar[str] = "unassessed-source"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        flagged = {
            judgement.citation: judgement.source for judgement in evidence.judgements if "unassessed" in judgement.flags
        }
        reported: set[str] = set()
        for citation in evidence.extraction.citations:
            source = flagged.get(citation.id)
            if source and source not in reported:
                reported.add(source)
                yield Fault(citation.span, f"{source} has no GRADE level", source, citation=citation)
