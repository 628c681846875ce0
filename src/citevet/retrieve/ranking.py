"""Rank the windows of a source by a claim: BM25 scores, vectors, and their combination.

`python -m evals.retrieval` on 237 claims of WiCE (deciding sentences among the best 4) and on claims among the
abstracts of 50 works (the right work among the best 5), in percent:

| | whole page | SciFact | Check-COVID | HealthVer |
|---|---|---|---|---|
| words | 89.3 | 99.0 | 87.3 | 63.3 |
| words, with a fifth of the neighbours' scores | 91.1 | | | |
| words and vectors by rank (damped by 60) | 88.1 | 100.0 | 92.0 | 80.0 |
| words and vectors by score, halves | 89.6 | 99.5 | 92.7 | 80.7 |
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from citevet.model import Passage
from citevet.retrieve.windows import TextWindow
from citevet.text.stems import search_terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_K, _B = 1.2, 0.75  # the usual parameters of BM25
_NEIGHBOUR_SHARE = 0.2  # of a neighbour's score: 0.1 to 0.3 give the same results
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Bm25:
    """The words of some texts, and how much each adds to the score of a text."""

    damps: Sequence[float]  # of each text, by its length
    counts: Mapping[str, Sequence[Sequence[int]]]  # word → texts that have it, each with how often

    @classmethod
    def over(cls, texts: Sequence[str]) -> "Bm25":
        """Count the words of some texts."""
        counts = [Counter(search_terms(text)) for text in texts]
        mean = sum(count.total() for count in counts) / len(counts) if counts else 1.0
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for index, count in enumerate(counts):
            for word, often in count.items():
                found[word].append((index, often))
        return cls([_K * (1 - _B + _B * count.total() / (mean or 1.0)) for count in counts], dict(found))

    def weigh(self, word: str) -> dict[int, float]:
        """Return the weight of a word in each text that has it, without its rarity."""
        return {index: often * (_K + 1) / (often + self.damps[index]) for index, often in self.counts.get(word, ())}

    def scores(self, query: str) -> list[float]:
        """Return a score for each text."""
        return scores_among(query, [self])[0]


def scores_among(query: str, collections: Sequence[Bm25]) -> list[list[float]]:
    """Return a score for each text of each collection; the rarity of a word is that in all of them."""
    found = [[0.0] * len(each.damps) for each in collections]
    total = sum(map(len, found))
    for word in dict.fromkeys(search_terms(query)):
        places = [each.weigh(word) for each in collections]
        count = sum(map(len, places))
        rarity = log(1 + (total - count + 0.5) / (count + 0.5))
        for scores, weights in zip(found, places, strict=True):
            for index, weight in weights.items():
                scores[index] += rarity * weight
    return found


def order_by_score(scores: Sequence[float]) -> list[int]:
    """Return the positions by score, best first; equal scores keep their order."""
    return sorted(range(len(scores)), key=lambda place: (-scores[place], place))


def add_neighbours(scores: Sequence[float], parts: Sequence[int] | None = None) -> list[float]:
    """Add to each score a share of its neighbours': evidence seldom ends where a window does.

    `parts` gives the text of each window; windows of two texts are not neighbours.
    """
    lifted = list(scores)
    for place, score in enumerate(scores):
        for neighbour in (place - 1, place + 1) if score else ():
            if 0 <= neighbour < len(scores) and (parts is None or parts[neighbour] == parts[place]):
                lifted[neighbour] += _NEIGHBOUR_SHARE * score
    return lifted


def combine_scores(words: Sequence[float], cosines: Sequence[float]) -> list[float]:
    """Return the mean of two scores, each scaled to 0…1."""
    return [(one + other) / 2 for one, other in zip(_scale(words), _scale(cosines), strict=True)]


def _scale(scores: Sequence[float]) -> list[float]:
    least, most = min(scores, default=0.0), max(scores, default=0.0)
    return [(score - least) / (most - least) if most > least else 0.0 for score in scores]


def cosine_similarities(query: "NDArray[np.float32]", rows: "NDArray[np.float32]") -> list[float]:
    """Return the cosines of unit rows with a unit vector; each is independent of the other rows."""
    import numpy as np  # takes 0.1 s, and most commands compare no vectors

    return [min(max(round(cosine, _DIGITS), 0.0), 1.0) for cosine in np.vecdot(rows, query).tolist()]


@dataclass(frozen=True, slots=True)
class WindowIndex:
    """The windows of one source, ready to be ranked."""

    source: str
    windows: tuple[TextWindow, ...]
    words: Bm25

    @classmethod
    def of(cls, source: str, windows: Sequence[TextWindow]) -> "WindowIndex":
        """Count the words of a source's windows."""
        return cls(source, tuple(windows), Bm25.over([window.text for window in windows]))

    def best(self, claim: str, *, most: int) -> tuple[Passage, ...]:
        """Return the passages that share the claim's rarest words or are next to such, best first.

        Vectors are not used: within one source they find fewer deciding sentences (90.2 of 100, neighbours 91.1), and
        embedding a window takes as long as judging it.
        """
        scores = add_neighbours(self.words.scores(claim))
        return tuple(self.passage(place, scores[place]) for place in order_by_score(scores)[:most])

    def passage(self, place: int, score: float) -> Passage:
        """Return a window as evidence."""
        window = self.windows[place]
        return Passage(self.source, window.span, window.text, window.page, window.label, round(score, 4))
