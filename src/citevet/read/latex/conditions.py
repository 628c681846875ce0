r"""Conditions that a document sets itself: \newif\ifdraft … \drafttrue … \ifdraft … \else … \fi."""

import re
from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Span

# Conditions of TeX itself and of newif end in fi; ifthenelse and iff do not.
CONDITION = re.compile(
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
    for each in CONDITION.finditer(text) if flags else ():
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
