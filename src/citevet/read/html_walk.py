"""A walk over the tags of a page that tells prose from boilerplate and paragraph from paragraph."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from re import compile as pattern

from citevet.model import Block, BlockKind, Mark, Region, RegionKind, Span
from citevet.read.html_elements import CELLS, HEAD, IMPLIED, INLINE, KINDS, LISTS, VOID, zone
from citevet.read.html_tokens import Token, tokens

_WORD = pattern(r"\w")
_ENTITY = pattern(r"&#?\w{1,32};")
_NOTHING: Mapping[str, str] = {}


@dataclass(slots=True)
class Element:
    """An element that is open, or, with its inside known, closed."""

    name: str
    start: int
    inside: Span  # from the end of its start tag; its end is known once it is closed
    attributes: Mapping[str, str]
    parent: "Element | None"
    zone: RegionKind | None = None
    end: int = 0


@dataclass(slots=True)
class Page:
    """The walk so far."""

    text: str
    comments: list[Region] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)  # pictures; links become marks when notes are told from links
    links: list[Element] = field(default_factory=list)
    named: list[Element] = field(default_factory=list)  # closed elements that carry an id or a note's class
    items: list[Element] = field(default_factory=list)  # closed items of numbered lists that stand in no other list
    stack: list[Element] = field(default_factory=list)
    open: Counter[str] = field(default_factory=Counter)  # how many elements of a name are open
    kinds: list[str] = field(default_factory=list)  # open elements that say what a block is, innermost last
    zones: list[RegionKind] = field(default_factory=list)  # open elements that are no prose
    start: int | None = None  # of the block
    pending: int | None = None  # first inline tag since the last block: the block will start with it
    last: int = 0
    words: bool = False
    math: bool = False


def walk(text: str) -> Page:
    """Walk over a page."""
    page = Page(text)
    at = 0
    for token in tokens(text):
        _prose(page, at, token.span.start)
        _token(page, token)
        at = token.span.end
    _prose(page, at, len(text))
    while page.stack:
        _close(page, Span(len(text), len(text)))
    _flush(page)
    return page


def _prose(page: Page, start: int, end: int) -> None:
    if start == end:
        return
    if page.zones:
        if page.zones[-1] in {"code", "math"}:
            page.regions.append(Region(page.zones[-1], Span(start, end)))
        return
    piece = page.text[start:end]
    bare = piece.strip()
    if bare:
        first = start + len(piece) - len(piece.lstrip())
        _ink(page, Span(first, first + len(bare)))
        page.words |= _WORD.search(_ENTITY.sub("", bare)) is not None


def _ink(page: Page, span: Span) -> None:
    if page.start is None:
        page.start = span.start if page.pending is None else page.pending
    page.last = span.end


def _flush(page: Page) -> None:
    """End the block; without a word or a formula in it, it is none."""
    if page.start is not None and (page.words or page.math):
        page.blocks.append(_block(page, Span(page.start, page.last)))
    page.start = page.pending = None
    page.words = page.math = False


def _block(page: Page, span: Span) -> Block:
    name = page.kinds[-1] if page.kinds else "p"
    kind: BlockKind = KINDS.get(name, "paragraph") if page.words else "math"
    level = int(name[1]) if kind == "heading" else 0
    if kind == "item":
        level = max(_lists(page), 1)
    return Block(kind, span, level, quoted=page.open["blockquote"] > 0)


def _lists(page: Page) -> int:
    return sum(page.open[name] for name in LISTS)


def _token(page: Page, token: Token) -> None:
    if token.kind == "comment":
        page.comments.append(Region("comment", token.span))
        return
    kind: RegionKind = "markup" if token.kind != "raw" else zone(token.name, _NOTHING) or "code"
    page.regions.append(Region(kind, token.span))
    if token.kind == "start":
        _start(page, token)
    elif token.kind == "end":
        _end(page, token)


def _start(page: Page, token: Token) -> None:
    attributes = token.parsed() if token.attributes else _NOTHING
    if page.open["head"] and token.name not in HEAD:
        _close_to(page, "head", Span(token.span.start, token.span.start))
    _imply(page, token)
    _break(page, token.name)
    if token.name in INLINE and page.start is None and page.pending is None:
        page.pending = token.span.start
    if token.name == "img" and not page.zones:
        parts = {key: attributes[key] for key in ("alt", "title") if attributes.get(key)}
        page.marks.append(Mark("image", token.span, attributes.get("src", ""), parts=parts))
    if token.name not in VOID and not token.attributes.endswith("/"):
        _open(page, token, attributes)


def _open(page: Page, token: Token, attributes: Mapping[str, str]) -> None:
    parent = page.stack[-1] if page.stack else None
    inside = Span(token.span.end, token.span.end)
    element = Element(token.name, token.span.start, inside, attributes, parent, zone(token.name, attributes))
    page.stack.append(element)
    page.open[element.name] += 1
    if element.name in KINDS:
        page.kinds.append(element.name)
    if element.zone:
        page.zones.append(element.zone)


def _imply(page: Page, token: Token) -> None:
    """Close what the author left open: at most three elements down, so that nesting costs nothing."""
    here = Span(token.span.start, token.span.start)
    if page.stack and page.stack[-1].name == "p" and token.name not in INLINE:
        _close(page, here)
    for element in page.stack[:-4:-1]:
        if element.name in LISTS or element.name == "table":
            return
        if element.name in IMPLIED.get(token.name, ()):
            _close_to(page, element.name, here)
            return


def _end(page: Page, token: Token) -> None:
    if page.open[token.name]:
        _close_to(page, token.name, token.span)
    if token.name in INLINE and page.start is not None and page.last == token.span.start:
        page.last = token.span.end
    _break(page, token.name)


def _break(page: Page, name: str) -> None:
    """End the block at a block-level tag; but a cell does not end its row."""
    if not page.zones and name not in INLINE and not (name in CELLS and page.open["tr"]):
        _flush(page)


def _close_to(page: Page, name: str, tag: Span) -> None:
    while page.stack[-1].name != name:
        _close(page, Span(tag.start, tag.start))
    _close(page, tag)


def _close(page: Page, tag: Span) -> None:
    """Take the innermost element off the stack; its end tag may be missing."""
    element = page.stack[-1]
    if not page.zones and element.name not in INLINE and element.name not in CELLS:
        _flush(page)
    page.stack.pop()
    page.open[element.name] -= 1
    if element.name in KINDS:
        page.kinds.pop()
    element.inside = Span(element.inside.start, max(tag.start, element.inside.start))
    element.end = max(tag.end, element.inside.end)
    if element.zone:
        page.zones.pop()
        _leave_zone(page, element)
    elif not page.zones:
        _keep(page, element)


def _leave_zone(page: Page, element: Element) -> None:
    span = Span(element.start, element.end)
    if element.zone in {"metadata", "markup"}:
        page.regions.append(Region(element.zone, span))
    if page.zones:
        return
    if element.zone == "code" and element.name not in INLINE:
        page.blocks.append(Block("code", span, quoted=page.open["blockquote"] > 0))
    elif element.zone in {"code", "math"}:
        _ink(page, span)
        page.words |= element.zone == "code"
        page.math |= element.zone == "math"


def _keep(page: Page, element: Element) -> None:
    if element.name == "li" and element.parent and element.parent.name == "ol" and _lists(page) == 1:
        page.items.append(element)
    if element.name == "a" and "href" in element.attributes:
        page.links.append(element)
    elif element.attributes and not element.attributes.keys().isdisjoint(("id", "role", "class")):
        page.named.append(element)
