"""What the readers share: regions without overlap, searches in linear time, raised digits and text without tags."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import unescape
from typing import Any

from citevet.model.document import Block, Document, Format, Mark, Place, Region, RegionKind, Span, is_inside
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, field, replace

_MARKER = lazy_pattern(r"[\d,;\s–—−‑-]*")
_HIDDEN = frozenset({"markup", "metadata", "comment"})
_PIECE = lazy_pattern(r"[ \t\r\n\f]+|&#?\w{1,32};|[^ \t\r\n\f&]+|&")
_CELL = lazy_pattern(r"<t[dh][\s/>]", re.IGNORECASE)
_SPACING = lazy_pattern(r"<br[\s/>]", re.IGNORECASE)
_QUOTE = lazy_pattern(r"<(/?)q[\s/>]", re.IGNORECASE)
_RAISED = str.maketrans("0123456789-–—−‑", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁻⁻⁻")


@dataclass(slots=True)
class MarkupParts:
    """What is not prose in a file of light markup, in order, and what the markup says of notes, entries and files."""

    hidden: list[Region] = field(default_factory=list)
    inline: list[Region] = field(default_factory=list)  # code and mathematics within lines; may lie in what is hidden
    marks: list[Mark] = field(default_factory=list)
    quotes: list[Span] = field(default_factory=list)  # block quotations
    metadata: dict[str, Any] = field(default_factory=dict)

    def print_as(self, span: Span, printed: str) -> None:
        """Replace a sign of the markup, which stays part of its block, by the text that it prints."""
        self.inline.append(Region("markup", span))
        self.marks.append(Mark("print", span, printed))

    def hide(self, kind: RegionKind, start: int, end: int) -> None:
        """Add a part that is not prose, behind the others."""
        if start < end:
            self.hidden.append(Region(kind, Span(start, end)))

    def mark_quoted(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Yield the blocks, with those marked that end in a block quotation."""
        quotes = sorted(self.quotes)
        for block in blocks:
            quoted = block.kind == "paragraph" and is_inside(block.span.end - 1, quotes)
            yield replace(block, quoted=block.quoted or quoted)


def merge_regions(firm: Sequence[Region], soft: Iterable[Region], end: int) -> Iterator[Region]:
    """Yield the firm regions, which are in order and apart, as they are; soft ones fill the room between them."""
    queue = _without_overlap(sorted(soft, key=lambda region: (region.span.start, -region.span.end)))
    rest = next(queue, None)
    at = 0
    for wall in (*firm, None):
        stop = wall.span.start if wall else end
        while rest is not None and rest.span.start < stop:
            start = max(rest.span.start, at)
            if start < min(rest.span.end, stop):
                yield Region(rest.kind, Span(start, min(rest.span.end, stop)))
            if rest.span.end > stop:
                break
            rest = next(queue, None)
        if wall:
            yield wall
            at = wall.span.end


def _without_overlap(regions: Iterable[Region]) -> Iterator[Region]:
    """Join neighbours of one kind, and cut what an earlier region already covers."""
    last: Region | None = None
    for region in regions:
        if last is None:
            last = region
        elif last.kind == region.kind and region.span.start <= last.span.end:
            last = Region(last.kind, Span(last.span.start, max(last.span.end, region.span.end)))
        elif region.span.end > last.span.end:
            yield last
            last = Region(region.kind, Span(max(region.span.start, last.span.end), region.span.end))
    if last:
        yield last


class NextMatches:
    """The next match of each pattern, searched once per stretch, so that all searches together are linear."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[re.Pattern[str], re.Match[str] | None] = {}

    def find(self, wanted: re.Pattern[str], at: int) -> re.Match[str] | None:
        """Return the first match at or after an offset; offsets must not fall between calls."""
        if wanted not in self._next:
            self._next[wanted] = wanted.search(self._text, at)
        found = self._next[wanted]
        if found is not None and found.start() < at:
            found = self._next[wanted] = wanted.search(self._text, at)
        return found


def raise_digits(text: str) -> str:
    """Return digits, dashes and commas as Unicode superscripts, so that a note marker is not read as a number."""
    return text.translate(_RAISED) if _MARKER.fullmatch(text) else text


@dataclass(slots=True)
class FlatText:
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

    def write_block(self, html: str, block: Span, hidden: list[Span], at: int) -> int:
        """Write what a block prints, and return the first hidden span behind it."""
        start, raised = block.start, False
        while at < len(hidden) and hidden[at].start < block.end:
            self._write_words(html, Span(start, hidden[at].start), raised=raised)
            tags = hidden[at].of(html)
            self.add(hidden[at].start, "\t" if _CELL.search(tags) else " " if _SPACING.search(tags) else "")
            for quote in _QUOTE.finditer(tags):
                self.add(hidden[at].start + quote.start(), "”" if quote[1] else "“")
            opened, closed = (max(map(tags.rfind, names)) for names in (("<sup", "noteref"), ("</sup", "</a")))
            raised = opened > closed or (raised and opened == closed)
            start = hidden[at].end
            if start > block.end:
                return at
            at += 1
        self._write_words(html, Span(start, block.end), raised=raised)
        if self.length > self.line and self.pieces[-1].isspace():
            self.length -= len(self.pieces.pop())
        self.add(block.end, "")
        return at

    def _write_words(self, html: str, span: Span, *, raised: bool) -> None:
        for found in _PIECE.finditer(html, span.start, span.end) if span.start < span.end else ():
            text = " " if found[0].isspace() else unescape(found[0])
            self.add(found.start(), raise_digits(text) if raised else text)

    def locate(self, offset: int) -> int:
        """Return the offset in the lines of an offset in the HTML."""
        index = bisect_right(self.sources, offset) - 1
        if index < 0:
            return 0
        end = self.targets[index + 1] if index + 1 < len(self.targets) else self.length
        return min(self.targets[index] + offset - self.sources[index], end)


def flatten_page(page: Document, form: Format, name_place: Callable[[int, int], str]) -> Document:
    """Return a document of HTML without its tags, as plain lines, one per block."""
    flat = FlatText()
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
        at = flat.write_block(page.text, block.span, hidden, at)
        span = Span(flat.line, flat.length)
        blocks.append(replace(block, span=span))
        places.append(Place(span, name_place(block.span.start, number)))
    text = "".join(flat.pieces)

    def move(span: Span) -> Span:
        return Span(flat.locate(span.start), flat.locate(span.end)).trim(text)

    shown = ((region.kind, move(region.span)) for region in page.regions if region.kind not in _HIDDEN)
    moved = ((mark, move(mark.span)) for mark in page.marks if mark.kind not in {"image", "print"})
    return Document(
        page.path,
        form,
        text,
        blocks=tuple(blocks),
        regions=tuple(Region(kind, span) for kind, span in shown if span),
        marks=tuple(replace(mark, span=span, label=mark.label and move(mark.label)) for mark, span in moved if span),
        places=tuple(places),
    )
