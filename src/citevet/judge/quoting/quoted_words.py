"""From the plain words of a quotation back to the document, and from the raw words of a source to one line."""

from bisect import bisect_right
from collections.abc import Callable
from re import compile as pattern

from citevet.model import Claim, Quotation, Span

_BROKEN = pattern(r"(?<=[^\W\d_])[-\u00ad\u2010]\s*\n\s*(?=[^\W\d_])|[\u00ad\u200b\ufffe]")
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_LONGEST = 20_000  # characters to align: it takes the square of the length


def way_back(claim: Claim, quotation: Quotation) -> Callable[[int], int]:
    """Return the way from an offset in a quotation's plain words to the document."""
    at = claim.plain.text.find(quotation.plain)
    while at >= 0 and claim.plain.back(at) != quotation.span.start:
        at = claim.plain.text.find(quotation.plain, at + 1)
    if at >= 0:
        return lambda offset: claim.plain.back(at + offset)
    return _aligned(quotation)


def _aligned(quotation: Quotation) -> Callable[[int], int]:
    """Return the way back of a quotation over several claims: its words are those of the document, less some."""
    if len(quotation.text) > _LONGEST:
        return lambda offset: quotation.span.start if offset == 0 else quotation.span.end - 1
    from rapidfuzz.distance import Indel  # noqa: PLC0415 -- takes 40 ms to import

    same = [block for block in Indel.opcodes(quotation.plain, quotation.text) if block.tag == "equal"]
    starts = [block.src_start for block in same]

    def back(offset: int) -> int:
        index = max(bisect_right(starts, offset) - 1, 0)
        return quotation.span.start + same[index].dest_start + offset - same[index].src_start

    return back


def shown(raw: str) -> str:
    """Return words of a source as one would type them: on one line, hyphenation mended, ligatures as letters."""
    return " ".join(_BROKEN.sub("", raw).translate(_LIGATURES).split())


def whole_words(text: str, span: Span) -> Span:
    """Widen a stretch to the words that it cuts: a change of one Korean syllable is a change of its word."""
    start, end = span.start, span.end
    while 0 < start < len(text) and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return Span(start, end)
