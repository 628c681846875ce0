"""IDN007."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedCorpusId:
    """A corpus id is not well formed.

    ## What it means
    A corpus id is `REF-` and at least three digits, and its locator a page, pages or a section. Here digits are
    missing, or the letters are not capitals.

    ## Why it matters
    No entry of the corpus can be found under it.

    ## Example
    ```markdown
    Voice matters [REF-43, p.15].
    ```

    ## How to mend it
    Write the id as the corpus has it. Where the right form is certain, `citevet fix` writes it.

    ## What we cannot see
    An id of good form that the corpus does not have.
    """

    name: ClassVar[str] = "malformed-corpus-id"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("corpus",))
