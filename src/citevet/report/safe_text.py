"""Document text made safe to print, and laid out for terminals and Markdown."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Literal, ParamSpec
from unicodedata import category, east_asian_width

from citevet.model import Severity, Verdict
from citevet.patterns import lazy_pattern

Parameters = ParamSpec("Parameters")
Style = Literal["error", "warning", "info", "good", "strong", "frame", "dim"]

SEVERITY_STYLES: Mapping[Severity, Style] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "info",
}
VERDICT_STYLES: Mapping[Verdict, Style] = {"pass": "good", "fail": "error", "incomplete": "warning", "empty": "warning"}
TAB_WIDTH = 4

_ESCAPE_CODES: Mapping[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "good": "32",
    "strong": "1",
    "frame": "34",
    "dim": "2",
}
# Controls (C0, DEL, C1), marks that reorder the line, line separators, half surrogates, noncharacters and the
# invisible "tag" letters.
_HIDDEN = lazy_pattern(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)
_PICTURES = 0x2400  # U+241B shows ESC, and so on for the 32 controls
_DELETE = 0x7F
# Characters that are active in Markdown or HTML. A name after @ and a number after # would notify people or link
# issues wherever the report is posted; an empty comment between them prevents it.
_ACTIVE = lazy_pattern(r"[\\`*_{}\[\]|~^$!]|[<>&]|@(?=\w)|#(?=\w)")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "@<!-- -->", "#": "#<!-- -->"}
_WIDE = 2
_JAMO = range(0x1160, 0x1200)  # vowels and finals that join the consonant before them


def show_controls(text: str) -> str:
    """Replace characters that would act or hide by visible ones, line breaks and tabs included."""
    return _HIDDEN.sub(_picture, text)


def to_line(text: str) -> str:
    """Fold white space to single blanks and make the rest visible."""
    return show_controls(" ".join(text.split()))


def cut_line(text: str, longest: int) -> str:
    """Return a text as one line of so many characters, with … where it is cut."""
    line = to_line(text)
    return line if len(line) <= longest else f"{line[:longest]}…"


def escape_markdown(text: str) -> str:
    """Return one line without active Markdown: no markup, no table cell, no mention."""
    return _ACTIVE.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), to_line(text))


def join_lines(write: Callable[Parameters, Iterator[str]]) -> Callable[Parameters, str]:
    """Turn a function that yields lines into one that returns them as one text."""

    @wraps(write)
    def render(*args: Parameters.args, **options: Parameters.kwargs) -> str:
        return "".join(f"{line}\n" for line in write(*args, **options))

    return render


def paint(text: str, style: Style, *, color: bool) -> str:
    """Wrap a text in the escape codes of a style; the text itself must be visible already."""
    return f"\x1b[{_ESCAPE_CODES[style]}m{text}\x1b[0m" if color and text else text


def measure_width(text: str) -> int:
    """Return how many columns a text takes on a terminal."""
    if text.isascii():
        return len(text) + (TAB_WIDTH - 1) * text.count("\t")
    return sum(map(measure_character, text))


@lru_cache(maxsize=4096)  # one look-up instead of three for common characters
def measure_character(char: str) -> int:
    """Return how many columns a character takes on a terminal."""
    if char.isascii():
        return TAB_WIDTH if char == "\t" else 1
    if category(char) in {"Mn", "Me", "Cf"} or ord(char) in _JAMO:
        return 0
    return _WIDE if east_asian_width(char) in "WF" else 1


def format_table(rows: Sequence[Sequence[str]], gap: str = "  ") -> Iterator[str]:
    """Yield one line per row with aligned columns; the cells must be visible already."""
    widths = [max(map(measure_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell + " " * (width - measure_width(cell)) for cell, width in zip(row, widths, strict=True))
        yield gap.join(cells).rstrip()


def shorten(text: str, columns: int) -> str:
    """Cut a text to so many columns, with … at the end."""
    if measure_width(text) <= columns:
        return text
    while text and measure_width(text) > columns - 1:
        text = text[:-1]
    return text.rstrip() + "…"


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < ord(" "):
        return chr(_PICTURES + code)
    return "␡" if code == _DELETE else f"<U+{code:04X}>"
