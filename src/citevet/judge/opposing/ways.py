"""Ways told from one end to the other: from Zurich to Basel in the source, from Basel to Zurich in the claim."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.reading import Reading, Word
from citevet.model import Difference

_REACH = 8  # tokens between "from" and its "to"


class Way(NamedTuple):
    """Two ends, by the first word of each, and the tokens from the one to the other."""

    ends: tuple[str, str]
    first: int
    next: int
    denied: bool


def compare_ways(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each way of the claim that the nearest sentences tell only the other way round."""
    theirs = [each for sentence in near for each in _ways(evidence.reading, sentence.words)]
    for mine in (each for words in claim.by_sentence.values() for each in _ways(claim, words)):
        others = [each for each in theirs if set(each.ends) == set(mine.ends) and each.denied == mine.denied]
        if others and all(each.ends == mine.ends[::-1] for each in others):
            span = claim.tokens.span(range(mine.first, mine.next))
            source = evidence.reading.phrase(others[0].first, others[0].next)
            yield Difference("direction", claim.phrase(mine.first, mine.next), source, span)


def _ways(reading: Reading, words: tuple[Word, ...]) -> Iterator[Way]:
    """Yield the ways of a sentence; numbers have ends of their own, which are compared as numbers."""
    named = {word.at: word for word in words if not word.concept[0].isdecimal()}
    for at in range(max(words[0].at - 2, 0), words[-1].at):
        start = _first(named, at + 1) if reading.tokens.low(at) == "from" else None
        to = _to(reading, at) if start else 0
        end = _first(named, to + 1) if to else None
        if start and end and start.at < to and start.concept != end.concept:
            yield Way((start.concept, end.concept), at, end.at + 1, end.denied)


def _to(reading: Reading, at: int) -> int:
    return next((place for place in range(at + 2, at + _REACH) if reading.tokens.low(place) == "to"), 0)


def _first(named: dict[int, Word], at: int) -> Word | None:
    """Return the word that stands here, or behind an article."""
    return named.get(at) or named.get(at + 1)
