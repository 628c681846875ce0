"""Where in a source something like a quotation may stand: short stretches of it that occur there, and their votes."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from re import compile as pattern
from weakref import WeakKeyDictionary

from citevet.judge.quoting.folded import Folded
from citevet.judge.quoting.normal_form import CJK

# A seed starts where a word starts. In a quotation of five words with one of them changed, two seeds of 8 characters
# are left on average; shorter ones occur everywhere.
_LATIN, _DENSE = 8, 4
_SPREAD = 4
_MOST_SEEDS = 24  # of one quotation: a seed that does not occur costs 0.6 ms a megabyte
_MOST_HITS = 64  # of one seed: what comes more often tells nothing
_CANDIDATES = 4
_ENOUGH = 6  # seeds that agree on a place: the rest would not change it
_PATIENCE = 32  # searches in one source before an index pays: it takes as long as 30 of them to make
_LARGEST_INDEX = 4_000_000  # characters; the index takes 100 bytes for each

_made: WeakKeyDictionary[Folded, "Seeds"] = WeakKeyDictionary()


def seeds_of(source: Folded) -> "Seeds":
    """Return the seeds of a source, the same for as long as the source is kept."""
    return _made.setdefault(source, Seeds(source.text))


_START = pattern(rf"(?:(?<=\s)|\A)[^\s{CJK}]|[{CJK}]")


class Seeds:
    """The seeds of one source: searched one by one at first, by an index when many quotations ask.

    Both ways give the same places, so that a verdict does not depend on what was asked before.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._asked = 0
        self._index: dict[str, list[int]] | None = None

    def windows(self, needle: str) -> list[int]:
        """Return where in the normal text the needle may start, the likeliest places first."""
        width = max(len(needle) // 4, 16)
        votes: Counter[int] = Counter()
        for offset, seed in seeds(needle):
            near = {(at - offset) // width for at in self._hits(seed)}
            votes.update({*near, *(place - 1 for place in near)})
            if votes and max(votes.values()) >= _ENOUGH:
                break
        best = sorted(votes, key=lambda place: (-votes[place], place))[:_CANDIDATES]
        return [max(place * width, 0) for place in best]

    def _hits(self, seed: str) -> list[int]:
        self._asked += 1
        if self._asked > _PATIENCE * _MOST_SEEDS and len(self.text) <= _LARGEST_INDEX:
            if self._index is None:
                self._index = _index(self.text)
            return self._index.get(seed, [])
        return list(_searched(seed, self.text))


def seeds(needle: str) -> list[tuple[int, str]]:
    """Return the seeds of a needle with their offsets, evenly spread when there are many, and in no row."""
    found = [(offset, seed) for offset in _word_starts(needle) if (seed := _seed(needle, offset))]
    step = max(len(found) / _MOST_SEEDS, 1)
    chosen = [found[int(number * step)] for number in range(min(len(found), _MOST_SEEDS))]
    return [seed for first in range(_SPREAD) for seed in chosen[first::_SPREAD]]


def _seed(text: str, offset: int) -> str | None:
    length = _DENSE if _is_dense(text[offset]) else _LATIN
    return text[offset : offset + length] if offset + length <= len(text) else None


def _is_dense(char: str) -> bool:
    return char > "\u3000" and _DENSE_CHARACTER.match(char) is not None


_DENSE_CHARACTER = pattern(rf"[{CJK}]")


def _word_starts(text: str) -> Iterator[int]:
    if text.isascii():
        yield from (at for at in accumulate((len(word) + 1 for word in text.split(" ")), initial=0) if at < len(text))
    else:
        yield from (found.start() for found in _START.finditer(text))


def _searched(seed: str, text: str) -> Iterator[int]:
    dense = _is_dense(seed[0])
    hits = 0
    if not dense and text.startswith(seed):
        yield 0
        hits += 1
    wanted = seed if dense else f" {seed}"
    at = text.find(wanted)
    while at >= 0 and hits < _MOST_HITS:
        yield at + (not dense)
        hits += 1
        at = text.find(wanted, at + 1)


def _index(text: str) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    ascii_only = text.isascii()
    for at in _word_starts(text):
        seed = text[at : at + _LATIN] if ascii_only else _seed(text, at)
        if not seed:
            continue
        hits = index.setdefault(seed, [])
        if len(hits) < _MOST_HITS:
            hits.append(at)
    return index
