"""Plain text of a span without markup and markers, and the mapping of its offsets to the document."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from citevet.model import Document, Plain, Span
from citevet.model.document import TYPESET, Format, RegionKind
from citevet.patterns import lazy_pattern

# Removed from the plain text; code and math stay, since they are part of the sentence.
_SILENT_REGIONS: frozenset[RegionKind] = frozenset({"markup", "comment", "url", "metadata"})

# White space other than one plain space; plain spaces stay in place, since there are too many to handle each.
_SPACE = r"[^\S ]\s*| \s+"
# A word broken at a line's end by a soft hyphen or the reader's U+FFFE.
_SOFT = r"(?P<soft>(?<=[^\W\d_])[\u00ad\ufffe]\s*)"
# Typeset text breaks words with a plain hyphen. In a source file the author means the hyphen at the end of
# "state-of-the-", so only the white space goes.
_TYPESET_BREAK = lazy_pattern(_SOFT + r"|(?P<hard>(?<=[a-z])-[ \t]*\r?\n\s*(?=[a-z]))|" + _SPACE)
_SOURCE_BREAK = lazy_pattern(_SOFT + r"|(?P<hard>(?<=[a-z]-)[ \t]*\r?\n\s*(?=[a-z]))|" + _SPACE)
# In LaTeX ~ is a space: Dr.~Smith, 3.2~kg.
_LATEX_BREAK = lazy_pattern(_SOFT + r"|(?P<hard>(?<=[a-z]-)[ \t]*\r?\n\s*(?=[a-z]))|(?:[^\S ]|~)[\s~]*| [\s~]+")
_TYPESET: frozenset[Format] = TYPESET | {"text"}

# Markup that separates words: the edge of a cell, a line break, the tag of a block.
_SEPARATORS = lazy_pattern(r"\||\t|\\\\|^\s*&\s*$|&nbsp;|</?\s*(?:br|t[dhr]|p|div|li|d[dt])\b", re.IGNORECASE)

# No space precedes these where a marker was removed: "growth [3]." reads "growth."
_CLOSERS = frozenset(".,;:!?)]…。，、")


def to_plain_text(document: Document, span: Span, drop: Sequence[Span] = ()) -> Plain:
    """Return the plain text of a span; `drop` are further spans to leave out, in order."""
    words: list[str] = []
    cuts: list[tuple[int, int]] = []
    length = 0
    for piece, offset in _find_words(document, span, drop):
        if not cuts or length - cuts[-1][0] != offset - cuts[-1][1]:
            cuts.append((length, offset))
        words.append(piece)
        length += len(piece)
    return Plain("".join(words), tuple(cuts) or ((0, span.start),))


def to_plain_offset(words: Plain, offset: int) -> int:
    """Return the plain offset of the first plain character at or after a document offset."""
    index = bisect_right(words.cuts, offset, key=itemgetter(1)) - 1
    if index < 0:
        return 0
    start, document = words.cuts[index]
    limit = words.cuts[index + 1][0] if index + 1 < len(words.cuts) else len(words.text)
    return min(start + offset - document, limit)


def slice_plain_text(words: Plain, span: Span) -> Plain:
    """Return a slice of a plain text, with its own mapping to the document."""
    first = bisect_right(words.cuts, span.start, key=itemgetter(0)) - 1
    last = bisect_left(words.cuts, span.end, key=itemgetter(0))
    head = (0, words.back(span.start))
    rest = ((start - span.start, document) for start, document in words.cuts[first + 1 : last])
    return Plain(words.text[span.start : span.end], (head, *rest))


def _find_words(document: Document, span: Span, drop: Sequence[Span]) -> Iterator[tuple[str, int]]:
    """Yield words and single spaces with their offsets; a space waits until a word follows it."""
    text = document.text
    form = document.format
    line_break = _TYPESET_BREAK if form in _TYPESET else _LATEX_BREAK if form == "latex" else _SOURCE_BREAK
    waiting = -1  # the document offset of the space
    before = ""  # the last character
    for start, end, gap, dropped, printed in _find_pieces(document, span, drop):
        if before and waiting < 0 and gap < start and _separates(text, (gap, start), dropped=dropped):
            waiting = gap
        elif waiting < 0 and gap < start and not dropped and _is_exponent(text, before, (gap, start)):
            yield "^", start - 1
        closing = dropped
        pieces = _join_lines(line_break, text, (start, end)) if printed is None else _split_printed(printed, start)
        for found, offset in pieces:
            if found == " ":
                waiting = offset if before and waiting < 0 else waiting
                continue
            if waiting >= 0 and not (closing and found[0] in _CLOSERS):
                yield " ", waiting
            yield found, offset
            waiting, before, closing = -1, found[-1], False


def _split_printed(printed: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield printed text, with the spaces at its edges as separate pieces."""
    words = printed.strip(" ")
    if printed.startswith(" "):
        yield " ", start
    if words:
        yield words, start + printed.startswith(" ")
    if printed.endswith(" "):
        yield " ", start + len(words)


def _separates(text: str, gap: tuple[int, int], *, dropped: bool) -> bool:
    """Return whether the omitted text was between two words."""
    start, end = gap
    if not dropped:
        return _SEPARATORS.search(text[start:end]) is not None
    # A Korean particle follows the marker without a space: 연구[3]에서.
    return text[start - 1].isalnum() and text[end : end + 1].isalnum() and not "가" <= text[end] <= "힣"


def _is_exponent(text: str, before: str, gap: tuple[int, int]) -> bool:
    """Return whether a number is an exponent: 10<sup>6</sup> is 10^6, not 106."""
    start, end = gap
    if not (before.isdecimal() and text[start:end].lower().endswith("<sup>")):
        return False
    return text[end].isdecimal() or (text[end] in "-−–" and text[end + 1 : end + 2].isdecimal())


def _join_lines(line_break: re.Pattern[str], text: str, stretch: tuple[int, int]) -> Iterator[tuple[str, int]]:
    """Yield pieces without line breaks and hyphenation, each with its offset in the document."""
    at, end = stretch
    if text[at] == " " and not text[at + 1 : at + 2].isspace():
        yield " ", at
        at += 1
    for found in line_break.finditer(text, at, end):
        if found.start() > at:
            yield text[at : found.start()], at
        if found.lastgroup is None:
            yield " ", found.start()
        at = found.end()
    if at >= end:
        return
    edge = end - 1 if text[end - 1] == " " else end  # the last space is a piece of its own
    if at < edge:
        yield text[at:edge], at
    if edge < end:
        yield " ", edge


def _find_pieces(
    document: Document, span: Span, drop: Sequence[Span]
) -> Iterator[tuple[int, int, int, bool, str | None]]:
    """Yield the spans that stay like `_find_kept`, plus the printed form of those that are replaced in print."""
    at = span.start
    drop = sorted(drop)
    for place, printed in _find_prints(document, span):
        if place.start < at or _overlap(drop, place):
            continue
        before = Span(at, place.start)
        yield from ((*kept, None) for kept in _find_kept(document, before, _overlap(drop, before)))
        yield place.start, place.end, place.start, False, printed
        at = place.end
    rest = Span(at, span.end)
    yield from (
        (*kept, None) for kept in _find_kept(document, rest, drop if at == span.start else _overlap(drop, rest))
    )


def _find_prints(document: Document, span: Span) -> Iterator[tuple[Span, str]]:
    r"""Yield spans whose printed form differs from the source; the key of \citet[p.~3]{doe99} represents the work."""
    marks = document.marks
    index = bisect_left(marks, span.start, key=lambda mark: mark.span.start)
    while index < len(marks) and marks[index].span.start < span.end:
        mark = marks[index]
        if mark.kind == "print" and mark.span.end <= span.end:
            yield mark.span, mark.target
        elif mark.kind == "cite" and document.format == "latex" and mark.label and mark.span.end <= span.end:
            follows = document.text[mark.span.start] != "\\"
            yield Span(mark.span.start, mark.label.start), ", " if follows else ""
            yield Span(mark.label.end, mark.span.end), ""
        index += 1


def _overlap(drop: Sequence[Span], span: Span) -> Sequence[Span]:
    """Return the drops that overlap a span; they are in order and disjoint."""
    first = bisect_right(drop, span.start, key=lambda cut: cut.end)
    last = bisect_left(drop, span.end, key=lambda cut: cut.start)
    return drop[first:last]


def _find_kept(document: Document, span: Span, drop: Sequence[Span]) -> Iterator[tuple[int, int, int, bool]]:
    """Yield each span that stays, with the start of the gap before it and whether the gap contains a drop."""
    at = gap = span.start
    dropped = False
    silent = (each.span for each in document.regions_in(span) if each.kind in _SILENT_REGIONS)
    gone = sorted([*((each.start, each.end, False) for each in silent), *((cut.start, cut.end, True) for cut in drop)])
    for start, end, marker in gone:
        if at < start:
            yield at, min(start, span.end), gap, dropped
            gap, dropped = start, False
        dropped = dropped or (marker and end > span.start)
        at = max(at, end)
    if at < span.end:
        yield at, span.end, gap, dropped
