"""SEC001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import difference, flagged


class WrongSection:
    """The cited page lies in another section than the cited one.

    ## What it means
    The entry of the source lists its sections with their pages, and the page lies in a section of another name or
    number.

    ## Why it matters
    Either the page or the section is wrong, and the reader does not know which to trust.

    ## Example
    ```markdown
    Voice matters [REF-018, Section Introduction, p.8].
    ```

    where the entry has the Introduction on 1-3 and Methods on 4-9.

    ## How to mend it
    Look the passage up and correct the page or the section.

    ## What we cannot see
    Sources whose entry lists no sections, and pages that lie in none of them.
    """

    name: ClassVar[str] = "wrong-section"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in flagged(evidence, "wrong-section"):
            section = difference(judgement, "section")
            page = citation.locator.page if citation.locator else None
            if section:
                where = f"page {page} lies in {section.source}, not in {section.claim}"
                yield Fault(citation.span, f"{citation.text}: {where}", citation=citation)
