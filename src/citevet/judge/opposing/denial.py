"""What the claim denies and the source says, and the other way round."""

from collections.abc import Iterable, Iterator

from citevet.judge.opposing.bounded_denial import Bounds, is_bounded, is_doubled, is_lacking, is_unbroken
from citevet.judge.opposing.concepts import base
from citevet.judge.opposing.double_denial import is_doubly_denied
from citevet.judge.opposing.loose_denial import (
    adds,
    is_cancelled,
    is_denied_too,
    is_excepted,
    is_hardly,
    is_of_another_name,
    is_of_others,
    is_of_so_many,
    is_part,
    is_turned,
    is_vague,
)
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.negation import INSTEAD, Negator
from citevet.judge.opposing.reading import Reading, Word, focus
from citevet.judge.opposing.shown import differing, with_denial
from citevet.model import Difference

_SCOPE = 0.5  # how much of what is denied the other side must hold
_SUBJECT = 0.6  # likewise where all of it is denied of a subject: nobody, none of them
# How much of the claim a sentence must hold that is not the nearest one: without it, 29 alarms and 12 finds more.
_RIVAL = 0.65
_SUBJECTS = frozenset("none nobody no".split())
_MODALS = frozenset("may might can could must".split())

Denial = tuple[Reading, Negator]


def compare_denials(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each denial that stands on one side only."""
    for denial in claim.denials:
        if found := _denied_here((claim, denial), evidence, near):
            yield found
    numbers = {sentence.words[0].sentence: sentence for sentence in near}
    for denial in evidence.reading.denials:
        sentence = numbers.get(evidence.reading.tokens[denial.first].sentence)
        if sentence and (found := _denied_there(claim, (evidence.reading, denial), (sentence, *near))):
            yield found


def _denied_here(mine: Denial, evidence: Evidence, near: tuple[Sentence, ...]) -> Difference | None:
    """Return the difference where the claim denies what the nearest sentence says."""
    claim, denial = mine
    word = focus(claim, denial)
    if not word or is_cancelled(denial, word) or is_vague(claim, denial) or claim.tokens.low(denial.first) in INSTEAD:
        return None
    same = [(sentence, other) for sentence in near for other in sentence.words if _same(word, other)]
    if not same or any(not _is_plain(evidence.reading, other) for _, other in same):
        return None
    sentence, other = same[0]
    if not _holds(mine, evidence, sentence) or is_turned(claim, sentence.words, word):
        return None
    if sentence is not near[0] and evidence.coverage((each.concept for each in claim.words), sentence) < _RIVAL:
        return None
    if _is_beside(mine, evidence.reading, (word, other)):
        return None
    return differing("negation", with_denial(claim, denial, word), (evidence.reading, range(other.at, other.at + 1)))


def _is_beside(mine: Denial, source: Reading, words: tuple[Word, Word]) -> bool:
    """Tell whether the claim's denial of the first word may be true beside the second, which the source says."""
    claim, denial = mine
    word, other = words
    theirs, both = (source, other), Bounds(claim, denial, source, other)
    return (
        is_part(mine, (source, source.by_sentence[other.sentence]))
        or is_of_so_many(mine, theirs)
        or is_of_others((claim, denial.first), theirs)
        or is_excepted(claim, source, other)
        or is_of_another_name(mine, source)
        or is_denied_too(mine, source, word)
        or adds(claim, denial, source)
        or is_bounded(both)
        or is_lacking(theirs, both.here)
        or is_doubly_denied(mine, source.by_sentence[other.sentence])
    )


def _denied_there(claim: Reading, theirs: Denial, near: tuple[Sentence, ...]) -> Difference | None:
    """Return the difference where a sentence, the first of these, denies what the claim says."""
    reading, denial = theirs
    word = focus(reading, denial)
    if not word or is_cancelled(denial, word) or (is_vague(reading, denial) and not _permits(claim)):
        return None
    same = [other for other in claim.words if _same(word, other)]
    if not same or any(not _is_plain(claim, other) for other in same) or _is_said(word, near):
        return None
    if _is_measure(claim, same[0]):
        return None
    scope = _scope(reading, denial)
    if _share(scope, claim.words) < _SCOPE or not _numbers(scope, claim.words):
        return None
    if is_turned(claim, near[0].words, word) or is_part(theirs, (claim, claim.words)):
        return None
    if is_of_others((claim, same[0].at), (reading, word)) or is_hardly(theirs, claim):
        return None
    if is_doubly_denied(theirs, claim.words) or (denial.noun and is_doubled(Bounds(reading, denial, claim, same[0]))):
        return None
    return differing("negation", (claim, range(same[0].at, same[0].at + 1)), with_denial(reading, denial, word))


def _holds(mine: Denial, evidence: Evidence, sentence: Sentence) -> bool:
    """Tell whether the sentence speaks of what the claim denies, with the same numbers: not 100 is no denial of 80."""
    claim, denial = mine
    scope = [word.concept for word in _scope(claim, denial)]
    first = next(iter(claim.words)).at
    floor = _SUBJECT if claim.tokens.low(denial.first) in _SUBJECTS and denial.first < first else _SCOPE
    held = evidence.coverage(scope, sentence) if scope else 1.0
    alone = floor == _SUBJECT and len(scope) > 1 and not sentence.concepts & set(scope[1:])  # no sailor was dismissed
    return held >= floor and not alone and _numbers(claim.words, sentence.words)


def _is_said(word: Word, near: tuple[Sentence, ...]) -> bool:
    """Tell whether one of the nearest sentences says what this word is denied of."""
    others = (other for sentence in near for other in sentence.words if other != word and not other.denied)
    return any(_same(word, other) for other in others)


def _is_plain(reading: Reading, word: Word) -> bool:
    """Tell whether the word is said, and no denial stands in its part of the sentence."""
    tokens = reading.tokens
    return not (word.denied or word.open) and not any(
        tokens[denial.first].sentence == word.sentence and is_unbroken(tokens, denial.first, word.at)
        for denial in reading.denials
    )


def _is_measure(claim: Reading, word: Word) -> bool:
    """Tell whether the claim only holds something against it: better than turbidity, where turbidity is no cause."""
    return any(claim.tokens.low(word.at - back) == "than" for back in (1, 2))


def _permits(claim: Reading) -> bool:
    """Tell whether the claim has a modal verb of its own: then a "may not" of the source forbids it."""
    return any(token.low in _MODALS for token in claim.tokens.items)


def _same(one: Word, other: Word) -> bool:
    """Tell whether the two say the same; words that only belong to one family must begin alike."""
    if not one.sense and base(one.low)[:2] != base(other.low)[:2]:
        return False
    return one.concept == other.concept and (not one.sense or not other.sense or one.sense.sign == other.sense.sign)


def _scope(reading: Reading, denial: Negator) -> list[Word]:
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    return [word for word in words if denial.next <= word.at < denial.end]


def _numbers(scope: Iterable[Word], words: Iterable[Word]) -> bool:
    """Tell whether the other side has all these numbers."""
    return {word.concept for word in scope if word.concept[0].isdecimal()} <= {word.concept for word in words}


def _share(scope: list[Word], words: Iterable[Word]) -> float:
    """Return how much of what is denied the other side speaks of."""
    names = {word.concept for word in words}
    return sum(word.concept in names for word in scope) / len(scope) if scope else 1.0
