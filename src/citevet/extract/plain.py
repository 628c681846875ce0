"""The words of a stretch as a reader hears them, and the way back to the document."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter
from re import IGNORECASE, Pattern
from re import compile as pattern

from citevet.model import Document, Plain, Span
from citevet.model.document import Format, RegionKind

# Removed from what is judged; code and mathematics stay, for they are part of the sentence.
_SILENT: frozenset[RegionKind] = frozenset({"markup", "comment", "url", "metadata"})

# White space that is not one plain space; those stay where they are, for there are too many to look at each.
_SPACE = r"[^\S ]\s*| \s+"
# A word broken at a line's end by a soft hyphen or the reader's U+FFFE.
_SOFT = r"(?P<soft>(?<=[^\W\d_])[\u00ad\ufffe]\s*)"
# Text set in lines breaks words with a plain hyphen; the author of a source file writes a line break after
# "state-of-the-" and means the hyphen, so there only the white space goes.
_JOIN_SET = pattern(_SOFT + r"|(?P<hard>(?<=[a-z])-[ \t]*\r?\n\s*(?=[a-z]))|" + _SPACE)
_JOIN_WRITTEN = pattern(_SOFT + r"|(?P<hard>(?<=[a-z]-)[ \t]*\r?\n\s*(?=[a-z]))|" + _SPACE)
# In LaTeX a tie is a space: Dr.~Smith, 3.2~kg.
_JOIN_TIED = pattern(_SOFT + r"|(?P<hard>(?<=[a-z]-)[ \t]*\r?\n\s*(?=[a-z]))|(?:[^\S ]|~)[\s~]*| [\s~]+")
_SET: frozenset[Format] = frozenset({"pdf", "text", "docx"})

# Markup that parts words: a cell's edge, a line break, a block's tag.
_PARTS = pattern(r"\||\t|\\\\|^\s*&\s*$|&nbsp;|</?\s*(?:br|t[dhr]|p|div|li|d[dt])\b", IGNORECASE)

# No space stands before these where a marker was taken out: "growth [3]." reads "growth."
_CLOSERS = frozenset(".,;:!?)]…。，、")


def plain(document: Document, span: Span, drop: Sequence[Span] = ()) -> Plain:
    """Return the plain words of a span; `drop` are further spans to leave out, in order."""
    words: list[str] = []
    cuts: list[tuple[int, int]] = []
    length = 0
    for piece, offset in _heard(document, span, drop):
        if not cuts or length - cuts[-1][0] != offset - cuts[-1][1]:
            cuts.append((length, offset))
        words.append(piece)
        length += len(piece)
    return Plain("".join(words), tuple(cuts) or ((0, span.start),))


def forward(words: Plain, offset: int) -> int:
    """Return the plain offset of the first plain character at or after a document offset."""
    index = bisect_right(words.cuts, offset, key=itemgetter(1)) - 1
    if index < 0:
        return 0
    start, document = words.cuts[index]
    limit = words.cuts[index + 1][0] if index + 1 < len(words.cuts) else len(words.text)
    return min(start + offset - document, limit)


def part(words: Plain, span: Span) -> Plain:
    """Return the stretch of a plain text, with its own way back."""
    first = bisect_right(words.cuts, span.start, key=itemgetter(0)) - 1
    last = bisect_left(words.cuts, span.end, key=itemgetter(0))
    head = (0, words.back(span.start))
    rest = ((start - span.start, document) for start, document in words.cuts[first + 1 : last])
    return Plain(words.text[span.start : span.end], (head, *rest))


def _heard(document: Document, span: Span, drop: Sequence[Span]) -> Iterator[tuple[str, int]]:
    """Yield words and single spaces; a space waits until a word follows it."""
    text = document.text
    join = _join(document.format)
    waiting = -1  # the document offset of the space
    before = ""  # the last character heard
    for start, end, gap, dropped, printed in _pieces(document, span, drop):
        if before and waiting < 0 and gap < start and _parted(text, (gap, start), dropped=dropped):
            waiting = gap
        elif waiting < 0 and gap < start and not dropped and _is_raised(text, before, (gap, start)):
            yield "^", start - 1
        closing = dropped
        pieces = _joined(join, text, (start, end)) if printed is None else _as_printed(printed, start)
        for found, offset in pieces:
            if found == " ":
                waiting = offset if before and waiting < 0 else waiting
                continue
            if waiting >= 0 and not (closing and found[0] in _CLOSERS):
                yield " ", waiting
            yield found, offset
            waiting, before, closing = -1, found[-1], False


def _join(form: Format) -> Pattern[str]:
    """Return what goes at the end of a line in a format, and what is white space there."""
    return _JOIN_SET if form in _SET else _JOIN_TIED if form == "latex" else _JOIN_WRITTEN


def _as_printed(printed: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield what is printed at a place, a space at its edges for itself."""
    words = printed.strip(" ")
    if printed.startswith(" "):
        yield " ", start
    if words:
        yield words, start + printed.startswith(" ")
    if printed.endswith(" "):
        yield " ", start + len(words)


def _parted(text: str, gap: tuple[int, int], *, dropped: bool) -> bool:
    """Say whether what was left out stood between two words."""
    start, end = gap
    if not dropped:
        return _PARTS.search(text[start:end]) is not None
    # A Korean particle follows the marker without a space: 연구[3]에서.
    return text[start - 1].isalnum() and text[end : end + 1].isalnum() and not "가" <= text[end] <= "힣"


def _is_raised(text: str, before: str, gap: tuple[int, int]) -> bool:
    """Say whether a number is raised behind another: 10<sup>6</sup> is 10^6, and not 106."""
    start, end = gap
    if not (before.isdecimal() and text[start:end].lower().endswith("<sup>")):
        return False
    return text[end].isdecimal() or (text[end] in "-−–" and text[end + 1 : end + 2].isdecimal())


def _joined(join: Pattern[str], text: str, stretch: tuple[int, int]) -> Iterator[tuple[str, int]]:
    """Yield pieces without line breaks and hyphenation, each with its offset in the document."""
    at, end = stretch
    if text[at] == " " and not text[at + 1 : at + 2].isspace():
        yield " ", at
        at += 1
    for found in join.finditer(text, at, end):
        if found.start() > at:
            yield text[at : found.start()], at
        if found.lastgroup is None:
            yield " ", found.start()
        at = found.end()
    if at < end:
        yield from _tail(text, at, end)


def _tail(text: str, at: int, end: int) -> Iterator[tuple[str, int]]:
    """Yield the last piece of a stretch, and its last space for itself."""
    edge = end - 1 if text[end - 1] == " " else end
    if at < edge:
        yield text[at:edge], at
    if edge < end:
        yield " ", edge


def _pieces(document: Document, span: Span, drop: Sequence[Span]) -> Iterator[tuple[int, int, int, bool, str | None]]:
    """Yield each stretch that stays as `_kept` does, and what is printed instead of one that does not."""
    at = span.start
    drop = sorted(drop)
    for place, printed in _prints(document, span) if document.format == "latex" else ():
        if place.start < at or _over(drop, place):
            continue
        before = Span(at, place.start)
        yield from ((*kept, None) for kept in _kept(document, before, _over(drop, before)))
        yield place.start, place.end, place.start, False, printed
        at = place.end
    rest = Span(at, span.end)
    yield from ((*kept, None) for kept in _kept(document, rest, drop if at == span.start else _over(drop, rest)))


def _prints(document: Document, span: Span) -> Iterator[tuple[Span, str]]:
    r"""Yield what is printed otherwise than it is written; of \citet[p.~3]{doe99} the key stands for the work."""
    marks = document.marks
    index = bisect_left(marks, span.start, key=lambda mark: mark.span.start)
    while index < len(marks) and marks[index].span.start < span.end:
        mark = marks[index]
        if mark.kind == "print" and mark.span.end <= span.end:
            yield mark.span, mark.target
        elif mark.kind == "cite" and mark.label and mark.span.end <= span.end:
            follows = document.text[mark.span.start] != "\\"
            yield Span(mark.span.start, mark.label.start), ", " if follows else ""
            yield Span(mark.label.end, mark.span.end), ""
        index += 1


def _over(drop: Sequence[Span], span: Span) -> Sequence[Span]:
    """Return the drops over a span; they come in order and lie apart."""
    first = bisect_right(drop, span.start, key=lambda cut: cut.end)
    last = bisect_left(drop, span.end, key=lambda cut: cut.start)
    return drop[first:last]


def _kept(document: Document, span: Span, drop: Sequence[Span]) -> Iterator[tuple[int, int, int, bool]]:
    """Yield each stretch that stays, with the start of the gap before it and whether a drop stood there."""
    at = gap = span.start
    dropped = False
    gone = sorted([*_silent(document, span), *((cut.start, cut.end, True) for cut in drop)])
    for start, end, marker in gone:
        if at < start:
            yield at, min(start, span.end), gap, dropped
            gap, dropped = start, False
        dropped = dropped or (marker and end > span.start)
        at = max(at, end)
    if at < span.end:
        yield at, span.end, gap, dropped


def _silent(document: Document, span: Span) -> Iterator[tuple[int, int, bool]]:
    regions = document.regions
    index = bisect_left(regions, span.start, key=lambda region: region.span.end)
    while index < len(regions) and regions[index].span.start < span.end:
        if regions[index].kind in _SILENT:
            yield regions[index].span.start, regions[index].span.end, False
        index += 1
