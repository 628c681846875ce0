"""Rich Text Format: paragraphs, headings, tables, links and footnotes, through HTML.

`striprtf` drops footnotes and needs quadratic time for hostile input, so we walk over the control words ourselves.
"""

import codecs
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape
from typing import Any

from citevet.errors import Damaged
from citevet.model import Document
from citevet.read.html import flatten
from citevet.records import dataclass, field, replace
from citevet.tables import read_pairs, read_words

_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n\x80-\xff]+)|([\x80-\xff])"
)
_MAX_DEPTH = 1_000
_PLANE = 0x10000  # \\u numbers are signed 16-bit; characters beyond come as two halves
_SILENT = read_words("""fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl
    footerr footerf xe tc rxe bkmkstart bkmkend nonshppict filetbl listtable revtbl ftnsep ftnsepc aftnsep aftnsepc
    annotation""")
_STARRED = frozenset({"fldinst", "footnote", "shpinst", "shptxt"})  # marked as ignorable, and printed
_CHARACTERS = dict.fromkeys("tab line emspace enspace qmspace".split(), " ") | read_pairs(
    "emdash=— endash=– bullet=• lquote=‘ rquote=’ ldblquote=“ rdblquote=”"
)
_SYMBOLS = {"~": "\u00a0", "_": "\u2011", "-": "", "{": "{", "}": "}", "\\": "\\"}
# Charset of a font → code page
_CODE_PAGES = {128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257}
_CODE_PAGES |= {0: 1252, 204: 1251, 222: 874, 238: 1250}
_BULLET = "•"
_HEADING = re.compile(r"heading ([1-6])", re.IGNORECASE)
_LINK = re.compile(r'\s{0,99}HYPERLINK\s{1,99}"([^"]{1,2000})"')


@dataclass(slots=True)
class _RtfGroup:
    """What holds until the group ends."""

    silent: bool = False
    raised: bool = False
    hidden: bool = False
    skip: int = 1  # characters that replace a \\u character in old readers
    font: int = -1
    collects: str = ""  # fonttbl, stylesheet or fldinst: the text is not printed, but read
    ends: str = ""  # what is printed where the group ends
    is_note: bool = False


@dataclass(slots=True)
class _Rtf:
    group: _RtfGroup = field(default_factory=_RtfGroup)
    stack: list[_RtfGroup] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)  # finished
    line: list[str] = field(default_factory=list)  # the paragraph so far
    outer: list[str] | None = None  # the paragraph whose note is read
    notes: list[str] = field(default_factory=list)
    bytes: bytearray = field(default_factory=bytearray)
    collected: list[str] = field(default_factory=list)
    code_page: str = "cp1252"
    fonts: dict[int, str] = field(default_factory=dict)
    headings: dict[int, int] = field(default_factory=dict)
    style: int = -1  # of the collected style, or of the paragraph
    level: int = 0  # heading level of the paragraph
    in_row: bool = False
    left: int = 0  # characters still to skip after \\u
    address: str = ""  # of the field


def read(data: bytes, path: str) -> Document:
    """Read an .rtf file."""
    text = data.decode("latin-1")
    if not text.lstrip("\ufeff\r\n\t ").startswith("{\\rtf"):
        raise Damaged("it is not RTF, whatever its name", to=path, advice="Give it the file ending of its kind.")
    rtf = _Rtf()
    at = 0
    while found := _TOKEN.search(text, at):
        at = found.end()
        if found[1] == "bin":
            at += max(int(found[2] or 0), 0)
        else:
            _take(found, rtf, path)
    _end_paragraph(rtf)
    notes = (f'<p class="footnote" id="note-{number}">{words}</p>' for number, words in enumerate(rtf.notes, 1))
    html = "".join((*rtf.pieces, *notes)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return flatten(html, path, "rtf", lambda _, number: f"paragraph {number}")


def _take(found: re.Match[str], rtf: _Rtf, path: str) -> None:
    word, number, code, symbol, brace, words, byte = found.groups()
    if code or byte:
        if rtf.left:
            rtf.left -= 1
        else:
            rtf.bytes.append(int(code, 16) if code else ord(byte))
        return
    _flush_bytes(rtf)
    if words:
        skipped = min(rtf.left, len(words))
        rtf.left -= skipped
        _print(words[skipped:], rtf)
        return
    rtf.left = 0
    if brace == "{":
        if len(rtf.stack) > _MAX_DEPTH:
            raise Damaged("its groups are nested too deep", to=path, advice="Save it again from a word processor.")
        rtf.stack.append(rtf.group)
        rtf.group = replace(rtf.group, ends="", is_note=False)
    elif brace:
        _end_group(rtf)
    elif symbol:
        _take_symbol(symbol, rtf)
    else:
        _take_word(word, None if number is None else int(number), rtf)


def _take_symbol(symbol: str, rtf: _Rtf) -> None:
    if symbol == "*":
        rtf.group.silent = True  # an unknown destination; a known one says so with its word
    elif symbol in "\r\n":
        _end_paragraph(rtf)
    else:
        _print(_SYMBOLS.get(symbol, ""), rtf)


def _take_word(word: str, number: int | None, rtf: _Rtf) -> None:
    group = rtf.group
    if word in {"fonttbl", "stylesheet", "fldinst"}:
        group.collects, rtf.collected, rtf.style = word, [], -1
    elif word in _SILENT:
        group.silent = True
    elif word in _STARRED:
        group.silent = False
    if word in _CHARACTERS:
        _print(_CHARACTERS[word], rtf)
    elif word in _SETTINGS and (not group.silent or group.collects):
        rtf.group = replace(group, **_SETTINGS[word](number))
    elif word in _HANDLERS and (not group.silent or group.collects):
        _HANDLERS[word](rtf, number)


def _print(text: str, rtf: _Rtf) -> None:
    if rtf.group.collects:
        rtf.collected.append(text)
        if ";" in text and rtf.group.collects == "stylesheet":
            _end_style(rtf)
    elif not rtf.group.silent and not rtf.group.hidden and text:
        rtf.line.append(f"<sup>{escape(text)}</sup>" if rtf.group.raised else escape(text))


def _end_style(rtf: _Rtf) -> None:
    name = _HEADING.search("".join(rtf.collected))
    if name and rtf.style >= 0:
        rtf.headings[rtf.style] = int(name[1])
    rtf.collected, rtf.style = [], -1


def _flush_bytes(rtf: _Rtf) -> None:
    if rtf.bytes:
        text = rtf.bytes.decode(rtf.fonts.get(rtf.group.font, rtf.code_page), errors="replace")
        rtf.bytes.clear()
        _print(text, rtf)


def _end_group(rtf: _Rtf) -> None:
    ended, before = rtf.group, rtf.stack.pop() if rtf.stack else _RtfGroup()
    rtf.group = before
    if ended.is_note:
        rtf.notes.append("".join(rtf.line))
        rtf.line, rtf.outer = rtf.outer or [], None
        number = len(rtf.notes)
        rtf.line.append(f'<sup class="noteref"><a class="noteref" href="#note-{number}">{number}</a></sup>')
    if ended.collects == "fldinst" and before.collects != "fldinst":
        link = _LINK.match("".join(rtf.collected))
        rtf.address = link[1] if link else ""
    if ended.ends:
        rtf.line.append(ended.ends)


def _end_paragraph(rtf: _Rtf) -> None:
    if rtf.group.silent or rtf.group.collects:
        return
    if rtf.outer is not None or rtf.in_row:
        rtf.line.append(" ")  # a note or a cell of several paragraphs
        return
    words = "".join(rtf.line)
    item = words.lstrip().removeprefix(_BULLET)
    tag = f"h{rtf.level}" if rtf.level else "li" if len(item) < len(words.lstrip()) else "p"
    rtf.pieces.append(f"<{tag}>{item}</{tag}>\n")
    rtf.line = []


def _end_row(rtf: _Rtf, _: int | None) -> None:
    rtf.pieces.append(f"<table><tr><td>{''.join(rtf.line)}</td></tr></table>\n")
    rtf.line, rtf.in_row = [], False


def _start_paragraph(rtf: _Rtf, _: int | None) -> None:
    if not rtf.group.collects:
        rtf.level, rtf.in_row = 0, False


def _start_row(rtf: _Rtf, _: int | None) -> None:
    rtf.in_row = True


def _start_note(rtf: _Rtf, _: int | None) -> None:
    if rtf.outer is None:
        rtf.group.is_note, rtf.group.raised = True, False
        rtf.outer, rtf.line = rtf.line, []


def _start_link(rtf: _Rtf, _: int | None) -> None:
    if rtf.address:
        rtf.line.append(f'<a href="{escape(rtf.address)}">')
        rtf.group.ends, rtf.address = "</a>", ""


def _set_style(rtf: _Rtf, number: int | None) -> None:
    style = -1 if number is None else number
    if rtf.group.collects:
        rtf.style = style
    else:
        rtf.level = rtf.headings.get(style, 0)


def _set_outline(rtf: _Rtf, number: int | None) -> None:
    if not rtf.group.collects and number in range(6):
        rtf.level = (number or 0) + 1


def _set_charset(rtf: _Rtf, number: int | None) -> None:
    if rtf.group.collects == "fonttbl" and number in _CODE_PAGES:
        rtf.fonts[rtf.group.font] = f"cp{_CODE_PAGES[number]}"


def _set_code_page(rtf: _Rtf, number: int | None) -> None:
    with suppress(LookupError):
        rtf.code_page = codecs.lookup(f"cp{number}").name


def _print_unicode(rtf: _Rtf, number: int | None) -> None:
    _print(chr((number or 0) % _PLANE), rtf)
    rtf.left = rtf.group.skip


# Words that set what holds until the group ends.
_SETTINGS: Mapping[str, Callable[[int | None], Mapping[str, Any]]] = {
    "f": lambda number: {"font": -1 if number is None else number},
    "super": lambda number: {"raised": number != 0},
    "nosupersub": lambda _: {"raised": False},
    "plain": lambda _: {"raised": False, "hidden": False},
    "v": lambda number: {"hidden": number != 0},
    "uc": lambda number: {"skip": max(number or 0, 0)},
}
_HANDLERS: Mapping[str, Callable[[_Rtf, int | None], None]] = {
    "par": lambda rtf, _: _end_paragraph(rtf),
    "sect": lambda rtf, _: _end_paragraph(rtf),
    "pard": _start_paragraph,
    "intbl": _start_row,
    "cell": lambda rtf, _: rtf.line.append("</td><td>"),
    "row": _end_row,
    "footnote": _start_note,
    "fldrslt": _start_link,
    "s": _set_style,
    "outlinelevel": _set_outline,
    "fcharset": _set_charset,
    "ansicpg": _set_code_page,
    "u": _print_unicode,
}
