"""The words of a stretch as a reader hears them, and the way back to the document."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from re import compile as pattern

from citevet.model import Document, Plain, Span
from citevet.model.document import RegionKind

# Removed from what is judged; code and mathematics stay, for they are part of the sentence.
_SILENT: frozenset[RegionKind] = frozenset({"markup", "comment", "url", "metadata"})

# White space, or a word broken at a line's end: soft hyphen, the reader's U+FFFE, or a plain hyphen between letters.
_JOIN = pattern(r"(?<=[^\W\d_])(?:\u00ad|\ufffe)\s*|(?<=[a-z])-[ \t]*\r?\n\s*(?=[a-z])|\s+")


def plain(document: Document, span: Span, drop: Sequence[Span] = ()) -> Plain:
    """Return the plain words of a span; `drop` are further spans to leave out, in order."""
    words: list[str] = []
    cuts: list[tuple[int, int]] = []
    length = 0
    spaced = True
    for start, end in _kept(document, span, drop):
        for piece, offset in _joined(document.text, start, end):
            text = piece.lstrip() if spaced and piece == " " else piece
            if not text:
                continue
            cuts.append((length, offset))
            words.append(text)
            length += len(text)
            spaced = text.endswith(" ")
    joined = "".join(words)
    return Plain(joined.rstrip(), tuple(cuts) or ((0, span.start),))


def _joined(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Yield pieces without line breaks and hyphenation, each with its offset in the document."""
    at = start
    for found in _JOIN.finditer(text, start, end):
        if found.start() > at:
            yield text[at : found.start()], at
        if found[0].isspace():
            yield " ", found.start()
        at = found.end()
    if at < end:
        yield text[at:end], at


def _kept(document: Document, span: Span, drop: Sequence[Span]) -> Iterator[tuple[int, int]]:
    at = span.start
    for start, end in sorted([*_silent(document, span), *((gone.start, gone.end) for gone in drop)]):
        if start > at:
            yield at, min(start, span.end)
        at = max(at, end)
    if at < span.end:
        yield at, span.end


def _silent(document: Document, span: Span) -> Iterator[tuple[int, int]]:
    regions = document.regions
    index = bisect_left(regions, span.start, key=lambda region: region.span.end)
    while index < len(regions) and regions[index].span.start < span.end:
        if regions[index].kind in _SILENT:
            yield regions[index].span.start, regions[index].span.end
        index += 1
