"""Find the claims of a document: every sentence of every prose block, cited, unsourced or skipped."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from operator import attrgetter

from citevet.extract.citation_markers import (
    TiedSentence,
    find_dropped_spans,
    has_only_citations,
    place_citations,
    tie_citations,
)
from citevet.extract.claim_filters import explain_never_checked, explain_unchecked, find_parts
from citevet.extract.claim_types import classify_claim, explain_fragment, has_concrete_fact
from citevet.extract.claim_wordings import find_wordings, may_have_wordings
from citevet.extract.claimless_lines import POINTS_AWAY, SectionKind, SectionTracker, explain_claimless, is_dated_link
from citevet.extract.notes.citing import CitingNote, get_note_content, is_remark, read_note
from citevet.extract.plain_text import slice_plain_text, to_plain_offset, to_plain_text
from citevet.extract.quotation_sources import (
    CitingBlock,
    LentSource,
    find_last_line,
    find_lent_sources,
    is_surely_quoted,
    names_source_only,
    tie_lent_source,
    tie_to_sentence_before,
)
from citevet.extract.quotations import (
    find_attribution,
    find_quotations,
    get_quoted_span,
    has_trailing_citation,
    is_long_quotation,
    make_quotation,
)
from citevet.identifiers import may_have
from citevet.model import (
    Block,
    BlockKind,
    Citation,
    CitationKind,
    Claim,
    ClaimStatus,
    Document,
    Plain,
    Reference,
    Span,
    Tie,
)
from citevet.model.document import SpanIndex, replace_spans
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace
from citevet.text.document_parts import find_reference_sections, mask_formulas, strip_bold_title
from citevet.text.sentences import split_sentences

_PROSE: frozenset[BlockKind] = frozenset({"paragraph", "item", "row", "caption"})
_WHOLE: frozenset[BlockKind] = frozenset({"row", "caption"})  # one claim, whatever its stops
_INTRODUCED: frozenset[BlockKind] = frozenset({"item", "row", "caption", "code", "math"})  # by a colon

# Under the heading of a list, a block that reads like an entry is not prose, even if no entry was parsed from it.
_ENTRY = lazy_pattern(r"\b(?:1[4-9]|20)\d\d[a-z]?\b|^\s*\[[^\[\]]{1,40}\]\s")

_LINKS: frozenset[CitationKind] = frozenset({"link", "url"})
_BY_START = attrgetter("span.start")


@dataclass(frozen=True, slots=True)
class _ProseBlock:
    document: Document
    block: Block
    citations: list[Citation]
    entries: list[Span]
    introduces: bool  # a list, a table or code comes next
    may_have_wordings: bool
    section: SectionKind | None = None  # of links or contents, in which the block is


def find_claims(
    document: Document,
    citations: Sequence[Citation],
    references: Sequence[Reference],
    *,
    notes: Sequence[CitingNote] = (),
) -> tuple[Claim, ...]:
    """Return the claims of a document in order, each tied to the citations that back it.

    `citations` are those outside of notes. The remarks of `notes` are claims too.
    """
    found: list[Claim] = []
    lead_ins = _LeadIns()
    indexed_notes = SpanIndex((note.span, note) for note in notes)
    blocks = list(_find_blocks(document, citations, references))
    lent = find_lent_sources(document, [CitingBlock(own.block, own.citations) for own in blocks])
    for index, own in enumerate(blocks):
        around = [note for _, note in indexed_notes.overlapping(own.block.span)]
        if note := next((each for each in around if each.span.holds(own.block.span)), None):
            found += _find_remarks(own, note, len(found))
        if own.block.kind not in _PROSE or note:
            lead_ins.clear()
            continue
        words, tied = _read_block(own)
        tied = lead_ins.lend(own.block, words, tied)
        whole = None
        if own.block.quoted:
            tied, whole = _tie_block_quotation(own, lent.get(index), words, tied)
        elif index in lent:
            tied = tie_lent_source(words, tied, lent[index])
        else:
            tied = tie_to_sentence_before(words, tied)
        claims = _make_claims(own, own.block.span, words, tied, first=len(found) + 1)
        if claims and (nothing := _explain_claimless(own, words)):
            claims = [replace(claim, status="skipped", why=f"not checked: {nothing}") for claim in claims]
        _add_quotations(own, words, claims, whole)
        found += _insert_remarks(own, around, claims) if around and claims else claims
    return tuple(found)


def _explain_claimless(own: _ProseBlock, words: Plain) -> str | None:
    """Explain why all of a block claims nothing."""
    if why := explain_claimless(own.block, words.text, own.section):
        return why
    if own.block.kind != "item" or not all(citation.kind in _LINKS for citation in own.citations):
        return None
    labels = [own.document.find_label(citation.span) for citation in own.citations]
    return POINTS_AWAY if is_dated_link(words.text, labels) else None


def _insert_remarks(own: _ProseBlock, notes: list[CitingNote], claims: list[Claim]) -> list[Claim]:
    """Return the claims of a block and the remarks of the notes inside it, in order and numbered again."""
    first = int(claims[0].id[1:])
    for note in notes:
        claims += _find_remarks(own, note, 0)
    claims.sort(key=_BY_START)
    return [replace(claim, id=f"k{number}") for number, claim in enumerate(claims, first)]


def _find_remarks(own: _ProseBlock, note: CitingNote, before: int) -> list[Claim]:
    """Return the remarks of a note in a block, numbered after the claims before."""
    content, block = get_note_content(own.document, note.reference), own.block.span
    start = max(content.start, block.start)
    span = Span(start, max(min(content.end, block.end), start))
    cited = [citation for citation in note.citations if span.holds(citation.span)]
    words, tied = read_note(own.document, span, cited) if cited else (Plain(""), [])
    remarks = [one for one in tied if is_remark(words, one)]
    claims = _make_claims(own, span, words, remarks, first=before + 1)
    if len(remarks) == len(tied):
        _add_quotations(own, words, claims, None)
    return claims


def _find_blocks(
    document: Document, citations: Sequence[Citation], references: Sequence[Reference]
) -> Iterator[_ProseBlock]:
    """Yield the blocks in order with their contents, without those that are entries of a list."""
    listed = {block.span.start for section in find_reference_sections(document) for block in section}
    entries = SpanIndex((each.span, each) for each in references if each.path is None)
    cited = SpanIndex((each.span, each) for each in citations)
    sections = SectionTracker(document)
    for block, following in zip_longest(document.blocks, document.blocks[1:]):
        span, text, part = block.span, document.slice(block.span), sections.find(block)
        own = [inner for inner, _ in entries.overlapping(span)]
        inside = [citation for _, citation in cited.overlapping(span)]
        if block.kind in _PROSE and span.start in listed and (own or _ENTRY.search(text) or may_have(text)):
            continue
        introduces = following is not None and following.kind in _INTRODUCED
        words = not block.quoted and may_have_wordings(text)
        yield _ProseBlock(document, strip_bold_title(document, block), inside, own, introduces, words, part)


class _LeadIns:
    """The citations on the lead-in of a list or a block quotation, lent to every item and block without its own."""

    def __init__(self) -> None:
        self._open: list[tuple[int, tuple[Tie, ...]]] = []  # the depth of the lead-in, and the ties that it lends

    def clear(self) -> None:
        """Drop all lead-ins: another part of the document begins."""
        self._open.clear()

    def lend(self, block: Block, words: Plain, tied: list[TiedSentence]) -> list[TiedSentence]:
        """Tie the sentences of the next block to the citations of its lead-in if they have none of their own."""
        level = 2 * block.level if block.kind == "item" else int(block.quoted)
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        if self._open and not any(one.ties for one in tied):
            tied = [replace(one, ties=self._open[-1][1]) for one in tied]
        if tied and tied[-1].ties and words.text.endswith((":", "：")):
            self._open.append((level, tuple(Tie(tie.citation, "list") for tie in tied[-1].ties)))
        return tied


def _tie_block_quotation(
    own: _ProseBlock, lent: LentSource | None, words: Plain, tied: list[TiedSentence]
) -> tuple[list[TiedSentence], Span | None]:
    """Tie the sentences of a quoted block to the source of the whole; return also the span of the quotation."""
    if (at := find_attribution(own.document, own.block, own.citations)) is not None:
        after = [citation for citation in own.citations if citation.span.start >= at]
        return _tie_untied(tied, after), get_quoted_span(words, at)
    by_list = any(tie.how == "list" for one in tied for tie in one.ties)
    if by_list or has_trailing_citation(own.document, words, [each for one in tied for each in one.places]):
        return tied, get_quoted_span(words, None)
    if lent and not own.citations:
        return _tie_untied(tied, lent.citations), get_quoted_span(words, None)
    line = find_last_line(own.document, own.block.span)
    after = [citation for citation in own.citations if line.holds(citation.span)]
    if len(after) == len(own.citations) and names_source_only(own.document, line, after):
        text = own.document.slice(own.block.span)
        if line.start > own.block.span.start and is_surely_quoted(text, after):
            return _tie_untied(tied, after), get_quoted_span(words, line.start)
    return tied, None


def _tie_untied(tied: list[TiedSentence], citations: Sequence[Citation]) -> list[TiedSentence]:
    ties = tuple(Tie(citation.id, "paragraph") for citation in citations)
    return [one if one.ties else replace(one, ties=ties) for one in tied]


def _add_quotations(own: _ProseBlock, words: Plain, claims: list[Claim], whole: Span | None) -> None:
    """Add each quotation of a block to the claim in which it ends or starts, preferably one with a source."""
    spans = [whole] if whole else find_quotations(words.text)
    for span in spans if claims else ():
        if is_long_quotation(span.of(words.text)):
            quotation = make_quotation(own.document, words, span)
            starts = bisect_right(claims, quotation.span.start, key=_BY_START) - 1
            ends = bisect_right(claims, quotation.span.end - 1, key=_BY_START) - 1
            index = max(starts if claims[starts].ties and not claims[ends].ties else ends, 0)
            claims[index] = replace(claims[index], quotations=(*claims[index].quotations, quotation))
            _drop_quoted_wordings(claims, quotation.span)


def _drop_quoted_wordings(claims: list[Claim], quote: Span) -> None:
    """Remove the wordings inside a quotation of several sentences: they are not the author's."""
    for index in range(max(bisect_right(claims, quote.start, key=_BY_START) - 1, 0), len(claims)):
        claim = claims[index]
        if claim.span.start >= quote.end:
            return
        if any(quote.overlaps(wording.span) for wording in claim.wordings):
            own = tuple(wording for wording in claim.wordings if not quote.overlaps(wording.span))
            claims[index] = replace(claim, wordings=own)


def _read_block(own: _ProseBlock) -> tuple[Plain, list[TiedSentence]]:
    document, block = own.document, own.block
    places = place_citations(document, block, own.citations)
    words = to_plain_text(document, block.span, [*find_dropped_spans(document.text, places), *own.entries])
    if places and not any(char.isalnum() for char in words.text):
        # The block has only the marker: it stays, so that the record has words.
        places = [replace(place, marker=False) for place in places]
        words = to_plain_text(document, block.span, own.entries)
    whole = block.kind in _WHOLE
    spans = [Span(0, len(words.text))] if whole and words.text else split_sentences(words.text)
    if not spans and places and not own.entries:
        spans = [Span(0, 0)]
    return words, tie_citations(words, spans, places, whole=whole) if spans else []


def _make_claims(own: _ProseBlock, block: Span, words: Plain, tied: list[TiedSentence], *, first: int) -> list[Claim]:
    tied = [part for one in tied for part in _split_sentence(own, words, one)]
    spans = _find_sentence_spans(own.document, block, words, tied)
    pairs = enumerate(zip(tied, spans, strict=True), first)
    return [_make_claim(own, words, one, span, f"k{number}") for number, (one, span) in pairs]


def _split_sentence(own: _ProseBlock, words: Plain, sentence: TiedSentence) -> list[TiedSentence]:
    """Part the facts of a sentence without a source from its forecasts and opinions."""
    if sentence.ties or sentence.places or own.block.kind in _WHOLE:
        return [sentence]
    parts = find_parts(sentence.span.of(words.text))
    return [replace(sentence, span=part.shift(sentence.span.start)) for part in parts] if len(parts) > 1 else [sentence]


def _find_sentence_spans(document: Document, block: Span, words: Plain, tied: list[TiedSentence]) -> list[Span]:
    """Return the span of each sentence in the document, with its markers, without overlaps."""
    spans: list[Span] = []
    starts = [words.back(one.span.start) for one in tied]
    for index, one in enumerate(tied):
        # A note that began in the block before may end in this one; its sentence still starts here.
        places = [place.span for place in one.places if place.span.start >= block.start]
        last = words.back(one.span.end - 1) + 1 if one.span.end else starts[index]
        before = [spans[-1].end] if spans else []
        first = [place.start for place in places]
        start = min([starts[index], *first]) if one.span.end or not places else first[0]
        limit = starts[index + 1] if index + 1 < len(tied) else max(block.end, last)
        end = min(max([last, *(place.end for place in places)]), limit)
        spans.append(Span(max([start, *before]), end).trim(document.text))
    return spans


def _make_claim(own: _ProseBlock, words: Plain, sentence: TiedSentence, span: Span, name: str) -> Claim:
    document, text = own.document, own.document.slice(span)
    plain = slice_plain_text(words, sentence.span)
    if plain.text == text:
        plain = Plain(text, plain.cuts)  # one string instead of two: most claims have no markup
    # A number in code or a formula is not a statistic.
    spoken = mask_formulas(_mask_code(document, span, plain, "x"), document, span)
    kind, reason = classify_claim(spoken, sentence.named)
    is_marker = sentence.places and has_only_citations(document, span, sentence.places)
    why = "nothing but a citation" if is_marker else explain_never_checked(plain.text)
    if not why and not sentence.ties:
        why = _explain_unsourced(own, plain.text, at_end=sentence.span.end == len(words.text))
        why = why or _explain_code_only(document, span, plain)
    status: ClaimStatus = "skipped" if why else "cited" if sentence.ties else "unsourced"
    wordings = find_wordings(document, plain, heard=spoken, named=sentence.named) if own.may_have_wordings else ()
    why = f"not checked: {why}" if why else None
    return Claim(name, span, text, plain, kind, reason, sentence.ties, status, why, wordings=wordings)


def _mask_code(document: Document, span: Span, plain: Plain, mask: str) -> str:
    code = (region.span for region in document.regions_in(span) if region.kind == "code")
    places = (Span(to_plain_offset(plain, each.start), to_plain_offset(plain, each.end)) for each in code)
    return replace_spans(plain.text, ((place, mask * len(place)) for place in places))


def _explain_code_only(document: Document, span: Span, plain: Plain) -> str | None:
    """Explain why a sentence with one word at most besides code is skipped: "Verbatim: `x = 1`."."""
    masked = _mask_code(document, span, plain, " ")
    if masked != plain.text and explain_fragment(masked) and not has_concrete_fact(masked):
        return "a fragment (code)"
    return None


def _explain_unsourced(own: _ProseBlock, text: str, *, at_end: bool) -> str | None:
    if own.introduces and at_end and text.endswith((":", "：")) and not has_concrete_fact(text):
        return "introduces what follows"
    return explain_unchecked(text) or ("a quotation block" if own.block.quoted else None)
