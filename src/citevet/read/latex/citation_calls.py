"""Parts of a citation call in LaTeX: gaps before arguments, keys and notes."""

import re

# White space, one line break and comments may come between a macro and its arguments; an empty line may not.
_GAP = re.compile(r"(?:[ \t]++|%[^\r\n]*+(?:\r\n|\r|\n)|(?:\r\n|\r|\n)(?![ \t]*+[\r\n]))*+")
_KEYS = re.compile(r"[^\s,{}\\]{1,400}(?:\s*,\s*[^\s,{}\\]{1,400})*+,?\Z")
_COMMENT = re.compile(r"%[^\r\n]*+[\r\n]*+")
# Macros of the common packages: the braces hold keys, however odd they look.
KNOWN_CITES = frozenset(
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar Citet Citep Citeauthor Citealt Citealp parencite "
    "textcite autocite footcite footfullcite smartcite supercite fullcite footcitetext citetitle citedate citeurl "
    "nocite Cite Parencite Textcite Autocite Footcite Smartcite onlinecite citenum notecite pnotecite "
    "fnotecite".split()
)


def skip_gap(text: str, at: int) -> int:
    """Return the offset after the white space that may come between a macro and its arguments."""
    found = _GAP.match(text, at)
    return found.end() if found else at


def clean_keys(keys: str, *, known: bool) -> str:
    """Return the keys, separated by commas; empty where the text in the braces is none."""
    bare = _COMMENT.sub("", keys).strip()
    if "#" in bare or not (_KEYS.match(bare) or (known and "\\" not in bare)):
        return ""
    return ",".join(key for piece in bare.split(",") if (key := piece.strip()))


def call_parts(name: str, notes: list[str]) -> dict[str, str]:
    """Name the parts of a call: one note comes after the citation, two come around it."""
    parts = {"macro": name.removesuffix("*")}
    if name.endswith("*"):
        parts["star"] = "*"
    pre, post = ("", *notes)[-2:] if notes else ("", "")
    return parts | {key: note for key, note in (("pre", pre), ("post", post)) if note}
