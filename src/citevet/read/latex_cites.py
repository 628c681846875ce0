"""One call of a citation macro: its notes and its keys."""

from collections.abc import Iterator, Mapping
from re import compile as pattern

from citevet.model import Mark, Span
from citevet.read.latex_macros import VOLUMES, names

# White space, one line break and comments may stand between a macro and its arguments; an empty line may not.
GAP = pattern(r"(?:[ \t]++|%[^\r\n]*+(?:\r\n|\r|\n)|(?:\r\n|\r|\n)(?![ \t]*+[\r\n]))*+")
_OVERLAY = pattern(r"<[^<>\r\n]{0,40}>")
_ROUND = pattern(r"\([^()\r\n]{0,200}\)")
_KEYS = pattern(r"[^\s,{}\\]{1,400}(?:\s*,\s*[^\s,{}\\]{1,400})*+,?\Z")
_COMMENT = pattern(r"%[^\r\n]*+[\r\n]*+")

# Macros of the common packages: what stands in their braces are keys, however odd they look.
KNOWN = names(
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar Citet Citep Citeauthor Citealt Citealp parencite "
    "textcite autocite footcite footfullcite smartcite supercite fullcite footcitetext citetitle citedate citeurl "
    "nocite Cite Parencite Textcite Autocite Footcite Smartcite onlinecite citenum notecite pnotecite fnotecite"
)
LONGEST = 20_000  # characters of keys in one call: 500 works; what is longer is an unclosed brace


def calls(text: str, macro: Span, *, name: str, pairs: Mapping[int, int]) -> list[Mark]:
    """Return a mark per group of keys; none, when no keys follow the macro's name."""
    at = GAP.match(text, macro.end).end()  # type: ignore[union-attr]  # an empty match is a match
    for optional in (_OVERLAY, _ROUND, _ROUND):
        if found := optional.match(text, at):
            at = found.end()
    if name.removesuffix("*") in VOLUMES:
        at = _after_volume(text, at, pairs)
    many = name.removesuffix("*").endswith("cites")
    marks: list[Mark] = []
    start = macro.start
    for mark in _groups(text, at, name=name, pairs=pairs):
        marks.append(Mark("cite", Span(start, mark.span.end), mark.target, mark.label, mark.parts))
        if not many:
            break
        start = GAP.match(text, mark.span.end).end()  # type: ignore[union-attr]  # an empty match is a match
    return marks


def _after_volume(text: str, at: int, pairs: Mapping[int, int]) -> int:
    """Step over [pre]{volume}."""
    for opener in "[{":
        if text[at : at + 1] == opener and at in pairs:
            at = pairs[at] + 1
    return at


def _groups(text: str, at: int, *, name: str, pairs: Mapping[int, int]) -> Iterator[Mark]:
    """Yield [pre][post]{keys} for as long as they follow one another."""
    while True:
        start = at
        notes: list[str] = []
        while len(notes) < 2 and text[at : at + 1] == "[" and at in pairs:  # noqa: PLR2004 - before and after
            notes.append(text[at + 1 : pairs[at]].strip())
            at = GAP.match(text, pairs[at] + 1).end()  # type: ignore[union-attr]  # an empty match is a match
        if text[at : at + 1] != "{" or not at < pairs.get(at, at) <= at + LONGEST:
            return
        keys = Span(at + 1, pairs[at])
        target = _target(keys.of(text), known=name.removesuffix("*") in KNOWN)
        if not target:
            return
        yield Mark("cite", Span(start, pairs[at] + 1), target, keys, _parts(name, notes))
        at = GAP.match(text, pairs[at] + 1).end()  # type: ignore[union-attr]  # an empty match is a match


def _target(keys: str, *, known: bool) -> str:
    bare = _COMMENT.sub("", keys).strip()
    if "#" in bare or not (_KEYS.match(bare) or (known and "\\" not in bare)):
        return ""
    return ",".join(key for piece in bare.split(",") if (key := piece.strip()))


def _parts(name: str, notes: list[str]) -> dict[str, str]:
    """One note stands after the citation, two stand around it."""
    parts = {"macro": name.removesuffix("*")}
    if name.endswith("*"):
        parts["star"] = "*"
    pre, post = ("", *notes)[-2:] if notes else ("", "")
    return parts | {key: note for key, note in (("pre", pre), ("post", post)) if note}
