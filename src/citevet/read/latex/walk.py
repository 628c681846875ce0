"""The second pass over LaTeX: separates prose from markup, and one paragraph from the next."""

import re
from collections.abc import Callable

import citevet.read.latex.macros as tex
from citevet.model import Mark, Region, Span
from citevet.read.bibtex import clean_bibitem
from citevet.read.latex.state import LatexState
from citevet.read.latex.survey import LatexSurvey

_TOKEN = re.compile(
    r"""\\(?P<edge>begin|end)[ \t]{0,9}\{(?P<env>[^{}\s\\]{1,60})\}
    | \\(?P<name>[A-Za-z@]++\*?)
    | \\(?P<symbol>.)
    | [{}&]
    | (?P<blank>(?>\r\n|\n|\r)[ \t]*+[\r\n]\s*+)""",
    re.VERBOSE | re.DOTALL,
)
_INLINE_CODE = re.compile(r"\\(?:verb\*?|lstinline(?:\[[^\]]*\])?|mintinline(?:\[[^\]]*\])?\{[^{}]*\})[^A-Za-z\s]")
_WORD = re.compile(r"\w")
_PRINTED = frozenset("%$&#_{}")  # after a backslash, these are printed
_ADDRESS_ESCAPE = re.compile(r"\\([%#&_~{}])")
_FILE = re.compile(r"[\w./-]{1,200}")
_LISTS = frozenset({"thebibliography", "CSLReferences", "cslreferences"})  # environments of entries, two of pandoc
_PANDOC_ENTRY = re.compile(r"\\leavevmode(?:\\vadjust pre\{)?\\hypertarget\{(ref-[^{}\s]{1,200})\}\{\}\}?%?")


def walk(text: str, survey: LatexSurvey) -> LatexState:
    """Walk over the body, and skip comments, code and mathematics."""
    opaque = [region.span for region in survey.regions]
    state = LatexState(text, survey.pairs, tex.find_own_macros(text, survey.pairs, opaque), at=survey.start)
    for region in survey.regions:
        if survey.start <= region.span.start < survey.end:
            _read_stretch(state, region.span.start)
            if state.at <= region.span.start:
                _skip_region(state, region)
    _read_stretch(state, survey.end)
    state.blocks.flush()
    _close_entry(state, survey.end)
    return state


def _read_stretch(state: LatexState, end: int) -> None:
    while state.at < end:
        token = _TOKEN.search(state.text, state.at, end)
        if span := Span(state.at, token.start() if token else end).trim(state.text):
            state.blocks.add_printed(span, words=_WORD.search(span.of(state.text)) is not None)
        state.at = token.end() if token else end
        if token:
            _read_token(state, token)


def _skip_region(state: LatexState, region: Region) -> None:
    span = region.span
    if region.kind == "code" and state.text.startswith("\\begin", span.start):
        state.blocks.add_code(span)
    elif region.kind != "comment":
        state.blocks.add_printed(span, words=region.kind == "code", math=region.kind == "math")
        if head := _INLINE_CODE.match(state.text, span.start, span.end - 1):
            # Of \verb|code|, the macro and the delimiters are not printed.
            state.marks.append(Mark("print", Span(span.start, head.end())))
            state.marks.append(Mark("print", Span(span.end - 1, span.end)))
    state.at = span.end


def _read_token(state: LatexState, token: re.Match[str]) -> None:
    span = Span(token.start(), token.end())
    if token["blank"]:
        if not state.blocks.tables:
            state.blocks.flush()
    elif token["env"]:
        _read_environment(state, span, begins=token["edge"] == "begin", name=token["env"])
    elif token["name"]:
        _read_macro(state, span)
    elif token["symbol"]:
        _read_symbol(state, span)
    elif token[0] != "&":
        _read_brace(state, span)
    elif state.blocks.tables:
        state.hide(span.start, span.end)
    else:
        state.blocks.add_printed(span)


def _read_environment(state: LatexState, span: Span, *, begins: bool, name: str) -> None:
    if begins:
        state.blocks.begin(name)
        state.hide_with_arguments(span, tex.ENVIRONMENT_ARGUMENTS.get(name, 0))
        return
    if name in _LISTS:
        _close_entry(state, span.start)
    state.blocks.end(name)
    state.hide(span.start, span.end)


def _read_symbol(state: LatexState, span: Span) -> None:
    char = state.text[span.end - 1]
    if char == "\\":
        _end_row(state, span)
        return
    state.blocks.set_pending(span.start)
    if char in _PRINTED:
        state.blocks.add_printed(span)
    state.hide(span.start, span.start + 1 if char in _PRINTED or char.isspace() else span.end)
    state.at = span.end


def _read_brace(state: LatexState, span: Span) -> None:
    """Hide the brace; it may end a heading, and belongs to the block whose last word it touches."""
    blocks = state.blocks
    state.hide(span.start, span.end)
    if state.text[span.start] == "{":
        blocks.set_pending(span.start)
    elif span.start in state.closers:
        blocks.flush(span.end)
    elif blocks.start is not None and blocks.last == span.start:
        blocks.last = span.end


# Macros


def _read_macro(state: LatexState, span: Span) -> None:
    name = span.of(state.text)[1:].removesuffix("*")
    if name in _ACTIONS:
        _ACTIONS[name](state, span, name)
    elif name in tex.DEFINITIONS:
        state.hide_with_arguments(span, tex.DEFINITIONS[name], defines=True)
    elif name in tex.UNPRINTED:
        state.hide_with_arguments(span, tex.UNPRINTED[name])
    elif name in tex.QUANTITIES and _read_quantity(state, span, name):
        return
    elif not _read_citation(state, span, name):
        _hide_name(state, span, name)


def _end_row(state: LatexState, span: Span, _name: str = "") -> None:
    r"""End a table row at \\, with its star and its length."""
    end = state.skip_option(span.end + (state.text[span.end : span.end + 1] == "*"))
    state.hide(span.start, end)
    if state.blocks.tables:
        state.blocks.flush()


def _close_entry(state: LatexState, end: int) -> None:
    if state.entry is None:
        return
    head, key = state.entry
    label = Span(head.end, end).trim(state.text)
    parts = {"words": clean_bibitem(label.of(state.text))}
    state.marks.append(Mark("entry", Span(head.start, label.end), key, label, parts))
    state.entry = None


def _hide_name(state: LatexState, span: Span, name: str) -> None:
    """Keep the words of a macro, and hide its name."""
    if name in tex.LETTERS:
        state.hide(span.start, span.start + 1)
        state.at = span.end
        state.blocks.add_printed(span, words=True)
        if name in tex.SIGNS:
            state.marks.append(Mark("print", span, tex.SIGNS[name]))
        return
    state.hide(span.start, state.skip_option(span.end))
    if state.text[state.at : state.at + 1] == "{":
        state.blocks.set_pending(span.start)


def _read_quantity(state: LatexState, span: Span, name: str) -> bool:
    """Replace a number with a unit by its print; return False where its arguments are missing."""
    start = tex.skip_gap(state.text, state.skip_option(span.end))
    printed = tex.print_quantity(state.text, start, name, pairs=state.pairs)
    if not printed:
        return False
    state.hide(span.start, printed[0][0].start)
    for stretch, words in printed:
        state.hide(stretch.start, stretch.end)
        if words:
            state.marks.append(Mark("print", stretch, words))
    state.blocks.add_printed(Span(span.start, state.at), words=True)
    return True


def _read_citation(state: LatexState, span: Span, name: str) -> bool:
    star = "*" * (state.text[span.end - 1] == "*")
    own = state.own_macros.get(name)
    if own and own.calls:
        marks = own.read_call(state.text, span, state.pairs)
    elif own or (name not in state.own_macros and tex.is_cite(name)):
        marks = state.citation_calls(span, (own.macro if own else name) + star)
    else:
        marks = []
    if not marks:
        return False
    state.marks += marks
    state.hide_tie(span.start)
    state.at = marks[-1].span.end
    if name.endswith("cquote") and (words := state.argument(state.at)):
        state.print_quotes(words)
    if name != "nocite":
        state.blocks.add_printed(Span(span.start, state.at), words=True)
    return True


def _read_title(state: LatexState, span: Span, name: str) -> None:
    """Make a heading or caption a separate block."""
    content = state.argument(span.end)
    if content and name == "captionof":
        content = state.argument(content.end + 1)
    state.blocks.flush()
    if content is None:
        state.hide(span.start, span.end)
        return
    level = tex.HEADINGS.get(name, 0)
    state.blocks.open_title("caption" if name in tex.CAPTIONS else "heading", level, span.start)
    state.closers.add(content.end)
    state.hide(span.start, content.start)


def _read_quote(state: LatexState, span: Span, name: str) -> None:
    r"""Print quotation marks for the braces of \enquote{…}; an inner one has single marks."""
    language = state.argument(span.end) if name == "foreignquote" else None
    words = state.argument(language.end + 1 if language else span.end)
    _hide_name(state, span, name)
    if language and words:
        state.hide(span.end, words.start - 1)
    if words:
        state.print_quotes(words)


def _read_note(state: LatexState, span: Span, name: str) -> None:
    content = state.argument(span.end)
    if content is None:
        _hide_name(state, span, name)
        return
    state.marks.append(Mark("inline-note", Span(span.start, content.end + 1), label=content))
    if state.blocks.start is None and not state.blocks.tables:
        # After a listing or a quotation; the note is not about the sentence that follows.
        state.blocks.open_title("footnote", 0, span.start)
        state.closers.add(content.end)
    state.blocks.set_pending(span.start)
    state.hide(span.start, content.start)


def _start_block(state: LatexState, span: Span, name: str) -> None:
    r"""Start a paragraph or an item; the term of \item[term] is part of the item."""
    state.blocks.flush()
    close = state.pairs.get(span.end) if name == "item" else None
    if close is not None and state.text[span.end] == "[":
        state.hide(close, close + 1)
        state.hide(span.start, span.end + 1)
        state.blocks.set_pending(span.end)
    else:
        state.hide(span.start, span.end)


def _read_bibitem(state: LatexState, span: Span, _name: str) -> None:
    _close_entry(state, span.start)
    state.blocks.flush()
    key = state.argument(span.end)
    state.hide(span.start, key.end + 1 if key else span.end)
    if key:
        state.entry = Span(span.start, key.end + 1), key.of(state.text).strip()


def _start_line(state: LatexState, span: Span, name: str) -> None:
    r"""Open the entry that pandoc writes as \leavevmode\hypertarget{ref-key}{}."""
    found = _PANDOC_ENTRY.match(state.text, span.start)
    if found is None:
        _hide_name(state, span, name)
        return
    _close_entry(state, span.start)
    state.blocks.flush()
    state.hide(span.start, found.end())
    state.entry = Span(*found.span()), found[1]


def _read_link(state: LatexState, span: Span, name: str) -> None:
    address = state.argument(span.end)
    if address is None:
        _hide_name(state, span, name)
        return
    target = _ADDRESS_ESCAPE.sub(r"\1", address.of(state.text).strip())
    words = state.argument(address.end + 1) if name == "href" else None
    end = words.start if words else address.end + 1
    whole = Span(span.start, words.end + 1 if words else end)
    state.marks.append(Mark("link" if words else "autolink", whole, target, words or address))
    state.hide(span.start, address.start)
    state.hide(address.start, address.end, "url")
    state.hide(address.end, end)
    if words:
        state.blocks.set_pending(span.start)
    else:
        state.blocks.add_printed(whole)


def _read_image(state: LatexState, span: Span, _name: str) -> None:
    path = state.argument(span.end)
    state.hide_with_arguments(span, 1)
    if path:
        state.marks.append(Mark("image", Span(span.start, path.end + 1), path.of(state.text).strip(), path))


def _read_input(state: LatexState, span: Span, _name: str) -> None:
    r"""Hide \input{file}, and \input file without braces."""
    state.hide_with_arguments(span, 1)
    if state.at == span.end:
        found = _FILE.match(state.text, tex.skip_gap(state.text, span.end))
        state.hide(span.start, found.end() if found else span.end)


_ACTIONS: dict[str, Callable[[LatexState, Span, str], None]] = {
    **dict.fromkeys([*tex.HEADINGS, *tex.CAPTIONS], _read_title),
    **dict.fromkeys(tex.NOTES, _read_note),
    **dict.fromkeys(tex.ADDRESSES, _read_link),
    **dict.fromkeys(tex.QUOTES, _read_quote),
    **dict.fromkeys(tex.ROW_ENDS, _end_row),
    "item": _start_block,
    "bibitem": _read_bibitem,
    "leavevmode": _start_line,
    "includegraphics": _read_image,
    "par": _start_block,
    "input": _read_input,
}
