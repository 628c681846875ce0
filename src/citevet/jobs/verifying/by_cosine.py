"""Claims against sources by the cosine of their vectors alone: what is about the same thing, not what is said of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from citevet.jobs.verifying.outcome import Outcome
from citevet.jobs.verifying.scoring import nearest
from citevet.jobs.verifying.shelf import Shelf, Shelved
from citevet.model import Ruling, Support
from citevet.report.verified import Thresholds, VerifiedWord

# A cosine cannot contradict.
_SUPPORTS: Mapping[VerifiedWord, Support] = {"supported": "supported", "weak": "partial", "unverifiable": "unsupported"}


def by_cosine(
    claims: Sequence[str], shelf: Shelf, *, embed: Callable[[Sequence[str]], Any], thresholds: Thresholds
) -> list[Outcome]:
    """Return one outcome for each claim; claims are embedded first, then the windows of the sources in order."""
    asked, held = shelf.embedded(claims, range(len(shelf.windows)), embed)
    speaks = [bool(vector.any()) for vector in asked]
    places, cosines = nearest(asked, held)
    return [
        _outcome(shelf.windows[place], cosine, thresholds) if vector else Outcome(Ruling(reason="abstained"))
        for vector, place, cosine in zip(speaks, places, cosines, strict=True)
    ]


def _outcome(found: Shelved, cosine: float, thresholds: Thresholds) -> Outcome:
    if cosine <= 0:
        return Outcome(Ruling("unsupported"), None, 0.0)
    cosine = min(cosine, 1.0)
    support = _SUPPORTS[thresholds.word(cosine)]
    return Outcome(Ruling(support, evidence=(found.passage(cosine),)), found.index, cosine)
