"""One quotation in one source: found where it is cited, elsewhere, or what stands there instead."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from citevet.judge.quoting.altered import ALTERED, Unlike, unlike
from citevet.judge.quoting.cited_pages import cited_pages, page_name
from citevet.judge.quoting.folded import Folded
from citevet.judge.quoting.fragments import Fragment, swallowed
from citevet.judge.quoting.inserted_numbers import turns_number
from citevet.judge.quoting.quoted_words import shown, way_back, whole_words
from citevet.judge.quoting.seeds import seeds_of
from citevet.judge.quoting.verbatim import Found, verbatim
from citevet.model import Claim, Difference, Locator, Passage, Quotation, Span

Kind = Literal["verbatim", "misplaced", "altered", "joined", "unread", "fabricated"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one quotation in one source."""

    kind: Kind
    evidence: tuple[Passage, ...] = ()
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """The words of a source, asked about one quotation."""

    folded: Folded
    claim: Claim
    quotation: Quotation
    source: str  # its id

    def find(self, pieces: tuple[Fragment, ...], locator: Locator) -> Outcome | None:
        """Return where the quotation stands word for word: on the cited page, beside it, anywhere."""
        pages = cited_pages(locator.page, self.folded.pages)
        windows = [self._window(pages, 0), self._window(pages, 1), (0, len(self.folded.text))] if pages else []
        turned: Found | None = None
        for number, window in enumerate(windows or [(0, len(self.folded.text))]):
            for found in verbatim(pieces, self.folded, window):
                if self._turned(pieces, found) is not None:
                    turned = turned or found
                elif not pages or number > 0 or self._is_on(pages, found):
                    return self._found(found, pages, locator)
        return self._altered_by_gap(pieces, turned) if turned else None

    def _window(self, pages: frozenset[int], beside: int) -> tuple[int, int]:
        """Return the stretch of the normal text with the cited pages, and what runs over their edges."""
        first = max(min(pages) - beside, 0)
        last = min(max(pages) + beside, len(self.folded.pages) - 1)
        raw = Span(self.folded.page_span(first).start, self.folded.page_span(last).end)
        low, high = self.folded.around(raw)
        over = 2 * len(self.quotation.plain)
        return max(low - over, 0), min(high + over, len(self.folded.text))

    def _raw(self, found: Found) -> list[Span]:
        return [self.folded.raw_span(span.start, span.end) for span in found.spans]

    def _pages(self, found: Found) -> list[int]:
        spans = self._raw(found)
        at = self.folded.page_at
        return sorted({page for span in spans for page in range(at(span.start), at(span.end - 1) + 1)})

    def _is_on(self, pages: frozenset[int], found: Found) -> bool:
        return not pages.isdisjoint(self._pages(found))

    def _found(self, found: Found, pages: frozenset[int] | None, locator: Locator) -> Outcome:
        evidence = tuple(self._passages(found.spans, 1.0))
        if pages is not None and not self._is_on(pages, found):
            names = [page_name(self.folded.pages[page]) for page in self._pages(found)]
            there = names[0] if len(names) == 1 else f"{names[0]}-{names[-1]}"
            return Outcome("misplaced", evidence, (self._place("page", locator.page or "", there),))
        if pages is None and locator.lines and len(self.folded.pages) == 1:
            return self._in_lines(found, evidence, locator.lines)
        return Outcome("verbatim", evidence)

    def _in_lines(self, found: Found, evidence: tuple[Passage, ...], cited: str) -> Outcome:
        raw = self._raw(found)
        first = self.folded.raw.count("\n", 0, raw[0].start) + 1
        last = first + self.folded.raw.count("\n", raw[0].start, raw[-1].end)
        low, _, high = cited.partition("-")
        if not low.isdigit() or (first <= int(high or low) and int(low) <= last):
            return Outcome("verbatim", evidence)
        there = str(first) if first == last else f"{first}-{last}"
        return Outcome("misplaced", evidence, (self._place("lines", cited, there),))

    def _place(self, kind: str, cited: str, there: str) -> Difference:
        return Difference(kind, cited, there, self.quotation.span)

    def _passages(self, spans: Iterable[Span], score: float) -> Iterator[Passage]:
        for span in spans:
            yield from self.folded.passages(self.source, self.folded.raw_span(span.start, span.end), score)

    def _turned(self, pieces: tuple[Fragment, ...], found: Found) -> int | None:
        """Return the gap at which what was left out or put in turns the sense."""
        for index in range(1, len(pieces)):
            between = Span(found.spans[index - 1].end, found.spans[index].start)
            if swallowed(pieces[index], between.of(self.folded.text).strip()):
                return index
            # By the source's own words: in the normal form twenty-five is one word.
            if pieces[index].gap == "insertion" and turns_number(pieces[index].inserted, self._words(between)):
                return index
        return None

    def _altered_by_gap(self, pieces: tuple[Fragment, ...], found: Found) -> Outcome:
        index = self._turned(pieces, found) or 1
        before, after = pieces[index - 1], pieces[index]
        back = way_back(self.claim, self.quotation)
        span = Span(back(before.start + len(before.plain) - 1) + 1, back(after.start))
        there = self._words(Span(found.spans[index - 1].end, found.spans[index].start))
        said = f"[{after.inserted}]" if after.inserted else "…"
        difference = Difference("quote", said, there, span, f" {there} " if there else " ")
        return Outcome("altered", tuple(self._passages(found.spans, 1.0)), (difference,))

    def explain(self, pieces: tuple[Fragment, ...]) -> Outcome:
        """Return what the source has instead of a quotation that does not stand there word for word."""
        near = unlike(pieces, self.folded, seeds_of(self.folded))
        if near.score < ALTERED:
            return Outcome("fabricated")
        evidence = tuple(self._passages(near.spans, round(near.score, 3)))
        if near.apart:
            return Outcome("joined", evidence, (self._joined(evidence),))
        if not near.changes:
            return Outcome("verbatim", evidence)
        return Outcome("altered", evidence, tuple(self._differences(near)))

    def _joined(self, evidence: tuple[Passage, ...]) -> Difference:
        """Say on which pages the pieces stand, or what they are."""
        names = list(dict.fromkeys(passage.page_label or str(passage.page) for passage in evidence if passage.page))
        there = f"pages {', '.join(names)}" if len(names) > 1 else f"{len(evidence)} places"
        return Difference("quote-pieces", self.quotation.plain, there, self.quotation.span)

    def _differences(self, near: Unlike) -> Iterator[Difference]:
        back = way_back(self.claim, self.quotation)
        places = {fragment: fragment.places() for fragment in {fragment for fragment, _ in near.changes}}
        for fragment, change in near.changes:
            claimed = _plain_span(places[fragment], change.claimed)
            there = self.folded.raw_span(change.there.start, change.there.end) if len(change.there) else None
            plain = whole_words(self.quotation.plain, claimed)
            source = shown(whole_words(self.folded.raw, there).of(self.folded.raw)) if there else ""
            span = Span(back(plain.start), back(plain.end - 1) + 1) if len(plain) else self.quotation.span
            yield Difference("quote", plain.of(self.quotation.plain), source, span, source or None)

    def _words(self, span: Span) -> str:
        """Return the words behind a stretch of the normal text, as one would type them."""
        if span.start == span.end:
            return ""
        return shown(self.folded.raw_span(span.start, span.end).of(self.folded.raw))


def _plain_span(places: list[int], span: Span) -> Span:
    """Return the stretch of the plain words behind a stretch of a fragment's normal form."""
    if not len(span):
        at = places[min(span.start, len(places) - 1)]
        return Span(at, at)
    return Span(places[span.start], places[span.end - 1] + 1)
