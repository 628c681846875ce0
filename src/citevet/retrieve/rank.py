"""The windows of one source, ready to be asked: by words, and by meaning where vectors are at hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from citevet.contracts import Embed
from citevet.model import Passage
from citevet.retrieve.bm25 import Bm25
from citevet.retrieve.windows import Window

_STEADY = 60  # of reciprocal rank fusion: the customary value
_CANDIDATES = 12  # windows that are compared by meaning; a vector costs as much as a verdict


@dataclass(frozen=True, slots=True)
class Pile:
    """All windows of a source."""

    source: str
    windows: tuple[Window, ...]
    words: Bm25
    vectors: dict[int, Sequence[float]] = field(default_factory=dict)  # of the windows that were compared so far

    @classmethod
    def of(cls, source: str, windows: Sequence[Window]) -> "Pile":
        """Count the words of a source's windows."""
        return cls(source, tuple(windows), Bm25.over([window.text for window in windows]))

    def best(self, claim: str, *, most: int, embed: Embed | None = None) -> tuple[Passage, ...]:
        """Return the passages that are likeliest to bear on a claim, the likeliest first."""
        scores = self.words.scores(claim)
        order = sorted(range(len(scores)), key=lambda index: (-scores[index], index))
        if embed is not None and len(order) > most:
            order = self._fused(claim, order[:_CANDIDATES], embed)
        return tuple(self._passage(index, scores[index]) for index in order[:most])

    def _fused(self, claim: str, order: Sequence[int], embed: Embed) -> list[int]:
        """Return the order that both agree on best: the sum of reciprocal ranks."""
        new = [index for index in order if index not in self.vectors]
        asked, *found = embed([claim, *(self.windows[index].text for index in new)])
        self.vectors.update(zip(new, found, strict=True))
        near = {index: _dot(asked, self.vectors[index]) for index in order}
        by_meaning = sorted(order, key=lambda index: (-near[index], index))
        worth = {index: 1 / (_STEADY + order.index(index)) + 1 / (_STEADY + by_meaning.index(index)) for index in order}
        return sorted(order, key=lambda index: (-worth[index], index))

    def _passage(self, index: int, score: float) -> Passage:
        window = self.windows[index]
        return Passage(self.source, window.span, window.text, window.page, window.label, round(score, 4))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return float(sum(left * right for left, right in zip(one, other, strict=True)))
