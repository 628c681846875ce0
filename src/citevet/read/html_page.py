"""HTML tags, and a walk over them that separates prose from boilerplate and one paragraph from the next.

We tokenize HTML ourselves, in time linear in the text. The parser of the standard library takes 40 s for 50 KB of
`<a <a <a …` (Python 3.11.7), and its reading of broken comments and scripts differs between Python versions.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from html import unescape
from typing import Literal

from citevet.model import Block, BlockKind, Mark, Region, RegionKind, Span
from citevet.patterns import lazy_pattern
from citevet.read.regions import NextMatches
from citevet.records import dataclass, field
from citevet.tables import read_words

_TOKEN = lazy_pattern(
    r"""(?P<comment><!--)
    | <(?P<other>[!?])[^<>]*+>
    | </(?P<end>[A-Za-z][^\s<>/]{0,40})[^<>]*+>
    | <(?P<start>[A-Za-z][^\s<>/"'=]{0,40})(?P<attributes>(?:[^<>"']|"[^"]*+"|'[^']*+')*+)>""",
    re.VERBOSE,
)
_ATTRIBUTE = lazy_pattern(r"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++)))?""")
_COMMENT_END = lazy_pattern(r"--!?>")

# Elements whose content is not HTML; the pattern of an end tag is compiled when a page needs it.
_RAW = read_words("script style textarea title iframe xmp noembed noframes")
_RAW_ENDS = {name: lazy_pattern(rf"</{name}(?=[\s/>])[^<>]*+>", re.IGNORECASE) for name in _RAW}


@dataclass(frozen=True, slots=True)
class HtmlToken:
    """A tag, a comment, or a whole element whose content is not HTML."""

    kind: Literal["start", "end", "comment", "other", "raw"]
    span: Span
    name: str = ""
    attributes: str = ""

    def parsed(self) -> Mapping[str, str]:
        """Return the attributes by lower-case name, entities resolved; the first of a name counts."""
        found: dict[str, str] = {}
        for name, double, single, bare in _ATTRIBUTE.findall(self.attributes):
            found.setdefault(name.lower(), unescape(double or single or bare.removesuffix("/")))
        return found


def tokenize_html(text: str) -> Iterator[HtmlToken]:
    """Yield every tag and comment in order; between them is text."""
    ends = NextMatches(text)
    at = 0
    while found := _TOKEN.search(text, at):
        token = _make_token(text, found, ends)
        yield token
        at = token.span.end


def _make_token(text: str, found: re.Match[str], ends: NextMatches) -> HtmlToken:
    if found["comment"]:
        # As in browsers: an unclosed comment runs to the end, and <!--> is a complete one.
        close = ends.find(_COMMENT_END, found.start() + 2)
        return HtmlToken("comment", Span(found.start(), close.end() if close else len(text)))
    if found["other"]:
        return HtmlToken("other", Span(*found.span()))
    if found["end"]:
        return HtmlToken("end", Span(*found.span()), found["end"].lower())
    name = found["start"].lower()
    if name in _RAW_ENDS:
        close = ends.find(_RAW_ENDS[name], found.end())
        if close:
            return HtmlToken("raw", Span(found.start(), close.end()), name)
    return HtmlToken("start", Span(*found.span()), name, found["attributes"])


# Elements


_VOID = read_words("area base br col embed hr img input link meta param source track wbr")
_INLINE = read_words("""a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark math q rp
    rt ruby s samp small span strike strong sub sup svg time tt u var wbr br""")
_CELLS = read_words("td th")
_LISTS = read_words("ul ol menu dl")
_HEAD = read_words("title meta link script style base noscript template object")
NOTE_HOLDERS = read_words("li p dd aside tr div")

_KINDS: Mapping[str, BlockKind] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    **dict.fromkeys(("li", "dd", "dt"), "item"),
    **dict.fromkeys(("caption", "figcaption"), "caption"),
    "tr": "row",
}
_ZONES: Mapping[str, RegionKind] = {
    **dict.fromkeys(read_words("head template nav header footer aside select button svg canvas noscript"), "metadata"),
    **dict.fromkeys(read_words("script style title iframe textarea"), "metadata"),
    **dict.fromkeys(read_words("pre code kbd samp xmp tt listing"), "code"),
    "math": "math",
}
_MENUS = read_words("banner navigation search")  # roles of elements around the text
# An element closes these when it starts, if their end tag was left out.
_IMPLIED: Mapping[str, frozenset[str]] = {
    "li": read_words("li"),
    **dict.fromkeys(("dt", "dd"), read_words("dt dd")),
    "tr": read_words("tr td th"),
    **dict.fromkeys(("td", "th"), read_words("td th")),
    "option": read_words("option"),
}

_NOTE_WORDS = lazy_pattern(r"footnote|endnote|biblio|\breference|\brefs?\b|citation", re.IGNORECASE)
_BACK = lazy_pattern(r"footnote-?back|back-?link|backref|data-footnote-backref", re.IGNORECASE)
_MATH = lazy_pattern(r"(?:^|\s)(?:math|katex|mathjax)\b", re.IGNORECASE)


def _zone(name: str, attributes: Mapping[str, str]) -> RegionKind | None:
    """Return the kind of region of an element that is not prose."""
    label = describe_element(attributes)
    if _BACK.search(label):
        return "markup"
    if name in {"span", "div"} and _MATH.search(attributes.get("class", "")):
        return "math"
    if name == "aside" and _NOTE_WORDS.search(label):
        return None
    return "metadata" if attributes.get("role") in _MENUS else _ZONES.get(name)


def describe_element(attributes: Mapping[str, str]) -> str:
    """Return the attributes by which authors say what an element is for."""
    return " ".join(attributes.get(key, "") for key in ("class", "role", "epub:type"))


# Pages

_WORD = lazy_pattern(r"\w")
_ENTITY = lazy_pattern(r"&#?\w{1,32};")
_NOTHING: Mapping[str, str] = {}


@dataclass(slots=True)
class HtmlElement:
    """An element that is open, or closed once its inside is known."""

    name: str
    start: int
    inside: Span  # from the end of its start tag; its end is known once it is closed
    attributes: Mapping[str, str]
    parent: "HtmlElement | None"
    zone: RegionKind | None = None
    end: int = 0


@dataclass(slots=True)
class HtmlPage:
    """The walk so far."""

    text: str
    comments: list[Region] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)  # pictures; links become marks later, once note markers are known
    links: list[HtmlElement] = field(default_factory=list)
    named: list[HtmlElement] = field(default_factory=list)  # closed elements with an id or a class
    hidden: list[HtmlElement] = field(default_factory=list)  # closed elements with an id that are not prose
    prose: Collection[int] = ()  # offsets of the asides and footers that are read
    items: list[HtmlElement] = field(default_factory=list)  # closed items of numbered lists that are in no other list
    stack: list[HtmlElement] = field(default_factory=list)
    open: Counter[str] = field(default_factory=Counter)  # how many elements of a name are open
    kinds: list[str] = field(default_factory=list)  # open elements that give a block its kind, innermost last
    zones: list[RegionKind] = field(default_factory=list)  # open elements that are not prose
    start: int | None = None  # of the block
    pending: int | None = None  # first inline tag since the last block: the block will start with it
    last: int = 0
    words: bool = False
    math: bool = False


def walk_html(text: str, prose: Collection[int] = ()) -> HtmlPage:
    """Walk over the tags of a page; `prose` are the offsets of asides and footers with notes, which are read."""
    page = HtmlPage(text, prose=prose)
    at = 0
    for token in tokenize_html(text):
        _take_text(page, at, token.span.start)
        _take_token(page, token)
        at = token.span.end
    _take_text(page, at, len(text))
    while page.stack:
        _close(page, Span(len(text), len(text)))
    _flush(page)
    return page


def _take_text(page: HtmlPage, start: int, end: int) -> None:
    if start == end:
        return
    if page.zones:
        if page.zones[-1] in {"code", "math"}:
            page.regions.append(Region(page.zones[-1], Span(start, end)))
        return
    if span := Span(start, end).trim(page.text):
        _add_printed(page, span)
        page.words |= _WORD.search(_ENTITY.sub("", span.of(page.text))) is not None


def _add_printed(page: HtmlPage, span: Span) -> None:
    if page.start is None:
        page.start = span.start if page.pending is None else page.pending
    page.last = span.end


def _flush(page: HtmlPage) -> None:
    """End the block; without a word or a formula, it is dropped."""
    if page.start is not None and (page.words or page.math):
        name = page.kinds[-1] if page.kinds else "p"
        kind: BlockKind = _KINDS.get(name, "paragraph") if page.words else "math"
        level = int(name[1]) if kind == "heading" else max(_list_depth(page), 1) if kind == "item" else 0
        page.blocks.append(Block(kind, Span(page.start, page.last), level, quoted=page.open["blockquote"] > 0))
    page.start = page.pending = None
    page.words = page.math = False


def _list_depth(page: HtmlPage) -> int:
    return sum(page.open[name] for name in _LISTS)


def _take_token(page: HtmlPage, token: HtmlToken) -> None:
    if token.kind == "comment":
        page.comments.append(Region("comment", token.span))
        return
    kind: RegionKind = "markup" if token.kind != "raw" else _zone(token.name, _NOTHING) or "code"
    page.regions.append(Region(kind, token.span))
    if token.name == "q" and not page.zones:
        is_end = token.kind == "end"
        page.marks.append(Mark("print", token.span, ("‘’" if page.open["q"] > is_end else "“”")[is_end]))
    if token.kind == "start":
        _start_element(page, token)
    elif token.kind == "end":
        _end_element(page, token)


def _start_element(page: HtmlPage, token: HtmlToken) -> None:
    attributes = token.parsed() if token.attributes else _NOTHING
    if page.open["head"] and token.name not in _HEAD:
        _close_to(page, "head", Span(token.span.start, token.span.start))
    _close_implied(page, token)
    _break_block(page, token.name)
    if token.name in _INLINE and page.start is None and page.pending is None:
        page.pending = token.span.start
    if token.name == "img" and not page.zones:
        parts = {key: attributes[key] for key in ("alt", "title") if attributes.get(key)}
        page.marks.append(Mark("image", token.span, attributes.get("src", ""), parts=parts))
    if token.name not in _VOID and not token.attributes.endswith("/"):
        _open(page, token, attributes)


def _open(page: HtmlPage, token: HtmlToken, attributes: Mapping[str, str]) -> None:
    parent = page.stack[-1] if page.stack else None
    inside = Span(token.span.end, token.span.end)
    zone = None if token.span.start in page.prose else _zone(token.name, attributes)
    element = HtmlElement(token.name, token.span.start, inside, attributes, parent, zone)
    page.stack.append(element)
    page.open[element.name] += 1
    if element.name in _KINDS:
        page.kinds.append(element.name)
    if element.zone:
        page.zones.append(element.zone)


def _close_implied(page: HtmlPage, token: HtmlToken) -> None:
    """Close elements whose end tag was left out: at most three levels, so that deep nesting stays cheap."""
    here = Span(token.span.start, token.span.start)
    if page.stack and page.stack[-1].name == "p" and token.name not in _INLINE:
        _close(page, here)
    for element in page.stack[:-4:-1]:
        if element.name in _LISTS or element.name == "table":
            return
        if element.name in _IMPLIED.get(token.name, ()):
            _close_to(page, element.name, here)
            return


def _end_element(page: HtmlPage, token: HtmlToken) -> None:
    if page.open[token.name]:
        _close_to(page, token.name, token.span)
    if token.name in _INLINE and page.start is not None and page.last == token.span.start:
        page.last = token.span.end
    _break_block(page, token.name)


def _break_block(page: HtmlPage, name: str) -> None:
    """End the block at a block-level tag; a cell does not end its row."""
    if not page.zones and name not in _INLINE and not (name in _CELLS and page.open["tr"]):
        _flush(page)


def _close_to(page: HtmlPage, name: str, tag: Span) -> None:
    while page.stack[-1].name != name:
        _close(page, Span(tag.start, tag.start))
    _close(page, tag)


def _close(page: HtmlPage, tag: Span) -> None:
    """Take the innermost element off the stack; its end tag may be missing."""
    element = page.stack[-1]
    if not page.zones and element.name not in _INLINE and element.name not in _CELLS:
        _flush(page)
    page.stack.pop()
    page.open[element.name] -= 1
    if element.name in _KINDS:
        page.kinds.pop()
    element.inside = Span(element.inside.start, max(tag.start, element.inside.start))
    element.end = max(tag.end, element.inside.end)
    if page.zones and element.attributes.get("id"):
        page.hidden.append(element)
    if element.zone:
        page.zones.pop()
        _leave_zone(page, element)
    elif not page.zones:
        _record(page, element)


def _leave_zone(page: HtmlPage, element: HtmlElement) -> None:
    span = Span(element.start, element.end)
    if element.zone in {"metadata", "markup"}:
        page.regions.append(Region(element.zone, span))
    if page.zones:
        return
    if element.zone == "code" and element.name not in _INLINE:
        page.blocks.append(Block("code", span, quoted=page.open["blockquote"] > 0))
    elif element.zone in {"code", "math"}:
        _add_printed(page, span)
        page.words |= element.zone == "code"
        page.math |= element.zone == "math"


def _record(page: HtmlPage, element: HtmlElement) -> None:
    if element.name == "li" and element.parent and element.parent.name == "ol" and _list_depth(page) == 1:
        page.items.append(element)
    if element.name == "a" and "href" in element.attributes:
        page.links.append(element)
    elif element.attributes and not element.attributes.keys().isdisjoint(("id", "role", "class")):
        page.named.append(element)
