"""SEC002: the source does not have the cited section."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.citation_judgements import find_difference, find_flagged_citations


class UnknownSection:
    """The source does not have the cited section.

    ## Meaning
    The entry of the source lists its sections, and none has this name or number, or a name that contains it.

    ## Why it matters
    Readers cannot find the passage.

    ## Example
    ```markdown
    Voice matters [REF-018, Section 9].
    ```
    The entry lists five sections.

    ## How to fix it
    Correct the section, or complete the list of sections in the entry.

    ## Limitations
    Subsections that the entry does not list are accepted if the section exists: 3.2 is accepted where there is a 3.
    """

    name: ClassVar[str] = "unknown-section"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_flagged_citations(evidence, "unknown-section"):
            section = find_difference(judgement, "section")
            if section:
                message = f'no section "{section.claim}" in {judgement.source} (it has {section.source})'
                yield Fault(citation.span, message, citation=citation)
