r"""The first pass over LaTeX: finds comments, code and mathematics, and which brace closes which.

A document may set conditions itself: \newif\ifdraft … \drafttrue … \ifdraft … \else … \fi.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Lines, Region, RegionKind, Span
from citevet.read.regions import NextMatches
from citevet.records import dataclass, field
from citevet.tables import read_words

# Conditions of TeX itself and of newif end in fi; ifthenelse and iff do not.
_CONDITION = re.compile(
    r"""(?<!\\)%[^\r\n]*
    | \\(?:(?P<opens>if(?:|cat|x|num|dim|odd|[vhm]mode|inner|void|[hv]box|eof|true|false|case|defined|csname|fontchar
        |pdf|xetex|luatex)) | (?P<own>if[A-Za-z@]+) | (?P<otherwise>else) | (?P<closes>fi))(?![A-Za-z@])""",
    re.VERBOSE,
)
# \let\ifdraft\iffalse and \newif\ifdraft open nothing.
NAMED = re.compile(r"\\(?:let\s{0,9}\\[A-Za-z@]{1,40}|let|newif|endcsname)\s{0,9}[={]?\s{0,9}$")
# Conditions of a class or package that is not read; a macro of etoolbox has its branches in braces.
_MACRO = re.compile(r"iff|if(?!defined|csname)(?:def|undef|cs|str|bool|toggle|blank|then|num|dim)\w+|ifdef")
_BRACE = re.compile(r"\s{0,9}[\[{]")
_SETTING = re.compile(
    r"""%[^\r\n]*
    | \\newif\s{0,9}\{?\\if(?P<declared>[A-Za-z@]{1,40})\}?
    | \\let\s{0,9}\\if(?P<let>[A-Za-z@]{1,40})\s{0,9}=?\s{0,9}\\if(?P<to>true|false)(?![A-Za-z@])
    | \\(?:set|provide)?bool(?:ean|true|false)?\s{0,9}\{(?P<other>[A-Za-z@]{1,40})\}
    | (?P<body>\\begin\s{0,9}\{document\})
    | \\(?P<edge>if[A-Za-z@]*|fi)(?![A-Za-z@])
    | \\(?P<set>[A-Za-z@]{1,40}?)(?P<value>true|false)(?![A-Za-z@])
    | \\(?:[A-Za-z@]+|.)
    | (?P<brace>[{}])""",
    re.VERBOSE | re.DOTALL,
)


def find_flags(main: str, parts: Sequence[tuple[str, str]]) -> dict[str, bool | None]:
    """Return the conditions that a document declares, with their values; None where the value is unknown.

    The value is certain if the preamble, or a part that it includes, sets no other, outside braces and conditions. A
    condition that is never set is false. A part is its name without an ending, and its text.
    """
    preamble = main.partition("\\begin{document}")[0]
    declared: set[str] = set()
    values: dict[str, set[bool | None]] = {}
    for name, text in (("", main), *parts):
        for flag, value in _read_settings(text, declared):
            values.setdefault(flag, set()).add(value if name in preamble else None)
    told = {flag: values.get(flag, {False}) for flag in declared}
    return {f"if{flag}": next(iter(found)) if len(found) == 1 else None for flag, found in told.items()}


def _read_settings(text: str, declared: set[str]) -> Iterator[tuple[str, bool | None]]:
    """Yield each value that a text gives to a condition; None in braces, in a condition or in the body."""
    braces = depth = 0
    in_body = False
    for found in _SETTING.finditer(text):
        if found["brace"]:
            braces += 1 if found["brace"] == "{" else -1
        elif found["edge"]:
            depth += -1 if found["edge"] == "fi" else not _is_macro(found["edge"], text, found.end())
        elif flag := found["let"] or found["set"]:
            value = (found["to"] or found["value"]) == "true"
            yield flag, None if braces > 0 or depth > 0 or in_body else value
        elif found["other"]:
            yield found["other"], None
        if flag := found["declared"] or found["let"]:
            declared.add(flag)
        in_body = in_body or found["body"] is not None


def find_branches(text: str, flags: Mapping[str, bool | None]) -> tuple[dict[int, int], list[Span]]:
    """Return the branches that are not printed, by their start, and the conditions of unknown value."""
    untaken: dict[int, int] = {}
    unknown: list[Span] = []
    opened: list[tuple[re.Match[str], list[re.Match[str]]]] = []  # conditions with their else
    for each in _CONDITION.finditer(text) if flags else ():
        if each["opens"] or each["own"]:
            if _opens(each, text, flags):
                opened.append((each, []))
        elif each["otherwise"] and opened:
            opened[-1][1].append(each)
        elif each["closes"] and opened:
            start, otherwise = opened.pop()
            middle = otherwise[0] if otherwise else each
            if start["own"] not in flags:
                continue
            value = flags[start["own"]]
            if value is None:
                unknown.append(Span(start.start(), each.end()))
            elif value is False:
                untaken[start.start()] = middle.end()
            elif middle is not each:
                untaken[middle.start()] = each.end()
    return untaken, _join(unknown)


def _opens(found: re.Match[str], text: str, flags: Mapping[str, bool | None]) -> bool:
    if NAMED.search(text, max(found.start() - 60, 0), found.start()):
        return False
    return found["own"] in flags or not (found["own"] and _is_macro(found["own"], text, found.end()))


def _is_macro(name: str, text: str, end: int) -> bool:
    return _MACRO.fullmatch(name) is not None or _BRACE.match(text, end) is not None


def _join(spans: list[Span]) -> list[Span]:
    """Return the outermost spans in order; conditions are nested or apart."""
    outer: list[Span] = []
    for span in sorted(spans):
        if not outer or span.start >= outer[-1].end:
            outer.append(span)
    return outer


# The survey

# Printed verbatim.
_CODE = read_words("""verbatim verbatim* Verbatim BVerbatim LVerbatim lstlisting minted alltt filecontents filecontents*
    tikzpicture pgfpicture picture algorithmic algorithmicx Sinput Soutput Schunk asy pycode""")
# Authors name their own environments for code after the usual ones.
_CODE_NAME = re.compile(r"(?:[A-Za-z]*[Vv]erbatim|lst[a-z]+|[A-Za-z]*(?:[Cc]ode|[Ll]isting)s?)\*?\Z")
_MATH = read_words("""math displaymath equation equation* align align* alignat alignat* flalign flalign* gather gather*
    multline multline* eqnarray eqnarray* dmath dmath* subequations IEEEeqnarray IEEEeqnarray*""")

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


@dataclass(slots=True)
class LatexSurvey:
    """Result of the first pass."""

    text: str
    ahead: NextMatches
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
    found = LatexSurvey(text, NextMatches(text), end=len(text), listings=frozenset(_LISTING.findall(text)))
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
    for each in _CONDITION.finditer(found.text, token.end()):
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
