"""Which quantity of the source plays the part of a quantity of the claim."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from citevet.judge.counting.agreement import agree, are_opposed, denies, same_number
from citevet.judge.counting.bearers import Bearer, bearer, told_apart
from citevet.judge.counting.changes import is_move
from citevet.judge.counting.date import equal_parts
from citevet.judge.counting.fitting import fit, may_deny
from citevet.judge.counting.hedges import turned
from citevet.judge.counting.quantities import find_quantities
from citevet.judge.counting.quantity import GROWTH, ROUGHLY, Quantity
from citevet.judge.counting.surroundings import LEAST, LEAST_ALONE, joined, lent, likeness, meet, surroundings
from citevet.judge.tokens import Tokens

_MOST_TIMES = 4  # multiples of one sentence
_DENIED = frozenset({"not", "without", "other", "both"})
_REST = frozenset("rest remainder remaining others other previous preceding".split())
_YEAR_BESIDE = frozenset("before earlier later after".split())


class Held(NamedTuple):
    """A quantity with the words around it."""

    quantity: Quantity
    words: dict[str, float]
    full: Quantity  # a bare number in the unit of the quantity before it in the sentence
    times: tuple[float, ...]  # the multiples in its sentence: 14 litres, twice the rate of 2005
    rest: bool  # whether its sentence points back: the rest, the others, the year before
    sentence: int
    bearer: Bearer


Compared = tuple[Held, Quantity]  # and the quantity in the unit that both are compared in


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
    rest = {token.sentence for token in tokens.items if token.low in _REST} | _years_told_by_others(tokens)
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
        several = tuple(times.get(sentence, ())[:_MOST_TIMES])
        found.append(Held(each, words, full, several, sentence in rest, sentence, bearer(tokens, each)))
    return found


def _years_told_by_others(tokens: Tokens) -> set[int]:
    """Return the sentences that name a year by another: the year before, a year later."""
    return {
        token.sentence
        for at, token in enumerate(tokens.items)
        if token.low in _YEAR_BESIDE and tokens.low(at - 1) in {"year", "years"}
    }


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
        full = each
        if each.kind == "bare" and last and last[0] == sentence:
            full = replace(each.with_unit_of(last[1]), part=last[1].part)
        completed.append(full)
        if full.kind not in {"date", "bare", "ordinal"} and full.part != "whole" and not full.doubtful:
            last = (sentence, full)
    return completed


def matches(claim: Held, source: list[Held], weights: dict[str, float]) -> list[Match]:
    """Return the possible counterparts with their scores."""
    found = []
    for place, other in enumerate(source):
        one, two = _in_one_sense((claim, other), _in_one_unit(claim, other))
        role = fit(one, two)
        if role is None or len(two.bearers & claim.words.keys()) == 1:  # the sum of both is no number of one
            continue
        same = agree(one, two)
        denying = not same and _is_denying((claim, one), (other, two), source[max(place - 2, 0) : place + 3])
        exact = same and one.date is not None and two.date is not None and equal_parts(one.date, two.date) > 1
        score = likeness(claim.words, other.words, weights) + role if same or denying else 0.0
        found.append(Match(place, score, same, denying, exact, other.sentence if two.date else -1))
    return found


def _in_one_sense(held: tuple[Held, Held], both: tuple[Quantity, Quantity]) -> tuple[Quantity, Quantity]:
    """Return both, the claim's bound of the same number turned where one side alone denies, or speaks of the others.

    What did not last longer than 3 hours lasted at most 3; where over 60 % were poor it rose, but not in the others.
    """
    (mine, theirs), (one, two) = held, both
    if not same_number(one, two) or not are_opposed(one, two):
        return both
    other_side = mine.bearer.denied is not theirs.bearer.denied or mine.rest is not theirs.rest
    return (replace(one, hedge=turned(one.hedge)), two) if other_side else both


def _is_denying(claim: Compared, other: Compared, beside: list[Held]) -> bool:
    """Tell whether the source's quantity, if it has the claim's role, shows that the claim is wrong."""
    (mine, one), (theirs, two) = claim, other
    spoken = meet(mine.words, theirs.words) and (two.kind != "share" or _names(mine, two))
    if not spoken or not may_deny(one, two) or not denies(one, two):
        return False
    if two.room is not None and not _has_subject_of(mine, theirs):
        return False
    return not _is_derived(one, two, theirs) and not _is_left(claim, other, beside)


def _has_subject_of(claim: Held, change: Held) -> bool:
    """Tell whether all that the claim says changed is named beside the two ends of a change."""
    around = (claim.bearer.before, claim.bearer.after)
    named = ([word for word in words if not is_move(word) and word[0].isalpha()] for words in around)
    subject = next((words for words in named if words), [])
    return bool(subject) and all(word in change.words for word in subject)


def are_rivals(own: Held, other: Held) -> bool:
    """Tell whether a sentence sets the two numbers of one kind side by side, each with its bearer."""
    if own.sentence != other.sentence or own.full.family != other.full.family:
        return False
    if own.full.family in {"date", "ordinal"} or own.quantity.end or other.quantity.end:
        return False
    return told_apart(own.bearer, other.bearer) is not None


def is_denied(claim: Held) -> bool:
    """Tell whether a denial stands beside the quantity: then its bearer may be the one that another word names."""
    return not _DENIED.isdisjoint((*claim.bearer.before, *claim.bearer.after))


def _names(claim: Held, part: Quantity) -> bool:
    """Tell whether the claim speaks of what the share is a part of, where that is told."""
    return not part.nouns or not part.nouns.isdisjoint(claim.words)


def is_of_other(claim: Held, own: Held, other: Held, *, beside: Iterable[Held] = ()) -> bool:
    """Tell whether the claim gives to the bearer of another number what the source gives to the bearer of this one.

    The rightful bearer is named nowhere in the claim, or gets the other number there: `beside` are the claim's others.
    """
    labels = told_apart(own.bearer, other.bearer) if are_rivals(own, other) else None
    said = {*claim.bearer.before, *claim.bearer.after}
    if not labels or labels[1] not in said or is_denied(claim) or "respective" in claim.words:
        return False
    crossed = any(told_apart(each.bearer, claim.bearer) == labels for each in beside)
    return labels[0] not in claim.words or (crossed and labels[0] not in said)


def _in_one_unit(claim: Held, other: Held) -> tuple[Quantity, Quantity]:
    """Return both, a bare one in the unit of its neighbour where that is what the other has."""
    one, two = claim.quantity, other.quantity
    if one.unit == GROWTH and _is_change(two):
        return _as_change(one), two
    if two.unit == GROWTH and _is_change(one):
        return one, _as_change(two)
    if claim.full.family == other.full.family:
        return claim.full, other.full
    if other.full.family == one.family:
        return one, other.full
    return (claim.full, two) if claim.full.family == two.family else (one, two)


def _is_change(quantity: Quantity) -> bool:
    return quantity.kind == "share" and quantity.change and not quantity.per


def _as_change(multiple: Quantity) -> Quantity:
    """Return "doubled" as a rise by 100 %, "halved" as a fall by 50 %; which way it goes is not compared here."""
    part = abs(multiple.number - 1)
    return replace(multiple, family="share", number=part, step=part * ROUGHLY, unit="", change=True)


def _is_derived(one: Quantity, two: Quantity, other: Held) -> bool:
    """Tell whether a multiple in the sentence leads from one to the other, or a year is told by its neighbour."""
    if one.kind == "multiple":
        return False
    if other.rest and one.date and two.date:
        return abs((one.date.year or 0) - (two.date.year or 0)) == 1
    numbers = [number for each in other.times for number in (two.number * each, two.number / each)]
    return any(agree(one, replace(two, number=number)) for number in numbers)


def _is_left(claim: Compared, other: Compared, beside: list[Held]) -> bool:
    """Tell whether it is what the other leaves of the whole: where 38 % did, 62 % did not, or are the rest."""
    (mine, one), (theirs, two) = claim, other
    if not theirs.rest and mine.bearer.denied == theirs.bearer.denied:
        return False
    if two.kind == "share":
        return agree(one, replace(two, number=1 / two.factor - two.number))
    wholes = (each.quantity.number for each in beside if each.quantity.part == "whole")
    return two.part == "part" and any(one.number == whole - two.number for whole in wholes)
