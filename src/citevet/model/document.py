"""The text under audit, read once and never altered."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from citevet.model.span import Lines, Span

Format = Literal["markdown", "text", "html", "docx", "pdf", "latex", "bibtex", "ris", "csl-json"]

# What a stretch of the text is when it is not prose.
RegionKind = Literal[
    "code",  # fenced, indented or inline code, verbatim
    "math",  # inline and display mathematics
    "url",  # the address of a link, where the format shows it in the text
    "comment",  # <!-- … -->, % …, Word comments
    "metadata",  # front matter, LaTeX preamble, HTML head
    "markup",  # emphasis marks, list bullets, quote prefixes, brackets of links, tags, macro names
]

# What a leaf block of the text is; every prose character stands in exactly one block.
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
    "broken-entry",  # the head of a .bib entry that nobody can read to its end: target is its key
    "link-definition",  # [label]: url
    "print",  # what is printed as other words than it holds, \kilo\gram: target is what is printed, kg
]


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch that is no prose: finders do not look there, and judges do not read it."""

    kind: RegionKind
    span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf of the document's structure: one paragraph, heading, list item or table row."""

    kind: BlockKind
    span: Span
    level: int = 0  # heading level, or depth of the list that an item stands in, from 1
    quoted: bool = False  # stands inside a block quotation: somebody else's words


@dataclass(frozen=True, slots=True)
class Mark:
    """What the format itself says of a stretch: this is a link, a note, a citation macro."""

    kind: MarkKind
    span: Span
    target: str = ""  # address, key or label it points to, entities and escapes resolved
    label: Span | None = None  # the visible text, or the content of a note
    parts: Mapping[str, str] = field(default_factory=dict)  # title, macro, pre, post, and the fields of an entry


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stretch stands in a format that people do not count by lines."""

    span: Span
    label: str  # "page 3", "paragraph 12", "table 1, row 2, cell 3", "footnote 2"


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
    marks: tuple[Mark, ...] = ()  # in order of their start; a mark may stand inside another
    places: tuple[Place, ...] = ()  # in order, without overlap; empty for formats that people count by lines
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

    def place(self, offset: int) -> str | None:
        """Return the label of the page, paragraph or cell that holds the offset."""
        index = bisect_right(self.places, offset, key=lambda place: place.span.start) - 1
        return self.places[index].label if index >= 0 else None
