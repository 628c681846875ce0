"""A document in chunks that fit a model, in the shape of `citation-auditor`, with the way back to its offsets."""

from collections.abc import Iterator
from re import MULTILINE
from re import compile as pattern
from typing import Any, NamedTuple

from citevet.extract.sentences import sentences
from citevet.model import Document, Span

_FENCE = pattern(r"^ {0,3}(`{3,}|~{3,})", MULTILINE)
_BLANK = pattern(r"(?:\r?\n|\r)[^\S\r\n]*(?:\r?\n|\r)\s*|\f")
_SEPARATOR = "\n\n"


class _Piece(NamedTuple):
    span: Span
    tokens: int
    is_paragraph: bool


def chunks(document: Document, max_tokens: int) -> list[dict[str, Any]]:
    """Pack blocks greedily; the next chunk starts again at the last paragraph of the one before."""
    pieces = [piece for span in _blocks(document) for piece in _pieces(document.text, span, max_tokens)]
    found: list[dict[str, Any]] = []
    start = 0
    while start < len(pieces):
        end = _end(pieces, start, max_tokens)
        found.append(_chunk(document.text, len(found), [piece.span for piece in pieces[start:end]]))
        overlap = end - 1 if end < len(pieces) and pieces[end - 1].is_paragraph else end
        start = max(overlap, start + 1) if end < len(pieces) else end
    return found


def tokens(text: str) -> int:
    """Estimate tokens: four ASCII characters make one, and a character of another script is one by itself."""
    ascii_only = len(text.encode("ascii", errors="ignore"))
    return max(1, -(-ascii_only // 4) + len(text) - ascii_only)


def _end(pieces: list[_Piece], start: int, max_tokens: int) -> int:
    total = pieces[start].tokens
    end = start + 1
    while end < len(pieces) and total + 1 + pieces[end].tokens <= max_tokens:
        total += 1 + pieces[end].tokens
        end += 1
    return end


def _chunk(text: str, index: int, spans: list[Span]) -> dict[str, Any]:
    segments = []
    at = 0
    for span in spans:
        segments.append(
            {"chunk_start": at, "chunk_end": at + len(span), "document_start": span.start, "document_end": span.end}
        )
        at += len(span) + len(_SEPARATOR)
    return {"index": index, "text": _SEPARATOR.join(span.of(text) for span in spans), "segments": segments}


def _blocks(document: Document) -> Iterator[Span]:
    """Yield runs of lines between blank ones; a fenced block is one run, whatever it holds."""
    text = document.text
    if document.format in {"docx", "pdf"}:
        yield from (block.span for block in document.blocks)
        return
    at = 0
    while (fence := _FENCE.search(text, at)) is not None:
        yield from _runs(text, at, fence.start())
        close = pattern(rf"^ {{0,3}}{fence[1][0]}{{{len(fence[1])},}}[^\S\r\n]*$", MULTILINE).search(text, fence.end())
        at = close.end() if close else len(text)
        yield _trimmed(text, fence.start(), at)
    yield from _runs(text, at, len(text))


def _runs(text: str, start: int, end: int) -> Iterator[Span]:
    at = start
    for gap in _BLANK.finditer(text, start, end):
        if text[at : gap.start()].strip():
            yield _trimmed(text, at, gap.start())
        at = gap.end()
    if text[at:end].strip():
        yield _trimmed(text, at, end)


def _trimmed(text: str, start: int, end: int) -> Span:
    while end > start and text[end - 1] in "\r\n":
        end -= 1
    while start < end and text[start] in "\r\n":
        start += 1
    return Span(start, end)


def _pieces(text: str, span: Span, max_tokens: int) -> Iterator[_Piece]:
    """Split a block that is too large for any chunk between its sentences."""
    size = tokens(span.of(text))
    first = span.of(text).lstrip()[:1]
    if size <= max_tokens:
        yield _Piece(span, size, first not in "#>`~-*+")
        return
    start = span.start
    for sentence in sentences(span.of(text)):
        end = span.start + sentence.end
        if tokens(text[start:end]) > max_tokens and span.start + sentence.start > start:
            yield _Piece(_trimmed(text, start, span.start + sentence.start), max_tokens, False)
            start = span.start + sentence.start
    yield _Piece(Span(start, span.end), tokens(text[start : span.end]), False)
