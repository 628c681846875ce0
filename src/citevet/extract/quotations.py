"""Quotations: between quotation marks, or as a block cited below it, by the sentence before, or after the last stop.

The look of a block alone does not make it a quotation: notes, tips and summaries in the author's words look the same.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from citevet.extract.citation_markers import PlacedCitations
from citevet.extract.plain_text import to_plain_offset
from citevet.model import Block, Citation, Document, Plain, Quotation, Span
from citevet.patterns import lazy_pattern
from citevet.tables import read_words

# Each kind closes with its own mark, and none is longer than a paragraph of 1,000 characters.
_QUOTED = lazy_pattern(
    # People who type „ by hand often close with the straight mark of the keyboard.
    r"“([^“”]{1,1000})”|„([^„“”\"]{1,1000})[“”\"]|«([^«»]{1,1000})»|「([^「」]{1,1000})」|『([^『』]{1,1000})』"
    r"|‚(?!\s)((?:[^‚‘’]|(?<=[^\W\d_])’(?=[^\W\d_])){1,1000})[‘’](?![A-Za-z0-9])"
    # The reverse in German and Danish; in «a» und «b» the words between are not quoted.
    r"|(?<![^\s(\[—–])»(?!\s)([^«»]{1,1000})(?<!\s)«"
    r"|``((?:[^`']|'(?!')){1,1000})''"
    # A closing mark between two letters is an apostrophe.
    r"|‘((?:[^‘’]|(?<=[^\W\d_])’(?=[^\W\d_])){1,1000})’(?![A-Za-z0-9])"
    # A Korean particle may directly follow the mark; a Latin letter or a digit may not.
    r'|(?<![A-Za-z0-9"=])"([^"]{1,1000})"(?![A-Za-z0-9"])'
)
_MARKS = frozenset('"“„‚«»「『`‘')
_WORDS = 5  # fewer are a term, a title or irony
# Chinese and Japanese have no spaces to count words by. Five English words have about 25 letters, and their
# translations 8 to 12 characters; titles and terms in 「」 have 2 to 9 in most cases.
_CHARACTERS = 10
_UNSPACED = lazy_pattern(r"[぀-ヿ㐀-䶿一-鿿]")
_TITLED = 0.6  # share of capitalised words from which it counts as the title of a work
# Words that titles leave in lower case, or that decide nothing either way.
_LOWER_IN_TITLES = read_words("a an and as at by for from in into is of on or the to with")

# Of the title of a work, whatever its capitals: "Voice in programs" (2019), the report titled "Voice in programs".
_TITLE_YEAR = lazy_pattern(r",?\s?\((?:1[5-9]|20)\d\d[a-z]?\)")
_LEAD = 12  # characters before a quotation
_ENTITLED = lazy_pattern(r"\b(?:en)?titled,?\s\Z", re.IGNORECASE)

_DASH = r"(?:—|–|―|--+)"
# A dash at the start of a line or after a stop, followed only by a name, a title and the citation.
_ATTRIBUTION = lazy_pattern(rf"(?:(?:\A|\n)[>\s]*+|[.!?…。”\"’'」』)]\s++)(?P<dash>{_DASH}\s?[^\n]{{0,300}}+)\Z")
_REACH = 400  # characters from the end of a block to search for the attribution
_STOPS = frozenset(".!?…。”\"’'」』)")
_CALLOUT = lazy_pattern(
    r"\W*(?:note|tip|warning|important|caution|info|hint|summary|tl;dr|example|key (?:point|finding|takeaway)s?|update"
    r"|참고|주의|요약|알림|핵심|예시)\s*[:：.—–-]",
    re.IGNORECASE,
)


def find_quotations(text: str) -> Iterator[Span]:
    """Yield the quotations that are long enough, without their marks; titles of works and questions do not count."""
    for found in _QUOTED.finditer(text) if not _MARKS.isdisjoint(text) else ():
        span = Span(*found.span(found.lastindex or 0)).trim(text)
        words = span.of(text).split()
        if is_long_quotation(span.of(text)) and not words[-1].endswith(("?", "？")) and not _is_title(words):
            lead = text[max(found.start() - _LEAD, 0) : found.start()]
            if not _TITLE_YEAR.match(text, found.end()) and not _ENTITLED.search(lead):
                yield span


def find_quoted_spans(text: str, blocks: Iterable[Block]) -> Iterator[Span]:
    """Yield all spans between quotation marks, even short ones; a pair of marks never crosses a block."""
    for block in blocks:
        for found in _QUOTED.finditer(text, block.span.start, block.span.end):
            yield Span(*found.span(found.lastindex or 0))


def make_quotation(document: Document, words: Plain, span: Span) -> Quotation:
    """Return a span of plain text as a quotation."""
    there = words.back_span(span)
    return Quotation(there, document.slice(there), span.of(words.text))


def is_long_quotation(text: str) -> bool:
    """Return whether the text is too long for a term."""
    is_unspaced = len(text) >= _CHARACTERS and len(_UNSPACED.findall(text)) >= _CHARACTERS
    return is_unspaced or len(text.split(None, _WORDS)) >= _WORDS


def _is_title(words: list[str]) -> bool:
    counted = (word for word in words if word.lower() not in _LOWER_IN_TITLES)
    telling = [word for word in counted if word[:1].isalpha() and word[:1].lower() != word[:1].upper()]
    return len(telling) > 1 and sum(word[0].isupper() for word in telling) >= _TITLED * len(telling)


def is_callout(text: str) -> bool:
    """Return whether a quoted block opens with a label such as "Note:" or "Summary:"."""
    return _CALLOUT.match(text) is not None


def find_attribution(document: Document, block: Block, citations: Sequence[Citation]) -> int | None:
    """Return the offset of the line inside a block that names its source."""
    start = max(block.span.start, block.span.end - _REACH)
    found = _ATTRIBUTION.search(document.text[start : block.span.end])
    at = start + found.start("dash") if found else block.span.end
    return at if any(citation.span.start >= at for citation in citations) else None


def has_trailing_citation(document: Document, words: Plain, places: Sequence[PlacedCitations]) -> bool:
    """Return whether the only citation follows the last stop and has a page, as below a printed block quotation."""
    if len(places) != 1 or not places[0].marker or is_callout(words.text):
        return False
    paged = any(citation.place.page for citation in places[0].citations)
    before = document.text[words.back(0) : places[0].span.start].rstrip()
    ends = document.format == "latex" or before[-1:] in _STOPS  # the environments of LaTeX are named quotations
    behind = to_plain_offset(words, places[0].span.start) >= len(words.text)
    return paged and behind and ends


def get_quoted_span(words: Plain, end: int | None) -> Span:
    """Return the span of the plain text up to the attribution."""
    stop = len(words.text) if end is None else to_plain_offset(words, end)
    return Span(0, len(words.text[:stop].rstrip(" —–―-")))
