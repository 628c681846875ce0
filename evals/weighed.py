"""What a judge says of each pair: the weights of the windows that retrieval chose, as the product would ask."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray

from citevet.extract.sentences import sentences
from citevet.judge.calibration import Signals, features
from citevet.judge.case import is_denied
from citevet.judge.focus import focus, joined
from citevet.judge.parts import asked as asked_of
from citevet.judge.parts import parts as parts_of
from citevet.judge.relevance import coverage, length, phrases
from citevet.judge.support import enough_about
from citevet.judge.together import mean
from citevet.model import Body, Page, Passage
from citevet.retrieve.rank import Pile
from citevet.retrieve.windows import windows
from evals.fit import Sample
from evals.pairs import Labelled

WINDOWS = 4  # that a claim is judged on

Pair = tuple[str, str]  # evidence and claim
Run = Callable[[Sequence[Pair]], NDArray[np.float32]]  # to logits


@dataclass(frozen=True, slots=True)
class Weighed:
    """A pair with the passages that were chosen for it, and the weights that they got.

    Behind the windows stand the sentences that were joined, and the nearest sentence.
    """

    pair: Labelled
    passages: tuple[Passage, ...]
    windows: int  # of the whole evidence
    weights: NDArray[np.float64]  # one row a passage: supported, neutral, contradicted
    near: float  # share of the claim's words in that sentence
    parts: Mapping[Pair, NDArray[np.float64]] = field(default_factory=dict)  # what a long claim's parts got

    @property
    def least(self) -> float:
        """The weight of support of the least supported part, where it is seen best; of a claim without parts, none."""
        seen: dict[str, float] = {}
        for (_, part), weights in self.parts.items():
            seen[part] = max(seen.get(part, 0.0), float(weights[0]))
        return min(seen.values(), default=np.nan)

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
        return is_denied(texts, self.signals, certain=certain)


def weighed(pairs: Iterable[Labelled], run: Run, *, kept: Path | None = None) -> tuple[list[Weighed], float]:
    """Return what the judge says, and the milliseconds of CPU for each passage; `kept` holds earlier logits."""
    chosen = [(pair, *_chosen(pair)) for pair in pairs]
    asked = [(passage.text, pair.claim) for pair, passages, _, _ in chosen for passage in passages]
    parts = [_asked_of_parts(pair.claim, passages[:-2]) for pair, passages, _, _ in chosen]
    asked += [pair for each in parts for pair in each]
    start = process_time()
    weights = iter(_softmax(_logits(asked, run, kept).astype(np.float64)))
    spent = 1000 * (process_time() - start) / max(len(asked), 1)
    whole = [
        Weighed(pair, passages, total, np.array(list(islice(weights, len(passages)))), near)
        for pair, passages, total, near in chosen
    ]
    of_parts = [dict(zip(own, islice(weights, len(own)), strict=True)) for own in parts]
    return [replace(each, parts=own) for each, own in zip(whole, of_parts, strict=True)], spent


def _logits(asked: Sequence[Pair], run: Run, kept: Path | None) -> NDArray[np.float32]:
    if kept and kept.is_file():
        return np.asarray(np.load(kept), np.float32)
    logits = run(asked)
    if kept:
        np.save(kept, logits)
    return logits


def _asked_of_parts(claim: str, passages: Sequence[Passage]) -> list[Pair]:
    spans = parts_of(claim)
    return list(dict.fromkeys(pair for span in spans for pair in asked_of(claim[span.start : span.end], passages)))


def together(first: Sequence[Weighed], second: Sequence[Weighed], *, share: float) -> list[Weighed]:
    """Return what two judges say together, as a second one does beside a first."""

    def said(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([mean(*row, share=share) for row in zip(one.tolist(), other.tolist(), strict=True)])

    def both(one: Weighed, other: Weighed) -> Weighed:
        of_parts = {pair: said(one.parts[pair][None], weights[None])[0] for pair, weights in other.parts.items()}
        return replace(other, weights=said(one.weights, other.weights), parts=of_parts)

    return [both(*pair) for pair in zip(first, second, strict=True)]


def sample(found: Sequence[Weighed], certain: float) -> Sample:
    """Return the figures that a calibration is fitted on."""
    return Sample(
        np.array([features(each.signals) for each in found]),
        np.array([each.is_about for each in found]),
        np.array([each.is_denied(certain) or each.signals.is_opposed_only for each in found]),
        np.array([each.pair.label for each in found]),
        np.array([each.pair.set for each in found]),
        np.array([each.least for each in found]),
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
