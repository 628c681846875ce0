"""Passages that share rare words with a text: where hard negatives and topical filler come from."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from training.rows import content

_RAREST, _COMMONEST = 2, 60  # passages that hold a word worth looking up


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The passages that hold each rare word."""

    holders: dict[str, list[int]]

    @classmethod
    def over(cls, texts: Sequence[str]) -> "Neighbours":
        """Index passages by their rare words."""
        holders: defaultdict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(texts):
            for word in content(text):
                if len(holders[word]) <= _COMMONEST:
                    holders[word].append(number)
        return cls({word: each for word, each in holders.items() if _RAREST <= len(each) <= _COMMONEST})

    def near(self, text: str, most: int = 8) -> list[int]:
        """Return the passages that share most rare words with a text, nearest first."""
        words = sorted(content(text))  # a set's order changes from run to run, and ties would follow it
        shared = Counter(number for word in words for number in self.holders.get(word, ()))
        return [number for number, _ in shared.most_common(most)]
