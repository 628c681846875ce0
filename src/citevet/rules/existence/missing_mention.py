"""EXI002: a mentioned file does not exist."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Safety, Severity
from citevet.rules.citation_judgements import find_difference, find_judged_citations
from citevet.rules.citation_removal import fix_missing


class MissingMention:
    """A mentioned file does not exist.

    ## Meaning
    The path after the `@` is relative to the project's root, and no such file exists.

    ## Why it matters
    Readers and agents that follow the mention find nothing.

    ## Example
    ```markdown
    Voice matters, see @.aiwg/research/sources/voice.md.
    ```

    ## How to fix it
    Correct the path. If the path contains a corpus id that has another file name, the message gives it. `citevet fix
    --unsafe-fixes` removes the mention and leaves a comment, unless the sentence needs it ("See @notes.md.") or the
    file has another name.

    ## Limitations
    Files on another machine or branch are not seen. A mention of a package (`@scope/name.js`) may look like a path.
    """

    name: ClassVar[str] = "missing-mention"
    severity: ClassVar[Severity] = Severity.ERROR
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_judged_citations(evidence, "mention"):
            if judgement.existence == "missing" and "use-case" not in citation.parts:
                moved = find_difference(judgement, "path")
                hint = f" ({citation.parts['ref']} is at {moved.source})" if moved else ""
                fix = None if moved else fix_missing([citation], [citation], evidence, "no such file")
                yield Fault(citation.span, f"missing file {citation.text}{hint}", fix=fix, citation=citation)
