"""FRE001 and FRE002: cited files that changed since, or whose version is not cited."""

from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Edit, Fix, Judgement, Safety, Severity, Span
from citevet.rules.citation_judgements import find_difference, find_flagged_citations

_MARK = "[STALE: hash mismatch]"
_DIGITS = 16  # of the SHA-256, that a citation carries


class StaleArtifact:
    """A cited file has changed since it was cited.

    ## Meaning
    The citation has the first 16 digits of the file's SHA-256, and the file now has another hash. If git has the cited
    version, the message says whether the cited lines are unchanged, moved or changed.

    ## Why it matters
    What the sentence says about the file may no longer be true.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts@a8f9c2d4e5f60718, L42-58].
    ```

    ## How to fix it
    Read the file again and, if the sentence is still true, cite the current hash and lines. `citevet fix
    --unsafe-fixes` appends `[STALE: hash mismatch]`; it never rewrites the citation.

    ## Limitations
    If the cited version was never committed, or is more than 200 commits back, nothing is known about the lines.
    """

    name: ClassVar[str] = "stale-artifact"
    severity: ClassVar[Severity] = Severity.WARNING
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        text = evidence.extraction.document.text
        for citation, judgement in find_flagged_citations(evidence, "stale"):
            message = f"file changed since it was cited: {citation.text}{_describe_lines(judgement)}"
            yield Fault(citation.span, message, fix=_make_mark(citation, text), citation=citation)


class UnversionedArtifact:
    """A file is cited without the hash of its content.

    ## Meaning
    The citation names an existing file, but not the version that was read.

    ## Why it matters
    When the file changes, it is unclear whether the sentence was written before or after.

    ## Example
    ```markdown
    The old login has no retry [src/legacy/auth.py, L88].
    ```

    ## How to fix it
    Read the file again and add the first 16 digits of its SHA-256, which the message gives:
    [src/legacy/auth.py@a8f9c2d4e5f60718, L88].

    ## Limitations
    The rule does not know whether the file has changed since it was cited.
    """

    name: ClassVar[str] = "unversioned-artifact"
    severity: ClassVar[Severity] = Severity.WARNING

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        for citation, judgement in find_flagged_citations(evidence, "unversioned"):
            source = evidence.sources.get(judgement.source or "")
            hint = f" (current version: @{source.sha256[:_DIGITS]})" if source and source.sha256 else ""
            yield Fault(citation.span, f"file cited without a version: {citation.text}{hint}", citation=citation)


def _describe_lines(judgement: Judgement) -> str:
    moved = find_difference(judgement, "lines")
    if "moved" in judgement.flags and moved:
        return f" (cited lines are now L{moved.source})"
    if "lines-unchanged" in judgement.flags:
        return " (cited lines are unchanged)"
    if "lines-changed" in judgement.flags:
        return " (cited lines changed too)"
    known = find_difference(judgement, "hash")
    return f" (current hash: {known.source})" if known else ""


def _make_mark(citation: Citation, text: str) -> Fix | None:
    """Append the mark, once."""
    end = citation.span.end
    if text[end : end + 2 + len(_MARK)].lstrip().startswith(_MARK):
        return None
    return Fix(Safety.ASK, "mark as stale", (Edit(Span(end, end), f" {_MARK}"),))
