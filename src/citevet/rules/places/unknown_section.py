"""SEC002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import difference, flagged


class UnknownSection:
    """A section is cited that the source does not have.

    ## What it means
    The entry of the source lists its sections, and none has this name or number, nor a name that contains it.

    ## Why it matters
    Nobody can look the passage up.

    ## Example
    ```markdown
    Voice matters [REF-018, Section 9].
    ```

    where the entry lists five sections.

    ## How to mend it
    Correct the section, or complete the list of sections in the entry.

    ## What we cannot see
    Subsections that the entry does not list: 3.2 is accepted where there is a 3.
    """

    name: ClassVar[str] = "unknown-section"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in flagged(evidence, "unknown-section"):
            section = difference(judgement, "section")
            if section:
                listed = f"{judgement.source} lists {section.source}"
                message = f"{citation.text}: there is no section {section.claim}; {listed}"
                yield Fault(citation.span, message, citation=citation)
