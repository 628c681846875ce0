"""BM25 over the windows of one source: rare words of the claim count, and long windows win nothing by length."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from re import compile as pattern
from unicodedata import normalize

_WORD = pattern(r"[^\W_]+(?:[.,]\d+)*")
_K, _B = 1.2, 0.75  # the customary values
_STEMS = ("ations", "ation", "ings", "ing", "edly", "ied", "ies", "ed", "es", "ly", "s")
_SHORTEST = 4  # letters that a stem keeps
_LONGEST = 40  # letters of a word that is worth remembering


def terms(text: str) -> list[str]:
    """Return the words of a text, folded, without the commonest English endings; Korean in pairs of syllables."""
    words = _WORD.findall(normalize("NFKC", text).casefold())
    return [term for word in words for term in (_known if len(word) <= _LONGEST else _terms)(word)]


def _terms(word: str) -> tuple[str, ...]:
    if "가" <= word[0] <= "힣" and len(word) > 1:
        return tuple(word[at : at + 2] for at in range(len(word) - 1))
    for ending in _STEMS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return (word.removesuffix(ending),)
    return (word,)


_known = lru_cache(maxsize=1 << 16)(_terms)  # a text says most of its words again: four times as fast


@dataclass(frozen=True, slots=True)
class Bm25:
    """Where each word stands, and how much it weighs there for its number and the length of the text."""

    size: int  # how many texts there are
    weights: Mapping[str, Mapping[int, float]]  # word → text → what it adds, before its rarity is known

    @classmethod
    def over(cls, texts: Sequence[str]) -> "Bm25":
        """Count the words of some texts."""
        counts = [Counter(terms(text)) for text in texts]
        mean = sum(count.total() for count in counts) / len(counts) if counts else 1.0
        held: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for index, count in enumerate(counts):
            damp = _K * (1 - _B + _B * count.total() / (mean or 1.0))
            for word, often in count.items():
                held[word][index] = often * (_K + 1) / (often + damp)
        return cls(len(counts), dict(held))

    def scores(self, query: str) -> list[float]:
        """Return a score for each text."""
        return scores_among(query, [self])[0]


def scores_among(query: str, counted: Sequence[Bm25]) -> list[list[float]]:
    """Return a score for each text of each collection; a word is rare or common among all of them together."""
    found = [[0.0] * each.size for each in counted]
    total = sum(each.size for each in counted)
    for word in dict.fromkeys(terms(query)):
        places = [each.weights.get(word, {}) for each in counted]
        have = sum(map(len, places))
        rarity = log(1 + (total - have + 0.5) / (have + 0.5))
        for scores, weights in zip(found, places, strict=True):
            for index, weight in weights.items():
                scores[index] += rarity * weight
    return found
