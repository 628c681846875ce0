"""BM25 over the windows of one source: rare words of the claim count, and long windows win nothing by length."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from re import compile as pattern
from unicodedata import normalize

_WORD = pattern(r"[^\W_]+(?:[.,]\d+)*")
_K, _B = 1.2, 0.75  # the customary values
_STEMS = ("ations", "ation", "ings", "ing", "edly", "ied", "ies", "ed", "es", "ly", "s")
_SHORTEST = 4  # letters that a stem keeps


def terms(text: str) -> list[str]:
    """Return the words of a text, folded, without the commonest English endings; Korean in pairs of syllables."""
    found = []
    for word in _WORD.findall(normalize("NFKC", text).casefold()):
        if "가" <= word[0] <= "힣" and len(word) > 1:
            found += [word[at : at + 2] for at in range(len(word) - 1)]
        else:
            found.append(_stem(word))
    return found


def _stem(word: str) -> str:
    for ending in _STEMS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    return word


@dataclass(frozen=True, slots=True)
class Bm25:
    """How often each word stands in each window."""

    counts: tuple[Counter[str], ...]
    lengths: tuple[int, ...]
    rarity: Mapping[str, float]

    @classmethod
    def over(cls, texts: Sequence[str]) -> "Bm25":
        """Count the words of some texts."""
        counts = tuple(Counter(terms(text)) for text in texts)
        holding = Counter(word for count in counts for word in count)
        total = len(counts)
        rarity = {word: log(1 + (total - held + 0.5) / (held + 0.5)) for word, held in holding.items()}
        return cls(counts, tuple(count.total() for count in counts), rarity)

    def scores(self, query: str) -> list[float]:
        """Return a score for each text."""
        asked = [word for word in dict.fromkeys(terms(query)) if word in self.rarity]
        mean = sum(self.lengths) / len(self.lengths) if self.lengths else 1.0
        return [self._score(asked, count, length / (mean or 1.0)) for count, length in zip(self.counts, self.lengths, strict=True)]

    def _score(self, asked: Sequence[str], count: Counter[str], length: float) -> float:
        damp = _K * (1 - _B + _B * length)
        return sum(self.rarity[word] * count[word] * (_K + 1) / (count[word] + damp) for word in asked if count[word])
