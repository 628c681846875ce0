"""Which quantity of the source plays the part of a quantity of the claim."""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from citevet.judge.counting.agreement import agree, denies, same_number
from citevet.judge.counting.dates import dates_agree, equal_parts
from citevet.judge.counting.quantities import find_quantities
from citevet.judge.counting.quantity import Quantity
from citevet.judge.counting.surroundings import LEAST, LEAST_ALONE, joined, lent, likeness, meet, surroundings
from citevet.judge.tokens import Tokens

_MOST_TIMES = 4  # multiples of one sentence
# What the role adds to the likeness of the words, from 0 to 1; chosen with the weights in surroundings.py.
_SAME_NOUN, _OTHER_NOUN, _SAME_UNIT, _BOTH_BARE, _OTHER_UNIT = 0.25, -0.15, 0.15, 0.05, -0.2
_SAME_DATE_PART = 0.1
_SAME_ROLE, _OTHER_END, _OTHER_PART, _ONE_PART, _OTHER_CHANGE, _ONE_RATE = 0.1, -0.15, -0.25, -0.05, -0.1, -0.05


class Held(NamedTuple):
    """A quantity with the words around it."""

    quantity: Quantity
    words: dict[str, float]
    full: Quantity  # a bare number in the unit of the quantity before it in the sentence
    times: tuple[float, ...]  # the multiples in its sentence: 14 litres, twice the rate of 2005
    sentence: int


class Match(NamedTuple):
    """A quantity of the source as counterpart of one of the claim."""

    place: int
    score: float
    agrees: bool
    denies: bool
    exact: bool  # a date of two parts or more: no chance hit
    dated: int = -1  # the sentence that a date stands in


def hold(tokens: Tokens, *, claimed: bool) -> list[Held]:
    """Return the quantities of a text with their surroundings; a claim is all about its only quantity."""
    quantities = find_quantities(tokens)
    sentences = [tokens[each.first].sentence for each in quantities]
    kin = Counter((sentence, each.family) for sentence, each in zip(sentences, quantities, strict=True))
    times = _multiples(sentences, quantities)
    found: list[Held] = []
    loans: dict[tuple[int, str], dict[str, float]] = {}
    for sentence, each, full in zip(sentences, quantities, _completed(sentences, quantities), strict=True):
        alone = each.family != "" and kin[sentence, each.family] == 1 and not kin[sentence, ""]
        least = LEAST if not alone else 1.0 if claimed else LEAST_ALONE
        before, after = surroundings(tokens, each, least)
        words = joined(before, after)
        if (sentence, full.family) in loans:
            words = joined(words, loans[sentence, full.family])
        else:
            loans[sentence, full.family] = lent(before, after)
        found.append(Held(each, words, full, tuple(times.get(sentence, ())[:_MOST_TIMES]), sentence))
    return found


def _multiples(sentences: list[int], quantities: list[Quantity]) -> dict[int, list[float]]:
    times: dict[int, list[float]] = {}
    for sentence, each in zip(sentences, quantities, strict=True):
        if each.kind == "multiple" and each.number:
            times.setdefault(sentence, []).append(each.number)
    return times


def _completed(sentences: list[int], quantities: list[Quantity]) -> list[Quantity]:
    """Return the quantities, bare ones in the unit of the last before them: 900 tonnes in 1970 and 60 in 2015."""
    completed: list[Quantity] = []
    last: tuple[int, Quantity] | None = None
    for sentence, each in zip(sentences, quantities, strict=True):
        full = _in_unit_of(each, last[1]) if each.kind == "bare" and last and last[0] == sentence else each
        completed.append(full)
        if full.kind not in {"date", "bare", "ordinal"} and full.part != "whole" and not full.doubtful:
            last = (sentence, full)
    return completed


def _in_unit_of(bare: Quantity, other: Quantity) -> Quantity:
    unit = replace(bare, kind=other.kind, family=other.family, factor=other.factor, unit=other.unit)
    return replace(unit, per=other.per, nouns=other.nouns, part=other.part)


def matches(claim: Held, source: list[Held], weights: dict[str, float]) -> list[Match]:
    """Return the possible counterparts with their scores."""
    found = []
    for place, other in enumerate(source):
        one, two = _in_one_unit(claim, other)
        fit = _fit(one, two)
        if fit is None:
            continue
        same = agree(one, two)
        denying = not same and _may_deny(one, two) and meet(claim.words, other.words) and denies(one, two)
        exact = same and one.date is not None and two.date is not None and equal_parts(one.date, two.date) > 1
        score = likeness(claim.words, other.words, weights) + fit if same or denying else 0.0
        found.append(
            Match(
                place,
                score,
                same,
                denying and not _is_derived(one, two, other.times),
                exact,
                other.sentence if two.date else -1,
            )
        )
    return found


def _in_one_unit(claim: Held, other: Held) -> tuple[Quantity, Quantity]:
    """Return both, a bare one in the unit of its neighbour where that is what the other has."""
    one, two = claim.quantity, other.quantity
    if claim.full.family == other.full.family:
        return claim.full, other.full
    if other.full.family == one.family:
        return one, other.full
    return (claim.full, two) if claim.full.family == two.family else (one, two)


def _is_derived(one: Quantity, two: Quantity, times: tuple[float, ...]) -> bool:
    """Tell whether a multiple in the sentence leads from one number to the other."""
    if one.kind == "multiple":
        return False
    numbers = [number for each in times for number in (two.number * each, two.number / each)]
    return any(agree(one, replace(two, number=number)) for number in numbers)


def _fit(one: Quantity, two: Quantity) -> float | None:
    """Return how well the roles match, none where the two cannot be compared."""
    if one.date and two.date:
        known = dates_agree(one.date, two.date) is not None
        return _SAME_DATE_PART * equal_parts(one.date, two.date) + _roles(one, two) if known else None
    if one.date or two.date:
        return None
    if one.family == two.family:
        return _same_family(one, two) + _roles(one, two)
    if one.family and two.family:
        return _OTHER_UNIT if same_number(one, two) and one.unit and two.unit else None
    known_one = one if one.family else two
    if known_one.kind in {"ordinal", "multiple"} or (known_one.kind == "share" and known_one.factor == 1):
        return None
    return _roles(one, two)


def _same_family(one: Quantity, two: Quantity) -> float:
    if one.family in {"count", "ordinal"}:
        return _SAME_NOUN if one.nouns & two.nouns else _OTHER_NOUN
    return _SAME_UNIT if one.family else _BOTH_BARE


def _roles(one: Quantity, two: Quantity) -> float:
    """Return what the parts in the sentence add: from and to, part and whole, level and change."""
    fit = _ONE_RATE if bool(one.per) is not bool(two.per) else 0.0
    if one.end and two.end:
        fit += _SAME_ROLE if one.end == two.end else _OTHER_END
    if one.part or two.part:
        fit += _SAME_ROLE if one.part == two.part else _OTHER_PART if one.part and two.part else _ONE_PART
    if one.change or two.change:
        fit += _SAME_ROLE if one.change and two.change else _OTHER_CHANGE
    return fit


def _may_deny(one: Quantity, two: Quantity) -> bool:
    """Tell whether the other, if it says something else, can show that the claim is wrong."""
    if two.doubtful:
        return False
    if one.family == two.family == "count":
        return bool(one.nouns & two.nouns)
    if one.family == two.family == "ordinal":
        return bool(one.nouns & two.nouns) or not (one.nouns and two.nouns)
    return one.family == two.family or not one.family or not two.family or same_number(one, two)
