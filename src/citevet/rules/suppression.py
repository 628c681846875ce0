"""Comments in the document that accept a finding: `<!-- citevet: ignore[KEY001] reason -->`, after `%` in LaTeX."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from re import DOTALL
from re import compile as pattern
from typing import Literal, get_args

from citevet.model import Block, Document, Span

Action = Literal["ignore", "disable", "enable", "file-ignore"]

_PERCENT = frozenset({"latex", "bibtex"})  # formats whose comments start with a percent sign
_OPEN, _CLOSE = "<!--", "-->"
_NAME = pattern(r"\s*citevet\s*:")
_BODY = pattern(rf"\s*({'|'.join(get_args(Action))})\s*\[([^\[\]]*)\](.*)", DOTALL)
_SEPARATORS = " \t\r\n:;,-–—"
_RUNS = frozenset({"item", "row"})  # a comment before a list or table speaks of all of it


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment of ours; without an action it is one that we do not understand."""

    span: Span
    action: Action | None
    selectors: tuple[str, ...]  # codes, prefixes and names, as written
    reason: str
    scope: Span  # where it accepts findings; empty where there is nothing to accept


def suppressions(document: Document) -> tuple[Suppression, ...]:
    """Return every comment that is addressed to us, in order."""
    return tuple(_closed([_parse(span, body, document) for span, body in _comments(document)], len(document.text)))


def _comments(document: Document) -> Iterator[tuple[Span, str]]:
    """Yield our comments with what stands after `citevet:`; code shows comments, it does not make them."""
    pairs = _percent_comments(document) if document.format in _PERCENT else _html_comments(document.text)
    code = [region.span for region in document.regions if region.kind == "code"]
    for span, content in pairs:
        named = _NAME.match(content)
        if named and not _inside(span.start, code):
            yield span, content[named.end() :]


def _html_comments(text: str) -> Iterator[tuple[Span, str]]:
    at = text.find(_OPEN)
    while at >= 0:
        end = text.find(_CLOSE, at + len(_OPEN))
        if end < 0:
            return
        yield Span(at, end + len(_CLOSE)), text[at + len(_OPEN) : end]
        at = text.find(_OPEN, end)


def _percent_comments(document: Document) -> Iterator[tuple[Span, str]]:
    text = document.text
    at = text.find("citevet")
    while at >= 0:
        line = document.lines.span(document.lines.position(at)[0], text)
        sign = text.rfind("%", line.start, at)
        if sign >= 0 and not text[sign + 1 : at].strip() and _unescaped(text, sign):
            yield Span(sign, line.end), text[sign + 1 : line.end]
        at = text.find("citevet", max(line.end, at + 1))


def _unescaped(text: str, sign: int) -> bool:
    before = sign
    while before and text[before - 1] == "\\":
        before -= 1
    return (sign - before) % 2 == 0


def _inside(offset: int, spans: Sequence[Span]) -> bool:
    index = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < spans[index].end


def _parse(span: Span, body: str, document: Document) -> Suppression:
    parsed = _BODY.fullmatch(body)
    selectors = tuple(filter(None, (part.strip() for part in parsed[2].split(",")))) if parsed else ()
    if not parsed or not selectors:
        return Suppression(span, None, (), "", Span(span.start, span.start))
    action: Action = next(known for known in get_args(Action) if known == parsed[1])
    return Suppression(span, action, selectors, parsed[3].strip(_SEPARATORS), _scope(action, span, document))


def _scope(action: Action, span: Span, document: Document) -> Span:
    if action == "file-ignore":
        return Span(0, len(document.text) + 1)
    if action == "ignore":
        return _block(span, document)
    return Span(span.start, span.start)


def _closed(found: Sequence[Suppression], end: int) -> Iterator[Suppression]:
    """Let each `disable` reach to the `enable` of the same selectors, or to the end of the document.

    An `enable` that closes something has a scope, so that one without is known as idle.
    """
    opened: dict[frozenset[str], int] = {}
    closed = list(found)
    for index, suppression in enumerate(found):
        key = frozenset(suppression.selectors)
        if suppression.action == "disable":
            opened[key] = index
            closed[index] = replace(suppression, scope=Span(suppression.span.start, end + 1))
        elif suppression.action == "enable" and key in opened:
            start = opened.pop(key)
            closed[start] = replace(found[start], scope=Span(found[start].span.start, suppression.span.start))
            closed[index] = replace(suppression, scope=suppression.span)
    return iter(closed)


def _block(span: Span, document: Document) -> Span:
    """Return the block that holds the comment, or the next one for a comment that stands alone before it."""
    blocks = document.blocks
    index = bisect_right(blocks, span.start, key=lambda block: block.span.start) - 1
    if index >= 0 and _belongs(span, blocks[index], document):
        return blocks[index].span
    after = bisect_left(blocks, span.end, key=lambda block: block.span.start)
    return _run(blocks, after) if after < len(blocks) else Span(span.start, span.start)


def _belongs(span: Span, block: Block, document: Document) -> bool:
    if _alone(span, document):
        return span.end < block.span.end and bool(document.text[span.end : block.span.end].strip())
    return span.start < block.span.end or "\n" not in document.text[block.span.end : span.start]


def _alone(span: Span, document: Document) -> bool:
    first, last = (document.lines.span(document.lines.position(at)[0], document.text) for at in (span.start, span.end))
    before = document.text[first.start : span.start].strip(" \t>")
    return not before and not document.text[span.end : last.end].strip()


def _run(blocks: Sequence[Block], index: int) -> Span:
    first = last = blocks[index]
    if first.kind in _RUNS:
        while index + 1 < len(blocks) and blocks[index + 1].kind == first.kind:
            index += 1
            last = blocks[index]
    return Span(first.span.start, last.span.end)
