"""Quotations against the words of their sources: there, elsewhere, altered, joined, invented, or not to be told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from citevet.judge.quoting.answering import Answering
from citevet.judge.quoting.comparison import Comparison, Kind, Outcome
from citevet.judge.quoting.folded import folded
from citevet.judge.quoting.fragments import Fragment, fragments
from citevet.model import Body, Citation, Claim, Difference, Flag, Judgement, Locator, Quotation, Source

# A quotation must stand in one of the sources that are cited for it: the best answer counts.
_BEST_FIRST: tuple[Kind, ...] = ("verbatim", "misplaced", "altered", "joined", "unread", "fabricated")
_FLAGS: dict[Kind, Flag] = {
    "misplaced": "misplaced-quote",
    "altered": "altered-quote",
    "joined": "joined-quote",
    "unread": "unread-quote",
    "fabricated": "fabricated-quote",
}
_LEAST = 8  # characters of the longest piece: what is shorter stands in any text
_WHY_UNREAD = {"no-text": "it has no text layer", "unreadable": "it cannot be read", "too-large": "it is too large"}


@dataclass(frozen=True, slots=True)
class Cited:
    """One of the sources that a claim cites, with what we hold of its words and what was judged so far."""

    citation: Citation
    source: Source
    body: Body | None
    judgement: Judgement


def judge_quotes(
    judgement: Judgement, claim: Claim, citation: Citation, *, source: Source, body: Body | None
) -> Judgement:
    """Return the judgement with what comparing the claim's quotations with one source showed."""
    return judge_claim_quotes(claim, [Cited(citation, source, body, judgement)])[0]


def judge_claim_quotes(claim: Claim, cited: Sequence[Cited]) -> list[Judgement]:
    """Return the judgements of a claim's sources; a quotation that stands in one of them is asked of no other."""
    judgements = [each.judgement for each in cited]
    answering = Answering(claim, [each.citation.id for each in cited])
    for quotation in claim.quotations:
        asked = answering.behind(quotation)
        pieces = fragments(quotation.plain)
        if not asked or not pieces or max(len(piece.text) for piece in pieces) < _LEAST:
            continue
        outcomes = [_outcome(claim, quotation, cited[index], pieces=pieces) for index in asked]
        best = min(range(len(asked)), key=lambda each: _BEST_FIRST.index(outcomes[each].kind))
        outcome = outcomes[best]
        if outcome.kind == "fabricated":
            outcome = _fabricated(quotation, [cited[index].source for index in asked])
        judgements[asked[best]] = _judged(judgements[asked[best]], outcome)
    return judgements


def _judged(judgement: Judgement, outcome: Outcome) -> Judgement:
    flag = _FLAGS.get(outcome.kind)
    flags = (*judgement.flags, flag) if flag and flag not in judgement.flags else judgement.flags
    return replace(
        judgement,
        flags=flags,
        evidence=(*judgement.evidence, *outcome.evidence),
        differences=(*judgement.differences, *outcome.differences),
    )


def _outcome(claim: Claim, quotation: Quotation, cited: Cited, *, pieces: tuple[Fragment, ...]) -> Outcome:
    body = cited.body
    if body is None or not any(page.text.strip() for page in body.pages):
        return _unread(quotation, body)
    text = Comparison(folded(body.pages), claim, quotation, cited.source.id)
    found = text.find(pieces, cited.citation.locator or Locator())
    if found:
        return found
    if body.scope != "full" or body.reason:
        return _unread(quotation, body)
    return text.explain(pieces)


def _unread(quotation: Quotation, body: Body | None) -> Outcome:
    why = _why_unread(body) if body else ""
    return Outcome("unread", (), (Difference("quote-unread", quotation.plain, why, quotation.span),))


def _why_unread(body: Body) -> str:
    """Say which part of the work there is, and what is the matter with its file; notes are no part of it."""
    why = body.why or _WHY_UNREAD.get(body.reason or "", "")
    held = f"only {_HELD[body.scope]}, without these words" if body.pages else ""
    if why and body.scope == "notes":
        return why
    return f"{held} ({why})" if held and why else held or why


_HELD = {"full": "no text", "notes": "notes", "abstract": "the abstract", "snippet": "a snippet", "title": "the title"}


def _fabricated(quotation: Quotation, sources: Iterable[Source]) -> Outcome:
    names = ", ".join(dict.fromkeys(source.id for source in sources))
    return Outcome("fabricated", (), (Difference("quote-missing", quotation.plain, names, quotation.span),))
