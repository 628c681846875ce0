"""What stands before a thing in the claim and after it in the source, above it here and below it there."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.reading import Reading, Word
from citevet.model import Difference, Span

_PAIRS = (("before", "after"), ("above", "below"), ("inside", "outside"), ("north", "south"), ("east", "west"))
_OPPOSITE = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}


class Position(NamedTuple):
    """A word for a place or a time, between the words that it relates."""

    at: int
    low: str
    neighbours: tuple[str, str]
    denied: bool


def compare_positions(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each such word that stands between the same words in the nearest sentences as its opposite."""
    theirs = [each for sentence in near for each in _positions(evidence.reading, sentence.words)]
    for mine in (each for words in claim.by_sentence.values() for each in _positions(claim, words)):
        others = [each for each in theirs if each.neighbours == mine.neighbours]
        if others and all(each.low == _OPPOSITE[mine.low] and each.denied == mine.denied for each in others):
            token = claim.tokens[mine.at]
            source = evidence.reading.tokens[others[0].at].text
            yield Difference("direction", token.text, source, Span(token.start, token.end))


def _positions(reading: Reading, words: tuple[Word, ...]) -> Iterator[Position]:
    for before, after in pairwise(words):
        for at in range(before.at + 1, after.at):
            if (low := reading.tokens.low(at)) in _OPPOSITE:
                yield Position(at, low, (before.concept, after.concept), after.denied)
