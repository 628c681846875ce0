"""EXI003: a cited file does not exist."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.citation_judgements import find_judged_citations


class MissingArtifact:
    """A cited file does not exist.

    ## Meaning
    The path of a file citation, `[path@hash, L42-58]`, is relative to the project's root, and no such file exists.

    ## Why it matters
    The evidence was removed, renamed, or never existed.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts@a8f9c2d4e5f60718, L42-58].
    ```

    ## How to fix it
    Find the new path and cite the file from its current content, or remove the claim.

    ## Limitations
    A renamed file counts as missing.
    """

    name: ClassVar[str] = "missing-artifact"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_judged_citations(evidence, "artifact"):
            if judgement.existence == "missing":
                yield Fault(citation.span, f"missing file {citation.text}", citation=citation)
