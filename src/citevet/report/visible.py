"""Text of a document made safe to print: nothing in it may steer a terminal or hide from the reader."""

from re import Match
from re import compile as pattern

# Controls (C0, DEL, C1), marks that reorder the line, line separators, half surrogates, noncharacters and the
# invisible "tag" letters.
_HIDDEN = pattern(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)
_PICTURES = 0x2400  # U+241B shows ESC, and so on for the 32 controls
_DELETE = 0x7F


def visible(text: str) -> str:
    """Show every character that would otherwise act or hide, line breaks and tabs included."""
    return _HIDDEN.sub(_picture, text)


def one_line(text: str) -> str:
    """Fold white space to single blanks and show the rest."""
    return visible(" ".join(text.split()))


def _picture(found: Match[str]) -> str:
    code = ord(found[0])
    if code < ord(" "):
        return chr(_PICTURES + code)
    return "␡" if code == _DELETE else f"<U+{code:04X}>"
