"""Marks by which authors themselves say that a source is missing."""

from bisect import bisect_right
from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern

from citevet.model import Claim, Extraction, Span

_FORMS = pattern(
    r"\[\s?(?:citation|source|reference|ref|cite|cn)(?:s)? (?:is |are )?(?:needed|required|missing|\?)\s?\]"
    r"|\[\s?(?:citation|source|reference|cite)\?\s?\]"
    r"|\{\{\s?(?:citation needed|cn|fact|source\?|출처 필요)(?:\|[^{}]{0,200})?\}\}"
    r"|\[\s?(?:TODO|FIXME|TBD|XXX):? ?(?:add |insert |find )?(?:a |the )?(?:cite|citation|source|reference|ref)s?\b"
    r"[^\[\]]{0,80}\]"
    r"|\\todo(?:\[[^\[\]]{0,80}\])?\{[^{}]{0,80}\b(?:cite|citation|source|reference)\b[^{}]{0,80}\}"
    r"|\[\s?(?:출처|인용|근거)\s?(?:필요|요망|확인|미상)\s?\]",
    IGNORECASE,
)
_GAP = 20  # characters of white space between a claim and its mark
_INNER = 10  # remarks of notes inside one sentence
_HIDDEN = frozenset({"code", "comment", "math", "metadata"})


def needed(extraction: Extraction) -> Iterator[tuple[Span, Claim | None]]:
    """Yield each mark with the claim that it stands in or right behind."""
    document = extraction.document
    hidden = [region.span for region in document.regions if region.kind in _HIDDEN]
    starts = [claim.span.start for claim in extraction.claims]
    for found in _FORMS.finditer(document.text):
        if not _inside(found.start(), hidden):
            index = bisect_right(starts, found.start()) - 1
            # What notes inside the sentence say are claims too, which start behind it and end before it.
            around = extraction.claims[max(index - _INNER, 0) : index + 1][::-1]
            near = (claim for claim in around if _adjoins(document.text, claim.span.end, found.start()))
            yield Span(found.start(), found.end()), next(near, None)


def _adjoins(text: str, end: int, start: int) -> bool:
    return start - end <= _GAP and not text[end:start].strip()


def _inside(offset: int, spans: list[Span]) -> bool:
    index = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < spans[index].end
