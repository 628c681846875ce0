r"""Citation calls: their keys and notes, and macros that a document defines: \newcommand{\citepp}[1]{\citep{#1}}."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from citevet.model import Mark, Span
from citevet.model.document import is_inside
from citevet.read.latex.macros import is_cite

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

_DEFINITION = re.compile(
    r"""\\(?: (?:(?:re|provide)?newcommand|(?:re)?newrobustcmd|DeclareRobustCommand)\*?
            \s{0,9}\{?\\(?P<name>[A-Za-z]{1,40})\}?\s{0,9}(?:\[(?P<count>\d)\])?\s{0,9}(?P<default>\[[^\[\]\r\n]{0,100}\])?
        | [gex]?def\s{0,9}\\(?P<defined>[A-Za-z]{1,40})(?P<numbers>(?:\#\d){0,9})
        | (?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand\s{0,9}\{?\\(?P<document>[A-Za-z]{1,40})\}?
            \s{0,9}\{(?P<kinds>(?:[^{}]|\{[^{}]{0,60}\}){0,100})\}
      )\s{0,9}(?P<body>\{)
      | \\let\s{0,9}\\(?P<other>[A-Za-z]{1,40})\s{0,9}=?\s{0,9}\\(?P<same>[A-Za-z]{1,40})""",
    re.VERBOSE,
)
_KIND = re.compile(r"\s|[+!]|(?P<kind>[mos])|(?P<filled>O)\{[^{}]*\}|(?P<unknown>.)", re.DOTALL)
_CALL = re.compile(r"\\(?P<macro>[A-Za-z]{1,40})\*?(?P<notes>(?:\[[^\[\]]{0,200}\]){0,2})\{(?P<keys>[^{}]{0,200})\}")
_MACRO = re.compile(r"\\([A-Za-z]{1,40})")
_NOTE = re.compile(r"\[([^\[\]]*)\]")
_NUMBER = re.compile(r"#(\d)")
_NUMBERS = re.compile(r"\s{0,9}#\d(?:\s{0,9},\s{0,9}#\d){0,8}\s{0,9}")
_DEFINITIONS = 2000  # in one document
_BODY = 2000  # characters of a body


@dataclass(frozen=True, slots=True)
class _Call:
    """A citation in the body of a definition."""

    macro: str
    notes: tuple[str, ...]
    keys: int  # the argument with the keys


@dataclass(frozen=True, slots=True)
class OwnMacro:
    """A macro that cites its argument; without calls it is another name of `macro`."""

    macro: str
    arguments: str = ""  # one letter each: m in braces, o in brackets, s a star
    calls: tuple[_Call, ...] = ()

    def read_call(self, text: str, macro: Span, pairs: Mapping[int, int]) -> list[Mark]:
        """Return a mark per citation of one use, in the order of the arguments; none where arguments are missing."""
        at, given = macro.end, []
        for kind in self.arguments:
            at = skip_gap(text, at)
            opener = {"m": "{", "o": "["}.get(kind)
            if opener and text[at : at + 1] == opener and at in pairs:
                given.append(Span(at + 1, pairs[at]))
                at = pairs[at] + 1
            elif kind == "m":
                return []
            else:
                given.append(Span(at, at))
        marks: list[Mark] = []
        for call in sorted(self.calls, key=lambda each: each.keys):
            keys = given[call.keys - 1]
            target = clean_keys(keys.of(text), known=call.macro in KNOWN_CITES)
            start = marks[-1].span.end if marks else macro.start
            if target and keys.start > start:
                notes = [_fill(note, text, given) for note in call.notes]
                marks.append(Mark("cite", Span(start, keys.end + 1), target, keys, call_parts(call.macro, notes)))
        if marks:  # arguments after the last keys belong to it
            marks[-1] = replace(marks[-1], span=Span(marks[-1].span.start, at))
        return marks


def _fill(note: str, text: str, given: Sequence[Span]) -> str:
    """Return a note of a definition with the arguments of a use in it."""
    return _NUMBER.sub(lambda number: _get_argument(int(number[1]), text, given), note).strip()


def _get_argument(number: int, text: str, given: Sequence[Span]) -> str:
    return given[number - 1].of(text) if 0 < number <= len(given) else ""


def find_own_macros(text: str, pairs: Mapping[int, int], opaque: Sequence[Span]) -> dict[str, OwnMacro | None]:
    """Return the macros of the document that cite, and None for those that are named like one and do not."""
    found: dict[str, OwnMacro | None] = {}
    for definition in islice(_DEFINITION.finditer(text), _DEFINITIONS):
        name = definition["name"] or definition["defined"] or definition["document"] or definition["other"]
        if name in KNOWN_CITES or is_inside(definition.start(), opaque):
            continue
        if definition["same"]:
            own = OwnMacro(definition["same"]) if _cites(definition["same"], found) else None
        else:
            start = definition.start("body")
            own = _read_body(text[start + 1 : pairs.get(start, start)][:_BODY], _list_arguments(definition), found)
        if own or is_cite(name):
            found[name] = own
    return found


def _cites(name: str, known: Mapping[str, OwnMacro | None]) -> bool:
    return known[name] is not None if name in known else is_cite(name)


def _list_arguments(definition: re.Match[str]) -> str | None:
    """Return the kinds of the arguments, or None if they are of a kind that is not read."""
    if definition["kinds"] is not None:
        kinds = list(_KIND.finditer(definition["kinds"]))
        return None if any(each["unknown"] for each in kinds) else "".join(map(_get_kind, kinds))
    if definition["numbers"] is not None:
        return "m" * (len(definition["numbers"]) // 2)
    count = int(definition["count"] or 0)
    return "o" + "m" * (count - 1) if definition["default"] and count else "m" * count


def _get_kind(found: re.Match[str]) -> str:
    return found["kind"] or ("o" if found["filled"] else "")


def _read_body(body: str, arguments: str | None, known: Mapping[str, OwnMacro | None]) -> OwnMacro | None:
    """Return what a definition cites, or None if it cites nothing, or always the same work."""
    cites = [each[1] for each in _MACRO.finditer(body) if _cites(each[1], known)]
    if not cites:
        return None
    calls = tuple(_find_calls(body, known))
    if not calls:  # the arguments that follow are handed on: \newcommand{\pc}{\parencite}
        return OwnMacro(cites[0])
    is_read = arguments is not None and all(0 < call.keys <= len(arguments) for call in calls)
    return OwnMacro(calls[0].macro, arguments or "", calls) if is_read else None


def _find_calls(body: str, known: Mapping[str, OwnMacro | None]) -> Iterator[_Call]:
    r"""Yield the citations of arguments; `\cite{lit:#1}` and fixed keys have the number 0."""
    seen: set[int] = set()
    for call in _CALL.finditer(body):
        numbers = _NUMBER.findall(call["keys"]) if _NUMBERS.fullmatch(call["keys"]) else ["0"]
        for number in map(int, numbers if _cites(call["macro"], known) else ()):
            if number not in seen:  # \citeauthor{#1} (\citeyear{#1}) cites once
                seen.add(number)
                yield _Call(call["macro"], tuple(_NOTE.findall(call["notes"])), number)


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
