"""CommonMark with tables, footnotes, mathematics and front matter.

pyromark gives byte ranges. We collect blocks, regions and marks as byte ranges and convert them to characters once, at
the end: a character offset for each event would make the time for a long document quadratic.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import pairwise
from operator import attrgetter
from typing import Any

from pyromark import Options, events_with_range, reference_definitions

from citevet.model import Block, BlockKind, Document, Mark, MarkKind, Region, RegionKind, Span
from citevet.patterns import lazy_pattern
from citevet.read.exported_notes import ByteRange, find_linked_notes, holds_place
from citevet.read.frontmatter import parse_front_matter
from citevet.tables import read_words

_OPTIONS = Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES | Options.ENABLE_STRIKETHROUGH | Options.ENABLE_TASKLISTS
_OPTIONS |= Options.ENABLE_HEADING_ATTRIBUTES | Options.ENABLE_MATH | Options.ENABLE_GFM

_FRONT = lazy_pattern(
    r"(?P<rule>---|\+\+\+)[ \t]*\r?\n(?P<content>(?![ \t]*\r?\n)(?:.*?\n)??)(?P=rule)[ \t]*(?=\r?\n|\Z)", re.DOTALL
)
# Elements whose content is not prose.
_OPAQUE = rb"<(?P<opaque>script|style|pre|code|textarea)\b[^<>]*>.*?(?:</(?P=opaque)\s*>|\Z)"
_HTML = lazy_pattern(rb"(?P<comment><!--.*?(?:-->|\Z))|" + _OPAQUE + rb"|</?[a-z][^<>]*>", re.DOTALL | re.IGNORECASE)
_OPENS_CODE, _CLOSES_CODE = lazy_pattern(rb"<code[\s>]", re.IGNORECASE), lazy_pattern(rb"</code[\s>]", re.IGNORECASE)
_ANCHOR = lazy_pattern(rb"""<a\s[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))""", re.IGNORECASE)
_CLOSES_ANCHOR = lazy_pattern(rb"</a\s*>", re.IGNORECASE)
_EMPHASIS = frozenset({"Emphasis", "Strong", "Strikethrough"})
_INLINE = _EMPHASIS | {"Link", "Image"}
_KINDS: Mapping[str, BlockKind] = {"TableHead": "heading", "TableRow": "row", "CodeBlock": "code"}
_LEAVES = frozenset({"Paragraph", "Heading", "TableHead", "TableRow", "CodeBlock", "HtmlBlock"})
_SURROGATE = lazy_pattern("[\ud800-\udfff]")  # only in a caller's own string; UTF-8 cannot hold one
# MyST directives whose body is Markdown, though CommonMark reads it as code.
_PROSE_DIRECTIVES = read_words("""admonition attention caution danger error hint important note seealso tip warning
    dropdown details margin aside sidebar topic card grid-item-card tab-item list-table table figure epigraph pull-quote
    blockquote glossary exercise solution prf:theorem prf:lemma prf:proof prf:definition prf:remark prf:example""")
_DIRECTIVE_NAME = lazy_pattern(r"\{([\w:-]{1,40})\}")
# Obsidian: comments between percent signs, and the id of a block at its end, `It melts. ^a1`.
_PERCENTS = lazy_pattern(rb"(?<!\S)%%(?!%)|(?<!%)%%(?![\w%])|\n[ \t]*\r?\n")
_BLOCK_ID = lazy_pattern(rb"\s(\^[A-Za-z0-9-]{1,60})\s{0,9}\Z")
_LONGEST_ID = 70  # bytes at the end of a block that are searched for one
_NOTE_MARKER = lazy_pattern(rb"`[^`\r\n]*+`|\[\^([^\]\[\s]{1,80})\](?!:)")


def read(text: str, path: str) -> Document:
    """Read Markdown; the text stays as it is."""
    text = _SURROGATE.sub("\ufffd", text)
    walk = _MarkdownWalk(text.encode())
    body = walk.take_front_matter(text)
    for event, span in events_with_range(body, options=_OPTIONS):
        walk.take_event(event, span["start"], span["end"])
    walk.finish()
    for label, entry in reference_definitions(body, options=_OPTIONS).items():
        span = entry["span"]
        walk.marks.append(ByteRange("link-definition", span["start"], span["end"], target=entry["dest"], title=label))
    return _make_document(text, path, walk)


def _make_document(text: str, path: str, walk: "_MarkdownWalk") -> Document:
    chars = _character_offsets(text, walk)
    metadata, notes = parse_front_matter(walk.metadata, toml=walk.data.startswith(b"+++"))
    return Document(
        path,
        "markdown",
        text,
        blocks=tuple(
            Block(block.kind, Span(chars[block.start], chars[block.end]), block.level, block.quoted)
            for block in walk.blocks
        ),
        regions=tuple(Region(region.kind, Span(chars[region.start], chars[region.end])) for region in walk.regions),
        marks=tuple(sorted(_make_marks(walk.marks, chars), key=lambda mark: (mark.span.start, -mark.span.end))),
        metadata=metadata,
        notes=notes,
    )


def _make_marks(marks: list[ByteRange], chars: "dict[int, int] | range") -> Iterator[Mark]:
    for mark in marks:
        label = Span(chars[mark.label[0]], chars[mark.label[1]]) if mark.label else None
        parts = {"title": mark.title} if mark.title else {}
        yield Mark(mark.kind, Span(chars[mark.start], chars[mark.end]), mark.target, label, parts)


def _character_offsets(text: str, walk: "_MarkdownWalk") -> "dict[int, int] | range":
    """Map the byte offsets that occur to character offsets, in one pass."""
    if text.isascii():
        return range(len(text) + 1)
    offsets = {0}
    for record in (*walk.blocks, *walk.regions, *walk.marks):
        offsets.update((record.start, record.end), record.label or ())
    ordered = sorted(offsets)
    chars = {0: 0}
    for before, after in pairwise(ordered):
        chars[after] = chars[before] + len(walk.data[before:after].decode())
    return chars


class _MarkdownWalk:
    """Takes the parser's events in order; text outside of text events is markup."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.blocks: list[ByteRange] = []
        self.regions: list[ByteRange] = []
        self.marks: list[ByteRange] = []
        self.metadata = ""
        self._directives: list[tuple[int, int]] = []  # fenced blocks whose body is Markdown
        self._done = 0  # up to here every byte is prose or in a region
        self._open: list[tuple[str, Any, int, int]] = []  # containers: name, payload, start, end
        self._inside: Counter[str] = Counter()  # how many of each are open
        self._block: tuple[BlockKind, int] | None = None  # kind and level of the block that is being read
        self._first = self._last = -1  # its first and last byte of text so far
        self._shown = 0  # the end of the last words, with the marks of emphasis around them
        self._code = False  # an inline <code> is open
        self._anchor: tuple[str, int, int] | None = None  # an open <a href>: address, start and end of the tag

    def take_front_matter(self, text: str) -> str:
        """Take the front matter, and return the text with as many line breaks as it had bytes.

        The parser's own option would read any text between two rules as metadata, even in the middle of the document.
        """
        found = _FRONT.match(text)
        if not found:
            return text
        self.metadata = found["content"]
        end = len(found[0].encode())
        self.regions.append(ByteRange("metadata", 0, end))
        self._done = end
        return "\n" * end + text[found.end() :]

    def take_event(self, event: Any, start: int, end: int) -> None:
        """Take one event: the start or end of a container, or a leaf."""
        name, payload = (event, None) if isinstance(event, str) else next(iter(event.items()))
        if name == "Start":
            self._start(payload, start, end)
        elif name == "End":
            self._end()
        elif not self._inside["Image"]:
            self._leaf(name, payload, start, end)

    def finish(self) -> None:
        """Close what is open, and find note markers in directives, now that all notes are known."""
        self._close_block()
        self._markup(len(self.data))
        defined = {mark.target.encode(): mark.target for mark in self.marks if mark.kind == "definition"}
        for start, end in self._directives:
            for found in _NOTE_MARKER.finditer(self.data, start, end):
                if found[1] in defined:
                    self.marks.append(ByteRange("note", found.start(), found.end(), target=defined[found[1]]))
        if not defined:
            self.marks += find_linked_notes(self.data, self.blocks, self.regions)
        comments = [*self._find_comments()]
        ids = (each for each in self._find_block_ids() if not holds_place(comments, each.start))
        hidden = sorted([*comments, *ids], key=attrgetter("start"))
        if hidden:
            kept = (region for region in self.regions if not holds_place(hidden, region.start))
            self.regions = sorted([*kept, *hidden], key=attrgetter("start"))
            self.marks = [mark for mark in self.marks if not holds_place(hidden, mark.start)]

    def _find_comments(self) -> Iterator[ByteRange]:
        code = [region for region in self.regions if region.kind in {"code", "math", "metadata"}]
        opened, is_long = -1, False  # where a comment opened; on a line of its own it may have paragraphs
        for found in _PERCENTS.finditer(self.data) if b"%%" in self.data else ():
            at, end = found.span()
            if found[0] != b"%%":
                opened = opened if is_long else -1
            elif holds_place(code, at):
                continue
            elif opened >= 0:
                yield ByteRange("comment", opened, end)
                opened = -1
            elif not self.data[max(at - 1, 0) : at].strip():
                opened, is_long = at, self.data[end : end + 2].lstrip(b"\r").startswith(b"\n")

    def _find_block_ids(self) -> Iterator[ByteRange]:
        for block in self.blocks if b" ^" in self.data else ():
            tail = max(block.start, block.end - _LONGEST_ID)
            if block.kind in {"paragraph", "item"} and (found := _BLOCK_ID.search(self.data[tail : block.end])):
                yield ByteRange("markup", tail + found.start(1), tail + found.end(1))

    def _start(self, tag: Any, start: int, end: int) -> None:
        name, payload = (tag, None) if isinstance(tag, str) else next(iter(tag.items()))
        if name == "BlockQuote" and payload is not None:
            name = "Alert"  # > [!NOTE] is not a quotation
        if name in _INLINE:
            self._extend(start, start)
        elif name != "TableCell":
            self._close_block()
        self._open.append((name, payload, start, end))
        self._inside[name] += 1
        if name in _LEAVES:
            self._block = self._kind(name, payload)

    def _end(self) -> None:
        name, payload, start, end = self._open.pop()
        if name in _INLINE:
            self._extend(start, end)
            self._shown = end if name in _EMPHASIS else self._shown
        elif name == "HtmlBlock":
            self._html(start, end)
            self._close_block()
        elif name != "TableCell":
            self._close_block()
        self._inside[name] -= 1
        if name == "Link":
            self._link(payload, start, end)
        elif name == "Image":
            self.marks.append(ByteRange("image", start, end, target=payload["dest_url"], title=payload["title"]))
        elif name == "FootnoteDefinition":
            self._definition(payload, start, end)
        elif name == "CodeBlock" and payload != "Indented":
            directive = _DIRECTIVE_NAME.match(payload["Fenced"])
            if directive and directive[1] in _PROSE_DIRECTIVES:
                self._directives.append((start, end))

    def _leaf(self, name: str, payload: Any, start: int, end: int) -> None:
        container = self._open[-1][0] if self._open else ""
        if name == "Code" or container == "CodeBlock" or (self._code and name == "Text"):
            self._region("code", start, end)
        elif name in {"InlineMath", "DisplayMath"}:
            self._region("math", start, end)
        elif name == "InlineHtml":
            self._html(start, end)
        elif name in {"Text", "SoftBreak", "HardBreak"}:
            breaks = name == "HardBreak" and self.data.startswith(b"\\", start)  # the backslash at a line's end
            self._prose(start + 1 if breaks else start, end)
        elif name == "FootnoteReference":
            self._prose(start, end)
            self.marks.append(ByteRange("note", start, end, target=payload))

    # Blocks: a block spans its inline content, from the first byte to the last.

    def _kind(self, name: str, payload: Any) -> tuple[BlockKind, int]:
        if name == "Heading":
            return "heading", int(payload["level"][1:])
        if name in _KINDS:
            return _KINDS[name], 0
        if self._inside["FootnoteDefinition"]:
            return "footnote", 0
        return ("item", self._inside["List"]) if self._inside["List"] else ("paragraph", 0)

    def _extend(self, start: int, end: int) -> None:
        if self._block is None:
            self._block = self._kind("", None)  # a tight list item has text without a paragraph
        if self._first < 0:
            self._first = start
        self._last = end

    def _close_block(self) -> None:
        if self._block is not None and self._last > self._first:
            kind, level = self._block
            self.blocks.append(ByteRange(kind, self._first, self._last, level, self._inside["BlockQuote"] > 0))
        self._block = self._anchor = None
        self._first = self._last = -1
        self._code = False

    # Regions: a gap between two leaves that is not white space is markup.

    def _prose(self, start: int, end: int) -> None:
        self._extend(start, end)
        self._markup(start)
        self._done = max(self._done, end)
        self._shown = end

    def _region(self, kind: RegionKind, start: int, end: int) -> None:
        self._prose(start, end)
        self.regions.append(ByteRange(kind, start, end))

    def _markup(self, end: int) -> None:
        gap = self.data[self._done : end]
        core = gap.strip()
        if core:
            start = self._done + gap.index(core)
            self.regions.append(ByteRange("markup", start, start + len(core)))

    def _html(self, start: int, end: int) -> None:
        """Tags are markup, comments are comments, and the words between them are prose."""
        at = start
        for found in _HTML.finditer(self.data, start, end):
            self._words(at, found.start())
            if found["comment"]:
                self._markup(found.start())
                self.regions.append(ByteRange("comment", *found.span()))
                self._done = found.end()
            elif found["opaque"] and self._inside["HtmlBlock"]:
                self._opaque(found["opaque"].lower(), *found.span())
            else:
                self._tag(*found.span())
            at = found.end()
        self._words(at, end)

    def _opaque(self, element: bytes, start: int, end: int) -> None:
        """Take an element without prose; <code> is part of a sentence, the others are blocks."""
        if element == b"code":
            self._region("code", start, end)
            return
        self._close_block()
        self._block = ("code", 0)
        self._region("code", start, end)
        self._close_block()

    def _words(self, start: int, end: int) -> None:
        """Take the words of each line, without the `>` of a quotation."""
        marks = b" \t\r\n\f\v>" if self._inside["BlockQuote"] or self._inside["Alert"] else None
        for line in self.data[start:end].splitlines(keepends=True):
            words = line.lstrip(marks)
            begin = start + len(line) - len(words)
            if words.strip():
                self._prose(begin, begin + len(words.rstrip()))
            start += len(line)

    def _tag(self, start: int, end: int) -> None:
        """Take a tag: code and links have one that opens and one that closes."""
        opens = _ANCHOR.match(self.data, start, end)
        if opens:
            href = next(filter(None, opens.groups()), b"")
            self._anchor = (unescape(href.decode(errors="replace")), start, end)
        elif _CLOSES_ANCHOR.match(self.data, start, end) and self._anchor:
            target, begin, label = self._anchor
            self._anchor = None
            self._extend(begin, end)
            self.marks.append(ByteRange("link", begin, end, target=target, label=(label, max(label, self._shown))))
        elif _OPENS_CODE.match(self.data, start, end):
            self._code = True
        elif _CLOSES_CODE.match(self.data, start, end):
            self._code = False

    # Marks

    def _link(self, payload: Any, start: int, end: int) -> None:
        kind: MarkKind = "autolink" if payload["link_type"] in {"Autolink", "Email"} else "link"
        if payload["link_type"] == "Collapsed" and self.data.startswith(b"[]", end):
            end += 2
        label = (start + 1, max(min(self._shown, end), start + 1))
        self.marks.append(ByteRange(kind, start, end, target=payload["dest_url"], label=label, title=payload["title"]))

    def _definition(self, label: str, start: int, end: int) -> None:
        index = len(self.blocks)
        while index and self.blocks[index - 1].start >= start:
            index -= 1
        inner = self.blocks[index:]
        content = (inner[0].start, inner[-1].end) if inner else None
        stop = content[1] if content else start + len(self.data[start:end].rstrip())
        self.marks.append(ByteRange("definition", start, stop, target=label, label=content))
