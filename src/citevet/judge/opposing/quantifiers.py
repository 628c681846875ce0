"""The words and figures that say how much of a thing a statement is about: all, most, some, few, a third of it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from citevet.judge.counting.shares import read_share
from citevet.judge.counting.spelled import decimal
from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.exception_words import EXCEPTING
from citevet.judge.opposing.phrases import Phrases, alike
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.tokens import Tokens


class Range(NamedTuple):
    """Between which shares the truth lies."""

    low: float
    high: float


class Quantifier(NamedTuple):
    """A word for a share, with what it is a share of."""

    first: int
    next: int
    noun: Word
    range: Range
    worded: bool  # in words, and not in figures


_ALL = Range(1, 1)
NOT_ALL = 0.99  # the most that is less than all
_ANY = Range(0, 1)
_SHARES = Phrases(
    {
        **dict(alike("not all|not every|not everyone|not everything|not always", Range(0.01, NOT_ALL))),
        **dict(alike("nearly all|almost all|virtually all|almost every|nearly every|almost always", Range(0.8, 1))),
        **dict(alike("vast majority of|great majority of|overwhelming majority of", Range(0.65, 1))),
        **dict(alike("hardly any|scarcely any|almost none|hardly ever", Range(0, 0.2))),
        **dict(alike("all|every|everyone|everything|entire|whole|entirety|always", _ALL)),
        **dict(alike("most|majority of|mostly|usually|bulk of", Range(0.501, 1))),
        **dict(alike("greater part of|larger part of|better part of", Range(0.501, 1))),
        "minority of": Range(0.01, 0.499),
        **dict(alike("few|rarely|seldom|small minority of|tiny minority of", Range(0.01, 0.3))),
        **dict(alike("many", Range(0.31, 1))),
        **dict(alike("some|part|a few|several|sometimes|occasionally", Range(0.01, 1))),
        "any": _ANY,
    }
)
# Words before a quantifier that make it something else: the most common, at most, as a whole, a whole day, at all.
_ODD = {
    "most": ("the", "at", "its", "their"),
    "all": ("at", "of"),
    "whole": ("a", "as"),
    "part": ("a", "as", "in", "took", "take"),
}
_BELOW = (("less", "than"), ("fewer", "than"), ("no", "more", "than"), ("at", "most"), ("under",), ("up", "to"))
_ABOVE = (("more", "than"), ("at", "least"), ("over",), ("no", "less", "than"), ("no", "fewer", "than"))
_NEAR = 0.03  # how exact a share in figures is taken
_REACH = 6  # tokens between the quantifier and its noun
_ALL_BUT = Range(0.5, NOT_ALL)  # all but one, all members but one, all members except the chair
_SAVE = Phrases(dict(alike(f"{EXCEPTING}|excepting|other than", meaning=True)))
_SAVED = 12  # tokens behind the thing within which an exception from all of it may stand
_SKIP = frozenset("all whole entire part number share proportion percent cent".split())


def says_of_it(mine: tuple[Reading, Quantifier], theirs: tuple[Reading, Quantifier]) -> bool:
    """Tell whether both say the same of the thing, as far as a shared word shows it: most came, few came, few left."""
    said, there = _said(*mine), _said(*theirs)
    return not said or not there or not said.isdisjoint(there)


def _said(reading: Reading, quantifier: Quantifier) -> frozenset[str]:
    """Return the words of its part of the sentence, without those of the quantified thing itself."""
    noun = quantifier.noun
    words = reading.by_sentence[noun.sentence]
    last = _last(reading, quantifier.first, noun)
    rest = (word for word in words if word.segment == noun.segment and not quantifier.first <= word.at <= last)
    return frozenset(word.concept for word in rest)


def _last(reading: Reading, first: int, noun: Word) -> int:
    """Return the last token of the thing, which may have more words than one: night visitors."""
    last = noun.at
    many = reading.tokens.low(first) not in {"every", "each", "everyone", "everything"}
    for word in reading.by_sentence[noun.sentence]:  # behind a plural, or "every", comes the verb
        last += word.at == last + 1 and not reading.tokens.low(last).endswith("s") and many
    return last


def quantifiers(reading: Reading, sentences: Iterable[tuple[Word, ...]]) -> list[Quantifier]:
    """Return the shares of these sentences with what they are shares of."""
    return [each for words in sentences for each in _quantifiers(reading, words)]


def _quantifiers(reading: Reading, words: tuple[Word, ...]) -> list[Quantifier]:
    found: list[Quantifier] = []
    at = max(words[0].at - _REACH, 0)
    while at < words[-1].at:
        here = reading.tokens[at].sentence == words[0].sentence
        then, limits, worded = _share(reading.tokens, at) if here else (0, _ALL, True)
        noun = _noun(reading, then) if then else None
        if noun and limits == _ALL and (left_out := _left_out(reading, at, noun)):
            then, limits = left_out, _ALL_BUT
        own = _under_denial(reading, at, limits) if noun else None
        if noun and own:
            found.append(Quantifier(at, then, noun, own, worded))
        at = max(then, at + 1)
    return found


def _left_out(reading: Reading, first: int, noun: Word) -> int:
    """Return the token behind an exception from all of the thing, 0 if none follows: all members but one."""
    after = _last(reading, first, noun) + 1
    if _but_so_many(reading.tokens, after):
        return after + 2
    return next((saved[0] for at in range(after, after + _SAVED) if (saved := _saved(reading, at, noun))), 0)


def _saved(reading: Reading, at: int, noun: Word) -> tuple[int, bool] | None:
    """Return the exception that begins here, in the sentence of the thing: all streams had trout except one."""
    tokens = reading.tokens
    return _SAVE.at(tokens, at) if at < len(tokens) and tokens[at].sentence == noun.sentence else None


def _but_so_many(tokens: Tokens, at: int) -> bool:
    """Tell whether a "but" with a number stands here; without one it joins two statements, or means almost."""
    return tokens.low(at) == "but" and concept(tokens.low(at + 1)).isdecimal()


def _under_denial(reading: Reading, at: int, limits: Range) -> Range | None:
    """Return what a share means behind a denial: not all is less, not any is none; of others it is not clear."""
    if not any(denial.next <= at < denial.end for denial in reading.denials):
        return limits if limits != _ANY else None
    return {_ALL: Range(0.01, NOT_ALL), _ANY: Range(0, 0)}.get(limits)


def _share(tokens: Tokens, at: int) -> tuple[int, Range, bool]:
    """Return the token after the share that begins here, 0 if none does."""
    if found := _SHARES.at(tokens, at):
        then, limits = found
        if limits == _ALL and _but_so_many(tokens, then):
            return then + 2, _ALL_BUT, True
        counts = tokens[then].is_number and tokens.low(at) != "all"
        odd = tokens.low(at - 1) in _ODD.get(tokens.low(at), ()) or counts or tokens.low(then) in {"than", "but"}
        return (0 if odd else then), limits, True
    then, value = _figure(tokens, at)
    return (then, _bounded(tokens, at, value), False) if then else (0, _ALL, False)


def _figure(tokens: Tokens, at: int) -> tuple[int, float]:
    if tokens[at].is_number and tokens.low(at + 1) in {"%", "percent"}:
        return at + 2, decimal(tokens.low(at))[0] / 100
    if tokens[at].is_number and tokens.phrase(at + 1, "per cent"):
        return at + 3, decimal(tokens.low(at))[0] / 100
    share = read_share(tokens, at)
    return (share.next, share.value) if share else (0, 0.0)


def _bounded(tokens: Tokens, at: int, value: float) -> Range:
    """Return what a share in figures means behind "less than" or "over"."""
    if _follows(tokens, at, _BELOW):
        return Range(0, value)
    if _follows(tokens, at, _ABOVE):
        return Range(value, 1)
    return Range(max(value - _NEAR, 0.0), value + _NEAR)


def _follows(tokens: Tokens, at: int, phrases: tuple[tuple[str, ...], ...]) -> bool:
    return any(all(tokens.low(at - len(each) + n) == word for n, word in enumerate(each)) for each in phrases)


def _noun(reading: Reading, then: int) -> Word | None:
    """Return the first word behind the quantifier that names something."""
    sentence = reading.tokens[then - 1].sentence
    for word in reading.by_sentence.get(sentence, ()):
        if then <= word.at < then + _REACH and word.low not in _SKIP and not word.concept[0].isdecimal():
            return word
    return None


def denied_after(reading: Reading, quantifier: Quantifier) -> Iterator[bool]:
    """Yield for each denial of the text whether it denies what is said of the quantified thing."""
    noun = quantifier.noun
    words = {
        word.at for word in reading.by_sentence[noun.sentence] if word.segment == noun.segment and word.at > noun.at
    }
    return (noun.at < denial.first and denial.next in words for denial in reading.denials)
