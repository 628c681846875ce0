"""Find residue that the text means; code, comments, quotations and examples only show it."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from citevet.model import Claim, Document, Extraction, Span

_HIDDEN = frozenset({"code", "comment", "math", "metadata"})
_QUOTED = re.compile(r"\"[^\"]{1,1000}\"|“[^”]{1,1000}”|«[^»]{1,1000}»|「[^」]{1,1000}」")
_QUOTE = frozenset("'‘`´")  # directly before it; an apostrophe opens no quotation
# Words before an example: "tokens such as oaicite:3", "ChatGPT: As of my last update …".
_SHOWS = re.compile(
    r"(?:\b(?:such as|like|e\.g\.,?|i\.e\.,?|including|called|named|write|writes|say|says|said|replied|answered|answers"
    r"|tokens?|strings?|tags?|markers?|placeholders?|phrases?|words|the|an?|format|style|form|use|using)|[:=])[\s*_>(-]{0,4}$",
    re.IGNORECASE,
)
_REACH = 30  # characters before residue to search for such a word
_GAP = 20  # characters between a claim and the token after it


def find_residue(document: Document, pattern: re.Pattern[str], *, examples: bool = True) -> Iterator[re.Match[str]]:
    """Yield the matches that the text means; `examples` drops those that the words before introduce."""
    for found in pattern.finditer(document.text):
        if not _is_hidden(document, found.start()) and not _is_quoted(document, Span(*found.span())):
            before = document.text[max(found.start() - _REACH, 0) : found.start()]
            if not (examples and _SHOWS.search(before.rpartition("\n\n")[2])):
                yield found


def find_claim(extraction: Extraction, span: Span) -> Claim | None:
    """Return the claim around a place, or the one that ends just before it."""
    index = bisect_right(extraction.claims, span.start, key=lambda claim: claim.span.start) - 1
    claim = extraction.claims[index] if index >= 0 else None
    return claim if claim and span.start - claim.span.end <= _GAP else None


def _is_hidden(document: Document, offset: int) -> bool:
    index = bisect_right(document.regions, offset, key=lambda region: region.span.start) - 1
    region = document.regions[index] if index >= 0 else None
    return region is not None and offset < region.span.end and region.kind in _HIDDEN


def _is_quoted(document: Document, span: Span) -> bool:
    """Check whether the place is in quotation marks or in a block quotation."""
    if document.text[max(span.start - 1, 0)] in _QUOTE:
        return True
    block = document.block_at(span.start)
    if block is None:
        return False
    around = Span(max(block.span.start, span.start - 1000), min(block.span.end, span.end + 1000))
    start, end = span.start - around.start, span.end - around.start
    quotations = _QUOTED.finditer(around.of(document.text))
    return block.quoted or any(each.start() < start and end < each.end() for each in quotations)
