"""EXI004."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import flagged


class PathOutsideProject:
    """A path is cited that does not stay inside the project.

    ## What it means
    Paths of mentions and artefact citations start at the project's root. This one is absolute, starts with `~`, climbs
    with `..`, or passes a symbolic link that leads out. It was not followed.

    ## Why it matters
    Nobody else has the file at that place, and a document must not make a checker read files that are none of its
    business.

    ## Example
    ```markdown
    The key is set in [../../etc/passwd, L1].
    ```

    ## How to mend it
    Copy the file into the project and cite it by its path from the root, without `..`.

    ## What we cannot see
    Whether the file exists.
    """

    name: ClassVar[str] = "path-outside-project"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, _ in flagged(evidence, "outside-root"):
            message = f"{citation.text}: the path does not stay inside the project, and was not followed"
            yield Fault(citation.span, message, citation=citation)
