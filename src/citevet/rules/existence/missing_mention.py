"""EXI002."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.existence.judged import difference, judged


class MissingMention:
    """A file is mentioned that is not there.

    ## What it means
    The path after the `@` is read from the project's root, and there is no file of this name.

    ## Why it matters
    Whoever follows the mention, reader or agent, finds nothing.

    ## Example
    ```markdown
    Voice matters, see @.aiwg/research/sources/voice.md.
    ```

    ## How to mend it
    Correct the path. When it names a corpus id that is filed under another name, the message says which.

    ## What we cannot see
    Files that exist on another machine or branch, and mentions that mean a package (`@scope/name.js`) and no file.
    """

    name: ClassVar[str] = "missing-mention"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = None

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in judged(evidence, "mention"):
            if judgement.existence == "missing":
                filed = difference(judgement, "path")
                where = f"; {citation.parts['ref']} is filed as {filed.source}" if filed else ""
                yield Fault(citation.span, f"{citation.text}: there is no such file{where}", citation=citation)
