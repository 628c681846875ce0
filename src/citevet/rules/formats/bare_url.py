"""FMT005: a URL is not marked up as a link."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Citation, Document, Edit, Fix, Safety, Severity, Span

_LINKED_FORMATS = frozenset({"markdown", "latex"})  # elsewhere a bare address is how addresses are written


class BareUrl:
    r"""A URL is not marked up as a link.

    ## Meaning
    A URL in Markdown or LaTeX has no link markup.

    ## Why it matters
    Some renderers do not link it, some include the punctuation after it, and readers do not know where it leads.

    ## Example
    ```markdown
    The data are at https://example.org/data.
    ```

    ## How to fix it
    Give it a text, [the data](https://example.org/data), or angle brackets; in LaTeX use `\url{…}`. `citevet fix
    --unsafe-fixes` adds angle brackets in Markdown.

    ## Limitations
    If your style guide wants bare URLs, ignore this rule.
    """

    name: ClassVar[str] = "bare-url"
    severity: ClassVar[Severity] = Severity.INFO
    fix: ClassVar[Safety | None] = Safety.ASK

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        document = evidence.extraction.document
        if document.format not in _LINKED_FORMATS:
            return
        links = _merge_links(document)
        for citation in evidence.extraction.citations:
            bare = citation.kind == "url" and citation.text.lower().startswith(("http", "www.")) and not citation.fault
            if bare and not _is_link(citation.span, links):
                fix = _make_fix(citation, document)
                yield Fault(citation.span, f"bare URL {citation.text}", fix=fix, citation=citation)


def _merge_links(document: Document) -> list[Span]:
    """Return the spans that the format itself marks as links, without overlap."""
    merged: list[Span] = []
    for mark in document.marks:
        if mark.kind not in {"link", "autolink", "image", "link-definition"}:
            continue
        if merged and mark.span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, mark.span.end))
        else:
            merged.append(mark.span)
    return merged


def _is_link(span: Span, links: list[Span]) -> bool:
    index = bisect_right(links, span.start, key=lambda each: each.start) - 1
    return index >= 0 and span.start < links[index].end


def _make_fix(citation: Citation, document: Document) -> Fix | None:
    if document.format != "markdown" or not citation.text.startswith(("http://", "https://")):
        return None
    return Fix(Safety.ASK, "add angle brackets", (Edit(citation.span, f"<{citation.text}>"),))
