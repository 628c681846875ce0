"""Find the passage that carries a claim: by search alone, so that nothing can be made up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from citevet.errors import UsageError
from citevet.extract.sentences import sentences
from citevet.jobs.corpus.kept import kept, settings_here
from citevet.jobs.corpus.near import near
from citevet.jobs.corpus.otherwise import clauses
from citevet.jobs.corpus.overlap import BAR, FEWEST, Overlap, Sought, overlap
from citevet.jobs.corpus.words import telling
from citevet.judge.differences import compared
from citevet.library.search import Hit, search
from citevet.library.shelf import Shelf
from citevet.model import Body, Entry, Page, Passage, Span
from citevet.report.corpus.proposal import Cited, Proposal

_LONGEST = 2_000  # characters of a claim; what is longer is a paragraph, with several claims in it
_PAGES = 20  # that are read, the best of the search
_TOGETHER = 2  # sentences that may carry a claim between them
_SHOWN = 3  # sources that say otherwise


class _Leaf(NamedTuple):
    """A page of a source."""

    entry: Entry
    body: Body
    page: Page


def cite(claim: str, flags: Mapping[str, Any]) -> Cited:
    """Return the nearest passage, whether it has enough of the claim to be cited for it, and what says otherwise."""
    sought = _sought(claim)
    shelf = kept(settings_here(flags))
    hits = search(shelf, telling(claim), limit=_PAGES)
    found = [proposal for hit in hits for proposal in _proposals(hit, sought, shelf)]
    nearest = max(found, key=_rank, default=None)
    carried = nearest is not None and not nearest.lacks and (nearest.passage.score or 0) >= BAR
    return Cited(
        claim, BAR, sum(1 for _ in shelf.entries()), carried, nearest, _against(found, nearest, carried=carried)
    )


def _against(found: Iterable[Proposal], nearest: Proposal | None, *, carried: bool) -> tuple[Proposal, ...]:
    """Return what says otherwise, the nearest of each source first; beside a passage to cite, its own source too."""
    best: dict[str, Proposal] = {}
    for proposal in sorted(found, key=_rank, reverse=True):
        if proposal.is_opposed and nearest and (not carried or _is_elsewhere(proposal, nearest)):
            best.setdefault(proposal.entry.id, proposal)
    if nearest and not carried:
        best.pop(nearest.entry.id, None)
    return tuple(best.values())[:_SHOWN]


def _is_elsewhere(one: Proposal, other: Proposal) -> bool:
    """Say whether two passages have no words in common."""
    same = (one.entry.id, one.passage.page, one.passage.page_label) == (
        other.entry.id,
        other.passage.page,
        other.passage.page_label,
    )
    return not (same and one.passage.span.overlaps(other.passage.span))


def _sought(claim: str) -> Sought:
    if len(claim) > _LONGEST:
        raise UsageError(
            f"a claim of {len(claim):,} characters is more than one", to="CLAIM", advice="Ask sentence by sentence."
        )
    sought = Sought.of(claim)
    if len(sought.words) < FEWEST:
        raise UsageError("too few words to look for", to="CLAIM", advice="Write the claim as a whole sentence.")
    return sought


def _rank(proposal: Proposal) -> tuple[bool, float, bool, int]:
    """Prefer what lacks and differs in nothing, then the greater share, the source's own words, the shorter text."""
    score = proposal.passage.score or 0
    return not proposal.lacks and score >= BAR, score, proposal.is_quotable, -len(proposal.passage.text)


def _proposals(hit: Hit, sought: Sought, shelf: Shelf) -> Iterator[Proposal]:
    entries = shelf.called(hit.entry)
    if len(entries) != 1:  # an id that two entries claim cannot be cited
        return
    body = shelf.body(entries[0])
    for page in body.pages:
        if (page.number, page.label) == (hit.page, hit.label):
            leaf = _Leaf(entries[0], body, page)
            for first, last in near(page.text, sought.words):
                yield from _of_paragraph(leaf, Span(first, last), sought)


def _of_paragraph(leaf: _Leaf, paragraph: Span, sought: Sought) -> Iterator[Proposal]:
    """Yield what each stretch has of the claim; none carries it where the paragraph around takes it back.

    Of 217 false claims that a sentence seemed to carry, the paragraph as a whole contradicts 8, and of 227 true ones
    none.
    """
    found = [(span, overlap(sought, span.of(leaf.page.text))) for span in _stretches(leaf.page.text, paragraph)]
    share = max((each.share for _, each in found if each.carries), default=None)
    against = compared(sought.text, paragraph.of(leaf.page.text))[0] if share is not None else ()
    for span, each in found:
        if not (against and each.carries):
            yield _proposal(leaf, span, each, words=len(sought.words))
    if against and share is not None:
        whole = replace(overlap(sought, paragraph.of(leaf.page.text)), share=share, differences=against)
        yield _proposal(leaf, paragraph, replace(whole, lacks=tuple(clauses(against))), words=len(sought.words))


def _stretches(text: str, paragraph: Span) -> Iterator[Span]:
    """Yield each sentence of a paragraph, and each pair of neighbours in it."""
    first = paragraph.start
    spans = [Span(first + span.start, first + span.end) for span in sentences(paragraph.of(text))]
    yield from spans
    yield from _pairs(spans)


def _pairs(spans: Sequence[Span]) -> Iterator[Span]:
    for index in range(len(spans) - _TOGETHER + 1):
        yield Span(spans[index].start, spans[index + _TOGETHER - 1].end)


def _proposal(leaf: _Leaf, span: Span, found: Overlap, *, words: int) -> Proposal:
    entry, body, page = leaf
    text = span.of(page.text)
    passage = Passage(entry.id, span, text, page.number, page.label, score=found.share)
    quotes = entry.quotes if body.scope != "full" else ()
    return Proposal(
        entry,
        passage,
        body.scope,
        words=words,
        missed=found.missed,
        lacks=found.lacks,
        differences=found.differences,
        key_quote=next((quote for quote in quotes if text in quote.text), None),
    )
