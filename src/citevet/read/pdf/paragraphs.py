"""Lines of a PDF page joined to paragraphs, without hyphenation and with broken addresses whole."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile

from citevet.identifiers.doi import has_address
from citevet.model import BlockKind
from citevet.read.pdf.glyphs import HYPHENS, PdfLine
from citevet.records import dataclass, field, replace
from citevet.text.document_parts import is_appendix_title, is_reference_heading

_LARGER, _OTHER_SIZE = 1.15, 0.1  # a heading is typeset at 1.2 times the body and more
_LEGIBLE = 5.0  # points; smaller type labels figures
_GAP = 1.4  # of the usual distance of lines; half a line between paragraphs gives 1.5
_WIDEST = 2.6  # of the size; double spacing gives 2.3
_HEADING_GAP = 1.7  # of the heading's own size
_INDENT = 0.7  # em; the usual first-line indent is 1 to 2
_SLACK = 0.08  # of the column's width
_FULL_LINES = 4  # that show the distance of lines inside a paragraph
_MAX_HEADING = 200  # characters
_LEVELS = 6
_TAIL_LENGTH = 300  # characters before a line's end that show how it continues
_STOP = re.compile(r"[.!?:;。…][\"'”’»)\]¹²³⁰⁴-⁹,⁻\s]*$|\[[\d,;–\s-]{1,40}\]$")
_BULLET = re.compile(r"[•‣◦▪■●○□◆▶]")
_LEADERS = re.compile(r"(?:\.\s?){6}\s*[\divxlc]{1,6}$")
_NUMBER = re.compile(r"\(?(?:\d{1,2}|[a-z])[.)]\s|[–—*-]\s")
# [12], [Yao82], [Roe, Doe, and Lee 2019]
_BRACKETED = re.compile(r"\[\d{1,4}\]|\[[A-Z][\w+:.-]{1,20}\]\s|\[[A-Z][^\[\]]{2,80}\s(?:1[4-9]|20)\d\d[a-z]?\]\s")
_NUMBERED = re.compile(r"\(?(\d{1,4})[.)]\s?(?=\D)")
_RAISED = re.compile(r"([⁰¹²³⁴-⁹]{1,4})\s?(?=[^\W\d_a-z])")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LABEL = re.compile(rf"\[(\d{{1,4}})\]\s?\S|{_RAISED.pattern}")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
# Entries that show a list without a heading, raised ones, as notes have them too, and the lines that they may take.
_FIRST_ENTRIES, _FIRST_RAISED, _FIRST_LINES = 3, 5, 60
_LABELLED = re.compile(r"[•‣◦▪■●○□◆▶]|\(?\d{1,3}[.)]\s|\[[\w+:.-]{1,40}\]")
# An entry may end in its address, without a full stop, and the next one opens with a name: "Lee, A."
_NEXT_AUTHOR = re.compile(r"(?:[a-z]{1,4}\s){0,2}(?:[dl]['’])?[^\W\d_a-z][^\d,]{1,40},\s[^\W\d_a-z](?:\.|[a-z])")
_HANG = 0.35  # em; the second line of an entry is indented by half an em and more
_SAME_PLACE, _IN_PLACE = 0.2, 0.85  # em; the share of lines that start an entry or are indented


@dataclass(slots=True)
class PdfParagraph:
    """One paragraph under construction; a page may have a million lines, so they are joined once."""

    pieces: list[str]
    size: float
    length: int
    tail: str  # the last characters, enough to see a stop or an address
    kind: BlockKind = "paragraph"
    level: int = 0
    links: list[tuple[int, int, str]] = field(default_factory=list)
    lines: int = 1

    @classmethod
    def of(cls, line: PdfLine) -> "PdfParagraph":
        """Start a paragraph with a line."""
        return cls([line.text], line.size, len(line.text), line.text[-_TAIL_LENGTH:], links=list(line.links))

    @property
    def text(self) -> str:
        """The whole paragraph."""
        return "".join(self.pieces)

    @property
    def is_contents(self) -> bool:
        """Whether it is a line of the table of contents: dots, then a page number."""
        return _LEADERS.search(self.tail[-30:]) is not None

    @property
    def heads_list(self) -> bool:
        """Whether it is the heading of the reference list."""
        return self.lines == 1 and is_reference_heading(self.pieces[0])


@dataclass(frozen=True, slots=True)
class Typesetting:
    """Type sizes and compound words of the whole document."""

    body: float  # size of most of the text
    headings: tuple[float, ...]  # larger sizes, the largest first
    compounds: frozenset[str]  # words written with a hyphen inside a line


@dataclass(slots=True)
class PdfFlow:
    """State of reading, from page to page."""

    setting: Typesetting
    starts: frozenset[int]  # ids of the lines at which a list without a heading starts
    in_references: bool = False
    number: int = 0  # of the last numbered entry
    current: PdfParagraph | None = None  # the one that the next line may belong to
    entry: PdfParagraph | None = None  # the last of the reference list, also of the page before
    indent: float | None = None  # where the second lines of entries start in this column, if they are indented


@dataclass(frozen=True, slots=True)
class _ColumnLines:
    lines: list[PdfLine]
    left: float
    right: float
    leading: float


def measure_type(pages: Iterable[list[list[PdfLine]]]) -> Typesetting:
    """Measure the type sizes of a document."""
    sizes: Counter[float] = Counter()
    compounds: set[str] = set()
    for page in pages:
        for line in (line for column in page for line in column):
            sizes[round(line.size * 2) / 2] += len(line.text)
            compounds.update(_find_compounds(line.text))
    body = max(sizes, key=lambda size: (sizes[size] / (1 if size >= _LEGIBLE else 10), -size), default=0.0)
    larger = sorted((size for size in sizes if size > _LARGER * body), reverse=True)
    return Typesetting(body, tuple(larger), frozenset(compounds))


def find_list_starts(pages: Iterable[list[list[PdfLine]]]) -> frozenset[int]:
    """Return the ids of lines at which a numbered list may start without a heading: [1], [2], [3] with years."""
    lines = [line for page in pages for column in page for line in column]
    firsts = (number for number, line in enumerate(lines) if line.text.startswith(("[1]", "¹")))
    return frozenset(id(lines[number]) for number in firsts if _starts_list(lines[number : number + _FIRST_LINES]))


def _starts_list(lines: Sequence[PdfLine]) -> bool:
    is_raised = lines[0].text.startswith("¹")
    number, dated, needed = 0, 0, _FIRST_RAISED if is_raised else _FIRST_ENTRIES
    for line in lines:
        found = _LABEL.match(line.text)
        if found and bool(found[2]) == is_raised:
            number += 1
            if (found[1] or found[2]).translate(_LOWERED) != str(number):
                break
        dated += _YEAR.search(line.text) is not None
        if number == needed:
            return dated > needed // 2
    return False


def join_lines(columns: list[list[PdfLine]], flow: PdfFlow) -> list[PdfParagraph]:
    """Return the paragraphs of a page; one that continues in the next column is one paragraph."""
    paragraphs: list[PdfParagraph] = []
    for lines in columns:
        column = _measure_column(lines)
        for number in range(len(lines)):
            _add_line(paragraphs, column, number, flow)
    for paragraph in paragraphs:
        _set_kind(paragraph, flow.setting)
    return paragraphs


def _add_line(paragraphs: list[PdfParagraph], column: _ColumnLines, number: int, flow: PdfFlow) -> None:
    setting, line = flow.setting, column.lines[number]
    if number == 0:
        flow.current = _find_interrupted(paragraphs, line) or (flow.entry if flow.in_references else None)
        flow.indent = _find_indent(column.lines, setting, flow.indent) if flow.in_references else None
    if id(line) in flow.starts and not flow.in_references:
        flow.in_references, flow.number = True, 0
        flow.indent = _find_indent(column.lines[number:], setting, None)
    entry = _starts_entry(line.text, flow)
    starts = True if entry else _is_placed_as_start(column, number, flow)
    if starts is False:
        flow.current = flow.entry
    if "\t" in line.text and (entry or _is_inside_entry(flow)):
        line = column.lines[number] = replace(line, text=line.text.replace("\t", " "))
    if starts is None:
        starts = not flow.current or _starts_paragraph(flow.current, column, number, setting=setting)
    if flow.current and not starts:
        _extend(flow.current, line, setting.compounds)
        return
    flow.current = PdfParagraph.of(line)
    paragraphs.append(flow.current)
    if flow.current.heads_list or line.size > _LARGER * setting.body:
        flow.in_references, flow.number = flow.current.heads_list, 0
        flow.indent = _find_indent(column.lines[number + 1 :], setting, None) if flow.in_references else None
    elif flow.in_references:
        flow.in_references, flow.entry = not is_appendix_title(line.text), flow.current


def _find_interrupted(paragraphs: list[PdfParagraph], line: PdfLine) -> PdfParagraph | None:
    """Return the paragraph that the top of a column may continue: footnotes below it are typeset smaller."""
    return next((each for each in reversed(paragraphs[-8:]) if each.size > (1 - _OTHER_SIZE) * line.size), None)


def _find_indent(lines: Sequence[PdfLine], setting: Typesetting, known: float | None) -> float | None:
    """Return where the second lines of entries start, if they are indented; `known` is the place in the last column."""
    listed = list(takewhile(lambda line: line.size <= _LARGER * setting.body, lines))
    if not listed:
        return None
    size = sorted(line.size for line in listed)[len(listed) // 2]
    edge, right = min(line.left for line in listed), max(line.right for line in listed)
    places = Counter(round(line.left) for line in listed if line.left - edge > _HANG * size)
    if not places:
        return known if known and known <= edge < known + 2 * _SAME_PLACE * size + 1 else None
    indent = max(places, key=lambda place: (places[place], -place)) - _SAME_PLACE * size
    second = sum(0 <= line.left - indent < 2 * _SAME_PLACE * size + 1 for line in listed)
    outer = [line.left < indent for line in listed]
    # In prose, unlike a list, a line at the edge follows a full line at the edge.
    prose = sum(
        before and here and right - upper.right < 2 * size and not _STOP.search(upper.text[-60:])
        for (before, upper), here in zip(zip(outer, listed, strict=True), outer[1:], strict=False)
    )
    is_list = second > 1 and second + sum(outer) >= _IN_PLACE * len(listed) and prose < second
    return indent if is_list else None


def _is_placed_as_start(column: _ColumnLines, number: int, flow: PdfFlow) -> bool | None:
    """Check whether the indents of a list show that a line starts an entry, or continues one; None if they do not."""
    line, last = column.lines[number], flow.entry
    if flow.indent is None or last is None or not flow.in_references or is_reference_heading(line.text):
        return None
    if abs(line.size - last.size) > _OTHER_SIZE * last.size or line.left > flow.indent + 4 * line.size:
        return None
    before = column.lines[number - 1] if number else None
    if line.left >= flow.indent:
        is_apart = before is not None and before.base - line.base > _GAP * column.leading
        return None if is_apart and _STOP.search(last.tail[-60:]) else False
    if _LABELLED.match(last.pieces[0]):
        return None
    beside = column.lines[max(number - 1, 0) : number] + column.lines[number + 1 : number + 2]
    return any(each.left >= flow.indent for each in beside) or (before is not None and _ends(before, column)) or None


def _starts_entry(text: str, flow: PdfFlow) -> bool:
    """Check whether an entry of the reference list starts here, and count it."""
    if not flow.in_references:
        return False
    found = _NUMBERED.match(text) or _RAISED.match(text)
    # A line may start with a volume or page; only the next number starts the next entry.
    if found and int(found[1].translate(_LOWERED)) == flow.number + 1:
        flow.number += 1
        return True
    return _BRACKETED.match(text) is not None


def _is_inside_entry(flow: PdfFlow) -> bool:
    """Check whether the line may continue an entry, where wide gaps are those of a justified line, not of cells."""
    if not flow.in_references or flow.entry is None or flow.current is not flow.entry:
        return False
    return flow.indent is not None or _BRACKETED.match(flow.entry.pieces[0]) is not None


def _measure_column(lines: Sequence[PdfLine]) -> _ColumnLines:
    rights = sorted(line.right for line in lines)
    right = rights[int((len(rights) - 1) * 0.9)] if rights else 0.0
    size = sorted(line.size for line in lines)[len(lines) // 2] if lines else 0.0
    # Where most paragraphs have one line, most gaps are those between paragraphs; a full line goes on in the next one.
    full = [upper.base - lower.base for upper, lower in pairwise(lines) if right - upper.right < 2 * size]
    gaps = sorted(full if len(full) >= _FULL_LINES else (upper.base - lower.base for upper, lower in pairwise(lines)))
    leading = max(gaps[len(gaps) // 4], size) if gaps else size * 1.2
    return _ColumnLines(list(lines), min((line.left for line in lines), default=0.0), right, leading)


def _starts_paragraph(last: PdfParagraph, column: _ColumnLines, number: int, *, setting: Typesetting) -> bool:
    line = column.lines[number]
    if abs(line.size - last.size) > _OTHER_SIZE * last.size or is_reference_heading(line.text):
        return True
    if last.heads_list:
        return True
    if number == 0:
        finished = _STOP.search(last.tail[-60:]) or (_ends_in_address(last.tail) and _NEXT_AUTHOR.match(line.text))
        return bool(finished) or last.size > _LARGER * setting.body
    before = column.lines[number - 1]
    if line.size > _LARGER * setting.body:
        return before.base - line.base > _HEADING_GAP * line.size
    gap = before.base - line.base
    if gap > _GAP * column.leading or gap > _WIDEST * line.size or _BULLET.match(line.text):
        return True
    if "\t" in line.text or "\t" in before.text or _LEADERS.search(before.text[-30:]):
        return True
    return _is_indented(last, column, number) or _ends_early(column, number)


def _is_indented(last: PdfParagraph, column: _ColumnLines, number: int) -> bool:
    line, before = column.lines[number], column.lines[number - 1]
    step = (line.left - before.left) / (line.size or 1.0)
    if step > _INDENT:
        after = column.lines[number + 1] if number + 1 < len(column.lines) else None
        level = after is not None and abs(after.left - line.left) < _INDENT * line.size
        hanging = last.lines == 1 and (level or _LABELLED.match(last.pieces[0]))
        return not hanging and (last.lines > 1 or _ends(before, column))
    return step < -_INDENT and last.lines > 1


def _ends(before: PdfLine, column: _ColumnLines) -> bool:
    return _STOP.search(before.text[-60:]) is not None or column.right - before.right > 2 * before.size


def _ends_early(column: _ColumnLines, number: int) -> bool:
    """Check whether two of three hold: the next word had room above, a sentence ended, a number starts the line."""
    line, before = column.lines[number], column.lines[number - 1]
    slack = column.right - before.right
    room = slack > line.first + line.size * 0.5 and slack > _SLACK * (column.right - column.left)
    stopped = _STOP.search(before.text[-60:]) is not None
    numbered = _NUMBER.match(line.text) is not None
    return room + stopped + numbered > 1


def _extend(last: PdfParagraph, line: PdfLine, compounds: frozenset[str]) -> None:
    tail, joint = _join_words(last.tail, line.text, compounds)
    if len(tail) < len(last.tail):
        last.pieces[-1] = last.pieces[-1][:-1]
        last.length -= 1
    elif tail != last.tail:
        last.pieces[-1] = last.pieces[-1][:-1] + tail[-1]
    if last.links and last.links[-1][1] > last.length:
        start, _, target = last.links[-1]
        last.links[-1] = start, last.length, target
    shift = last.length + len(joint)
    last.links += ((start + shift, end + shift, target) for start, end, target in line.links)
    last.pieces += joint, line.text
    last.length = shift + len(line.text)
    last.tail = f"{tail}{joint}{line.text}"[-_TAIL_LENGTH:]
    last.lines += 1


def _set_kind(paragraph: PdfParagraph, setting: Typesetting) -> None:
    size = round(paragraph.size * 2) / 2
    if paragraph.tail[-1:] in HYPHENS:
        paragraph.pieces[-1] = paragraph.pieces[-1][:-1] + "-"
    if size in setting.headings and paragraph.length <= _MAX_HEADING:
        paragraph.kind, paragraph.level = "heading", min(setting.headings.index(size) + 1, _LEVELS)
    elif paragraph.heads_list:
        paragraph.kind, paragraph.level = "heading", min(len(setting.headings) + 1, _LEVELS)
    elif "\t" in paragraph.pieces[0]:
        paragraph.kind = "row"
    elif _BULLET.match(paragraph.pieces[0]):
        paragraph.kind, paragraph.level = "item", 1


# Joints between two lines: hyphenated words, broken addresses, and scripts without spaces

_COMPOUND = re.compile(r"(?<![^\W\d_])[^\W\d_]+-[^\W\d_]+")
_HEAD = re.compile(r"[^\W\d_]+$")
_TAIL = re.compile(r"[^\W\d_]+")
_OPEN_SIGNS = tuple("/_=&?#%-")  # at the end of a line in which an address goes on
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff01-\uff60]")


def _ends_in_address(text: str) -> bool:
    word = text.rsplit(maxsplit=1)[-1:]
    return bool(word) and word[0][-1].isalnum() and has_address(word[0])


def _find_compounds(text: str) -> Iterator[str]:
    """Yield the words that are written with a hyphen inside a line, in small letters."""
    return (found.lower() for found in _COMPOUND.findall(text))


def _join_words(text: str, after: str, compounds: frozenset[str]) -> tuple[str, str]:
    """Return the text without its hyphenation, and the separator before the next line."""
    marked = text[-1:] in HYPHENS
    if not marked and text[-1:] not in "-‐":
        address = text.endswith(_OPEN_SIGNS) and has_address(text[-300:].rsplit(maxsplit=1)[-1])
        tight = address or (_HAN.match(text[-1:]) and _HAN.match(after))
        return text, "" if tight else " "
    stem = text[:-1]
    head, tail = _HEAD.search(stem[-60:]), _TAIL.match(after)
    whole = head and tail and f"{head[0]}-{tail[0]}".lower() in compounds
    in_address = "/" in stem[-60:].rpartition(" ")[2]
    if head and tail and after[0].islower() and not whole and not in_address:
        return stem, ""
    if not marked and stem[-1:].isspace():
        return text, " "
    return stem + "-", ""
