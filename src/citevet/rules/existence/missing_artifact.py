"""EXI003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import judged


class MissingArtifact:
    """A file of the project is cited that is not there.

    ## What it means
    The path of an artefact citation, `[path@hash, L42-58]`, is read from the project's root, and there is no such file.

    ## Why it matters
    The evidence was removed, renamed, or never existed.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts@a8f9c2d4e5f60718, L42-58].
    ```

    ## How to mend it
    Find the file's new place and cite it from its present content, or take the claim back.

    ## What we cannot see
    Where the file went: a renamed file is a missing one.
    """

    name: ClassVar[str] = "missing-artifact"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in judged(evidence, "artifact"):
            if judgement.existence == "missing":
                yield Fault(citation.span, f"{citation.text}: there is no such file", citation=citation)
