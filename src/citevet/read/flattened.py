"""HTML as plain lines, one per block: for formats whose file is not edited as HTML (EPUB, ODT, RTF)."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from html import unescape

from citevet.errors import TooComplex
from citevet.limits import BOOK_ELEMENTS
from citevet.model import Block, Document, Format, Place, Region, Span
from citevet.read.html import read as read_html
from citevet.read.regions import raise_digits

_HIDDEN = frozenset({"markup", "metadata", "comment"})
_PIECE = re.compile(r"[ \t\r\n\f]+|&#?\w{1,32};|[^ \t\r\n\f&]+|&")
_CELL = re.compile(r"<t[dh][\s/>]", re.IGNORECASE)
_SPACING = re.compile(r"<br[\s/>]", re.IGNORECASE)


@dataclass(slots=True)
class _FlatText:
    """The lines so far, and where each piece of them comes from."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    line: int = 0  # offset at which the line starts
    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)

    def add(self, source: int, text: str) -> None:
        """Add the text at an offset of the HTML; white space at the start of a line or after other is left out."""
        if text.isspace() and (self.length == self.line or self.pieces[-1].isspace()):
            if text == "\t" and self.length > self.line:
                self.pieces[-1] = text  # between cells
            text = ""
        self.sources.append(source)
        self.targets.append(self.length)
        if text:
            self.pieces.append(text)
            self.length += len(text)

    def locate(self, offset: int) -> int:
        """Return the offset in the lines of an offset in the HTML."""
        index = bisect_right(self.sources, offset) - 1
        if index < 0:
            return 0
        end = self.targets[index + 1] if index + 1 < len(self.targets) else self.length
        return min(self.targets[index] + offset - self.sources[index], end)


def check_elements(pages: Iterable[str], path: str) -> None:
    """Refuse pages that have too many elements together, before they are read."""
    if sum(html.count("<") - html.count("</") for html in pages) > BOOK_ELEMENTS:
        what = f"too large or too complex: the text has more than {BOOK_ELEMENTS:,} elements"
        raise TooComplex(what, to=path, advice="Split the document.")


def flatten(html: str, path: str, form: Format, name_place: Callable[[int, int], str]) -> Document:
    """Read HTML and return a document without tags; `name_place` takes an offset of the HTML and a block's number."""
    check_elements([html], path)
    page = read_html(html, path)
    flat = _FlatText()
    blocks: list[Block] = []
    places: list[Place] = []
    hidden = [region.span for region in page.regions if region.kind in _HIDDEN]
    at = 0
    for number, block in enumerate(page.blocks, 1):
        if flat.length:
            flat.add(block.span.start, "\n")
        flat.line = flat.length
        while at < len(hidden) and hidden[at].end <= block.span.start:
            at += 1
        at = _write_block(flat, html, block.span, hidden, at)
        span = Span(flat.line, flat.length)
        blocks.append(replace(block, span=span))
        places.append(Place(span, name_place(block.span.start, number)))
    text = "".join(flat.pieces)

    def move(span: Span) -> Span:
        return Span(flat.locate(span.start), flat.locate(span.end)).trim(text)

    moved = ((mark, move(mark.span)) for mark in page.marks if mark.kind != "image")
    return Document(
        path,
        form,
        text,
        blocks=tuple(blocks),
        regions=tuple(
            Region(region.kind, span)
            for region in page.regions
            if region.kind not in _HIDDEN and (span := move(region.span))
        ),
        marks=tuple(replace(mark, span=span, label=mark.label and move(mark.label)) for mark, span in moved if span),
        places=tuple(places),
    )


def _write_block(flat: _FlatText, html: str, block: Span, hidden: list[Span], at: int) -> int:
    """Write what a block prints, and return the first hidden span behind it."""
    start, raised = block.start, False
    while at < len(hidden) and hidden[at].start < block.end:
        _write_words(flat, html, Span(start, hidden[at].start), raised=raised)
        tags = hidden[at].of(html)
        flat.add(hidden[at].start, "\t" if _CELL.search(tags) else " " if _SPACING.search(tags) else "")
        opened, closed = (max(map(tags.rfind, names)) for names in (("<sup", "noteref"), ("</sup", "</a")))
        raised = opened > closed or (raised and opened == closed)
        start = hidden[at].end
        if start > block.end:
            return at
        at += 1
    _write_words(flat, html, Span(start, block.end), raised=raised)
    if flat.length > flat.line and flat.pieces[-1].isspace():
        flat.length -= len(flat.pieces.pop())
    flat.add(block.end, "")
    return at


def _write_words(flat: _FlatText, html: str, span: Span, *, raised: bool) -> None:
    for found in _PIECE.finditer(html, span.start, span.end) if span.start < span.end else ():
        text = " " if found[0].isspace() else unescape(found[0])
        flat.add(found.start(), raise_digits(text) if raised else text)
