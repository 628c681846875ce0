"""Denials that bear on how, when or beside what something is so, and leave the thing itself said.

Of 893 denials of true claims, labelled by people or written about passages, that were called contradictions 288 are not
any more, and of 2,569 of false ones 84 (docs/decisions/045).
"""

from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple

from citevet.judge.opposing.negation import Negator
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.tokens import Tokens

# How, how much, how many: what is not paid very soon may be paid, and not every journal leaves some.
_DEGREES = frozenset("every much very long such other".split())
_NO_MANNER = frozenset(
    """early family likely only supply reply apply rely assembly elderly friendly costly deadly daily weekly monthly
    yearly anomaly monopoly italy july""".split()
)
_SHORTEST = 5  # letters of an adverb in -ly
_BEFORE = frozenset("before previously earlier until yet".split())
_BESIDE = frozenset("outside except besides".split())
# Words that deny without a "not": a mouse without Irx3 is Irx3-deficient.
_LACKS = frozenset(
    """deficient deficiency defective null knockout missing absent absence lack lacks lacked lacking without none
    inability unable impossible unlikely insufficient incapable fail fails failure independently independent refrain
    abstain abstains avoid avoided exempt excluded""".split()
)
_LEFT, _RIGHT = 4, 3  # tokens between such a word and what it denies
_JOINED = frozenset({"neither", "nor"})  # two words of one denial
_BREAKS = frozenset(", ; : ( ) – — but while whereas although though because".split())


class Bounds(NamedTuple):
    """A denial of one side, and the word of the other side where the same is said."""

    reading: Reading
    denial: Negator
    source: Reading
    word: Word

    @property
    def here(self) -> frozenset[str]:
        """The sentence of the denial."""
        return _lows(self.reading, self.reading.tokens[self.denial.first].sentence)

    @property
    def there(self) -> frozenset[str]:
        """The sentence of the word."""
        return _lows(self.source, self.word.sentence)


def is_bounded(both: Bounds) -> bool:
    """Tell whether both may be true: the denial has a bound that the sentence lacks, or has in other words."""
    here, there = both.here, both.there
    is_of_the_first = "first" in there and not _BEFORE.isdisjoint(here)
    is_of_the_rest = not _BESIDE.isdisjoint(here - there)
    return is_of_the_first or is_of_the_rest or _is_of_manner(both, there) or is_doubled(both)


def is_lacking(said: tuple[Reading, Word], other: AbstractSet[str]) -> bool:
    """Tell whether a word beside this one denies it without a "not", and the other side does not have that word."""
    reading, word = said
    places = range(word.at - _LEFT, word.at + _RIGHT + 1)
    beside = {reading.tokens.low(at) for at in places if reading.tokens[at].sentence == word.sentence}
    return not _LACKS.isdisjoint(beside - other)


def is_unbroken(tokens: Tokens, one: int, other: int) -> bool:
    """Tell whether both tokens stand in one part of a sentence."""
    first, last = sorted((one, other))
    return not any(tokens.low(at) in _BREAKS for at in range(first, last))


def _is_of_manner(both: Bounds, there: AbstractSet[str]) -> bool:
    """Tell whether it denies how or how much: did not agree quickly, is not as old as, not every journal."""
    reading, denial = both.reading, both.denial
    scope = [reading.tokens.low(at) for at in range(denial.next, denial.end)]
    if "any" in scope:
        return False  # does not have any as large as that: it denies the thing
    return (
        not _DEGREES.isdisjoint(set(scope) - there)
        or (scope.count("as") > 1 and "as" not in there)
        or ("than" in scope and "than" not in there and not both.word.sense)
        or any(_tells_how(low) and low not in there for low in scope)
    )


def _tells_how(low: str) -> bool:
    return low.endswith("ly") and len(low) >= _SHORTEST and low not in _NO_MANNER


def is_doubled(both: Bounds) -> bool:
    """Tell whether it denies a lack of what the sentence says without any denial: none works without it."""
    source = both.source
    if any(source.tokens[each.first].sentence == both.word.sentence for each in source.denials):
        return False
    reading = both.reading
    firsts = [each.first for each in reading.denials]
    if not _JOINED.isdisjoint(reading.tokens.low(first) for first in firsts):
        return False
    is_condition = len(firsts) > 1 and reading.tokens[firsts[0] - 1].sentence != reading.tokens[firsts[0]].sentence
    return is_condition or any(is_unbroken(reading.tokens, *pair) for pair in pairwise(firsts))


def _lows(reading: Reading, sentence: int) -> frozenset[str]:
    return frozenset(token.low for token in reading.tokens.items if token.sentence == sentence)
