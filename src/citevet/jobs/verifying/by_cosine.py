"""Claims against sources by the cosine of their vectors alone: what is about the same thing, not what is said of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from citevet.jobs.verifying.outcome import Outcome
from citevet.jobs.verifying.scoring import nearest
from citevet.jobs.verifying.shelf import Shelf, Shelved
from citevet.judge.language import language
from citevet.model import Ruling, Support
from citevet.report.verified import Thresholds, VerifiedWord

# A cosine cannot contradict.
_SUPPORTS: Mapping[VerifiedWord, Support] = {"supported": "supported", "weak": "partial", "unverifiable": "unsupported"}


def by_cosine(
    claims: Sequence[str],
    shelf: Shelf,
    *,
    embed: Callable[[Sequence[str]], Any],
    thresholds: Thresholds,
    english: bool = False,
) -> list[Outcome]:
    """Return one outcome for each claim; claims are embedded first, then the windows of the sources in order.

    With `english` the embedder knows no other language: two Korean sentences are alike to it whatever they say.
    """
    asked, held = shelf.embedded(claims, range(len(shelf.windows)), embed)
    speaks = [bool(vector.any()) for vector in asked]
    places, cosines = nearest(asked, held)
    found = [shelf.windows[place] for place in places]
    foreign = [
        english and (_is_foreign(claim) or _is_foreign(near.window.text))
        for claim, near in zip(claims, found, strict=True)
    ]
    return [
        _unread(near, foreign=other) if other or not vector else _outcome(near, cosine, thresholds)
        for near, cosine, vector, other in zip(found, cosines, speaks, foreign, strict=True)
    ]


def _is_foreign(text: str) -> bool:
    return language(text) not in {"en", None}


def _unread(found: Shelved, *, foreign: bool) -> Outcome:
    """Return the outcome of what has no vector, or one that means nothing."""
    if foreign:
        return Outcome(Ruling(reason="language", evidence=(found.passage(),)), found.index)
    return Outcome(Ruling(reason="abstained"))


def _outcome(found: Shelved, cosine: float, thresholds: Thresholds) -> Outcome:
    if cosine <= 0:
        return Outcome(Ruling("unsupported"), None, 0.0)
    cosine = min(cosine, 1.0)
    support = _SUPPORTS[thresholds.word(cosine)]
    return Outcome(Ruling(support, evidence=(found.passage(cosine),)), found.index, cosine)
