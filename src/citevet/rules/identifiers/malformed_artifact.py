"""IDN008."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.identifiers.form import malformed


class MalformedArtifact:
    """The citation of a file has an impossible hash or line range.

    ## What it means
    A file is cited as `[path@hash, L42-58]`: the hash is the first 16 digits of the SHA-256 in lower-case
    hexadecimals, and the range does not run backwards. Here one of these does not hold.

    ## Why it matters
    Whether the file is still what was cited cannot be told.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts@A8F9C2D4E5F60718, L58-42].
    ```

    ## How to mend it
    Cite the file again from its present content. Capitals in a hash are turned to lower case by `citevet fix`.

    ## What we cannot see
    Whether the hash is that of the file: that takes a look at the file.
    """

    name: ClassVar[str] = "malformed-artifact"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.SAFE

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        return malformed(evidence, kinds=("artifact", "mention"))
