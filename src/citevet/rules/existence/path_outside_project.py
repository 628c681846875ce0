"""EXI004: a cited path is outside the project."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.citation_judgements import find_flagged_citations


class PathOutsideProject:
    """A cited path is outside the project.

    ## Meaning
    Paths of mentions and file citations are relative to the project's root. This one is absolute, starts with `~`,
    contains `..`, or follows a symbolic link out of the project. It was not opened.

    ## Why it matters
    Other people do not have this file, and a document must not make citevet read files outside the project.

    ## Example
    ```markdown
    The key is set in [../../etc/passwd, L1].
    ```

    ## How to fix it
    Copy the file into the project and cite its path from the root, without `..`.

    ## Limitations
    citevet does not check whether the file exists.
    """

    name: ClassVar[str] = "path-outside-project"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, _ in find_flagged_citations(evidence, "outside-root"):
            message = f"path outside the project: {citation.text} (not opened)"
            yield Fault(citation.span, message, citation=citation)
