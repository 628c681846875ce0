"""What each macro does to the walk over a LaTeX text."""

from collections.abc import Callable
from re import compile as pattern

from citevet.model import Mark, Span
from citevet.read.latex_cites import calls
from citevet.read.latex_entry import entry_words
from citevet.read.latex_macros import (
    ADDRESSES,
    CAPTIONS,
    DEFINES,
    HEADINGS,
    LETTERS,
    NOTES,
    ROW_ENDS,
    SILENT,
    is_cite,
)
from citevet.read.latex_state import State, after_gap
from citevet.read.latex_units import SHAPES, quantity

_ADDRESS_ESCAPE = pattern(r"\\([%#&_~{}])")


def macro(state: State, span: Span) -> None:
    """Act on a macro by its name."""
    name = span.of(state.text)[1:].removesuffix("*")
    if name in _ACTIONS:
        _ACTIONS[name](state, span, name)
    elif name in DEFINES:
        state.silence(span, DEFINES[name], defines=True)
    elif name in SILENT:
        state.silence(span, SILENT[name])
    elif name in SHAPES and quantity(state, span, name):
        return
    elif not ((name in state.aliases or is_cite(name)) and _cite(state, span, name)):
        _inline(state, span, name)


def line_end(state: State, span: Span, _name: str = "") -> None:
    r"""End a table row at \\, with its star and its length."""
    end = state.option(span.end + (state.text[span.end : span.end + 1] == "*"))
    state.hide(span.start, end)
    if state.blocks.tables:
        state.blocks.flush()


def close_entry(state: State, end: int) -> None:
    r"""End the \bibitem that is open."""
    if state.entry is None:
        return
    head, key = state.entry
    words = state.text[head.end : end]
    first = head.end + len(words) - len(words.lstrip())
    last = max(head.end + len(words.rstrip()), head.end)
    label = Span(first, last) if first < last else Span(head.end, head.end)
    state.marks.append(Mark("entry", Span(head.start, last), key, label, {"words": entry_words(label.of(state.text))}))
    state.entry = None


def _inline(state: State, span: Span, name: str) -> None:
    """Keep the words of a macro, and hide its name."""
    if name in LETTERS:
        state.hide(span.start, span.start + 1)
        state.at = span.end
        state.blocks.ink(span, words=True)
        return
    state.hide(span.start, state.option(span.end))
    if state.text[state.at : state.at + 1] == "{":
        state.blocks.pend(span.start)


def _cite(state: State, span: Span, name: str) -> bool:
    star = state.text[span.end - 1] == "*"
    meaning = state.aliases.get(name, name) + "*" * star
    marks = calls(state.text, span, name=meaning, pairs=state.pairs)
    if not marks:
        return False
    state.marks += marks
    state.untie(span.start)
    state.at = marks[-1].span.end
    if name != "nocite":
        state.blocks.ink(Span(span.start, state.at), words=True)
    return True


def _titled(state: State, span: Span, name: str) -> None:
    """Make a heading or caption a block of its own."""
    content = state.argument(span.end)
    if content and name == "captionof":
        content = state.argument(content.end + 1)
    state.blocks.flush()
    if content is None:
        state.hide(span.start, span.end)
        return
    state.blocks.entitle("caption" if name in CAPTIONS else "heading", HEADINGS.get(name, 0), span.start)
    state.closers.add(content.end)
    state.hide(span.start, content.start)


def _note(state: State, span: Span, name: str) -> None:
    content = state.argument(span.end)
    if content is None:
        _inline(state, span, name)
        return
    state.marks.append(Mark("inline-note", Span(span.start, content.end + 1), label=content))
    if state.blocks.start is None and not state.blocks.tables:
        # Behind a listing or a quotation; the sentence that follows is not the one that it is about.
        state.blocks.entitle("footnote", 0, span.start)
        state.closers.add(content.end)
    state.blocks.pend(span.start)
    state.hide(span.start, content.start)


def _item(state: State, span: Span, _name: str) -> None:
    r"""Start an item; the term of \item[term] is part of it."""
    state.blocks.flush()
    close = state.pairs.get(span.end)
    if close is not None and state.text[span.end] == "[":
        state.hide(close, close + 1)
        state.hide(span.start, span.end + 1)
        state.blocks.pend(span.end)
    else:
        state.hide(span.start, span.end)


def _bibitem(state: State, span: Span, _name: str) -> None:
    close_entry(state, span.start)
    state.blocks.flush()
    key = state.argument(span.end)
    state.hide(span.start, key.end + 1 if key else span.end)
    if key:
        state.entry = Span(span.start, key.end + 1), key.of(state.text).strip()


def _link(state: State, span: Span, name: str) -> None:
    address = state.argument(span.end)
    if address is None:
        _inline(state, span, name)
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
        state.blocks.pend(span.start)
    else:
        state.blocks.ink(whole)


def _image(state: State, span: Span, _name: str) -> None:
    path = state.argument(span.end)
    state.silence(span, 1)
    if path:
        state.marks.append(Mark("image", Span(span.start, path.end + 1), path.of(state.text).strip(), path))


def _paragraph(state: State, span: Span, _name: str) -> None:
    state.blocks.flush()
    state.hide(span.start, span.end)


def _input(state: State, span: Span, _name: str) -> None:
    r"""Hide \input file as well, the form without braces."""
    state.silence(span, 1)
    if state.at == span.end:
        start = after_gap(state.text, span.end)
        found = _FILE.match(state.text, start)
        state.hide(span.start, found.end() if found else span.end)


_FILE = pattern(r"[\w./-]{1,200}")
_ACTIONS: dict[str, Callable[[State, Span, str], None]] = {
    **dict.fromkeys([*HEADINGS, *CAPTIONS], _titled),
    **dict.fromkeys(NOTES, _note),
    **dict.fromkeys(ADDRESSES, _link),
    **dict.fromkeys(ROW_ENDS, line_end),
    "item": _item,
    "bibitem": _bibitem,
    "includegraphics": _image,
    "par": _paragraph,
    "input": _input,
}
