"""The links and pictures of a document, to pages, files and anchors."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from html import unescape

from citevet.model import Document, DocumentLink, Mark, Span
from citevet.patterns import lazy_pattern

# Ends at white space, quotes, angle brackets, a table bar, and CJK full stops and brackets.
_ADDRESS = lazy_pattern(
    r"https?://(?<![\w@/.-]https://)(?<![\w@/.-]http://)[^\s<>\"|`\\^{}\0“”‘’«»「」『』【】《》、。，；（）]+",
    re.IGNORECASE,
)
_IMAGE_TAG = lazy_pattern(
    r"<(?:img|source|video|audio|embed|iframe)\s[^<>]{0,2000}?\bsrc\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')", re.IGNORECASE
)
_IMAGE_SET = lazy_pattern(
    r"<(?:img|source)\s[^<>]{0,2000}?\bsrcset\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')", re.IGNORECASE
)
_NEXT_IMAGE = lazy_pattern(r",\s+")  # a comma without a blank is part of an address
_END = ".,;:!?'\"*_~"
_PAIRS = {")": "(", "]": "["}
_HIDDEN = frozenset({"code", "comment", "metadata", "math"})
_FIELD = lazy_pattern(r"\{\{|\{%|\$\{|<%|%[({]|%7[Bb]")  # a template fills the address in


def list_links(document: Document) -> list[DocumentLink]:
    """Return the links of a document in their order: those of its format, and addresses in its text."""
    found = list(_list_written(document))
    kinds = _HIDDEN | {"markup"} if document.format == "html" else _HIDDEN  # a doctype or namespace is no link
    hidden = [region.span for region in document.regions if region.kind in kinds]
    if "http" in document.text:
        covered = _Covered([*hidden, *(link.span for link in found)])
        found += (link for link in _list_addresses(document.text) if not covered.holds(link.span.start))
    return sorted(found, key=lambda link: (link.span.start, link.span.end))


def _list_written(document: Document) -> Iterator[DocumentLink]:
    """Yield what is marked up as a link."""
    if document.format == "html" and "://" not in document.path:  # the links of a page of the web were made absolute
        from citevet.read.page_links import list_page_links  # Markdown needs no reader of HTML

        yield from list_page_links(document.text)
        return
    yield from _list_marked(document.marks)
    if document.format == "markdown":
        yield from _list_pictures(document.text, [each.span for each in document.regions if each.kind in _HIDDEN])
    elif document.path.lower().endswith(".rst"):
        from citevet.read.light_markup.rst import list_rst_links

        yield from list_rst_links(document.text)


def _list_marked(marks: Iterable[Mark]) -> Iterator[DocumentLink]:
    for mark in marks:
        if mark.kind == "image":
            yield DocumentLink("image", mark.span, mark.target)
        elif mark.kind in {"link", "autolink"}:
            is_mail = mark.kind == "autolink" and "@" in mark.target and ":" not in mark.target
            yield DocumentLink("link", mark.span, f"mailto:{mark.target}" if is_mail else mark.target)
        elif mark.kind == "link-definition" and mark.target.startswith(("http://", "https://")):
            yield DocumentLink("link", mark.span, mark.target)


def _list_pictures(text: str, hidden: Iterable[Span]) -> Iterator[DocumentLink]:
    """Yield the pictures, films and sounds of tags, and each picture of a set."""
    if "src" not in text:
        return
    covered = _Covered(hidden)
    for found in _IMAGE_TAG.finditer(text):
        if not covered.holds(found.start()):
            yield DocumentLink("image", Span(*found.span()), unescape(found[1] or found[2] or ""))
    for found in _IMAGE_SET.finditer(text):
        if not covered.holds(found.start()):
            for each in _NEXT_IMAGE.split(unescape(found[1] or found[2] or "")):
                if words := each.split():
                    yield DocumentLink("image", Span(*found.span()), words[0])


def _list_addresses(text: str) -> Iterator[DocumentLink]:
    for found in _ADDRESS.finditer(text):
        written = trim_address(found[0])
        if not _FIELD.search(text, found.start(), min(found.end() + 2, len(text))):
            yield DocumentLink("address", Span(found.start(), found.start() + len(written)), written)


def trim_address(written: str) -> str:
    """Return an address without the punctuation of the sentence around it."""
    while written:
        last = written[-1]
        if last in _END or (last in _PAIRS and written.count(last) > written.count(_PAIRS[last])):
            written = written[:-1]
        else:
            break
    return written


class _Covered:
    """Spans in their order, to look up whether one holds an offset."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        end = 0
        for span in sorted(spans):
            end = max(end, span.end)
            self._starts.append(span.start)
            self._ends.append(end)

    def holds(self, offset: int) -> bool:
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._ends[at]
