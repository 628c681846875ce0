"""Find the passage that carries a claim: by search alone, so that nothing can be made up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from citevet.errors import UsageError
from citevet.extract.sentences import sentences
from citevet.jobs.corpus.kept import kept, settings_here
from citevet.jobs.corpus.near import near
from citevet.jobs.corpus.overlap import BAR, FEWEST, Sought, overlap
from citevet.jobs.corpus.words import telling
from citevet.library.search import Hit, search
from citevet.library.shelf import Shelf
from citevet.model import Body, Entry, Page, Passage, Span
from citevet.report.corpus.proposal import Cited, Proposal

_LONGEST = 2_000  # characters of a claim; what is longer is a paragraph, with several claims in it
_PAGES = 20  # that are read, the best of the search
_TOGETHER = 2  # sentences that may carry a claim between them


def cite(claim: str, flags: Mapping[str, Any]) -> Cited:
    """Return the nearest passage, and whether it has enough of the claim to be cited for it."""
    sought = _sought(claim)
    shelf = kept(settings_here(flags))
    hits = search(shelf, telling(claim), limit=_PAGES)
    nearest = max((proposal for hit in hits for proposal in _proposals(hit, sought, shelf)), key=_rank, default=None)
    carried = nearest is not None and not nearest.lacks and (nearest.passage.score or 0) >= BAR
    return Cited(claim, BAR, sum(1 for _ in shelf.entries()), carried, nearest)


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
            yield from (
                _proposal(entries[0], body, page=page, span=span, sought=sought)
                for span in _stretches(page.text, sought)
            )


def _stretches(text: str, sought: Sought) -> Iterator[Span]:
    """Yield each sentence of the paragraphs that come near, and each pair of neighbours in one of them."""
    for first, last in near(text, sought.words):
        spans = [Span(first + span.start, first + span.end) for span in sentences(text[first:last])]
        yield from spans
        yield from _pairs(spans)


def _pairs(spans: Sequence[Span]) -> Iterator[Span]:
    for index in range(len(spans) - _TOGETHER + 1):
        yield Span(spans[index].start, spans[index + _TOGETHER - 1].end)


def _proposal(entry: Entry, body: Body, *, page: Page, span: Span, sought: Sought) -> Proposal:
    text = span.of(page.text)
    found = overlap(sought, text)
    passage = Passage(entry.id, span, text, page.number, page.label, score=found.share)
    quotes = entry.quotes if body.scope != "full" else ()
    return Proposal(
        entry,
        passage,
        body.scope,
        words=len(sought.words),
        missed=found.missed,
        lacks=found.lacks,
        differences=found.differences,
        key_quote=next((quote for quote in quotes if text in quote.text), None),
    )
