"""The windows of one source, ready to be asked for those that bear on a claim."""

from collections.abc import Sequence
from dataclasses import dataclass

from citevet.model import Passage
from citevet.retrieve.bm25 import Bm25
from citevet.retrieve.windows import Window


@dataclass(frozen=True, slots=True)
class Pile:
    """All windows of a source."""

    source: str
    windows: tuple[Window, ...]
    words: Bm25

    @classmethod
    def of(cls, source: str, windows: Sequence[Window]) -> "Pile":
        """Count the words of a source's windows."""
        return cls(source, tuple(windows), Bm25.over([window.text for window in windows]))

    def best(self, claim: str, *, most: int) -> tuple[Passage, ...]:
        """Return the passages that share the claim's rarest words, the likeliest first."""
        scores = self.words.scores(claim)
        order = sorted(range(len(scores)), key=lambda index: (-scores[index], index))
        return tuple(self._passage(index, scores[index]) for index in order[:most])

    def _passage(self, index: int, score: float) -> Passage:
        window = self.windows[index]
        return Passage(self.source, window.span, window.text, window.page, window.label, round(score, 4))
