"""FMT002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.formats.allowed import FORMS, forbidden


class ForbiddenNumeric:
    """A work is cited by number where only the corpus may be cited.

    ## What it means
    The project's policy is `corpus-only`: every citation is a corpus id. This one is a number such as [1].

    ## Why it matters
    Numbers change with every edit and name nothing by themselves; a corpus id stays.

    ## Example
    ```markdown
    Voice matters [1].
    ```

    ## How to mend it
    Cite the corpus id of the work: [REF-043, p.15].

    ## What we cannot see
    Which corpus entry the number stands for.
    """

    name: ClassVar[str] = "forbidden-numeric"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation in forbidden(evidence, {"numeric"}):
            yield Fault(citation.span, f"{citation.text}: only the corpus may be cited, as {FORMS}", citation=citation)
