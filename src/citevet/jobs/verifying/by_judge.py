"""Claims against sources by what the sources say: for each claim the sources nearest to it, judged one by one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from citevet.contracts import Progress
from citevet.jobs.verifying.outcome import Outcome
from citevet.jobs.verifying.ranking import Near
from citevet.judge.relevance import coverage
from citevet.model import Passage, Ruling, Support

Rule = Callable[[str, Sequence[Passage]], Ruling]

_FIRST: tuple[Support, ...] = ("contradicted", "supported", "partial", "unsupported", "unchecked")
_FOR = frozenset({"supported", "partial"})


@dataclass(frozen=True, slots=True)
class _Voice:
    """What one source says to a claim."""

    near: Near
    ruling: Ruling
    about: float  # share of the claim's words that the decisive passage has

    @property
    def probability(self) -> float:
        return self.ruling.confidence or 0.0

    @property
    def rank(self) -> tuple[int, bool, float]:
        """By the word, then by how sure it is: of contradictions the one that shows its words, and is most about it."""
        is_against = self.ruling.support == "contradicted"
        sure = self.about if is_against else self.probability
        return _FIRST.index(self.ruling.support), is_against and not self.ruling.differences, -sure


def by_judge(
    claims: Sequence[str], near: Sequence[Sequence[Near]], *, rule: Rule, progress: Progress | None = None
) -> list[Outcome]:
    """Return one outcome for each claim, from the sources that come near it."""
    outcomes: list[Outcome] = []
    for claim, found in zip(claims, near, strict=True):
        if progress:
            progress(len(outcomes), len(claims), f"claims: {claim}")
        outcomes.append(_outcome([_voice(claim, each, rule(claim, each.passages)) for each in found]))
    return outcomes


def _voice(claim: str, near: Near, ruling: Ruling) -> _Voice:
    return _Voice(near, ruling, coverage(claim, ruling.evidence[0].text) if ruling.evidence else 0.0)


def _outcome(voices: Sequence[_Voice]) -> Outcome:
    """Return what decides: of sources that disagree the one that is more about the claim, of equals none.

    Models take what is merely about something else for a contradiction, and none of the sources was cited.
    """
    nearest = max((voice.about for voice in voices if voice.ruling.support in _FOR), default=0.0)
    heard = [voice for voice in voices if voice.ruling.support != "contradicted" or voice.about >= nearest]
    first = min(heard, key=lambda voice: voice.rank)
    ruling = first.ruling
    says_so = [voice for voice in heard if voice.ruling.support == "supported"]
    if ruling.support == "contradicted" and says_so:
        ruling = _conflict(max(says_so, key=lambda voice: voice.probability).ruling, ruling)
    return Outcome(ruling, first.near.source, first.near.similarity)


def _conflict(says_so: Ruling, says_otherwise: Ruling) -> Ruling:
    flags = dict.fromkeys(chain(says_so.flags, says_otherwise.flags, ("conflicting",)))
    return replace(
        says_otherwise,
        support="unchecked",
        reason="abstained",
        confidence=None,
        evidence=(*says_otherwise.evidence[:1], *says_so.evidence[:1]),
        flags=tuple(flags),
    )
