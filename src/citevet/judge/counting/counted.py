"""The words right after a number: what it counts, of what it is a part, per what it is a rate."""

from typing import NamedTuple

from citevet.judge.counting.quantity import Part
from citevet.judge.counting.spelled import UNITS as NUMBER_WORDS
from citevet.judge.counting.spelled import read_number
from citevet.judge.counting.units import read_unit
from citevet.judge.tokens import Tokens
from citevet.judge.wording import PLURALS, STOP, stem

_MOST_WORDS = 3  # of one noun phrase: adjectives and the noun
_REACH = 5  # tokens between "two of" and the noun
_PER = ("per", "for every", "for each", "in every", "out of every", "/", "each", "every")
_COUNTERS = ("마리", "가구", "명", "개", "건", "회", "번", "곳", "대", "권")
_AGO = frozenset("earlier ago later before".split())
_ARTICLES = frozenset({"a", "an"})
_SPANS = frozenset("season seasons head evening night term person game household race crossing".split())


class Per(NamedTuple):
    """The other half of a rate: its name, its number, and the token after it."""

    name: str
    base: float
    next: int


def nouns_at(tokens: Tokens, at: int) -> tuple[frozenset[str], int]:
    """Return the stems of the noun phrase that begins here, up to its first plural, and the token after it."""
    at += tokens.low(at) == "-" and tokens.touches(at)
    words: list[str] = []
    sentence = tokens[at].sentence
    while len(words) < _MOST_WORDS and tokens[at].is_word and tokens[at].sentence == sentence:
        word = tokens.low(at)
        if word in {"more", "other", "such"} and not words:
            at += 1
            continue
        if word in STOP or word in NUMBER_WORDS:
            break
        words.append(_counter(word) or stem(word))
        at += 1
        if (
            _counter(word)
            or word in PLURALS
            or (word.endswith("s") and not word.endswith(("ss", "ous", "us", "'s", "’s")))
        ):
            break
        at += tokens.low(at) == "-"
    return frozenset(words), at


def _counter(word: str) -> str:
    """Return the Korean counter at the front of a word, 명 of 명이다."""
    return next((counter for counter in _COUNTERS if word.startswith(counter)), "")


def part_at(tokens: Tokens, at: int) -> tuple[frozenset[str], Part, int]:
    """Return what the number before this token is a part or the whole of."""
    if tokens.low(at) == "of":
        return (*_whole_after(tokens, at + 1)[:1], "part", at + 1)
    nouns, end = nouns_at(tokens, at)
    return (nouns, "whole", end) if _follows_part(tokens, at) else (frozenset(), "", at)


def _whole_after(tokens: Tokens, at: int) -> tuple[frozenset[str], int]:
    """Return the noun after "of the five", "of the town's", "of its last ten"."""
    for place in range(at, at + _REACH):
        word = tokens.low(place)
        if tokens[place].is_number or word in NUMBER_WORDS:
            reading = read_number(tokens, place)
            return nouns_at(tokens, reading.next if reading else place + 1)
        if word not in STOP and not word.endswith(("'s", "’s")):
            return nouns_at(tokens, place)
    return frozenset(), at


def _follows_part(tokens: Tokens, at: int) -> bool:
    """Tell whether the number that ends before this token stands after "two of the"."""
    for place in range(at - 2, at - 2 - _REACH, -1):
        if tokens.low(place) == "of":
            before = tokens[place - 1]
            return before.is_number or before.low in NUMBER_WORDS or before.low in {"none", "all", "each", "half"}
        if not tokens[place].is_word and not tokens[place].is_number:
            return False
    return False


def per_at(tokens: Tokens, at: int) -> Per | None:
    """Return the rate's other half if it begins here: per 100,000 residents, a year, /kg."""
    if tokens.low(at) in _ARTICLES:
        return _span_of(tokens, at + 1)
    end = next((end for words in _PER if (end := tokens.phrase(at, words))), 0)
    if not end:
        return None
    reading = read_number(tokens, end)
    if reading and (unit := read_unit(tokens, reading.next)):
        return Per(f"{reading.value:g} {unit[0].name}", reading.value, unit[1])
    if reading:
        nouns, after = nouns_at(tokens, reading.next)
        return Per(f"{reading.value:g} {' '.join(sorted(nouns))}".strip(), reading.value, after)
    if tokens.low(at) in {"each", "every"}:
        return _span_of(tokens, end)
    return _span_of(tokens, end) or _thing(tokens, end)


def _span_of(tokens: Tokens, at: int) -> Per | None:
    """Return a unit or a stretch of time that rates are given by."""
    found = read_unit(tokens, at)
    if found and tokens.low(found[1]) not in _AGO:  # $4 million a year earlier
        return Per(found[0].name, 1.0, found[1])
    return Per(stem(tokens.low(at)), 1.0, at + 1) if tokens.low(at) in _SPANS else None


def _thing(tokens: Tokens, at: int) -> Per | None:
    word = tokens[at]
    return Per(stem(word.low), 1.0, at + 1) if word.is_word and word.low not in STOP else None
