"""What a judge says of each pair: the weights of the windows that retrieval chose, as the product would ask."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

from citevet.extract.sentences import sentences
from citevet.judge.calibration import Signals, features
from citevet.judge.focus import focus, joined
from citevet.judge.relevance import coverage, length, phrases
from citevet.judge.support import enough_about, is_denied
from citevet.judge.together import mean
from citevet.model import Body, Page, Passage
from citevet.retrieve.rank import Pile
from citevet.retrieve.windows import windows
from evals.fit import Sample
from evals.pairs import Labelled

WINDOWS = 4  # that a claim is judged on

Chosen = tuple[Labelled, tuple[Passage, ...], int, float]
Run = Callable[[Sequence[tuple[str, str]]], NDArray[np.float32]]  # pairs of evidence and claim to logits


@dataclass(frozen=True, slots=True)
class Weighed:
    """A pair with the passages that were chosen for it, and the weights that they got.

    Behind the windows stand the sentences that were joined, and the nearest sentence.
    """

    pair: Labelled
    passages: tuple[Passage, ...]
    windows: int  # of the whole evidence
    weights: NDArray[np.float64]  # one row a passage, then the nearest sentence: supported, neutral, contradicted
    near: float  # share of the claim's words in that sentence

    @property
    def signals(self) -> Signals:
        """What a probability rests on."""
        windows, (joined, sentence) = self.weights[:-2], self.weights[-2:]
        return Signals(
            window=float(windows[:, 0].max()),
            sentence=float(sentence[0]),
            joined=float(joined[0]),
            against=float(windows[:, 2].max()),
            sentence_against=float(sentence[2]),
            joined_against=float(joined[2]),
            windows=self.windows,
            near=self.near,
            about=max(coverage(self.pair.claim, each.text) for each in self.read),
            abstract=self.pair.scope == "abstract",
            length=length(self.pair.claim),
            phrases=phrases(self.pair.claim, self.passages[-2].text),
        )

    @property
    def read(self) -> tuple[Passage, ...]:
        """The windows alone."""
        return self.passages[:-2]

    @property
    def is_about(self) -> bool:
        """Whether a window is about the claim, so that it may contradict."""
        return self.signals.about >= enough_about(self.pair.scope)

    def is_denied(self, certain: float) -> bool:
        """Say whether the nearest sentence denies otherwise, so that no probability makes it supported."""
        texts = (self.pair.claim, self.passages[-1].text)
        return is_denied(texts, (self.near, float(self.weights[-1, 0])), certain=certain)


def weighed(pairs: Iterable[Labelled], run: Run, *, kept: Path | None = None) -> tuple[list[Weighed], float]:
    """Return what the judge says, and the milliseconds of CPU for each passage; `kept` holds earlier logits."""
    chosen = [(pair, *_chosen(pair)) for pair in pairs]
    asked = [(passage.text, pair.claim) for pair, passages, _, _ in chosen for passage in passages]
    start = process_time()
    if kept and kept.is_file():
        logits = np.load(kept)
    else:
        logits = run(asked)
        if kept:
            np.save(kept, logits)
    spent = 1000 * (process_time() - start) / max(len(asked), 1)
    return list(_split(chosen, _softmax(logits.astype(np.float64)))), spent


def together(first: Sequence[Weighed], second: Sequence[Weighed], *, share: float) -> list[Weighed]:
    """Return what two judges say together, as a second one does beside a first."""

    def both(one: Weighed, other: Weighed) -> Weighed:
        rows = zip(one.weights.tolist(), other.weights.tolist(), strict=True)
        return replace(other, weights=np.array([mean(*row, share=share) for row in rows]))

    return [both(*pair) for pair in zip(first, second, strict=True)]


def sample(found: Sequence[Weighed], certain: float) -> Sample:
    """Return the figures that a calibration is fitted on."""
    return Sample(
        np.array([features(each.signals) for each in found]),
        np.array([each.is_about for each in found]),
        np.array([each.is_denied(certain) or each.signals.is_opposed_only for each in found]),
        np.array([each.pair.label for each in found]),
        np.array([each.pair.set for each in found]),
    )


def _chosen(pair: Labelled) -> tuple[tuple[Passage, ...], int, float]:
    """Return the best windows and what is joined and nearest in them; how many windows there are; and how near."""
    found = windows(Body((Page(pair.evidence),)), sentences)
    best = Pile.of("s1", found).best(pair.claim, most=WINDOWS)
    sentence, near = focus(pair.claim, best)
    return (*best, joined(pair.claim, best), sentence), len(found), near


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _split(chosen: Sequence[Chosen], weights: NDArray[np.float64]) -> Iterable[Weighed]:
    at = 0
    for pair, passages, total, near in chosen:
        yield Weighed(pair, passages, total, weights[at : at + len(passages)], near)
        at += len(passages)
