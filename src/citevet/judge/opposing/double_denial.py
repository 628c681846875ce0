"""A denial of the opposite: no patient died, where the source has that all survived."""

from citevet.judge.opposing.being import BEING
from citevet.judge.opposing.complements import are_complements
from citevet.judge.opposing.converse import is_joined
from citevet.judge.opposing.negation import Negator
from citevet.judge.opposing.reading import Reading, Word, read

_MOST = 2_000  # characters of a claim that is put otherwise, and of the sentence that it is held against
_NONE = {"no": "all", "none": "all", "nobody": "everybody", "no one": "everyone", "not one": "every one"}
_ALL = {"all": "none", "every": "no", "each": "no", "everybody": "nobody", "everyone": "nobody"}


def is_doubly_denied(denial: tuple[Reading, Negator], words: tuple[Word, ...]) -> bool:
    """Tell whether it denies a word whose opposite the other sentence says: not closed, where that has open."""
    reading, negator = denial
    reached = [word for word in reading.words if negator.next <= word.at < negator.end and word.denied]
    said = {word.low for word in words if not word.denied}
    return any(
        are_complements(one.low, other.low)
        for one in reached
        if one.low not in said
        for other in words
        if not other.denied
    )


def without_denial(claim: str, sentence: str) -> str:
    """Return a claim in the sentence's own word where one of the two denies the opposite of what the other says."""
    mine, theirs = read(claim[:_MOST]), read(sentence[:_MOST])
    is_plain = len(claim) <= _MOST and len(mine.by_sentence) == 1 and not is_joined(mine)
    if not is_plain or len(mine.denials) + len(theirs.denials) != 1:
        return claim
    pairs = ((one, other) for one in mine.words for other in theirs.words if are_complements(one.low, other.low))
    one, other = next((pair for pair in pairs if pair[0].denied != pair[1].denied), (None, None))
    if not one or not other or one.open or other.open or _says(theirs, one) or _says(mine, other):
        return claim
    if one.denied:
        return _undenied(mine, one, (theirs, other))
    return _denied(mine, one, (theirs, other))


def _says(reading: Reading, word: Word) -> bool:
    """Tell whether it has the very word as well: open during the fire, and closed later."""
    return any(each.low == word.low for each in reading.words)


def _undenied(claim: Reading, word: Word, source: tuple[Reading, Word]) -> str:
    """Return the claim without its denial: "no one died" as "everyone survived", "was not open" as "was closed"."""
    denial = claim.denials[0]
    low, said = claim.phrase(denial.first, denial.next).lower(), _text(*source)
    if low in _NONE and denial.first == 0 and _speaks_of_all(source[0]):
        return _put(claim, {denial.first: (denial.next, _NONE[low].capitalize()), word.at: (word.at + 1, said)})
    if low == "not" and claim.tokens.low(denial.first - 1) in BEING and denial.next == word.at:
        return _put(claim, {denial.first: (word.at + 1, said)})
    return claim.tokens.text


def _denied(claim: Reading, word: Word, source: tuple[Reading, Word]) -> str:
    """Return the claim with the denial of the source: "was closed" as "was not open", "all failed" as "none passed"."""
    reading, other = source
    denial = reading.denials[0]
    low, first = reading.phrase(denial.first, denial.next).lower(), claim.tokens.low(0)
    if low in _NONE and first in _ALL:
        none = "No" if first == "all" and claim.tokens.low(1) != "of" else _ALL[first].capitalize()
        return _put(claim, {0: (1, none), word.at: (word.at + 1, _text(*source))})
    if low == "not" and denial.next == other.at and claim.tokens.low(word.at - 1) in BEING:
        return _put(claim, {word.at: (word.at + 1, f"not {_text(*source)}")})
    return claim.tokens.text


def _speaks_of_all(reading: Reading) -> bool:
    return any(token.low in _ALL for token in reading.tokens.items)


def _text(reading: Reading, word: Word) -> str:
    return reading.tokens[word.at].text


def _put(claim: Reading, instead: dict[int, tuple[int, str]]) -> str:
    """Return the claim with other words for these tokens, the last first so that places hold."""
    text, tokens = claim.tokens.text, claim.tokens
    for first in sorted(instead, reverse=True):
        then, words = instead[first]
        text = text[: tokens[first].start] + words + text[tokens[then - 1].end :]
    return text
