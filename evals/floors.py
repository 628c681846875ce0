"""What a judge must beat: the same word for all, shared words, and nearness of vectors."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from citevet.judge.relevance import coverage
from evals.measures import Floats, Truths, area, balanced
from evals.weighed import Weighed

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
CUT = 0.6  # from which AgentOS calls a cosine support


def lines(found: Sequence[Weighed], embed: Embed, *, kept: Path | None = None) -> Iterator[str]:
    """Yield for each set what needs no judge; words and cosine have their best cut on each set for itself."""
    words = np.array([max(coverage(each.pair.claim, one.text) for one in each.read) for each in found])
    near = cosine(found, embed, kept=kept)
    sets = np.array([each.pair.set for each in found])
    true = np.array([each.pair.label == "supported" for each in found])
    yield f"{'floors':28} {'n':>5} {'always yes':>10} {'words':>6} {'cosine':>7} {'at 0.6':>7} {'AUC':>6}"
    for name in dict.fromkeys(sets.tolist()):
        rows = sets == name
        truth, score = true[rows], near[rows]
        always = balanced(np.ones(len(truth), bool), truth)
        yield (
            f"{name:28} {len(truth):5} {always:10.1f} {best(words[rows], truth):6.1f} {best(score, truth):7.1f} "
            f"{balanced(score >= CUT, truth):7.1f} {area(score, truth):6.1f}"
        )


def best(score: Floats, truth: Truths) -> float:
    """Return the balanced accuracy at the cut that suits these pairs best."""
    return max(balanced(score >= cut, truth) for cut in np.unique(np.round(score, 3)))


def cosine(found: Sequence[Weighed], embed: Embed, *, kept: Path | None = None) -> Floats:
    """Return for each pair the cosine of the claim and the nearest of its passages; `kept` holds earlier ones."""
    if kept and kept.is_file() and len(known := np.load(kept)) == len(found):
        return np.asarray(known, np.float64)
    texts = list(dict.fromkeys(text for each in found for text in _texts(each)))
    rows = {text: at for at, text in enumerate(texts)}
    vectors = _units(embed(texts))
    nearest = np.array([_nearest(vectors[[rows[text] for text in _texts(each)]]) for each in found])
    if kept:
        np.save(kept, nearest)
    return nearest


def _texts(each: Weighed) -> tuple[str, ...]:
    return each.pair.claim, *(passage.text for passage in (*each.read, each.passages[-1]))


def _nearest(vectors: Floats) -> float:
    return float((vectors[1:] @ vectors[0]).max(initial=0.0))


def _units(vectors: NDArray[np.float32]) -> Floats:
    wide = vectors.astype(np.float64)
    return np.asarray(wide / np.maximum(np.linalg.norm(wide, axis=1, keepdims=True), 1e-12))
