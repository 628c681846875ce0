"""What stands inside a paragraph of a Word file, as one line of text with its links and notes."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from re import compile as pattern
from typing import Literal

from citevet.model import Mark, Region, Span
from citevet.read.ooxml import NO_STYLE, Element, R, Relation, Style, W, switched, value
from citevet.read.superscript import raised

_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_BREAKS = str.maketrans("\r\n\f", "   ")
_CODE_RUNS = frozenset({"verbatim char", "html code", "source text", "code char", "inline code"})
# The Symbol font has its signs in the private area; these carry meaning in figures.
_SYMBOLS = {"F0B1": "±", "F0B3": "≥", "F0A3": "≤", "F0B4": "×", "F0B0": "°", "F06D": "μ", "F02D": "−", "F0B7": "·"}
_NESTED = 50  # fields inside one another; Word itself stops at 20
_ADDRESS = pattern(r'\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]\S*))?')
_ANCHOR = pattern(r'\\l\s+"([^"]*)"')


@dataclass(slots=True)
class Line:
    """One line under construction; offsets count from its own start."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    marks: list[Mark] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The whole line."""
        return "".join(self.pieces)

    def add(self, text: str) -> None:
        """Write on."""
        self.pieces.append(text)
        self.length += len(text)

    def append(self, other: "Line", tabs: str = "\t") -> None:
        """Write another line after this one; `tabs` replaces its tabs."""
        self.marks += (shifted(mark, self.length) for mark in other.marks)
        self.regions += (Region(each.kind, moved(each.span, self.length)) for each in other.regions)
        self.add(other.text.replace("\t", tabs))


@dataclass(slots=True)
class Field:
    """A field: instructions that nobody sees, then the result that stands on the page."""

    start: int = 0
    shown: bool = False
    code: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Story:
    """What the runs of one part refer to, and what was met on the way."""

    styles: Mapping[str, Style]
    relations: Mapping[str, Relation]
    labels: dict[tuple[str, str], str]  # of footnotes and endnotes, by kind and id, in order of their markers
    met: Counter[str]  # deletions, insertions, text boxes …
    fields: list[Field] = field(default_factory=list)

    def style(self, key: str | None) -> Style:
        """Return a style by its id, an empty one where there is none."""
        return self.styles.get(key or "", NO_STYLE)


def moved(span: Span, by: int) -> Span:
    """Return a span further on."""
    return Span(span.start + by, span.end + by)


def shifted(mark: Mark, by: int) -> Mark:
    """Return a mark further on."""
    return replace(mark, span=moved(mark.span, by), label=None if mark.label is None else moved(mark.label, by))


def read_paragraph(paragraph: Element, story: Story) -> Line:
    """Return the visible text of a paragraph."""
    line = Line()
    for each in story.fields:
        each.start = 0
    _walk(paragraph, line, story)
    for each in story.fields:
        _link_field(each, line)
    # A field whose instructions do not end with the paragraph has lost its end; hiding the rest would be worse.
    story.fields = [each for each in story.fields if each.shown]
    line.marks.sort(key=lambda mark: (mark.span.start, -mark.span.end))
    return line


def _walk(parent: Element, line: Line, story: Story) -> None:
    for child in parent:
        handle = _INSIDE.get(child.tag)
        if handle:
            handle(child, line, story)


def _say(text: str, line: Line, story: Story) -> None:
    if all(each.shown for each in story.fields):
        line.add(text)


def _run(run: Element, line: Line, story: Story) -> None:
    properties = run.find(W + "rPr")
    style = story.style(value(properties, "rStyle"))
    hidden = switched(properties, "vanish")
    if style.hidden if hidden is None else hidden:
        story.met["hidden"] += any(child.tag == W + "t" for child in run)
        _fields_only(run, line, story)
        return
    start = line.length
    lift = value(properties, "vertAlign")
    if style.raised if lift is None else lift == "superscript":
        _raised_run(run, line, story)
    else:
        _walk(run, line, story)
    if style.names & _CODE_RUNS and line.length > start:
        line.regions.append(Region("code", Span(start, line.length)))


def _fields_only(run: Element, line: Line, story: Story) -> None:
    for child in run.iter(W + "fldChar"):
        _field_char(child, line, story)


def _raised_run(run: Element, line: Line, story: Story) -> None:
    for child in run:
        if child.tag == W + "t":
            _say(raised(_content(child)), line, story)
        elif handle := _INSIDE.get(child.tag):
            handle(child, line, story)


def _content(text: Element) -> str:
    content = (text.text or "").translate(_BREAKS)
    # Without this attribute white space at the ends is layout of the XML, not text.
    return content if text.get(_SPACE) == "preserve" else content.strip(" \t")


def _text(text: Element, line: Line, story: Story) -> None:
    _say(_content(text), line, story)


def _constant(text: str) -> Callable[[Element, Line, Story], None]:
    return lambda _element, line, story: _say(text, line, story)


def _met(what: str) -> Callable[[Element, Line, Story], None]:
    return lambda _element, _line, story: story.met.update((what,))


def _symbol(symbol: Element, line: Line, story: Story) -> None:
    code = symbol.get(W + "char", "").upper()
    if code not in _SYMBOLS:
        story.met["symbols"] += 1
    _say(_SYMBOLS.get(code, "\ufffd"), line, story)


def _inserted(change: Element, line: Line, story: Story) -> None:
    story.met["insertions"] += 1
    _walk(change, line, story)


def _control(control: Element, line: Line, story: Story) -> None:
    properties = control.find(W + "sdtPr")
    content = control.find(W + "sdtContent")
    # What an empty control shows is a request to the author, not text.
    if content is not None and not switched(properties, "showingPlcHdr"):
        _walk(content, line, story)


def _drawing(drawing: Element, _line: Line, story: Story) -> None:
    story.met["boxes"] += next(drawing.iter(W + "txbxContent"), None) is not None


def _mathematics(formula: Element, line: Line, story: Story) -> None:
    start = line.length
    _say("".join(each.text or "" for each in formula.iter(_M + "t")).translate(_BREAKS), line, story)
    if line.length > start:
        line.regions.append(Region("math", Span(start, line.length)))


def _hyperlink(link: Element, line: Line, story: Story) -> None:
    relation = story.relations.get(link.get(R + "id", ""))
    anchor = link.get(W + "anchor", "")
    target = (relation.target if relation else "") + (f"#{anchor}" if anchor else "")
    start = line.length
    _walk(link, line, story)
    _link(target, start, line)


def _link(target: str, start: int, line: Line) -> None:
    if target and line.length > start:
        span = Span(start, line.length)
        line.marks.append(Mark("link", span, target, span))


def _simple_field(simple: Element, line: Line, story: Story) -> None:
    start = line.length
    _walk(simple, line, story)
    _link(_address(simple.get(W + "instr", "")), start, line)


def _field_char(char: Element, line: Line, story: Story) -> None:
    kind = char.get(W + "fldCharType")
    if kind == "begin" and len(story.fields) < _NESTED:
        story.fields.append(Field())
    elif kind == "separate" and story.fields:
        story.fields[-1].shown = True
        story.fields[-1].start = line.length
    elif kind == "end" and story.fields:
        _link_field(story.fields.pop(), line)


def _instruction(text: Element, _line: Line, story: Story) -> None:
    if story.fields and not story.fields[-1].shown:
        story.fields[-1].code.append(text.text or "")


def _link_field(each: Field, line: Line) -> None:
    if each.shown:
        _link(_address("".join(each.code)), each.start, line)


def _address(code: str) -> str:
    found = _ADDRESS.match(code)
    if not found:
        return ""
    anchor = _ANCHOR.search(code)
    return (found[1] or found[2] or "") + (f"#{anchor[1]}" if anchor else "")


def _note(kind: Literal["footnote", "endnote"], letter: str) -> Callable[[Element, Line, Story], None]:
    def marker(reference: Element, line: Line, story: Story) -> None:
        if not all(each.shown for each in story.fields):
            return
        key = kind, reference.get(W + "id", "")
        if key not in story.labels:
            story.met[kind] += 1
            story.labels[key] = f"{letter}{story.met[kind]}"
        label = story.labels[key]
        start = line.length
        line.add(f"[^{label}]")
        line.marks.append(Mark("note", Span(start, line.length), label))

    return marker


_Handle = Callable[[Element, Line, Story], None]
_INSIDE: Mapping[object, _Handle] = {
    W + "r": _run,
    W + "t": _text,
    W + "tab": _constant("\t"),
    W + "ptab": _constant("\t"),
    W + "br": _constant(" "),
    W + "cr": _constant(" "),
    W + "noBreakHyphen": _constant("-"),
    W + "sym": _symbol,
    W + "footnoteReference": _note("footnote", ""),
    W + "endnoteReference": _note("endnote", "e"),
    W + "fldChar": _field_char,
    W + "instrText": _instruction,
    W + "fldSimple": _simple_field,
    W + "hyperlink": _hyperlink,
    W + "ins": _inserted,
    W + "moveTo": _inserted,
    W + "del": _met("deletions"),
    W + "moveFrom": _met("deletions"),
    W + "smartTag": _walk,
    W + "customXml": _walk,
    W + "dir": _walk,
    W + "bdo": _walk,
    W + "ruby": _walk,
    W + "rubyBase": _walk,
    W + "sdt": _control,
    W + "drawing": _drawing,
    W + "pict": _drawing,
    W + "object": _drawing,
    _MC + "AlternateContent": _drawing,
    _M + "oMath": _mathematics,
    _M + "oMathPara": _mathematics,
}
