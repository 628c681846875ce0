"""Compare the strength of a claim's wording with the GRADE levels of its sources."""

from collections.abc import Sequence

from citevet.model import Claim, Difference, Grade, Judgement, Source, Span, Wording
from citevet.records import collect_values
from citevet.text.strength_words import restate

Pair = tuple[Source | None, Judgement]

_MOST = 10_000  # pairs of wording and source of one claim; a sentence with more is hostile


def judge_claim_strength(claim: Claim, pairs: Sequence[Pair]) -> list[Judgement]:
    """Judge a claim with all its sources, in order; the best level among the sources of a wording counts."""
    judged = [judgement for _, judgement in pairs]
    if not claim.wordings or not pairs or claim.status == "skipped":
        return judged
    wordings = claim.wordings[: max(_MOST // len(pairs), 1)]
    behind = _behind(claim, judged, wordings)
    for wording in wordings:
        carriers = [index for index, own in enumerate(behind) if wording.span in own]
        best = _best([pairs[index] for index in carriers])
        if best is not None and (wording.grade is None or wording.grade > best):
            difference = _difference(claim, wording, best)
            for index in carriers:
                judged[index] = judged[index].with_flag("overclaimed", difference)
    return [
        _overhedged(judgement, [wording for wording in wordings if wording.span in own])
        if _level(source) is Grade.HIGH
        else judgement
        for judgement, own, (source, _) in zip(judged, behind, pairs, strict=True)
    ]


def _level(source: Source | None) -> Grade | None:
    return source.entry.grade if source and source.entry else None


def _best(pairs: Sequence[Pair]) -> Grade | None:
    """Return the best level; None if a source is not graded, because that one may support the claim."""
    levels = [_level(source) for source, judgement in pairs if judgement.existence != "missing"]
    known = [level for level in levels if level is not None]
    return max(known) if known and len(known) == len(levels) else None


def _behind(claim: Claim, judged: Sequence[Judgement], wordings: Sequence[Wording]) -> list[set[Span]]:
    """Return, for each citation, the places of the wordings of its clause, or of the whole claim."""
    clauses = collect_values((tie.citation, tie.span or claim.span) for tie in claim.ties)
    return [
        {
            wording.span
            for wording in wordings
            if any(clause.overlaps(wording.span) for clause in clauses.get(judgement.citation, [claim.span]))
        }
        for judgement in judged
    ]


def _difference(claim: Claim, wording: Wording, level: Grade) -> Difference:
    then = claim.text[wording.span.end - claim.span.start :]
    return Difference("strength", _line(wording), str(level), wording.span, restate(wording.text, level, then))


def _overhedged(judgement: Judgement, wordings: Sequence[Wording]) -> Judgement:
    """Flag a claim that is weaker than LOW words although its source is HIGH."""
    levels = [wording.grade for wording in wordings]
    if not levels or any(level is None or level > Grade.LOW for level in levels):
        return judgement
    strongest = max(wordings, key=lambda wording: wording.grade or 0)
    return judgement.with_flag("overhedged", Difference("strength", _line(strongest), str(Grade.HIGH), strongest.span))


def _line(wording: Wording) -> str:
    return " ".join(wording.text.split())
