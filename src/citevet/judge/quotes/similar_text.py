"""Find the part of a source that is most similar to a quotation, by short seeds and then word by word."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from importlib import import_module
from itertools import accumulate, pairwise

from citevet.judge.quotes.normal_form import CJK, DENSE
from citevet.model import Span
from citevet.records import Foreign, dataclass

# A seed starts where a word starts. In a quotation of five words with one of them changed, two seeds of 8 characters
# are left on average; shorter ones occur everywhere.
_LATIN, _DENSE = 8, 4
_SPREAD = 4
_MOST_SEEDS = 24  # of one quotation: a seed that does not occur costs 0.6 ms a megabyte
_MOST_HITS = 64  # of one seed; a more frequent one is useless
_CANDIDATES = 4
_ENOUGH = 6  # seeds that agree on a place: the rest would not change it
_PATIENCE = 32  # searches in one source before an index pays: it takes as long as 30 of them to make
_LARGEST_INDEX = 4_000_000  # characters; the index takes 100 bytes for each

_START = re.compile(rf"(?:(?<=\s)|\A)[^\s{CJK}]|[{CJK}]")
_MARGIN = 0.3  # of a piece's length: how much longer the source may be in its place
_LEAST_MARGIN = 40
_LONG = 256  # characters; for longer pieces the seeds find the place, and aligning takes 20 ms or more
_MOST_PAIRS = 100_000  # equal words on both sides; a page of prose has 3,000, one word 500 times has 250,000
# By characters a long word weighs more than four short ones: of German quotations of five words with a compound put for
# one of them, 82 of 315 were called inventions, of English ones 29 of 420; with this, 1 and 16. 0.77 is what the least
# similar of the planted edits has by characters.
_LIKE = 0.77
_FEWEST_KEPT = 4  # words in the same order around the one that differs
_SHORTEST_KEPT = 15  # letters of them: "it is one of" is in any text
# A number is one word with its sign and its unit: 5 is not −5, and 23 is neither 23 % nor 23 million.
_NUMBER = (
    r"(?:(?<![^\s(])-)?\d+(?:[.,:]\d+)*(?: ?(?:%|‰|(?:percent|per cent|thousand|[mbtr]{1,2}illion)\b|[만억조천백]+))?"
)
_TOKEN = re.compile(rf"{_NUMBER}|[{CJK}]|[^\W\d_{CJK}]+(?:'[^\W\d_{CJK}]+)*|[^\s]")
_Step = tuple[str, int, int, int, int]


class SeedIndex:
    """The seeds of one source: searched one by one at first, with an index after many searches.

    Both ways give the same places, so a verdict does not depend on earlier searches.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._asked = 0
        self._index: dict[str, list[int]] | None = None

    def windows(self, needle: str) -> list[int]:
        """Return where in the normal text the needle may start, the likeliest places first."""
        width = max(len(needle) // 4, 16)
        votes: Counter[int] = Counter()
        for offset, seed in _pick_seeds(needle):
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


def _pick_seeds(needle: str) -> list[tuple[int, str]]:
    """Return the seeds of a needle with their offsets, evenly spread when there are many, and in no row."""
    found = [(offset, seed) for offset in _word_starts(needle) if (seed := _seed(needle, offset))]
    step = max(len(found) / _MOST_SEEDS, 1)
    chosen = [found[int(number * step)] for number in range(min(len(found), _MOST_SEEDS))]
    return [seed for first in range(_SPREAD) for seed in chosen[first::_SPREAD]]


def _seed(text: str, offset: int) -> str | None:
    length = _DENSE if _is_dense(text[offset]) else _LATIN
    return text[offset : offset + length] if offset + length <= len(text) else None


def _is_dense(char: str) -> bool:
    return char > "\u3000" and DENSE.match(char) is not None


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


@dataclass(frozen=True, slots=True)
class WordChange:
    """Words of the quotation and the words of the source in their place, as offsets into both normal texts."""

    claimed: Span
    there: Span


@dataclass(frozen=True, slots=True)
class NearMatch:
    """A part of the source that is similar to a piece of a quotation."""

    span: Span  # in the normal text of the source
    score: float  # 0 to 1: the share of characters that both have in the same order, or what one changed word leaves
    changes: tuple[WordChange, ...]


def find_nearest(needle: str, seeds: SeedIndex) -> NearMatch | None:
    """Return the most similar part, if any seed of the needle occurs."""
    best: NearMatch | None = None
    for window in _windows(needle, seeds):
        near = find_aligned_part(needle, seeds.text, window)
        if near and (best is None or near.score > best.score):
            best = near
    return best


def _windows(needle: str, seeds: SeedIndex) -> Iterator[Span]:
    margin = max(int(len(needle) * _MARGIN), _LEAST_MARGIN)
    width = max(len(needle) // 4, 16)
    text = seeds.text
    for start in seeds.windows(needle):
        low, high = max(start - margin, 0), min(start + 2 * width + len(needle) + margin, len(text))
        if len(needle) > _LONG:
            yield Span(low, high)
            continue
        found = _fuzz().partial_ratio_alignment(needle, text[low:high])
        if found and found.dest_end > found.dest_start:
            yield Span(max(low + found.dest_start - margin, 0), min(low + found.dest_end + margin, len(text)))


def find_aligned_part(needle: str, text: str, window: Span) -> NearMatch | None:
    """Return the part of a window that matches the needle, and what differs; None without a common word."""
    claimed, there = _tokens(needle, Span(0, len(needle))), _tokens(text, window)
    words = [span.of(needle) for span in claimed]
    others = [span.of(text) for span in there]
    words, others = ([_cased_like(words[0], word) for word in each] for each in (words, others))
    steps = _trimmed(_drawn_in(_steps(words, others), words, others))
    if not steps:
        return None
    first, last = steps[0][3], steps[-1][4]
    span = Span(there[first].start, there[last - 1].end)
    score = max(float(_fuzz().ratio(needle, span.of(text))) / 100, _one_word(steps, words, others))
    return NearMatch(span, score, tuple(_changes(steps, claimed, there)))


def _one_word(steps: list[_Step], words: list[str], others: list[str]) -> float:
    """Return the score of a passage where a single word differs, however long the words are."""
    kept = [word for kind, low, high, _, _ in steps if kind == "equal" for word in _spelt(words[low:high])]
    changed = [(words[low:high], others[first:last]) for kind, low, high, first, last in steps if kind != "equal"]
    single = len(changed) == 1 and all(len(_spelt(side)) <= 1 for side in changed[0])
    return _LIKE if single and len(kept) >= _FEWEST_KEPT and sum(map(len, kept)) >= _SHORTEST_KEPT else 0.0


def _spelt(words: list[str]) -> list[str]:
    """Return the words without the points between them."""
    return [word for word in words if word[0].isalnum()]


@cache
def _fuzz() -> Foreign:
    return import_module("rapidfuzz.fuzz")


def _steps(words: list[str], others: list[str]) -> Sequence[_Step]:
    """Return how to make one list of words of the other: longest stretches first where that is quick."""
    counts = Counter(others)
    if sum(counts[word] for word in words) <= _MOST_PAIRS:
        return SequenceMatcher(None, words, others, autojunk=False).get_opcodes()
    from rapidfuzz.distance import Levenshtein  # takes 40 ms to import

    steps = Levenshtein.opcodes(words, others)
    return [(step.tag, step.src_start, step.src_end, step.dest_start, step.dest_end) for step in steps]


def _tokens(text: str, span: Span) -> list[Span]:
    return [Span(*found.span()) for found in _TOKEN.finditer(text, span.start, span.end)]


def _cased_like(first: str, other: str) -> str:
    """Return a word with the first letter as in the quotation's first word, where only its case differs."""
    return first if other[1:] == first[1:] and other[0].casefold() == first[0].casefold() else other


def _drawn_in(found: Sequence[_Step], words: list[str], others: list[str]) -> list[_Step]:
    """Move the first words next to what follows: of many "the" the nearest is meant."""
    steps = [step for step in found if step[0] != "insert" or step is not found[0]]
    if len(steps) < 3 or steps[0][0] != "equal":  # noqa: PLR2004 - equal words, a change, and equal words behind it
        return list(found)
    (_, low, high, first, last), (_, _, after, _, end), *rest = steps
    start = end - (high - low)
    while start > first and others[start : start + high - low] != words[low:high]:
        start -= 1
    if start <= first:
        return list(found)
    last = start + high - low
    kind = "insert" if high == after else "delete" if last == end else "replace"
    return [("equal", low, high, start, last), (kind, high, after, last, end), *rest]


def _trimmed(found: Sequence[_Step]) -> list[_Step]:
    """Drop what the window has before the first and behind the last word of the needle."""
    steps = list(found)
    if not any(step[0] == "equal" for step in steps):
        return []
    while steps and steps[0][0] == "insert":
        steps = steps[1:]
    while steps and steps[-1][0] == "insert":
        steps = steps[:-1]
    kind, low, high, first, last = steps[0]
    if kind == "replace":
        steps = [(kind, low, high, max(first, last - (high - low)), last), *steps[1:]]
    kind, low, high, first, last = steps[-1]
    if kind == "replace":
        steps = [*steps[:-1], (kind, low, high, first, min(last, first + (high - low)))]
    return [step for step in steps if step[1] < step[2] or step[3] < step[4]]


def _changes(steps: list[_Step], claimed: list[Span], there: list[Span]) -> Iterator[WordChange]:
    """Yield the differing words; where one side has none, the next word is added to show the place."""
    for kind, low, high, first, last in _joined(steps):
        if kind == "equal":
            continue
        if (low == high or first == last) and low and first:
            low, first = low - 1, first - 1  # noqa: PLW2901 - the same step, one word longer
        elif (low == high or first == last) and high < len(claimed) and last < len(there):
            high, last = high + 1, last + 1  # noqa: PLW2901 - likewise
        yield WordChange(_span(claimed, low, high), _span(there, first, last))


def _joined(steps: list[_Step]) -> Iterator[_Step]:
    """Yield the steps, changes with nothing but a point or a syllable between them as one."""
    waiting: _Step | None = None
    for step, following in pairwise((*steps, None)):
        if step is None:
            break
        _, low, high, _, last = step
        is_small = high - low == 1 and waiting and following and waiting[0] == following[0] == "replace"
        if waiting and (step[0] != "equal" or is_small):
            waiting = ("replace", waiting[1], high, waiting[3], last)
        elif step[0] != "equal":
            waiting = step
        else:
            if waiting:
                yield waiting
            waiting = None
            yield step
    if waiting:
        yield waiting


def _span(tokens: list[Span], low: int, high: int) -> Span:
    if low == high:
        edge = tokens[low - 1].end if low else tokens[0].start
        return Span(edge, edge)
    return Span(tokens[low].start, tokens[high - 1].end)
