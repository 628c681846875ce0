"""Quotations of a claim against its sources: verbatim, misplaced, altered, joined, fabricated, or unread."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from citevet.judge.quotes.cited_pages import share_page
from citevet.judge.quotes.comparison import OutcomeKind, QuoteComparison, QuoteOutcome
from citevet.judge.quotes.normal_form import FoldedSource
from citevet.judge.quotes.similar_text import SeedIndex
from citevet.judge.quotes.verbatim import QuoteFragment, split_quotation
from citevet.model import (
    Body,
    Citation,
    Claim,
    Difference,
    Entry,
    EntryFault,
    Flag,
    Judgement,
    KeyQuote,
    Locator,
    Page,
    Passage,
    Plain,
    Quotation,
    Scope,
    Source,
    Span,
)
from citevet.model.document import SpanIndex
from citevet.records import collect_values, dataclass, replace

# A quotation must be in one of the sources cited for it: the best outcome counts.
_BEST_FIRST: tuple[OutcomeKind, ...] = ("verbatim", "misplaced", "altered", "joined", "unread", "fabricated")
_FLAGS: dict[OutcomeKind, Flag] = {
    "misplaced": "misplaced-quote",
    "altered": "altered-quote",
    "joined": "joined-quote",
    "unread": "unread-quote",
    "fabricated": "fabricated-quote",
}
_MOST_FOLDED = 60_000_000  # characters: three of the largest sources, or a corpus of a thousand papers
_FEWEST_WORDS = 5  # of a quotation that is looked for in other sources
_LEAST = 8  # characters of the longest piece; a shorter one is in any text
_WHY_UNREAD = {"no-text": "it has no text layer", "unreadable": "it cannot be read", "too-large": "it is too large"}
_HELD = {"full": "no text", "notes": "notes", "abstract": "the abstract", "snippet": "a snippet", "title": "the title"}
_SAID: Mapping[Flag, str] = {
    "fabricated-quote": "is not in the file",
    "altered-quote": "is in the file in other words",
    "joined-quote": "is joined from pieces that stand apart in the file",
    "misplaced-quote": "is on another page",
}
_SHOWN = 60  # characters of a quote in a message


class QuotationTies:
    """The ties of a claim by the clauses they back; a sentence may have a thousand quotations and citations."""

    def __init__(self, claim: Claim, citations: Sequence[str]) -> None:
        self._clauses = SpanIndex((tie.span, tie.citation) for tie in claim.ties if tie.span is not None)
        self._whole = {tie.citation for tie in claim.ties if tie.span is None}
        self._tied = {tie.citation for tie in claim.ties} if claim.ties else set(citations)
        self._places = collect_values((citation, place) for place, citation in enumerate(citations))

    def behind(self, quotation: Quotation) -> list[int]:
        """Return the places of the citations for a quotation; those of its own clause come before all others."""
        own = self._whole.union(citation for _, citation in self._clauses.overlapping(quotation.span))
        return sorted(place for citation in own or self._tied for place in self._places.get(citation, ()))


@dataclass(frozen=True, slots=True)
class QuotedSource:
    """A source that a claim cites, with its text and the judgement so far."""

    citation: Citation
    source: Source
    body: Body | None
    judgement: Judgement


class FoldedSources:
    """Sources in normal form, so that many claims share the work; the least recently used ones are dropped."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Page, ...], tuple[FoldedSource, SeedIndex]] = OrderedDict()

    def fold(self, pages: tuple[Page, ...]) -> tuple[FoldedSource, SeedIndex]:
        """Return the normal form of a source and the index of its seeds."""
        if pages in self._known:
            self._known.move_to_end(pages)
            return self._known[pages]
        source = FoldedSource(pages)
        made = self._known[pages] = source, SeedIndex(source.text)
        room = _MOST_FOLDED - sum(len(each.raw) for each, _ in self._known.values())
        while room < 0 and len(self._known) > 1:
            room += len(self._known.popitem(last=False)[1][0].raw)
        return made


def judge_claim_quotes(
    claim: Claim, cited: Sequence[QuotedSource], sources: FoldedSources | None = None
) -> list[Judgement]:
    """Return the judgements of a claim's sources; a quotation found in one of them is not looked for in the others.

    Pass the same `sources` for all claims of a run: each source is then folded once.
    """
    known = sources or FoldedSources()
    judgements = [each.judgement for each in cited]
    answering = QuotationTies(claim, [each.citation.id for each in cited])
    for quotation in claim.quotations:
        asked = answering.behind(quotation)
        pieces = split_quotation(quotation.plain)
        if not asked or not pieces or max(len(piece.text) for piece in pieces) < _LEAST:
            continue
        outcomes = [_compare(claim, quotation, cited[index], pieces=pieces, sources=known) for index in asked]
        best = min(range(len(asked)), key=lambda each: _BEST_FIRST.index(outcomes[each].kind))
        outcome = outcomes[best]
        if outcome.kind == "fabricated":
            outcome = _fabricated(quotation, [cited[index].source for index in asked])
        judgements[asked[best]] = _judged(judgements[asked[best]], outcome)
    return judgements


def _judged(judgement: Judgement, outcome: QuoteOutcome) -> Judgement:
    judgement = replace(
        judgement,
        evidence=(*judgement.evidence, *outcome.evidence),
        differences=(*judgement.differences, *outcome.differences),
    )
    flag = _FLAGS.get(outcome.kind)
    return judgement.with_flag(flag) if flag else judgement


def _compare(
    claim: Claim,
    quotation: Quotation,
    cited: QuotedSource,
    *,
    pieces: tuple[QuoteFragment, ...],
    sources: FoldedSources,
) -> QuoteOutcome:
    body, locator = cited.body, cited.citation.place

    def compare(pages: tuple[Page, ...]) -> QuoteComparison:
        return QuoteComparison(*sources.fold(pages), claim, quotation, cited.source.id)

    def find_key_quote(*, validated: bool) -> KeyQuote | None:
        quotes = cited.source.entry.quotes if cited.source.entry else ()
        found = (quote for quote in quotes if quote.validated is validated)
        return next((quote for quote in found if compare((Page(quote.text),)).find(pieces, Locator())), None)

    known = find_key_quote(validated=True)
    on_page = share_page(locator.page, known.page) if known else True
    if known and not on_page and not (body and any(page.number for page in body.pages)):
        return QuoteOutcome(
            "misplaced", (), (Difference("page", locator.page or "", known.page or "", quotation.span),)
        )
    own = _own_words(cited.source, body) if body else ()
    text = compare(own) if own else None
    found = text.find(pieces, locator) if text else None
    if found or (known and on_page and not (body and _is_whole(body))):
        return found or QuoteOutcome("verbatim")
    if body is None or text is None or not _is_whole(body):
        return _unread(quotation, body, is_recorded=find_key_quote(validated=False) is not None)
    return text.explain(pieces)


def _is_whole(body: Body) -> bool:
    return body.scope == "full" and not body.reason and any(page.text.strip() for page in body.pages)


def _own_words(source: Source, body: Body) -> tuple[Page, ...]:
    """Return the text of the source itself: notes are the words of a reader, and key quotes may be unchecked."""
    if body.scope == "notes":
        return ()
    pages = (Page(source.entry.abstract),) if body.scope == "abstract" and source.entry else body.pages
    return pages if any(page.text.strip() for page in pages) else ()


def _unread(quotation: Quotation, body: Body | None, *, is_recorded: bool = False) -> QuoteOutcome:
    if is_recorded:
        why = "only a key quote without validation has these words"
        return QuoteOutcome("unread", (), (Difference("quote-unread", quotation.plain, why, quotation.span),))
    why = _explain_unread(body) if body else ""
    scope = _readable_scope(body) if body else None
    return QuoteOutcome("unread", (), (Difference("quote-unread", quotation.plain, why, quotation.span, scope=scope),))


def _explain_unread(body: Body) -> str:
    """Say which part of the work there is, and what is wrong with its file; notes are no part of it."""
    why = body.why or _WHY_UNREAD.get(body.reason or "", "")
    scope = _readable_scope(body)
    if scope is None:
        return why
    held = f"only {_HELD[scope]}, without these words"
    return f"{held} ({why})" if why else held


def _readable_scope(body: Body) -> Scope | None:
    """Return the part of the work that can be read; None where only notes replace a file that cannot be read."""
    unread = bool(body.why or body.reason in _WHY_UNREAD)
    return None if not body.pages or (body.scope == "notes" and unread) else body.scope


def _fabricated(quotation: Quotation, sources: Iterable[Source]) -> QuoteOutcome:
    names = ", ".join(dict.fromkeys(source.id for source in sources))
    return QuoteOutcome("fabricated", (), (Difference("quote-missing", quotation.plain, names, quotation.span),))


def find_quoted_elsewhere(
    claim: Claim, quotation: Quotation, others: Iterable[tuple[Source, Body]], known: FoldedSources
) -> Passage | None:
    """Return where another source has a quotation verbatim; one of few words is in many texts."""
    if len(quotation.plain.split()) < _FEWEST_WORDS:
        return None
    pieces = split_quotation(quotation.plain)
    for source, body in others:
        if pages := _own_words(source, body):
            found = QuoteComparison(*known.fold(pages), claim, quotation, source.id).find(pieces, Locator())
            if found and found.kind == "verbatim" and found.evidence:
                return found.evidence[0]
    return None


def find_key_quote_faults(entry: Entry, body: Body) -> tuple[EntryFault, ...]:
    """Return a fault for each key quote that is not in the file, or on another page; none without text."""
    found = (_faults(index, quote, judge_key_quote(quote, entry, body)) for index, quote in enumerate(entry.quotes))
    return tuple(fault for faults in found for fault in faults)


def _faults(index: int, quote: KeyQuote, judged: Judgement) -> Iterator[EntryFault]:
    for flag in judged.flags:
        if flag in _SAID:
            place = next((f": {each.source}" for each in judged.differences if each.source), "")
            text = quote.text if len(quote.text) <= _SHOWN else f"{quote.text[:_SHOWN].rpartition(' ')[0]} …"
            yield EntryFault("quote-not-found", f"the key quote “{text}” {_SAID[flag]}{place}", f"key_quotes[{index}]")


def judge_key_quote(quote: KeyQuote, entry: Entry, body: Body) -> Judgement:
    """Return the judgement on one key quote, as if the entry's own notes had cited the file for it."""
    span = Span(0, len(quote.text))
    quotation = Quotation(span, quote.text, quote.text)
    plain = Plain(quote.text)
    claim = Claim("k1", span, quote.text, plain, "citation", audit_reason="key quote", quotations=(quotation,))
    citation = Citation("c1", "corpus", span, quote.text, entry.id, Locator(page=quote.page) if quote.page else None)
    source = Source(entry.id, "corpus", entry.title, path=entry.path, pages=entry.pages, entry=entry)
    (judged,) = judge_claim_quotes(claim, [QuotedSource(citation, source, body, Judgement("k1", "c1"))])
    return judged
