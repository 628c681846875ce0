"""Quotations whose source is named apart from them: on a line of its own, in a lead-in, or in the sentence before."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from citevet.extract.citation_markers import TiedSentence
from citevet.extract.quotations import find_quotations, is_callout, is_long_quotation
from citevet.model import Block, BlockKind, Citation, CitationKind, Document, Plain, Span, Tie
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace
from citevet.text.verbs import find_verbs

_REACH = 400  # characters of a line that names a source
_LINKS: frozenset[CitationKind] = frozenset({"link", "url", "wiki"})
_FEW = 8  # words of a list item that names a source
# What introduces a source in the languages that we read quotations in.
_LABELS = (
    r"source|(?:quoted|cited) (?:from|in)|taken from|excerpt(?:ed)? from|from|in|via|quelle|aus|zitiert nach|zit\. n\."
    r"|fuente|tomado de|fonte|tratto da|extrait de|d['’]après|bron|出典|来源|出处|출처|인용"
)
_BARE = lazy_pattern(rf"[\W_]*(?:(?:{_LABELS})\b[\W_]*)?", re.IGNORECASE)
_LABELLED = lazy_pattern(rf"[\W_]*(?:{_LABELS})\s?[:：][^!?\n]{{0,200}}", re.IGNORECASE)
_DASHED = lazy_pattern(r"[>\s*_]*(?:—|–|―|--+|~)\s?\S")
_OPENS = lazy_pattern(r"[>\s*_]*[\"“„«‚「『‘]|[>\s*_]*``")
_CLOSES = lazy_pattern(r"[\"“”«»’‘」』'][.!?…。]?[\s*_>]*\Z")
# Words that take up the source of the sentence before: "It says: “…”", "In its words, “…”".
_TAKES_UP = lazy_pattern(
    r"(?:it|they|he|she|(?:its|the|these|both) (?:authors?|report|paper|study|survey|article|book|source|text|document"
    r"|editors?)|in (?:its|their|his|her|the authors?['’]s?) (?:own )?words|er|sie|es|dort|darin)\b"
    r"(?:(?!\b(?:other|another|different|elsewhere)\b)[^\"“„«]){0,60}\W*\Z",
    re.IGNORECASE,
)


class CitingBlock(NamedTuple):
    """A block of prose with the citations in it."""

    block: Block
    citations: Sequence[Citation]


@dataclass(frozen=True, slots=True)
class LentSource:
    """The citations that a neighbouring line lends to the quotation of a block, and where in the block that is."""

    citations: Sequence[Citation]
    at: Literal["start", "end"]


def find_lent_sources(document: Document, blocks: Sequence[CitingBlock]) -> Mapping[int, LentSource]:
    """Return the sources that lines lend to the quotations next to them, by the place of the block in the list."""
    lent: dict[int, LentSource] = {}
    for index, (block, citations) in enumerate(blocks):
        if not citations:
            continue
        is_lead_in = document.slice(block.span).rstrip().endswith((":", "：")) and not block.quoted
        quoted = bool(index) and blocks[index - 1].block.quoted
        is_line = names_source_only(document, block.span, citations, kind=block.kind, quoted=quoted)
        before = list(_find_quotation_before(document, blocks, index)) if is_line and not is_lead_in else []
        lent |= dict.fromkeys(before, LentSource(citations, "end"))
        following = blocks[index + 1] if index + 1 < len(blocks) and (is_lead_in or is_line) and not before else None
        if following and not following.citations and _OPENS.match(document.slice(following.block.span)):
            lent[index + 1] = LentSource(citations, "start")
    return lent


def _find_quotation_before(document: Document, blocks: Sequence[CitingBlock], index: int) -> Iterator[int]:
    """Yield the blocks of the quotation that a line closes: a paragraph that ends with it, or a quoted block."""
    block, citations = blocks[index]
    before = blocks[index - 1] if index else None
    if before is None:
        return
    text = document.slice(before.block.span)
    if not before.block.quoted:
        if _CLOSES.search(text) and (block.kind != "item" or _is_single_item(blocks, index)):
            yield index - 1
        return
    if not is_surely_quoted(text, citations) and not _DASHED.match(document.slice(block.span)):
        return
    while index and blocks[index - 1].block.quoted and not blocks[index - 1].citations:
        index -= 1
        yield index


def _is_single_item(blocks: Sequence[CitingBlock], index: int) -> bool:
    return index + 1 == len(blocks) or blocks[index + 1].block.kind != "item"


def is_surely_quoted(text: str, citations: Sequence[Citation]) -> bool:
    """Return whether a quoted block is no box in the author's words: it has marks, or its source has a page."""
    return _OPENS.match(text) is not None or (
        any(citation.place.page or citation.place.section for citation in citations) and not is_callout(text)
    )


def names_source_only(
    document: Document, span: Span, citations: Sequence[Citation], *, kind: BlockKind = "paragraph", quoted: bool = True
) -> bool:
    """Return whether a stretch only names a source: [REF-043, p. 15], — Kim [REF-043], Source: Kim 2019 [REF-043].

    `quoted` says whether it follows a block quotation: below a paragraph a dash may also open a line of a dialogue.
    """
    if not citations or len(span) > _REACH:
        return False
    pieces, at = [], span.start
    for citation in sorted(citations, key=lambda each: each.span):
        pieces.append(document.text[at : max(citation.span.start, at)])
        at = max(at, citation.span.end)
    rest = " ".join((*pieces, document.text[at : span.end]))
    if _DASHED.match(document.slice(span)) and (quoted or not find_verbs(rest)):
        return True
    is_name = len(rest.split()) <= _FEW and not find_verbs(rest) and not rest.strip().endswith((".", ":"))
    is_work = any(citation.kind not in _LINKS for citation in citations)  # [Read more](…) is no source
    return (kind == "item" and is_name and is_work) or (
        (_BARE.fullmatch(rest) is not None and is_work) or _LABELLED.fullmatch(rest) is not None
    )


def find_last_line(document: Document, span: Span) -> Span:
    """Return the last line of a block."""
    start = document.text.rfind("\n", span.start, span.end) + 1
    return Span(max(start, span.start), span.end)


def tie_lent_source(words: Plain, tied: list[TiedSentence], lent: LentSource) -> list[TiedSentence]:
    """Tie the sentences of the first or last quotation of a block to the source of a neighbouring line."""
    found = [span for span in find_quotations(words.text) if is_long_quotation(span.of(words.text))]
    if not found:
        return tied
    quotation = found[0] if lent.at == "start" else found[-1]
    ties = tuple(Tie(citation.id, "paragraph") for citation in lent.citations)
    return [replace(one, ties=ties) if not one.ties and one.span.overlaps(quotation) else one for one in tied]


def tie_to_sentence_before(words: Plain, tied: list[TiedSentence]) -> list[TiedSentence]:
    """Tie quotations without a source to that of the sentence before, where their own takes it up: "It says: “…”"."""
    if all(one.ties for one in tied) or not any(one.ties for one in tied):
        return tied
    made, starts = list(tied), [one.span.start for one in tied]
    for quotation in find_quotations(words.text):
        index = bisect_right(starts, quotation.start) - 1
        if index < 1 or made[index].ties or not made[index - 1].ties:
            continue
        if _TAKES_UP.match(words.text[starts[index] : min(quotation.start, starts[index] + _REACH)]):
            ties = tuple(Tie(tie.citation, "paragraph") for tie in made[index - 1].ties)
            made[index] = replace(made[index], ties=ties)
    return made
