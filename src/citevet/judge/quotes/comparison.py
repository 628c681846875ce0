"""Compare one quotation with one source: verbatim, misplaced, altered, joined from pieces, or fabricated."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from citevet.judge.quotes.cited_pages import find_cited_pages, name_page
from citevet.judge.quotes.normal_form import FoldedSource
from citevet.judge.quotes.similar_text import NearMatch, SeedIndex, WordChange, find_aligned_part, find_nearest
from citevet.judge.quotes.verbatim import (
    QuoteFragment,
    VerbatimMatch,
    changes_negation,
    ends_word,
    find_occurrences,
    find_pieces,
    find_verbatim,
    starts_word,
)
from citevet.model import Claim, Difference, Locator, Passage, Quotation, Span
from citevet.records import dataclass, replace
from citevet.text.numerals import ReadNumber, read_number
from citevet.text.tokens import Tokens

# Set on the planted edits of tests/judge/test_quote_edits.py: the least similar of them scores 0.77, the most similar
# of the inventions 0.66. Of 123 sentences of other papers the best scores 0.62 in half a megabyte.
ALTERED = 0.71
_SURE = 0.9  # one word in ten: it is one passage with a change, whatever else its words match elsewhere

_LONG = 800  # characters of a piece that are compared at once: comparing takes the square of the length
_CONJUNCTION = 1  # a word between joined pieces that neither has: "and"
_MOST_COMPARED = 60  # such pieces; a quotation of 1 MB without one right word is not worth more
_MOST_CHANGES = 12
_SENTENCE_END = re.compile(r"[.!?。！？]['\")\]]*\s|[다요]\.(?=\S)|[。！？]")
_LINE_END = re.compile(r"[-\u00ad]?[ \t]*(?:\n|\Z)")  # without a stop: the sentence goes on
_SAME_SENTENCE = 300  # characters between two pieces of one sentence
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_BROKEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]\s*\n\s*(?=[^\W\d_])|[\u00ad\u200b\ufffe]")
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_LONGEST = 20_000  # characters to align: it takes the square of the length
OutcomeKind = Literal["verbatim", "misplaced", "altered", "joined", "unread", "fabricated"]


@dataclass(frozen=True, slots=True)
class AlteredMatch:
    """How much of a quotation the source has, where, and what differs."""

    score: float
    spans: tuple[Span, ...] = ()  # in the normal text of the source
    changes: tuple[tuple[QuoteFragment, WordChange], ...] = ()
    apart: bool = False  # all pieces are there, in different places


def explain_alteration(fragments: Sequence[QuoteFragment], source: FoldedSource, seeds: SeedIndex) -> AlteredMatch:
    """Return the text of the source that comes closest to a quotation."""
    found = [_fragment(fragment, source, seeds) for fragment in fragments]
    length = sum(len(fragment.text) for fragment in fragments)
    score = sum(each.score * len(fragment.text) for each, fragment in zip(found, fragments, strict=True)) / length
    changes = tuple(change for each in found for change in each.changes)
    spans = tuple(span for each in found for span in each.spans)
    # Every piece is there and nothing was changed: what failed is their order or the distance between them.
    apart = any(each.apart for each in found) or (len(fragments) > 1 and not changes and score > _SURE)
    return AlteredMatch(score, spans, changes[:_MOST_CHANGES], apart)


def _fragment(fragment: QuoteFragment, source: FoldedSource, seeds: SeedIndex) -> AlteredMatch:
    if place := next(find_occurrences(fragment.text, source, (0, len(source.text))), None):
        return AlteredMatch(1.0, (place,))
    if len(fragment.text) > _LONG:
        return _piecemeal(fragment, source, seeds)
    near = find_nearest(fragment.text, seeds)
    if near and near.score >= _SURE:
        changes = near.changes or tuple(_cut_words(fragment.text, near.span, source))
        return AlteredMatch(near.score, (near.span,), tuple((fragment, change) for change in changes))
    if found := find_pieces(fragment.text, source):
        return _of_pieces(fragment, found, source)
    if (found := find_pieces(fragment.text, source, between=_CONJUNCTION)) and _stand_apart(found, near, source):
        return AlteredMatch(1.0, tuple(found), apart=True)
    if near is None:
        return AlteredMatch(0.0, (), ((fragment, WordChange(Span(0, len(fragment.text)), Span(0, 0))),))
    return AlteredMatch(near.score, (near.span,), tuple((fragment, change) for change in near.changes))


def _cut_words(text: str, span: Span, source: FoldedSource) -> Iterator[WordChange]:
    """Yield the words that are pieces of words in the source: 효율적 of 비효율적."""
    raw = source.raw_span(span.start, span.end)
    if not starts_word(source.raw, raw.start):
        yield WordChange(Span(0, 1), Span(span.start, span.start + 1))
    if not ends_word(source.raw, raw.end):
        yield WordChange(Span(len(text) - 1, len(text)), Span(span.end - 1, span.end))


def _of_pieces(fragment: QuoteFragment, found: list[Span], source: FoldedSource) -> AlteredMatch:
    """Decide whether verbatim pieces are one passage with an omission, one across a page's notes, or several."""
    joints = list(pairwise(found))
    if all(_goes_over(source, before, after) for before, after in joints):
        return AlteredMatch(1.0, tuple(found))
    if all(_one_sentence(source, before, after) for before, after in joints):
        near = find_aligned_part(fragment.text, source.text, Span(found[0].start, found[-1].end))
        if near:
            return AlteredMatch(max(near.score, _SURE), (near.span,), tuple((fragment, each) for each in near.changes))
    return AlteredMatch(1.0, tuple(found), apart=True)


def _stand_apart(found: list[Span], near: NearMatch | None, source: FoldedSource) -> bool:
    """Check that no single passage has all the pieces; if one has, a word of it was changed."""
    if any(_one_sentence(source, before, after) for before, after in pairwise(found)):
        return False
    window = (max(near.span.start - 1, 0), near.span.end) if near else (0, 0)
    return not all(next(find_occurrences(span.of(source.text), source, window), None) for span in found)


def _goes_over(source: FoldedSource, before: Span, after: Span) -> bool:
    """Check whether a text continues on the next page, after the footnotes of the first."""
    first, second = source.raw_span(before.start, before.end), source.raw_span(after.start, after.end)
    page = source.page_at(second.start)
    head = source.raw[source.starts[page] : second.start]
    broken = _LINE_END.match(source.raw, first.end) is not None
    return broken and page == source.page_at(first.end - 1) + 1 and not head.strip()


def _one_sentence(source: FoldedSource, before: Span, after: Span) -> bool:
    between = source.text[before.end : after.start]
    return before.end <= after.start <= before.end + _SAME_SENTENCE and _SENTENCE_END.search(between) is None


def _piecemeal(fragment: QuoteFragment, source: FoldedSource, seeds: SeedIndex) -> AlteredMatch:
    """Compare a long piece part by part, so that the time stays in proportion to its length."""
    matched = compared_parts = 0
    spans: list[Span] = []
    changes: list[tuple[QuoteFragment, WordChange]] = []
    for part in _parts(fragment.text):
        words = part.of(fragment.text)
        place = next(find_occurrences(words, source, (0, len(source.text))), None)
        if place:
            matched += len(words)
            spans.append(place)
        elif compared_parts < _MOST_COMPARED and (near := find_nearest(words, seeds)):
            compared_parts += 1
            matched += int(near.score * len(words))
            spans.append(near.span)
            changes += ((fragment, replace(each, claimed=each.claimed.shift(part.start))) for each in near.changes)
    return AlteredMatch(matched / len(fragment.text), tuple(spans), tuple(changes), _is_apart(spans) and not changes)


def _is_apart(spans: list[Span]) -> bool:
    return any(not 0 <= after.start - before.end <= _SAME_SENTENCE for before, after in pairwise(spans))


def _parts(text: str) -> Iterator[Span]:
    start = 0
    while start < len(text):
        end = text.rfind(" ", start + 1, start + _LONG) if start + _LONG < len(text) else len(text)
        end = end if end > 0 else start + _LONG
        yield Span(start, end)
        start = end + 1 if text[end : end + 1] == " " else end


def _changes_number(inserted: str, left_out: str) -> bool:
    """Check whether an insertion and the words of the source that it replaces have different numbers.

    "[two] days" is not "ten days", and "[some] days" is not either. "[the two groups]" may replace "they", and
    "[that year]" for 2019.
    """
    said, there = _numbers(inserted), _numbers(left_out)
    if said and there:
        return [each.value for each in said] != [each.value for each in there]
    if said:
        return any(not each.spelled for each in said) or _alone(inserted) is not None
    number = _alone(left_out)
    return number is not None and _YEAR.fullmatch(left_out.strip()) is None


def _numbers(text: str) -> list[ReadNumber]:
    """Return the numbers of a text, in digits or in words."""
    tokens = Tokens(text)
    found: list[ReadNumber] = []
    at = 0
    while at < len(tokens):
        if reading := read_number(tokens, at):
            found.append(reading)
        at = max(reading.next, at + 1) if reading else at + 1
    return found


def _alone(text: str) -> ReadNumber | None:
    """Return the number that a text consists of; the word "one" may be a pronoun."""
    tokens = Tokens(text)
    number = read_number(tokens, 0)
    if number is None or number.next < len(tokens) or (number.spelled and number.value == 1):
        return None
    return number


def _map_offsets(claim: Claim, quotation: Quotation) -> Callable[[int], int]:
    """Return a function from an offset in a quotation's plain text to the document."""
    at = claim.plain.text.find(quotation.plain)
    while at >= 0 and claim.plain.back(at) != quotation.span.start:
        at = claim.plain.text.find(quotation.plain, at + 1)
    if at >= 0:
        return lambda offset: claim.plain.back(at + offset)
    return _aligned(quotation)


def _aligned(quotation: Quotation) -> Callable[[int], int]:
    """Return that function for a quotation over several claims, by aligning its text with the document."""
    if len(quotation.text) > _LONGEST:
        return lambda offset: quotation.span.start if offset == 0 else quotation.span.end - 1
    from rapidfuzz.distance import Indel  # takes 40 ms to import

    same = [block for block in Indel.opcodes(quotation.plain, quotation.text) if block.tag == "equal"]
    starts = [block.src_start for block in same]

    def back(offset: int) -> int:
        index = max(bisect_right(starts, offset) - 1, 0)
        return quotation.span.start + same[index].dest_start + offset - same[index].src_start

    return back


def _show_line(raw: str) -> str:
    """Return text of a source on one line, without hyphenation and ligatures."""
    return " ".join(_BROKEN.sub("", raw).translate(_LIGATURES).split())


def _widen_to_words(text: str, span: Span) -> Span:
    """Widen a span to whole words: a change of one Korean syllable changes its word."""
    start, end = span.start, span.end
    while 0 < start < len(text) and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return Span(start, end)


@dataclass(frozen=True, slots=True)
class QuoteOutcome:
    """The result for one quotation in one source."""

    kind: OutcomeKind
    evidence: tuple[Passage, ...] = ()
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class QuoteComparison:
    """One quotation and the text of one source."""

    folded: FoldedSource
    seeds: SeedIndex  # of the same source
    claim: Claim
    quotation: Quotation
    source: str  # its id

    def find(self, pieces: tuple[QuoteFragment, ...], locator: Locator) -> QuoteOutcome | None:
        """Return where the quotation is verbatim: on the cited page, next to it, or anywhere."""
        pages = find_cited_pages(locator.page, self.folded.pages)
        windows = [self._window(pages, 0), self._window(pages, 1), (0, len(self.folded.text))] if pages else []
        turned: VerbatimMatch | None = None
        for number, window in enumerate(windows or [(0, len(self.folded.text))]):
            for found in find_verbatim(pieces, self.folded, window):
                if self._turned(pieces, found) is not None:
                    turned = turned or found
                elif not pages or number > 0 or self._is_on(pages, found):
                    return self._found(found, pages, locator)
        return self._altered_by_gap(pieces, turned) if turned else None

    def _window(self, pages: frozenset[int], beside: int) -> tuple[int, int]:
        """Return the part of the normal text with the cited pages, and a margin for text that runs over."""
        first = max(min(pages) - beside, 0)
        last = min(max(pages) + beside, len(self.folded.pages) - 1)
        raw = Span(self.folded.page_span(first).start, self.folded.page_span(last).end)
        low, high = self.folded.around(raw)
        over = 2 * len(self.quotation.plain)
        return max(low - over, 0), min(high + over, len(self.folded.text))

    def _raw(self, found: VerbatimMatch) -> list[Span]:
        return [self.folded.raw_span(span.start, span.end) for span in found.spans]

    def _pages(self, found: VerbatimMatch) -> list[int]:
        spans = self._raw(found)
        at = self.folded.page_at
        return sorted({page for span in spans for page in range(at(span.start), at(span.end - 1) + 1)})

    def _is_on(self, pages: frozenset[int], found: VerbatimMatch) -> bool:
        return not pages.isdisjoint(self._pages(found))

    def _found(self, found: VerbatimMatch, pages: frozenset[int] | None, locator: Locator) -> QuoteOutcome:
        evidence = tuple(self._passages(found.spans, 1.0))
        if pages is not None and not self._is_on(pages, found):
            names = [name_page(self.folded.pages[page]) for page in self._pages(found)]
            there = names[0] if len(names) == 1 else f"{names[0]}-{names[-1]}"
            return QuoteOutcome("misplaced", evidence, (self._place("page", locator.page or "", there),))
        if pages is None and locator.lines and len(self.folded.pages) == 1:
            return self._in_lines(found, evidence, locator.lines)
        return QuoteOutcome("verbatim", evidence)

    def _in_lines(self, found: VerbatimMatch, evidence: tuple[Passage, ...], cited: str) -> QuoteOutcome:
        raw = self._raw(found)
        first = self.folded.raw.count("\n", 0, raw[0].start) + 1
        last = first + self.folded.raw.count("\n", raw[0].start, raw[-1].end)
        low, _, high = cited.partition("-")
        if not low.isdigit() or (first <= int(high or low) and int(low) <= last):
            return QuoteOutcome("verbatim", evidence)
        there = str(first) if first == last else f"{first}-{last}"
        return QuoteOutcome("misplaced", evidence, (self._place("lines", cited, there),))

    def _place(self, kind: str, cited: str, there: str) -> Difference:
        return Difference(kind, cited, there, self.quotation.span)

    def _passages(self, spans: Iterable[Span], score: float) -> Iterator[Passage]:
        for span in spans:
            yield from self.folded.passages(self.source, self.folded.raw_span(span.start, span.end), score)

    def _turned(self, pieces: tuple[QuoteFragment, ...], found: VerbatimMatch) -> int | None:
        """Return the gap where an omission or insertion reverses the meaning."""
        for index in range(1, len(pieces)):
            between = Span(found.spans[index - 1].end, found.spans[index].start)
            if changes_negation(pieces[index], between.of(self.folded.text).strip()):
                return index
            # By the source's own words: in the normal form twenty-five is one word.
            if pieces[index].gap == "insertion" and _changes_number(pieces[index].inserted, self._words(between)):
                return index
        return None

    def _altered_by_gap(self, pieces: tuple[QuoteFragment, ...], found: VerbatimMatch) -> QuoteOutcome:
        index = self._turned(pieces, found) or 1
        before, after = pieces[index - 1], pieces[index]
        back = _map_offsets(self.claim, self.quotation)
        span = Span(back(before.start + len(before.plain) - 1) + 1, back(after.start))
        there = self._words(Span(found.spans[index - 1].end, found.spans[index].start))
        said = f"[{after.inserted}]" if after.inserted else "…"
        difference = Difference("quote", said, there, span, f" {there} " if there else " ")
        return QuoteOutcome("altered", tuple(self._passages(found.spans, 1.0)), (difference,))

    def explain(self, pieces: tuple[QuoteFragment, ...]) -> QuoteOutcome:
        """Return what the source has instead of a quotation that is not there verbatim."""
        near = explain_alteration(pieces, self.folded, self.seeds)
        if near.score < ALTERED:
            return QuoteOutcome("fabricated")
        evidence = tuple(self._passages(near.spans, round(near.score, 3)))
        if near.apart:
            return QuoteOutcome("joined", evidence, (self._joined(evidence),))
        if not near.changes:
            return QuoteOutcome("verbatim", evidence)
        return QuoteOutcome("altered", evidence, tuple(self._differences(near)))

    def _joined(self, evidence: tuple[Passage, ...]) -> Difference:
        """Report the pages of the pieces, or their number."""
        names = list(dict.fromkeys(passage.page_label or str(passage.page) for passage in evidence if passage.page))
        there = f"pages {', '.join(names)}" if len(names) > 1 else f"{len(evidence)} places"
        return Difference("quote-pieces", self.quotation.plain, there, self.quotation.span)

    def _differences(self, near: AlteredMatch) -> Iterator[Difference]:
        back = _map_offsets(self.claim, self.quotation)
        places = {fragment: fragment.places() for fragment in {fragment for fragment, _ in near.changes}}
        for fragment, change in near.changes:
            claimed = _plain_span(places[fragment], change.claimed)
            there = self.folded.raw_span(change.there.start, change.there.end) if len(change.there) else None
            plain = _widen_to_words(self.quotation.plain, claimed)
            source = _show_line(_widen_to_words(self.folded.raw, there).of(self.folded.raw)) if there else ""
            span = Span(back(plain.start), back(plain.end - 1) + 1) if len(plain) else self.quotation.span
            yield Difference("quote", plain.of(self.quotation.plain), source, span, source or None)

    def _words(self, span: Span) -> str:
        """Return the source text of a span of the normal text, on one line."""
        if span.start == span.end:
            return ""
        return _show_line(self.folded.raw_span(span.start, span.end).of(self.folded.raw))


def _plain_span(places: list[int], span: Span) -> Span:
    """Return the span in the plain text for a span of a fragment's normal form."""
    if not len(span):
        at = places[min(span.start, len(places) - 1)]
        return Span(at, at)
    return Span(places[span.start], places[span.end - 1] + 1)
