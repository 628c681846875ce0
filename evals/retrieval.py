"""Which ranking brings the right passages to the front: `python -m evals.retrieval DATA`.

Within a source: the sentences that people marked on a whole page (WiCE; a marked one is in every draw of its oracle),
among the windows that are judged. Across sources: the one of 50 works that a claim was written about.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from citevet.jobs.embedding import CachedVectors, unpack_vectors
from citevet.model import Body, Page
from citevet.retrieve import Bm25, add_neighbours, combine_scores, cosine_similarities, order_by_score, split_body
from citevet.session import Session
from evals.measures import interval
from evals.pairs import Labelled, from_file

_WORKS = {"scifact.dev": 200, "check_covid.test": 150, "healthver_doc.dev": 150}  # claims of each that are used
_AMONG = 50  # works that one is looked for in
_WITHIN, _ACROSS = 4, 5  # passages that are judged
_DAMP = 60  # of reciprocal ranks, the customary value
_WORDS = 4  # of a line that tells

Scores = Sequence[float]


@dataclass(frozen=True, slots=True)
class Case:
    """A claim before windows, and which of them hold each sentence that ought to be found."""

    claim: str
    windows: tuple[str, ...]
    wanted: tuple[frozenset[int], ...]


def _ranks(words: Scores, near: Scores) -> list[float]:
    places = [{place: rank for rank, place in enumerate(order_by_score(scores))} for scores in (words, near)]
    return [sum(1 / (_DAMP + ranks[place]) for ranks in places) for place in range(len(words))]


WAYS: Mapping[str, Callable[[Scores, Scores], Scores]] = {
    "words": lambda words, _: words,
    "words, with neighbours": lambda words, _: add_neighbours(words),
    "vectors": lambda _, near: near,
    "words and vectors by rank": _ranks,
    "words and vectors by score": combine_scores,
    "the same, with neighbours": lambda words, near: combine_scores(add_neighbours(words), add_neighbours(near)),
}


def main(file: Path) -> None:
    """Print the share of what ought to be found, in per cent with its interval, for each way and set."""
    pairs = list(from_file(file))
    sets = {"whole page": (list(pages(pairs)), _WITHIN)} | {
        name: (list(works(pairs, name, most)), _ACROSS) for name, most in _WORKS.items()
    }
    print(f"{'':28}" + "".join(f"{f'{name}, {len(cases)}, {most}':>28}" for name, (cases, most) in sets.items()))
    scored = {name: [_scored(case) for case in cases] for name, (cases, _) in sets.items()}
    for way, rank in WAYS.items():
        cells = [
            _cell([_found(case, rank(*both), most) for case, both in zip(cases, scored[name], strict=True)])
            for name, (cases, most) in sets.items()
        ]
        print(f"{way:28}" + "".join(f"{cell:>28}" for cell in cells), flush=True)


def pages(pairs: Sequence[Labelled]) -> Iterator[Case]:
    """Yield claims with a page of more windows than are judged, and the sentences that were marked on it."""
    draws = defaultdict(list)
    for pair in pairs:
        if pair.set == "wice_oracle.dev":
            draws[pair.claim].append(
                {_plain(line) for line in pair.evidence.split("\n") if len(line.split()) >= _WORDS}
            )
    for pair in pairs:
        texts = _windows(pair.evidence) if pair.set == "wice.dev" and pair.label != "unsupported" else ()
        if len(texts) > _WITHIN and len(draws[pair.claim]) > 2:  # noqa: PLR2004 - fewer leave chance lines in
            marked = sorted(set.intersection(*draws[pair.claim]))
            wanted = (frozenset(at for at, text in enumerate(texts) if line in _plain(text)) for line in marked)
            if held := tuple(filter(None, wanted)):
                yield Case(pair.claim, texts, held)


def works(pairs: Sequence[Labelled], name: str, most: int) -> Iterator[Case]:
    """Yield claims of a set before the windows of their own work among those of others."""
    told = [pair for pair in pairs if pair.set == name and pair.label in {"supported", "contradicted"}]
    Random(1).shuffle(told)  # noqa: S311 - no secret hangs on it
    asked = told[:most]
    for number, pair in enumerate(asked):
        others = sorted({each.evidence for each in asked} - {pair.evidence})
        Random(number).shuffle(others)  # noqa: S311 - likewise
        texts = [
            (text, work == pair.evidence) for work in (pair.evidence, *others[: _AMONG - 1]) for text in _windows(work)
        ]
        Random(number + 1).shuffle(texts)  # noqa: S311 - likewise: neighbours mean nothing here
        own = frozenset(at for at, (_, is_own) in enumerate(texts) if is_own)
        yield Case(pair.claim, tuple(text for text, _ in texts), (own,))


def _windows(text: str) -> tuple[str, ...]:
    return tuple(window.text for window in split_body(Body((Page(text),))))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _scored(case: Case) -> tuple[Scores, Scores]:
    rows = unpack_vectors(CachedVectors(Session(), [case.claim, *case.windows]).packed())
    return Bm25.over(case.windows).scores(case.claim), cosine_similarities(rows[0], rows[1:])


def _found(case: Case, scores: Scores, most: int) -> float:
    best = set(order_by_score(scores)[:most])
    return sum(not best.isdisjoint(places) for places in case.wanted) / len(case.wanted)


def _cell(shares: Sequence[float]) -> str:
    values = 100 * np.array(shares)

    def mean(rows: NDArray[np.intp]) -> float:
        return float(values[rows].mean())

    low, high = interval(mean, [str(row) for row in range(len(shares))])
    return f"{values.mean():.1f} ({low:.1f}–{high:.1f})"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
