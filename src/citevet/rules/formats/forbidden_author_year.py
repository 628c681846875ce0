"""FMT001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.formats.allowed import FORMS, forbidden


class ForbiddenAuthorYear:
    """A work is cited by author and year where only the corpus may be cited.

    ## What it means
    The project's policy is `corpus-only`: every citation is a corpus id. This one names author and year.

    ## Why it matters
    An author and a year can be written from memory; a corpus id says that somebody has the work and read it.

    ## Example
    ```markdown
    Voice matters (Smith et al., 2023).
    ```

    ## How to mend it
    Find the work in the corpus and cite its id, with the page: [REF-043, p.15]. If it is not there, add it first,
    or mark the place [citation needed].

    ## What we cannot see
    Which corpus entry was meant.
    """

    name: ClassVar[str] = "forbidden-author-year"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation in forbidden(evidence, {"author-year"}):
            yield Fault(citation.span, f"{citation.text}: only the corpus may be cited, as {FORMS}", citation=citation)
