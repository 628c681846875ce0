"""The runs of a Word paragraph, as one line of text with its links and notes."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal

from citevet.model import Mark, Region, Span
from citevet.read.archive import Element
from citevet.read.docx.ooxml import NO_STYLE, PartRelation, R, Style, W, read_switch, read_value
from citevet.read.regions import raise_digits
from citevet.records import dataclass, field, replace

_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_BREAKS = str.maketrans("\r\n\f", "   ")
_CODE_RUNS = frozenset({"verbatim char", "html code", "source text", "code char", "inline code"})
# Characters of the Symbol font are in the private use area; these carry meaning in figures.
_SYMBOLS = {"F0B1": "±", "F0B3": "≥", "F0A3": "≤", "F0B4": "×", "F0B0": "°", "F06D": "μ", "F02D": "−", "F0B7": "·"}
_MAX_NESTED = 50  # fields inside one another; Word itself stops at 20
_ADDRESS = re.compile(r'\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]\S*))?')
_ANCHOR = re.compile(r'\\l\s+"([^"]*)"')


@dataclass(slots=True)
class DocxLine:
    """One line under construction; offsets count from its start."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    marks: list[Mark] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    runs: list[tuple[Span, Element]] = field(default_factory=list)  # where its text comes from, if that is traced

    @property
    def text(self) -> str:
        """The whole line."""
        return "".join(self.pieces)

    def add(self, text: str) -> None:
        """Append text."""
        self.pieces.append(text)
        self.length += len(text)

    def append(self, other: "DocxLine", tabs: str = "\t") -> None:
        """Append another line with its marks; `tabs` replaces its tabs."""
        self.marks += (shift_mark(mark, self.length) for mark in other.marks)
        self.regions += (Region(each.kind, each.span.shift(self.length)) for each in other.regions)
        self.runs += ((span.shift(self.length), run) for span, run in other.runs)
        self.add(other.text.replace("\t", tabs))


@dataclass(slots=True)
class DocxField:
    """A field: hidden instructions, then the result that is shown on the page."""

    start: int = 0
    shown: bool = False
    code: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Story:
    """What the runs of one part refer to, and counts of what was skipped."""

    styles: Mapping[str, Style]
    relations: Mapping[str, PartRelation]
    labels: dict[tuple[str, str], str]  # of footnotes and endnotes, by kind and id, in order of their markers
    counts: Counter[str]  # deletions, insertions, text boxes …
    fields: list[DocxField] = field(default_factory=list)
    traced: bool = False  # whether lines say which run each part of their text comes from

    def style(self, key: str | None) -> Style:
        """Return a style by its id, an empty one where there is none."""
        return self.styles.get(key or "", NO_STYLE)


def shift_mark(mark: Mark, by: int) -> Mark:
    """Return a mark moved by an offset."""
    return replace(mark, span=mark.span.shift(by), label=None if mark.label is None else mark.label.shift(by))


def read_paragraph(paragraph: Element, story: Story) -> DocxLine:
    """Return the visible text of a paragraph."""
    line = DocxLine()
    for each in story.fields:
        each.start = 0
    _walk(paragraph, line, story)
    for each in story.fields:
        _add_field_link(each, line)
    # A field whose instructions do not end with the paragraph has lost its end; hiding the rest would be worse.
    story.fields = [each for each in story.fields if each.shown]
    line.marks.sort(key=lambda mark: (mark.span.start, -mark.span.end))
    return line


def _walk(parent: Element, line: DocxLine, story: Story) -> None:
    for child in parent:
        if handle := _HANDLERS.get(child.tag):
            handle(child, line, story)


def _add_text(text: str, line: DocxLine, story: Story) -> None:
    if all(each.shown for each in story.fields):
        line.add(text)


def _read_run(run: Element, line: DocxLine, story: Story) -> None:
    properties = run.find(W + "rPr")
    style = story.style(read_value(properties, "rStyle"))
    hidden = read_switch(properties, "vanish")
    if style.hidden if hidden is None else hidden:
        story.counts["hidden"] += any(child.tag == W + "t" for child in run)
        for child in run.iter(W + "fldChar"):
            _read_field_char(child, line, story)
        return
    start = line.length
    lift = read_value(properties, "vertAlign")
    if style.raised if lift is None else lift == "superscript":
        _read_raised_run(run, line, story)
    else:
        _walk(run, line, story)
    if style.names & _CODE_RUNS and line.length > start:
        line.regions.append(Region("code", Span(start, line.length)))
    if story.traced and line.length > start and next(run.iterancestors(W + "r"), None) is None:  # the outer run counts
        line.runs.append((Span(start, line.length), run))


def _read_raised_run(run: Element, line: DocxLine, story: Story) -> None:
    for child in run:
        if child.tag == W + "t":
            _add_text(raise_digits(_content(child)), line, story)
        elif handle := _HANDLERS.get(child.tag):
            handle(child, line, story)


def _content(text: Element) -> str:
    content = (text.text or "").translate(_BREAKS)
    # Without this attribute white space at the ends is layout of the XML, not text.
    return content if text.get(_SPACE) == "preserve" else content.strip(" \t")


def _make_constant(text: str) -> Callable[[Element, DocxLine, Story], None]:
    return lambda _element, line, story: _add_text(text, line, story)


def _count(what: str) -> Callable[[Element, DocxLine, Story], None]:
    return lambda _element, _line, story: story.counts.update((what,))


def _read_symbol(symbol: Element, line: DocxLine, story: Story) -> None:
    code = symbol.get(W + "char", "").upper()
    if code not in _SYMBOLS:
        story.counts["symbols"] += 1
    _add_text(_SYMBOLS.get(code, "\ufffd"), line, story)


def _read_insertion(change: Element, line: DocxLine, story: Story) -> None:
    story.counts["insertions"] += 1
    _walk(change, line, story)


def _read_control(control: Element, line: DocxLine, story: Story) -> None:
    properties = control.find(W + "sdtPr")
    content = control.find(W + "sdtContent")
    # An empty control shows a prompt to the author, not text.
    if content is not None and not read_switch(properties, "showingPlcHdr"):
        _walk(content, line, story)


def _skip_drawing(drawing: Element, _line: DocxLine, story: Story) -> None:
    story.counts["boxes"] += next(drawing.iter(W + "txbxContent"), None) is not None


def _read_formula(formula: Element, line: DocxLine, story: Story) -> None:
    start = line.length
    _add_text("".join(each.text or "" for each in formula.iter(_M + "t")).translate(_BREAKS), line, story)
    if line.length > start:
        line.regions.append(Region("math", Span(start, line.length)))


def _read_hyperlink(link: Element, line: DocxLine, story: Story) -> None:
    relation = story.relations.get(link.get(R + "id", ""))
    anchor = link.get(W + "anchor", "")
    target = (relation.target if relation else "") + (f"#{anchor}" if anchor else "")
    start = line.length
    _walk(link, line, story)
    _add_link(target, start, line)


def _add_link(target: str, start: int, line: DocxLine) -> None:
    if target and line.length > start:
        span = Span(start, line.length)
        line.marks.append(Mark("link", span, target, span))


def _read_simple_field(simple: Element, line: DocxLine, story: Story) -> None:
    start = line.length
    _walk(simple, line, story)
    _add_link(_field_address(simple.get(W + "instr", "")), start, line)


def _read_field_char(char: Element, line: DocxLine, story: Story) -> None:
    kind = char.get(W + "fldCharType")
    if kind == "begin" and len(story.fields) < _MAX_NESTED:
        story.fields.append(DocxField())
    elif kind == "separate" and story.fields:
        story.fields[-1].shown = True
        story.fields[-1].start = line.length
    elif kind == "end" and story.fields:
        _add_field_link(story.fields.pop(), line)


def _read_instruction(text: Element, _line: DocxLine, story: Story) -> None:
    if story.fields and not story.fields[-1].shown:
        story.fields[-1].code.append(text.text or "")


def _add_field_link(each: DocxField, line: DocxLine) -> None:
    if each.shown:
        _add_link(_field_address("".join(each.code)), each.start, line)


def _field_address(code: str) -> str:
    found = _ADDRESS.match(code)
    if not found:
        return ""
    anchor = _ANCHOR.search(code)
    return (found[1] or found[2] or "") + (f"#{anchor[1]}" if anchor else "")


def _make_note_reader(kind: Literal["footnote", "endnote"], letter: str) -> Callable[[Element, DocxLine, Story], None]:
    def marker(reference: Element, line: DocxLine, story: Story) -> None:
        if not all(each.shown for each in story.fields):
            return
        key = kind, reference.get(W + "id", "")
        if key not in story.labels:
            story.counts[kind] += 1
            story.labels[key] = f"{letter}{story.counts[kind]}"
        label = story.labels[key]
        start = line.length
        line.add(f"[^{label}]")
        line.marks.append(Mark("note", Span(start, line.length), label))

    return marker


_Handler = Callable[[Element, DocxLine, Story], None]
_HANDLERS: Mapping[object, _Handler] = {
    W + "r": _read_run,
    W + "t": lambda text, line, story: _add_text(_content(text), line, story),
    **dict.fromkeys((W + "tab", W + "ptab"), _make_constant("\t")),
    **dict.fromkeys((W + "br", W + "cr"), _make_constant(" ")),
    W + "noBreakHyphen": _make_constant("-"),
    W + "sym": _read_symbol,
    W + "footnoteReference": _make_note_reader("footnote", ""),
    W + "endnoteReference": _make_note_reader("endnote", "e"),
    W + "fldChar": _read_field_char,
    W + "instrText": _read_instruction,
    W + "fldSimple": _read_simple_field,
    W + "hyperlink": _read_hyperlink,
    **dict.fromkeys((W + "ins", W + "moveTo"), _read_insertion),
    **dict.fromkeys((W + "del", W + "moveFrom"), _count("deletions")),
    **{W + name: _walk for name in ("smartTag", "customXml", "dir", "bdo", "ruby", "rubyBase")},
    W + "sdt": _read_control,
    **dict.fromkeys((W + "drawing", W + "pict", W + "object", _MC + "AlternateContent"), _skip_drawing),
    **dict.fromkeys((_M + "oMath", _M + "oMathPara"), _read_formula),
}
