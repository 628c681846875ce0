"""PAG003."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import difference, flagged


class LinesOutOfRange:
    """Lines are cited that the file does not have.

    ## What it means
    The cited lines lie beyond the file's last line. Where the file has changed and git still has the version that was
    cited, the lines are counted there.

    ## Why it matters
    A place that does not exist cannot have been read.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts, L42-58].
    ```

    where the file has 10 lines.

    ## How to mend it
    Open the file and cite the lines that you mean.

    ## What we cannot see
    Whether lines that exist say what the sentence says.
    """

    name: ClassVar[str] = "lines-out-of-range"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in flagged(evidence, "wrong-lines"):
            lines = difference(judgement, "lines")
            if lines:
                none = "is no line" if lines.claim.isdigit() else "are no lines"
                there = "the file is empty" if lines.source == "none" else f"only {lines.source}"
                message = f"{citation.text}: there {none} {lines.claim}, {there}"
                yield Fault(citation.span, message, citation=citation)
