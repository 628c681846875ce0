"""The words of a bibliography field without the braces and escapes of LaTeX."""

from re import Match
from re import compile as pattern
from unicodedata import normalize

from citevet.read.latex_macros import names

_COMBINING = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "k": "\u0328",
    "r": "\u030a",
    "d": "\u0323",
}
_LETTERS = {
    "ss": "ß",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "i": "i",
    "j": "j",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "S": "§",
    "textendash": "–",
    "textemdash": "—",
    "ldots": "…",
    "dots": "…",
}
_ACCENT = pattern(
    r"""\\(?:(?P<sign>['`^"~=.])\s{0,3}|(?P<letter>[cvuHkrd])(?:\s{1,3}|(?=\{)))(?:\{\s{0,3}\\?(?P<braced>[A-Za-z])\s{0,3}\}|\\?(?P<bare>[A-Za-z]))"""
)
_LETTER = pattern(r"\\(" + "|".join(sorted(_LETTERS, key=len, reverse=True)) + r")(?![A-Za-z])(?:\{\}|[ ]?)")
_ADDRESS = pattern(r"\\(?:url|href|path)(?![A-Za-z])")
_MACRO = pattern(r"\\[A-Za-z@]+\*?\s?")
_ESCAPE = pattern(r"\\([^A-Za-z])")
_BRACES = str.maketrans("", "", "{}")
ADDRESSES = names("doi url eprint arxiv arxivid isbn issn pmid pmcid file")


def clean(value: str, field: str = "") -> str:
    """Return what a field says; addresses keep their tildes and dashes."""
    if field in ADDRESSES:
        return " ".join(_ESCAPE.sub(r"\1", _ADDRESS.sub("", value)).translate(_BRACES).split())
    if "\\" in value:
        value = _LETTER.sub(lambda found: _LETTERS[found[1]], _ACCENT.sub(_accented, value))
        value = _ESCAPE.sub(_escaped, _MACRO.sub("", value))
    value = value.translate(_BRACES).replace("~", " ").replace("---", "—").replace("--", "–")
    return normalize("NFC", " ".join(value.split()))


def _accented(found: Match[str]) -> str:
    return normalize("NFC", (found["braced"] or found["bare"]) + _COMBINING[found["sign"] or found["letter"]])


def _escaped(found: Match[str]) -> str:
    return " " if found[1].isspace() or found[1] in ",;:/\\" else "" if found[1] in "-!" else found[1]
