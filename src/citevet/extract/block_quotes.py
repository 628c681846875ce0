"""Blocks that are a quotation as a whole: cited by a line below, by the sentence before, or behind the last stop.

A quoted block is no quotation by its look alone: notes, tips and summaries stand in such blocks too, in words of the
author and with citations inside.
"""

from collections.abc import Sequence
from re import IGNORECASE
from re import compile as pattern

from citevet.extract.plain import forward
from citevet.extract.ties import Said
from citevet.model import Block, Citation, Document, Plain, Span

_DASH = r"(?:—|–|―|--+)"
# A dash at the head of a line or behind a stop, and after it no more than a name, a title and the citation.
_ATTRIBUTION = pattern(rf"(?:(?:\A|\n)[>\s]*+|[.!?…。”\"’'」』)]\s++)(?P<dash>{_DASH}\s?[^\n]{{0,300}}+)\Z")
_HEAD = pattern(rf"[>\s]*+{_DASH}")
_REACH = 400  # characters from the end of a block in which the attribution stands
_STOPS = frozenset(".!?…。”\"’'」』)")
_CALLOUT = pattern(
    r"\W*(?:note|tip|warning|important|caution|info|hint|summary|tl;dr|example|key (?:point|finding|takeaway)s?|update"
    r"|참고|주의|요약|알림|핵심|예시)\s*[:：.—–-]",
    IGNORECASE,
)


def is_attribution(document: Document, block: Block, citations: Sequence[Citation]) -> bool:
    """Say whether a block only names the source of the quotation above it: — Kim, *On Voice* [REF-043, p. 15]."""
    return bool(citations) and len(block.span) <= _REACH and _HEAD.match(document.slice(block.span)) is not None


def attribution(document: Document, block: Block, citations: Sequence[Citation]) -> int | None:
    """Return where inside a block the line starts that names its source."""
    start = max(block.span.start, block.span.end - _REACH)
    found = _ATTRIBUTION.search(document.text[start : block.span.end])
    at = start + found.start("dash") if found else block.span.end
    return at if any(citation.span.start >= at for citation in citations) else None


def is_cited_behind(document: Document, words: Plain, said: Sequence[Said]) -> bool:
    """Say whether the only citation stands behind the last stop, with a page, as below a block quotation in print."""
    places = [place for one in said for place in one.places]
    if len(places) != 1 or not places[0].marker or _CALLOUT.match(words.text):
        return False
    paged = any(citation.locator and citation.locator.page for citation in places[0].citations)
    before = document.text[words.back(0) : places[0].span.start].rstrip()
    behind = forward(words, places[0].span.start) >= len(words.text)
    return paged and behind and before[-1:] in _STOPS


def quoted_stretch(words: Plain, end: int | None) -> Span:
    """Return the plain words of a block up to its attribution."""
    stop = len(words.text) if end is None else forward(words, end)
    return Span(0, len(words.text[:stop].rstrip(" —–―-")))
