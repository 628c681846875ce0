"""PAG003: the file does not have the cited lines."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.citation_judgements import find_difference, find_flagged_citations


class LinesOutOfRange:
    """The file does not have the cited lines.

    ## Meaning
    The cited lines are after the last line of the file. If the file has changed and git has the cited version, the
    lines are counted in that version.

    ## Why it matters
    Lines that do not exist cannot have been read.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts, L42-58].
    ```
    The file has 10 lines.

    ## How to fix it
    Open the file and cite the lines that you mean.

    ## Limitations
    The rule does not check what the lines say.
    """

    name: ClassVar[str] = "lines-out-of-range"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_flagged_citations(evidence, "wrong-lines"):
            lines = find_difference(judgement, "lines")
            if lines:
                word = "line" if lines.claim.isdigit() else "lines"
                hint = "the file is empty" if lines.source == "none" else f"it has lines {lines.source}"
                message = f"no {word} {lines.claim} in the file ({hint})"
                yield Fault(citation.span, message, citation=citation)
