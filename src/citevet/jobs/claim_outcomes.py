"""What becomes of a claim of `verify`: the rulings of its sources, combined."""

from collections.abc import Sequence

from citevet.jobs.given_sources import GivenSources, RankedSource
from citevet.jobs.judge_claims import ClaimQuestion
from citevet.judge.evidence import coverage
from citevet.judge.support import report_conflict
from citevet.model import Ruling
from citevet.model.verification import AskedClaim, ClaimOutcome
from citevet.records import dataclass, replace

_HALF = 0.5  # share of a claim's words from which a passage is about it
_FOR = frozenset({"supported", "partial"})
_AGAINST = frozenset({"unsupported", "contradicted"})


def list_questions(
    claims: Sequence[AskedClaim], ranked: Sequence[Sequence[RankedSource]], sources: GivenSources
) -> list[ClaimQuestion]:
    """Return what is asked: every claim, and each of the sources nearest to it."""
    return [
        ClaimQuestion(claim.text, each.passages, sources.scopes[f"s{each.source + 1}"])
        for claim, near in zip(claims, ranked, strict=True)
        for each in near
    ]


def combine_rulings(
    claims: Sequence[AskedClaim],
    ranked: Sequence[Sequence[RankedSource]],
    rulings: Sequence[Ruling],
    *,
    low: float,
    by_page: bool,
) -> list[ClaimOutcome]:
    """Return the outcome for each claim; the rulings are in the order of the questions."""
    following = iter(rulings)
    return [
        _combine_cited(
            claim, [_SourceRuling.make(claim.text, each, next(following), by_page=by_page) for each in near], low
        )
        for claim, near in zip(claims, ranked, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _SourceRuling:
    """What one source says to a claim."""

    ranked: RankedSource
    ruling: Ruling
    about: float  # share of the claim's words that the decisive passage has; 1 where a judge read the page

    @classmethod
    def make(cls, claim: str, ranked: RankedSource, ruling: Ruling, *, by_page: bool) -> "_SourceRuling":
        about = coverage(claim, ruling.evidence[0].text) if ruling.evidence and not by_page else float(by_page)
        return cls(ranked, ruling, about)

    @property
    def probability(self) -> float:
        return self.ruling.confidence or 0.0

    @property
    def rank(self) -> tuple[int, bool, float]:
        """By the verdict; of contradictions one that shows its words, and is most about it; else the likeliest.

        What is doubtful in one source is not settled by another that is silent, or has some of the words.
        """
        support = self.ruling.support
        if support == "contradicted":
            return 0, not self.ruling.differences, -self.about
        return (1 if support == "supported" else 2), False, -self.probability


def _combine(rulings: Sequence[_SourceRuling]) -> ClaimOutcome:
    """Return what decides: of sources that disagree none, unless one has few of the claim's words.

    Models take a text about something else for a contradiction, and none of the sources was cited. Half of the
    words are enough, also where the other source has more: `small` names 12 of 30 conflicts of `evals/believed` instead
    of 8, and finds 16 instead of 17 of the 20 true claims with two sources.
    """
    nearest = max((each.about for each in rulings if each.ruling.support in _FOR), default=0.0)
    enough = min(nearest, _HALF)
    relevant = [each for each in rulings if each.ruling.support != "contradicted" or each.about >= enough]
    first = min(relevant, key=lambda each: each.rank)
    ruling = first.ruling
    supporting = [each for each in relevant if each.ruling.support == "supported"]
    if ruling.support == "contradicted" and supporting:
        ruling = report_conflict(max(supporting, key=lambda each: each.probability).ruling, ruling)
    return ClaimOutcome(ruling, first.ranked.source, first.ranked.similarity)


def _combine_cited(claim: AskedClaim, rulings: Sequence[_SourceRuling], low: float) -> ClaimOutcome:
    """Return what the cited sources say; what another one says counts where it supports or contradicts the claim.

    Below the probability of `low` the cited sources clearly do not support it. A marker that the other passage itself
    has was copied from there.
    """
    whole = _combine(rulings)
    own = [each for each in rulings if each.ranked.source in claim.sources]
    if not own:
        return whole
    cited = _combine(own)
    found = replace(whole, cited={each.ranked.source: each.ruling for each in own})
    support, score = cited.ruling.support, cited.ruling.confidence or 0.0
    if whole.ruling.support == "supported" and whole.source not in claim.sources:
        is_silent = claim.is_whole and support in _AGAINST and score < low
        is_copied = any(marker.text in each.text for marker in claim.markers for each in whole.ruling.evidence)
        if support == "supported":
            return replace(cited, cited=found.cited)
        if not is_silent or is_copied:
            return found
        return replace(found, ruling=replace(whole.ruling, flags=(*whole.ruling.flags, "misattributed")))
    is_denied = support == "contradicted" and "conflicting" in whole.ruling.flags  # the cited source itself says no
    if is_denied or support == whole.ruling.support:
        return replace(cited, cited=found.cited)
    return found
