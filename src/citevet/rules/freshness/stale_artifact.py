"""FRE001."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Edit, Fix, Judgement, Safety, Severity, Span
from citevet.rules.existence.judged import difference, flagged

_MARK = "[STALE: hash mismatch]"


class StaleArtifact:
    """A cited file is no longer the one that was cited.

    ## What it means
    The citation carries the first 16 digits of the SHA-256 that the file had, and today the file has another. Where git
    has the version that was cited, the message says what became of the cited lines: unchanged, moved, or changed.

    ## Why it matters
    What the sentence says of the file may not hold any more.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts@a8f9c2d4e5f60718, L42-58].
    ```

    ## How to mend it
    Read the file again; if the sentence still holds, cite it with the present hash and lines. `citevet fix
    --unsafe-fixes` appends `[STALE: hash mismatch]` and never rewrites the citation.

    ## What we cannot see
    What became of the lines when the version that was cited was never committed, or lies more than 200 commits back.
    """

    name: ClassVar[str] = "stale-artifact"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        text = evidence.extraction.document.text
        for citation, judgement in flagged(evidence, "stale"):
            message = f"{citation.text}: the file has changed since it was cited{_lines(judgement)}"
            yield Fault(citation.span, message, fix=_mark(citation, text), citation=citation)


def _lines(judgement: Judgement) -> str:
    moved = difference(judgement, "lines")
    if "moved" in judgement.flags and moved:
        return f"; the cited lines stand at L{moved.source} now"
    if "lines-unchanged" in judgement.flags:
        return "; the cited lines have not"
    if "lines-changed" in judgement.flags:
        return ", and so have the cited lines"
    known = difference(judgement, "hash")
    return f"; its hash is {known.source} now" if known else ""


def _mark(citation: Citation, text: str) -> Fix | None:
    """Append the mark, once."""
    end = citation.span.end
    if text[end : end + 2 + len(_MARK)].lstrip().startswith(_MARK):
        return None
    return Fix(Safety.ASK, "mark it as stale", (Edit(Span(end, end), f" {_MARK}"),))
