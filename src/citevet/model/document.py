"""The document under audit: its text, and the spans, blocks and marks found in it by the reader."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, count
from operator import add
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from citevet.patterns import lazy_pattern
from citevet.records import dataclass, field

Format = Literal[
    "markdown", "text", "html", "docx", "odt", "rtf", "epub", "pdf", "latex", "bibtex", "ris", "csl-json", "yaml"
]
# The text is made by the reader: one line per paragraph, without markup.
TYPESET: frozenset[Format] = frozenset({"docx", "odt", "rtf", "epub", "pdf"})

BIBLIOGRAPHIES: frozenset[Format] = frozenset({"bibtex", "ris", "csl-json", "yaml"})  # files of entries, without prose

# Parts of the text that are not prose.
RegionKind = Literal[
    "code",  # fenced, indented or inline code, verbatim
    "math",  # inline and display mathematics
    "url",  # the address of a link, where the format shows it in the text
    "comment",  # <!-- … -->, % …, Word comments
    "metadata",  # front matter, LaTeX preamble, HTML head
    "markup",  # emphasis marks, list bullets, quote prefixes, brackets of links, tags, macro names
]

# Kinds of leaf blocks; every prose character is in exactly one block.
BlockKind = Literal["paragraph", "heading", "item", "row", "footnote", "caption", "code", "math"]

# How the format itself marks a citation, a note or a link.
MarkKind = Literal[
    "link",  # inline or reference link, <a href>, \href, Word hyperlink
    "autolink",  # <https://…>, \url{…}
    "image",
    "note",  # the marker of a footnote or endnote: target is its label
    "definition",  # the definition of a footnote or endnote: target is its label, label its content
    "inline-note",  # ^[…], \footnote{…}: marker and definition in one, label its content
    "cite",  # \cite[pre][post]{target}, <ref name=…>: target is the key
    "entry",  # one entry of a reference list that the format marks as such: \bibitem, a .bib entry
    "broken-entry",  # the head of a .bib entry whose end is missing: target is its key
    "link-definition",  # [label]: url
    "print",  # a macro or tag such as \kilo\gram or <q>: target is the printed text, kg or “
]

_HIDDEN: frozenset[RegionKind] = frozenset({"code", "math", "comment", "metadata"})
_BREAK = lazy_pattern(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Code points `start` to `end` of a document's text, `end` exclusive."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the exact slice of the text that this span was found in."""
        return text[self.start : self.end]

    def overlaps(self, other: "Span") -> bool:
        """Return whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def holds(self, other: "Span") -> bool:
        """Return whether the other lies completely inside."""
        return self.start <= other.start and other.end <= self.end

    def shift(self, by: int) -> "Span":
        """Return the span moved by an offset."""
        return Span(self.start + by, self.end + by)

    def trim(self, text: str, signs: str | None = None) -> "Span":
        """Return the span without the white space, or the signs, at its ends."""
        kept = self.of(text).rstrip(signs)
        end = self.start + len(kept)
        return Span(end - len(kept.lstrip(signs)), end)

    def __len__(self) -> int:
        return self.end - self.start


class LineRange(NamedTuple):
    """First and last position of a span, from 1, columns in code points, the last one exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Lines:
    """Where each line of a text starts; LF, CRLF and CR end a line, a form feed does not."""

    starts: "array[int]"  # offset of the first code point of each line; an array, for 20 MB documents

    @classmethod
    def of(cls, text: str) -> "Lines":
        """Find the lines of a text."""
        if "\r" in text:
            return cls(array("Q", (0, *(found.end() for found in _BREAK.finditer(text)))))
        lengths = map(len, text.split("\n")[:-1])
        return cls(array("Q", map(add, accumulate(lengths, initial=0), count())))

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, the column in code points."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, line: int, text: str) -> Span:
        """Return the line's own text, without the characters that end it."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(text)
        while end > start and text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def __len__(self) -> int:
        return len(self.starts)


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the text that is not prose; finders and judges skip it."""

    kind: RegionKind
    span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf of the document's structure: one paragraph, heading, list item or table row."""

    kind: BlockKind
    span: Span
    level: int = 0  # heading level, or depth of the list that contains an item, from 1
    quoted: bool = False  # inside a block quotation


@dataclass(frozen=True, slots=True)
class Mark:
    """A link, note or citation macro that the format itself marks."""

    kind: MarkKind
    span: Span
    target: str = ""  # the address, key or label it points to, entities and escapes resolved
    label: Span | None = None  # the visible text, or the content of a note
    parts: Mapping[str, str] = field(default_factory=dict)  # title, macro, pre, post, and the fields of an entry


@dataclass(frozen=True, slots=True)
class Place:
    """The page, paragraph or cell of a span, in formats without countable lines."""

    span: Span
    label: str  # "page 3", "paragraph 12", "table 1, row 2, cell 3", "footnote 2"
    line: int | None = None  # of the file that holds it, where the text was taken out of a text file; 0 if unknown


@dataclass(frozen=True, slots=True)
class Document:
    """One file as it was read; everything found in it is a Span on `text`."""

    path: str
    format: Format
    text: str
    encoding: str = "utf-8"
    sha256: str = ""  # of the file's bytes
    blocks: tuple[Block, ...] = ()  # in order, without overlap
    regions: tuple[Region, ...] = ()  # in order of their start, without overlap
    marks: tuple[Mark, ...] = ()  # in order of their start; marks may be nested
    places: tuple[Place, ...] = ()  # in order, without overlap; empty for formats with countable lines
    metadata: Mapping[str, Any] = field(default_factory=dict)  # front matter
    bibliography: tuple["Document", ...] = ()  # the .bib, .bbl, RIS or CSL-JSON files that it names
    includes: tuple["Document", ...] = ()  # the files that it pulls in with \input and the like
    is_part: bool = False  # was read as an include of another document
    notes: tuple[str, ...] = ()  # what the reader guessed or had to leave out, a sentence each
    lines: Lines = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", Lines.of(self.text))

    def slice(self, span: Span) -> str:
        """Return the exact text of a span."""
        return self.text[span.start : span.end]

    def line_range(self, span: Span) -> LineRange:
        """Return lines and columns of a span, as every report counts them."""
        return LineRange(*self.lines.position(span.start), *self.lines.position(span.end))

    def file_lines(self, span: Span) -> tuple[int, int] | None:
        """Return the first and last line of a span in the file, if the text has other lines; 0 if unknown."""
        first = find_last(self.places, span.start)
        last = find_last(self.places, max(span.start, span.end - 1))
        return (first.line, last.line or 0) if first and last and first.line is not None else None

    def line_at(self, offset: int) -> Span:
        """Return the line of an offset, without the characters that end it."""
        return self.lines.span(self.lines.position(offset)[0], self.text)

    def block_at(self, offset: int) -> Block | None:
        """Return the block that holds an offset."""
        block = find_last(self.blocks, offset)
        return block if block and offset < block.span.end else None

    def region_at(self, offset: int) -> Region | None:
        """Return the region that holds an offset."""
        region = find_last(self.regions, offset)
        return region if region and offset < region.span.end else None

    def is_hidden(self, offset: int) -> bool:
        """Return whether an offset is in code, mathematics, a comment or metadata."""
        region = self.region_at(offset)
        return region is not None and region.kind in _HIDDEN

    def regions_in(self, span: Span) -> Iterator[Region]:
        """Yield the regions that overlap a span."""
        index = bisect_right(self.regions, span.start, key=lambda region: region.span.end)
        while index < len(self.regions) and self.regions[index].span.start < span.end:
            yield self.regions[index]
            index += 1

    def find_label(self, span: Span) -> str:
        """Return the visible words of the link that has a span, or the text of the span."""
        index = bisect_left(self.marks, span.start, key=lambda mark: mark.span.start)
        mark = self.marks[index] if index < len(self.marks) else None
        return self.slice(mark.label if mark and mark.span == span and mark.label else span)

    def place(self, offset: int) -> str | None:
        """Return the label of the page, paragraph or cell at an offset."""
        place = find_last(self.places, offset)
        return place.label if place else None


class Spanned(Protocol):
    """Anything that has a span."""

    @property
    def span(self) -> Span:
        """Where it is."""


AnySpanned = TypeVar("AnySpanned", bound=Spanned)
Item = TypeVar("Item")


class SpanIndex(Generic[Item]):
    """Items by their spans, for thousands of questions about which of them overlap another span."""

    def __init__(self, items: Iterable[tuple[Span, Item]]) -> None:
        self._items = sorted(items, key=lambda item: item[0].start)
        self._furthest = list(accumulate((span.end for span, _ in self._items), max))

    def overlapping(self, window: Span) -> list[tuple[Span, Item]]:
        """Return the items that overlap a span, in order, each with its own span."""
        found: list[tuple[Span, Item]] = []
        place = bisect_left(self._items, window.end, key=lambda item: item[0].start) - 1
        while place >= 0 and self._furthest[place] > window.start:  # back, as long as one may reach it
            found += [self._items[place]] if self._items[place][0].overlaps(window) else []
            place -= 1
        return found[::-1]


def find_last(records: Sequence[AnySpanned], offset: int) -> AnySpanned | None:
    """Return the last of some records, which are in order, that starts at an offset or before it."""
    index = bisect_right(records, offset, key=lambda record: record.span.start) - 1
    return records[index] if index >= 0 else None


def find_around(spans: Sequence[Span], offset: int) -> Span | None:
    """Return the last of some spans, which are in order, that starts at an offset or before it, if it holds it."""
    index = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return spans[index] if index >= 0 and offset < spans[index].end else None


def is_inside(offset: int, spans: Sequence[Span]) -> bool:
    """Return whether one of some spans, which are in order and do not overlap, holds an offset."""
    return find_around(spans, offset) is not None


def pair_with_next(
    items: Iterable[Item], spans: Sequence[Span], start: Callable[[Item], int]
) -> Iterator[tuple[Item, Span | None]]:
    """Yield each item with the first span that ends after the start of the item; both come in order."""
    index = 0
    for item in items:
        while index < len(spans) and spans[index].end <= start(item):
            index += 1
        yield item, spans[index] if index < len(spans) else None


def replace_spans(text: str, changes: Iterable[tuple[Span, str]]) -> str:
    """Return a text with some of its spans, which are in order and do not overlap, replaced by other words."""
    pieces, done = list[str](), 0
    for span, words in changes:
        pieces += text[done : span.start], words
        done = span.end
    return "".join((*pieces, text[done:]))
