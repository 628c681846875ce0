"""The second look at LaTeX: a walk over the body that tells prose from markup and paragraph from paragraph."""

from collections.abc import Mapping
from re import DOTALL, VERBOSE, Match
from re import compile as pattern

from citevet.model import Mark, Region, Span
from citevet.read.latex_actions import close_entry, line_end, macro
from citevet.read.latex_macros import BEGINS
from citevet.read.latex_state import State
from citevet.read.latex_survey import Survey

_TOKEN = pattern(
    r"""\\(?P<edge>begin|end)[ \t]{0,9}\{(?P<env>[^{}\s\\]{1,60})\}
    | \\(?P<name>[A-Za-z@]++\*?)
    | \\(?P<symbol>.)
    | [{}&]
    | (?P<blank>(?>\r\n|\n|\r)[ \t]*+[\r\n]\s*+)""",
    VERBOSE | DOTALL,
)
_INLINE_CODE = pattern(r"\\(?:verb\*?|lstinline(?:\[[^\]]*\])?|mintinline(?:\[[^\]]*\])?\{[^{}]*\})[^A-Za-z\s]")
_WORD = pattern(r"\w")
_PRINTED = frozenset("%$&#_{}")  # after a backslash, these are printed


def walk(text: str, survey: Survey, aliases: Mapping[str, str]) -> State:
    """Walk over the body, and past what is no LaTeX."""
    state = State(text, survey.pairs, aliases, at=survey.start)
    for region in survey.regions:
        if survey.start <= region.span.start < survey.end:
            _stretch(state, region.span.start)
            if state.at <= region.span.start:
                _pass(state, region)
    _stretch(state, survey.end)
    state.blocks.flush()
    close_entry(state, survey.end)
    return state


def _stretch(state: State, end: int) -> None:
    while state.at < end:
        token = _TOKEN.search(state.text, state.at, end)
        _prose(state, state.at, token.start() if token else end)
        state.at = token.end() if token else end
        if token:
            _token(state, token)


def _pass(state: State, region: Region) -> None:
    if region.kind == "code" and state.text.startswith("\\begin", region.span.start):
        state.blocks.code(region.span)
    elif region.kind != "comment":
        state.blocks.ink(region.span, words=region.kind == "code", math=region.kind == "math")
        _undelimited(state, region.span)
    state.at = region.span.end


def _undelimited(state: State, span: Span) -> None:
    r"""Say that of \verb|code| the macro and the delimiters are not printed."""
    if head := _INLINE_CODE.match(state.text, span.start, span.end - 1):
        state.marks.append(Mark("print", Span(span.start, head.end())))
        state.marks.append(Mark("print", Span(span.end - 1, span.end)))


def _prose(state: State, start: int, end: int) -> None:
    piece = state.text[start:end]
    bare = piece.strip()
    if bare:
        first = start + len(piece) - len(piece.lstrip())
        state.blocks.ink(Span(first, first + len(bare)), words=_WORD.search(bare) is not None)


def _token(state: State, token: Match[str]) -> None:
    span = Span(token.start(), token.end())
    if token["blank"]:
        if not state.blocks.tables:
            state.blocks.flush()
    elif token["env"]:
        _edge(state, span, begins=token["edge"] == "begin", name=token["env"])
    elif token["name"]:
        macro(state, span)
    elif token["symbol"]:
        _symbol(state, span)
    elif token[0] == "&":
        _ampersand(state, span)
    else:
        _brace(state, span)


def _edge(state: State, span: Span, *, begins: bool, name: str) -> None:
    if begins:
        state.blocks.begin(name)
        state.silence(span, BEGINS.get(name, 0))
        return
    if name == "thebibliography":
        close_entry(state, span.start)
    state.blocks.end(name)
    state.hide(span.start, span.end)


def _symbol(state: State, span: Span) -> None:
    char = state.text[span.end - 1]
    if char == "\\":
        line_end(state, span)
        return
    state.blocks.pend(span.start)
    if char in _PRINTED:
        state.blocks.ink(span)
    state.hide(span.start, span.start + 1 if char in _PRINTED or char.isspace() else span.end)
    state.at = span.end


def _ampersand(state: State, span: Span) -> None:
    if state.blocks.tables:
        state.hide(span.start, span.end)
    else:
        state.blocks.ink(span)


def _brace(state: State, span: Span) -> None:
    """Hide the brace; it may end a heading, and belongs to the block whose last word it touches."""
    blocks = state.blocks
    state.hide(span.start, span.end)
    if state.text[span.start] == "{":
        blocks.pend(span.start)
    elif span.start in state.closers:
        blocks.flush(span.end)
    elif blocks.start is not None and blocks.last == span.start:
        blocks.last = span.end
