"""The first pass over LaTeX: finds comments, code and mathematics, and which brace closes which."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from citevet.model import Lines, Region, RegionKind, Span
from citevet.read.latex.conditions import CONDITION, NAMED, find_branches

# Printed verbatim.
_CODE = frozenset(
    "verbatim verbatim* Verbatim BVerbatim LVerbatim lstlisting minted alltt filecontents filecontents* "
    "tikzpicture pgfpicture picture algorithmic algorithmicx Sinput Soutput Schunk asy pycode".split()
)
# Authors name their own environments for code after the usual ones.
_CODE_NAME = re.compile(r"(?:[A-Za-z]*[Vv]erbatim|lst[a-z]+|[A-Za-z]*(?:[Cc]ode|[Ll]isting)s?)\*?\Z")
_MATH = frozenset(
    "math displaymath equation equation* align align* alignat alignat* flalign flalign* gather gather* "
    "multline multline* eqnarray eqnarray* dmath dmath* subequations IEEEeqnarray IEEEeqnarray*".split()
)

_MAX_INLINE = 1000  # characters of inline code; a longer stretch is an unclosed delimiter

_TOKEN = re.compile(
    r"""%[^\r\n]*
    | \\verb\*?(?P<verb>[^A-Za-z\s*])
    | \\lstinline(?:\[[^\]\r\n]{0,200}\])?(?P<listing>[^A-Za-z\s\[])
    | \\mintinline(?:\[[^\]\r\n]{0,200}\])?\{[^{}\r\n]{0,60}\}(?P<mint>[^A-Za-z\s])
    | \\(?:url|nolinkurl|href)\*?[ \t]{0,9}(?:\[[^\]\r\n]{0,200}\])?(?P<address>\{)
    | \\begin[ \t]{0,9}\{(?P<env>[A-Za-z]{1,40}\*?)\}
    | (?P<over>\\end[ \t]{0,9}\{document\})
    | (?P<math>\\[(\[]|\$\$?)
    | (?P<never>\\iffalse)(?![A-Za-z@}])
    | \\(?:[A-Za-z@]+|.|\Z)
    | [{}\[\]]""",
    re.VERBOSE | re.DOTALL,
)
_LISTING = re.compile(
    r"\\(?:lstnewenvironment|DefineVerbatimEnvironment|newtcblisting|NewTCBListing|newverbatim)\s{0,9}\{([A-Za-z]{1,40})\}"
)
# An address may hold % and #, and braces in pairs.
_ADDRESS = re.compile(r"\{(?P<address>(?:[^{}\r\n]|\{[^{}\r\n]*+\})*+)\}")
_BLANK_LINE = re.compile(r"(?>\r\n|\n|\r)[ \t]*+[\r\n]")
_OWN_CONDITION = re.compile(r"\\newif\s{0,9}\{?\\(if[A-Za-z@]{1,40})")
_MATH_ENDS = {
    "$": re.compile(r"(?<!\\)\$"),
    "$$": re.compile(r"(?<!\\)\$\$"),
    "\\(": re.compile(r"(?<!\\)\\\)"),
    "\\[": re.compile(r"(?<!\\)\\\]"),
}


class _NextMatches:
    """The next match of each pattern, searched once per stretch, so that all searches together are linear."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next: dict[re.Pattern[str], re.Match[str] | None] = {}

    def find(self, wanted: re.Pattern[str], at: int) -> re.Match[str] | None:
        """Return the first match at or after an offset; offsets must not fall between calls."""
        if wanted not in self._next:
            self._next[wanted] = wanted.search(self._text, at)
        found = self._next[wanted]
        if found is not None and found.start() < at:
            found = self._next[wanted] = wanted.search(self._text, at)
        return found


@dataclass(slots=True)
class LatexSurvey:
    """Result of the first pass."""

    text: str
    ahead: _NextMatches
    regions: list[Region] = field(default_factory=list)  # comments, code and mathematics, in order
    pairs: dict[int, int] = field(default_factory=dict)  # offset of an opening brace or bracket to its closing one
    start: int = 0  # of the body: after \begin{document}
    end: int = 0  # of the body: \end{document}
    conditions: frozenset[str] = frozenset()  # defined by \newif in the document
    untaken: Mapping[int, int] = field(default_factory=dict)  # branches that are not printed: start to end
    unknown: list[Span] = field(default_factory=list)  # conditions whose value is unknown
    listings: frozenset[str] = frozenset()  # environments for code that the document defines itself
    notes: list[str] = field(default_factory=list)


def survey_latex(text: str, flags: Mapping[str, bool | None]) -> LatexSurvey:
    """Scan the text once; `flags` are the conditions that the document sets."""
    found = LatexSurvey(text, _NextMatches(text), end=len(text), listings=frozenset(_LISTING.findall(text)))
    found.conditions = frozenset(_OWN_CONDITION.findall(text))
    found.untaken, found.unknown = find_branches(text, flags)
    stack: list[int] = []
    at = 0
    while token := _TOKEN.search(text, at):
        if token["over"]:
            found.end = max(token.start(), found.start)
            break
        at = _skip_opaque(token, found) or token.end()
        if token[0] in "{}[]":
            _pair(text, token.start(), stack=stack, pairs=found.pairs)
        elif token["env"] == "document" and not found.start:
            found.start = token.end()
    return found


def _skip_opaque(token: re.Match[str], found: LatexSurvey) -> int:
    """Return the end of the comment, code, mathematics or address that starts at the token, or 0."""
    if token.start() in found.untaken:
        return _add(found, "comment", Span(token.start(), found.untaken[token.start()]))
    if token[0][0] == "%":
        return _add(found, "comment", Span(token.start(), token.end()))
    if delimiter := token["verb"] or token["listing"] or token["mint"]:
        close = found.text.find("}" if delimiter == "{" else delimiter, token.end(), token.end() + _MAX_INLINE)
        return _add(found, "code", Span(token.start(), close + 1)) if close >= 0 else 0
    if token["address"]:
        return _skip_address(token, found)
    if token["math"]:
        return _skip_formula(token, found)
    if token["never"]:
        return _skip_condition(token, found)
    return _skip_environment(token, found) if token["env"] else 0


def _add(found: LatexSurvey, kind: RegionKind, span: Span) -> int:
    found.regions.append(Region(kind, span))
    return span.end


def _skip_condition(token: re.Match[str], found: LatexSurvey) -> int:
    r"""Skip \iffalse … \fi, or up to its \else, with the conditions inside it."""
    if NAMED.search(found.text, max(token.start() - 60, 0), token.start()):
        return 0
    depth = 1
    for each in CONDITION.finditer(found.text, token.end()):
        if each["opens"] or each["own"] in found.conditions:
            depth += 1
        elif each["closes"]:
            depth -= 1
        if depth == 0 or (depth == 1 and each["otherwise"]):
            return _add(found, "comment", Span(token.start(), each.end()))
    line, _ = Lines.of(found.text).position(token.start())
    found.notes.append(f"\\iffalse in line {line} is never closed; the rest was not read.")
    return _add(found, "comment", Span(token.start(), len(found.text)))


def _skip_address(token: re.Match[str], found: LatexSurvey) -> int:
    address = _ADDRESS.match(found.text, token.end() - 1)
    if address is None:
        return token.end() - 1
    found.pairs[address.start()] = address.end() - 1
    return address.end()


def _skip_formula(token: re.Match[str], found: LatexSurvey) -> int:
    """Skip mathematics, which ends before the paragraph does; a single dollar sign is a dollar."""
    close = found.ahead.find(_MATH_ENDS[token[0]], token.end())
    blank = found.ahead.find(_BLANK_LINE, token.end())
    if close is None or (blank is not None and blank.start() < close.start()):
        return 0
    return _add(found, "math", Span(token.start(), close.end()))


def _skip_environment(token: re.Match[str], found: LatexSurvey) -> int:
    name = token["env"]
    kind = _environment_kind(name, found.listings)
    if kind is None:
        return 0
    close = found.ahead.find(re.compile(rf"\\end[ \t]{{0,9}}\{{{re.escape(name)}\}}"), token.end())
    if close is None and kind == "math":
        return 0
    if close is None:
        line, _ = Lines.of(found.text).position(token.start())
        found.notes.append(f"\\begin{{{name}}} in line {line} is never closed; the rest was not read.")
    return _add(found, kind, Span(token.start(), close.end() if close else len(found.text)))


def _environment_kind(name: str, listings: frozenset[str]) -> RegionKind | None:
    if name in _MATH:
        return "math"
    if name in _CODE or name in listings or _CODE_NAME.match(name):
        return "code"
    return "comment" if name == "comment" else None


def _pair(text: str, at: int, *, stack: list[int], pairs: dict[int, int]) -> None:
    """Pair a closing sign with its opener: braces close over open brackets, brackets never across a brace."""
    char = text[at]
    if char in "{[":
        stack.append(at)
    elif char == "]":
        if stack and text[stack[-1]] == "[":
            pairs[stack.pop()] = at
    else:
        while stack and text[stack[-1]] == "[":
            stack.pop()
        if stack:
            pairs[stack.pop()] = at
