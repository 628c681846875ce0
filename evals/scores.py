"""Scores of a judge for labelled pairs: the passages that retrieval picks, and the pairs that the judge plans."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from citevet.judge.calibration import Calibration, Pair, Scores, Signals
from citevet.judge.support import decide, plan, read_signals
from citevet.model import Body, Page, Passage, Ruling
from citevet.retrieve import WindowIndex, split_body
from evals.pairs import Labelled

PASSAGES = 4  # that a claim is judged on
_BATCH = 512
Run = Callable[[Sequence[Pair]], NDArray[np.float32]]  # pairs to logits


@dataclass(frozen=True, slots=True)
class Scored:
    """A labelled pair with the passages that were picked for it, and the scores of its plan."""

    pair: Labelled
    passages: tuple[Passage, ...]
    scores: dict[Pair, Scores]

    @property
    def signals(self) -> Signals:
        """What a probability rests on."""
        return read_signals(self.pair.claim, self.passages, self.scores)

    def rule(self, calibration: Calibration) -> Ruling:
        """Decide as the product does."""
        return decide(self.pair.claim, self.passages, self.scores, calibration, scope=self.pair.scope, languages=None)


def score_pairs(pairs: Iterable[Labelled], run: Run, *, keep: Path | None = None) -> list[Scored]:
    """Return the scores of all pairs; `keep` is a file of logits that is read first and completed."""
    picked = [(pair, pick_passages(pair)) for pair in pairs]
    plans = [plan(pair.claim, passages, languages=None) for pair, passages in picked]
    logits = _complete(dict.fromkeys(each for planned in plans for each in planned), run, keep)
    return [
        Scored(pair, passages, {each: _softmax(logits[_key(each)]) for each in planned})
        for (pair, passages), planned in zip(picked, plans, strict=True)
    ]


def pick_passages(pair: Labelled) -> tuple[Passage, ...]:
    """Return the best passages of the evidence."""
    found = split_body(Body((Page(pair.evidence),)))
    return tuple(WindowIndex.of("s1", found).best(pair.claim, most=PASSAGES))


def _complete(pairs: Iterable[Pair], run: Run, keep: Path | None) -> dict[str, NDArray[np.float32]]:
    known: dict[str, NDArray[np.float32]] = {}
    if keep and keep.is_file():
        with np.load(keep) as held:
            known = dict(zip(held["keys"].tolist(), held["logits"], strict=True))
    missing = [pair for pair in pairs if _key(pair) not in known]
    for at in range(0, len(missing), _BATCH):
        part = missing[at : at + _BATCH]
        known |= dict(zip(map(_key, part), run(part), strict=True))
        if keep:
            np.savez(keep, keys=np.array(list(known)), logits=np.array(list(known.values()), np.float32))
    return known


def _key(pair: Pair) -> str:
    return sha256(f"{len(pair[0])}\0{pair[0]}\0{pair[1]}".encode()).hexdigest()[:32]


def _softmax(logits: NDArray[np.float32]) -> Scores:
    raised = np.exp(logits.astype(np.float64) - logits.max())
    supported, neutral, contradicted = (raised / raised.sum()).tolist()
    return supported, neutral, contradicted
