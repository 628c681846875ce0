"""What the source makes an exception of: open daily except Mondays, and open on Mondays in the claim."""

from collections.abc import Iterator

from citevet.judge.opposing.exception_words import EXCEPTING
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.phrases import Phrases, alike
from citevet.judge.opposing.reading import Reading, Word
from citevet.model import Difference, Span

_EXCEPT = Phrases(dict(alike(f"{EXCEPTING}|except on|except in|excluding", None)))
_BREAKS = frozenset(", ; : . ( ) – — when where if that and but which who".split())
_HOW = frozenset("with by as to under through from after before".split())  # except with consent: a way, and no thing
_SOON = 5  # tokens of what is excepted
_HELD = 0.75  # how much of the claim the sentence must hold


def compare_exceptions(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return what the claim says of the very thing that the nearest sentence excepts; a claim that denies is left."""
    names = {word.concept for word in claim.words}
    if claim.denials or any(_EXCEPT.at(claim.tokens, at) for at in range(len(claim.tokens))):
        return
    reading, words = evidence.reading, near[0].words
    is_of_one = bool(claim.words) and claim.words[0].concept in {word.concept for word in words}
    held = evidence.coverage(names, near[0]) if is_of_one else 0.0
    for at in range(words[0].at, words[-1].at) if held >= _HELD else ():
        found = _EXCEPT.at(reading.tokens, at)
        excepted = _excepted(reading, words, found[0]) if found and not _is_denied_before(reading, at) else []
        own = {word.concept for word in words if word.at < at} & names
        if excepted and own and {word.concept for word in excepted} <= names - own and not _is_turned(claim, words):
            mine = next(word for word in claim.words if word.concept == excepted[0].concept)
            token = claim.tokens[mine.at]
            source = reading.phrase(at, excepted[-1].at + 1)
            yield Difference("quantifier", token.text, source, Span(token.start, token.end))
            return


def _excepted(reading: Reading, words: tuple[Word, ...], first: int) -> list[Word]:
    """Return the words of what is excepted, up to the next break; none where a way is."""
    if reading.tokens.low(first) in _HOW:
        return []
    end = next((at for at in range(first, first + _SOON) if reading.tokens.low(at) in _BREAKS), first + _SOON)
    return [word for word in words if first <= word.at < end]


def _is_denied_before(reading: Reading, at: int) -> bool:
    """Tell whether it is an exception of a denial: nothing grew there except lichen."""
    sentence = reading.tokens[at].sentence
    return any(each.first < at and reading.tokens[each.first].sentence == sentence for each in reading.denials)


def _is_turned(claim: Reading, words: tuple[Word, ...]) -> bool:
    """Tell whether the claim has an opposite of its own: closed on Mondays."""
    ends = {(word.sense.axis, -word.sense.sign) for word in words if word.sense}
    return any(word.sense and word.sense[:2] in ends for word in claim.words)
