"""FRE002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import flagged

_DIGITS = 16  # of the SHA-256, that a citation carries


class UnversionedArtifact:
    """A file is cited without the hash of its content.

    ## What it means
    The citation names a file that is there, and not which version of it was read.

    ## Why it matters
    When the file changes, nobody can tell whether the sentence was written before or after.

    ## Example
    ```markdown
    The old login has no retry [src/legacy/auth.py, L88].
    ```

    ## How to mend it
    Read the file again and add the first 16 digits of its SHA-256, which the message gives:
    [src/legacy/auth.py@a8f9c2d4e5f60718, L88].

    ## What we cannot see
    Whether the file has changed since.
    """

    name: ClassVar[str] = "unversioned-artifact"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in flagged(evidence, "unversioned"):
            source = evidence.sources.get(judgement.source or "")
            now = f"; today it is @{source.sha256[:_DIGITS]}" if source and source.sha256 else ""
            yield Fault(citation.span, f"{citation.text}: no version is cited{now}", citation=citation)
