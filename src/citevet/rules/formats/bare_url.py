"""FMT005."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Edit, Fix, Safety, Severity, Span

_MARKED_UP = frozenset({"markdown", "latex"})  # elsewhere a bare address is how addresses are written


class BareUrl:
    r"""A web address stands bare in the text.

    ## What it means
    In Markdown or LaTeX an address is written without link markup.

    ## Why it matters
    Not every renderer makes a link of it, punctuation after it may be taken for a part of it, and the reader is not
    told what is behind it.

    ## Example
    ```markdown
    The data are at https://example.org/data.
    ```

    ## How to mend it
    Give it a text, [the data](https://example.org/data), or put it into angle brackets; in LaTeX use `\url{…}`.
    `citevet fix --unsafe-fixes` adds the brackets in Markdown.

    ## What we cannot see
    Where the house style wants bare addresses; ignore the rule there.
    """

    name: ClassVar[str] = "bare-url"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        if document.format not in _MARKED_UP:
            return
        marked = _merged(document)
        for citation in evidence.extraction.citations:
            bare = citation.kind == "url" and citation.text.lower().startswith(("http", "www.")) and not citation.fault
            if bare and not _covered(citation.span, marked):
                yield Fault(
                    citation.span, f"{citation.text} is a bare address", fix=_fix(citation, document), citation=citation
                )


def _merged(document: Document) -> list[Span]:
    """Return the stretches that the format itself marks as links, without overlap."""
    merged: list[Span] = []
    for mark in document.marks:
        if mark.kind not in {"link", "autolink", "image", "link-definition"}:
            continue
        if merged and mark.span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, mark.span.end))
        else:
            merged.append(mark.span)
    return merged


def _covered(span: Span, marked: list[Span]) -> bool:
    index = bisect_right(marked, span.start, key=lambda each: each.start) - 1
    return index >= 0 and span.start < marked[index].end


def _fix(citation: Citation, document: Document) -> Fix | None:
    if document.format != "markdown" or not citation.text.startswith(("http://", "https://")):
        return None
    return Fix(Safety.ASK, "put it into angle brackets", (Edit(citation.span, f"<{citation.text}>"),))
