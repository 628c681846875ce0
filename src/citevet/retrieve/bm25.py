"""BM25 over the windows of one source: rare words of the claim count, and long windows win nothing by length."""

from collections import Counter, defaultdict
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
    """Where each word stands, how often, and how much that tells."""

    size: int  # how many windows there are
    worth: Mapping[str, Mapping[int, float]]  # word → window → what it adds to the window's score

    @classmethod
    def over(cls, texts: Sequence[str]) -> "Bm25":
        """Count the words of some texts."""
        counts = [Counter(terms(text)) for text in texts]
        mean = sum(count.total() for count in counts) / len(counts) if counts else 1.0
        damps = [_K * (1 - _B + _B * count.total() / (mean or 1.0)) for count in counts]
        held: defaultdict[str, dict[int, int]] = defaultdict(dict)
        for index, count in enumerate(counts):
            for word, often in count.items():
                held[word][index] = often
        return cls(len(counts), {word: _worth(places, damps) for word, places in held.items()})

    def scores(self, query: str) -> list[float]:
        """Return a score for each text."""
        found = [0.0] * self.size
        for word in dict.fromkeys(terms(query)):
            for index, worth in self.worth.get(word, {}).items():
                found[index] += worth
        return found


def _worth(places: Mapping[int, int], damps: Sequence[float]) -> dict[int, float]:
    rarity = log(1 + (len(damps) - len(places) + 0.5) / (len(places) + 0.5))
    return {index: rarity * often * (_K + 1) / (often + damps[index]) for index, often in places.items()}
