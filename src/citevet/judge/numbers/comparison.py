"""The numbers of a claim against those that play the same role in its source."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import log
from typing import NamedTuple

from citevet.judge.evidence import widen_until_different
from citevet.judge.numbers.dates import count_equal_parts, dates_agree
from citevet.judge.numbers.qualifiers import opposite_hedge
from citevet.judge.numbers.quantities import Quantity, find_quantities
from citevet.model import Difference, Span
from citevet.records import dataclass, replace
from citevet.text.negation import find_negations
from citevet.text.numerals import NUMBER_WORDS
from citevet.text.stems import STOP_WORDS, meaning_stem
from citevet.text.tokens import Tokens

_MOST = 40  # quantities of one claim; a sentence with more is a table
# How much better another number must fit than an equal one, and how well it must fit at all. A date or a count fits by
# chance more often than a measure; ordinals mostly do.
_MARGIN, _DATE_MARGIN = 0.18, 0.25
_FLOORS = {"date": 0.5, "ordinal": 0.9, "count": 0.55, "": 0.5}
_FLOOR = 0.45
# Words around a number, by their distance.
_REACH = 40
_FADE = 0.96  # for each token between
_BORDERS = {",": 0.7} | dict.fromkeys(
    "; : ( ) – — and but while whereas against compared than versus or nor".split(), 0.55
)
_SENTENCE_BEFORE = 0.1  # which a pronoun may mean
_LEAST, _LEAST_ALONE = 0.1, 0.5  # in the same sentence, however far; where it is the only number of its kind
_LENT_BEFORE, _LENT_BEHIND = 0.7, 0.5
_UNKNOWN = 0.5  # the worth of a word that the source lacks
_SKEW = 0.35  # how much the words of the source count that the claim lacks
_YEAR = 1.6  # a year beside a number says most about which number it is
_ENDS = frozenset({"from", "to"})
_TELLING = frozenset(
    "first second third fourth before after under over not without more less from to only other both".split()
)
# What the roles of two quantities add to the likeness of the words around them.
_SAME_NOUN, _OTHER_NOUN, _SAME_UNIT, _SAME_ROLE, _OTHER_ROLE = 0.25, -0.15, 0.15, 0.1, -0.15
# Rounding and hedges.
_EQUAL = 1e-9
_ABOUT, _NEARLY, _ROUND, _BEYOND = 0.1, 0.15, 0.01, 0.5
_UPWARD, _DOWNWARD = frozenset({"over", "least", "slightly over"}), frozenset({"under", "most", "nearly", "top"})
_SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0}
_SECONDS |= {"month": 2629800.0, "year": 31557600.0}
Measured = tuple[float, float]  # a value, and the worth of its last written place


@dataclass(frozen=True, slots=True)
class NumberPair:
    """A quantity of the claim and its counterpart in the evidence, as written."""

    claim: str
    source: str
    claim_span: Span


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """What the evidence says of the numbers of a claim."""

    agreed: tuple[NumberPair, ...] = ()
    differences: tuple[Difference, ...] = ()  # number, date or unit, each with its place in the claim
    missing: tuple[str, ...] = ()  # no counterpart in the evidence


class _Placed(NamedTuple):
    """A quantity with the words around it."""

    quantity: Quantity
    words: dict[str, float]
    negated: bool


class _Match(NamedTuple):
    """A quantity of the source as a counterpart of one of the claim."""

    place: int
    score: float
    agrees: bool
    denies: bool


def compare_numbers(claim: str, evidence: str) -> NumberComparison:
    """Return which quantities of a claim the evidence confirms, which it gives otherwise, and which it lacks."""
    mine_tokens = Tokens(claim)
    mine = [each for each in _place(mine_tokens, alone=1.0) if not each.quantity.doubtful][:_MOST]
    if not mine:
        return NumberComparison()
    tokens = Tokens(evidence)
    theirs, worth = _place(tokens, alone=_LEAST_ALONE), _weigh_words(tokens)
    options = [_find_matches(each, theirs, worth) for each in mine]
    agreed = {place: best for place, found in enumerate(options) if (best := _find_confirmed(found))}
    used = {match.place for match in agreed.values()}
    denied: dict[int, _Match] = {}
    for place, found in enumerate(options):
        if place not in agreed and (match := _find_denying(mine[place].quantity, found, used)):
            (agreed if match.agrees else denied)[place] = match
    missing = [each for place, each in enumerate(mine) if place not in agreed and place not in denied]
    matched = {place: (mine[place], theirs[match.place]) for place, match in sorted(agreed.items())}
    swapped = dict(_find_swapped(mine_tokens, tokens, matched))
    return NumberComparison(
        tuple(_pair(mine_tokens, one, tokens, two) for at, (one, two) in matched.items() if at not in swapped),
        (
            *(_differ(mine_tokens, mine[at], tokens, theirs[match.place]) for at, match in denied.items()),
            *swapped.values(),
        ),
        tuple(each.quantity.span(mine_tokens).of(claim) for each in missing),
    )


def _find_swapped(
    mine: Tokens, theirs: Tokens, matched: Mapping[int, tuple[_Placed, _Placed]]
) -> Iterator[tuple[int, Difference]]:
    """Yield both ends of a change that the source has the other way round: from 12 to 9, from 9 to 12."""
    ends = [(at, _read_end(mine, one), _read_end(theirs, two)) for at, (one, two) in matched.items()]
    for (at, first, other_first), (then, last, other_last) in pairwise(end for end in ends if end[1][1]):
        is_one = (first[0], other_first[0]) == (last[0], other_last[0])  # one sentence on each side
        if not is_one or first == last or (first[1], last[1]) != (other_last[1], other_first[1]):
            continue
        for place in (at, then):
            one, two = (each.quantity for each in matched[place])
            here, there = mine.span(range(one.first - 1, one.next)), theirs.span(range(two.first - 1, two.next))
            yield place, Difference("date" if one.date else "number", here.of(mine.text), there.of(theirs.text), here)


def _read_end(tokens: Tokens, placed: _Placed) -> tuple[int, str]:
    """Return the sentence of a quantity and the word before it that makes it an end of a change, or nothing."""
    first = placed.quantity.first
    low = tokens.low(first - 1)
    return tokens[first].sentence, low if low in _ENDS else ""


def _place(tokens: Tokens, *, alone: float) -> list[_Placed]:
    """Return the quantities with their surroundings; `alone` is the least weight where a sentence has one of a kind."""
    quantities = _complete_units(tokens, find_quantities(tokens))
    negations = find_negations(tokens)
    kinds = [(tokens[each.first].sentence, each.family) for each in quantities]
    counts = Counter(kinds)
    lent: dict[tuple[int, str], dict[str, float]] = {}
    found = []
    for each, kind in zip(quantities, kinds, strict=True):
        single = kind[1] != "" and counts[kind] == 1 and (kind[0], "") not in counts
        before, behind = _read_surroundings(tokens, each, alone if single else _LEAST)
        words = _join(_join(before, behind), lent.get(kind, {}))
        # The first of several like quantities lends its words to the next: 52 % go by bus, 8 % by car.
        lent.setdefault(kind, _join(_scale(before, _LENT_BEFORE), _scale(behind, _LENT_BEHIND)))
        negated = any(one.next <= each.next - 1 < one.end for one in negations)
        found.append(_Placed(each, words, negated))
    return found


def _scale(words: Mapping[str, float], share: float) -> dict[str, float]:
    return {word: near * share for word, near in words.items() if not _is_year(word)}


def _join(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    return {word: max(one.get(word, 0.0), other.get(word, 0.0)) for word in (*one, *other)}


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdecimal()  # noqa: PLR2004 - digits


def _complete_units(tokens: Tokens, quantities: list[Quantity]) -> list[Quantity]:
    """Give bare numbers the unit of the quantity before them: 900 tonnes in 1970 and 60 in 2015."""
    completed: list[Quantity] = []
    last: Quantity | None = None
    for each in quantities:
        full = each
        if each.kind == "bare" and last and tokens[last.first].sentence == tokens[each.first].sentence:
            full = replace(each, kind=last.kind, family=last.family, factor=last.factor, unit=last.unit)
            full = replace(full, offset=last.offset, per=last.per, nouns=last.nouns)
        completed.append(full)
        if full.kind not in {"date", "bare", "ordinal"}:
            last = full
    return completed


def _read_surroundings(tokens: Tokens, quantity: Quantity, least: float) -> tuple[dict[str, float], dict[str, float]]:
    """Return the words before and behind a quantity, each with a weight for its distance."""
    before, behind = _walk(tokens, quantity.first - 1, -1, least), _walk(tokens, quantity.next, 1, least)
    return before, behind | dict.fromkeys(quantity.nouns, 1.0)


def _walk(tokens: Tokens, start: int, step: int, least: float) -> dict[str, float]:
    words: dict[str, float] = {}
    sentence = tokens[start - step].sentence
    weight = 1.0
    for at in range(start, start + step * _REACH, step):
        token = tokens[at]
        if not sentence - 1 <= token.sentence <= sentence:
            break
        weight *= _FADE * _BORDERS.get(token.low, 1.0)
        if name := _name_word(token.low):
            floor = 0.0 if name[0].isdecimal() else least  # a number belongs to its neighbour
            near = max(weight, floor) if token.sentence == sentence else _SENTENCE_BEFORE
            words[name] = max(words.get(name, 0.0), near)
    return words


def _name_word(low: str) -> str:
    """Return the word's name for comparing, empty for a word that says nothing."""
    if low in _TELLING or low[0].isdecimal():
        return low
    if low in NUMBER_WORDS:
        return str(NUMBER_WORDS[low])
    return "" if not low[0].isalpha() or low in STOP_WORDS else meaning_stem(low)


def _weigh_words(tokens: Tokens) -> dict[str, float]:
    """Return what each word of a text is worth: much if in one sentence, little if in all; "" is one it lacks."""
    sentences: dict[str, set[int]] = {}
    for token in tokens.items:
        if name := _name_word(token.low):
            sentences.setdefault(name, set()).add(token.sentence)
    count = tokens.items[-1].sentence + 1 if tokens.items else 1
    worth = {name: log(1 + count / len(places)) for name, places in sentences.items()}
    worth |= {name: value * _YEAR for name, value in worth.items() if _is_year(name)}
    return worth | {"": log(1 + count) * _UNKNOWN}


def _measure_likeness(claim: Mapping[str, float], source: Mapping[str, float], worth: Mapping[str, float]) -> float:
    """Return from 0 to 1 how much the words around two quantities are the same."""
    unknown = worth[""]
    shared = sum(worth.get(word, unknown) * min(near, source[word]) for word, near in claim.items() if word in source)
    mine = sum(worth.get(word, unknown) * near for word, near in claim.items())
    theirs = sum(worth.get(word, unknown) * near for word, near in source.items() if near > _LEAST)
    return (1 - _SKEW) * shared / mine + _SKEW * min(shared / theirs, 1.0) if shared and theirs else 0.0


def _find_matches(claim: _Placed, source: list[_Placed], worth: Mapping[str, float]) -> list[_Match]:
    found = []
    for place, other in enumerate(source):
        one, two = claim.quantity, other.quantity
        if claim.negated != other.negated and _are_opposed(one, two) and one.value == two.value:
            one = replace(one, hedge=opposite_hedge(one.hedge))  # not over 3 hours is at most 3
        role = _compare_roles(one, two)
        if role is None:
            continue
        agrees = _agree(one, two)
        denies = not agrees and _may_deny(one, two) and _deny(one, two) and not _is_rest(claim, other)
        if agrees or denies:
            found.append(_Match(place, _measure_likeness(claim.words, other.words, worth) + role, agrees, denies))
    return found


def _is_rest(claim: _Placed, other: _Placed) -> bool:
    """Check whether one is what the other leaves of the whole: where 38 % did, 62 % did not."""
    one, two = claim.quantity, other.quantity
    both = one.family == two.family == "share"
    return both and claim.negated != other.negated and abs(one.value + two.value - 1) <= _SKEW * _ABOUT


def _find_confirmed(found: list[_Match]) -> _Match | None:
    """Return the counterpart that says the same, unless one that says something else fits clearly better."""
    same = max((each for each in found if each.agrees), key=lambda each: each.score, default=None)
    other = max((each.score for each in found if each.denies), default=0.0)
    return same if same and same.score >= other - _MARGIN else None


def _find_denying(claimed: Quantity, found: list[_Match], used: set[int]) -> _Match | None:
    """Return the counterpart that says something else, or a weak one that says the same."""
    same = max((each for each in found if each.agrees), key=lambda each: each.score, default=None)
    others = [each for each in found if each.denies and each.place not in used]
    other = max(others, key=lambda each: each.score, default=None)
    margin = _DATE_MARGIN if claimed.date else _MARGIN
    if other and other.score >= _FLOORS.get(claimed.family, _FLOOR):
        return other if other.score - (same.score if same else 0.0) > margin else same
    return same


def _compare_roles(one: Quantity, two: Quantity) -> float | None:
    """Return what the roles of two quantities add to their likeness, None where they cannot be compared."""
    if one.date and two.date:
        known = dates_agree(one.date, two.date) is not None
        return _SAME_ROLE * count_equal_parts(one.date, two.date) if known else None
    if one.date or two.date or (one.change != two.change and (one.end or two.end)):
        return None
    if one.family != two.family and one.family and two.family:
        return _OTHER_ROLE if one.number == two.number and one.unit and two.unit else None
    if one.family != two.family and (one.kind in {"ordinal", "multiple"} or two.kind in {"ordinal", "multiple"}):
        return None
    worth = _SAME_UNIT if one.family == two.family != "" else 0.0
    if one.family == two.family and one.family in {"count", "ordinal"}:
        worth = _SAME_NOUN if one.nouns & two.nouns else _OTHER_NOUN
    for mine, theirs in ((one.end, two.end), (one.change, two.change)):
        if mine and theirs:
            worth += _SAME_ROLE if mine == theirs else _OTHER_ROLE
    return worth + (_OTHER_ROLE if one.change != two.change else 0.0)


def _may_deny(one: Quantity, two: Quantity) -> bool:
    """Check whether the source's quantity, if it has the claim's role, can show that the claim is wrong."""
    if two.doubtful or ((not one.family) != (not two.family) and {one.family, two.family} != {"", "count"}):
        return False  # a staff of five is not a length of time
    if one.family == two.family and one.family in {"count", "ordinal"}:
        return bool(one.nouns & two.nouns)
    return one.family == two.family or not one.family or not two.family or one.number == two.number


def _agree(one: Quantity, other: Quantity) -> bool:
    """Check whether both can be true of one thing."""
    if one.date and other.date:
        return bool(dates_agree(one.date, other.date))
    if one.family and other.family and one.family != other.family:
        # 9.3 degrees may be 9.3 °C.
        return {one.family, other.family} == {"degree", "temperature"} and one.number == other.number
    if not one.family or not other.family:
        return _values_agree(one, other, (one.number, one.step), (other.number, other.step))
    factor = _convert_rate(one, other)
    ours, theirs = (one.value, one.step * one.factor), (other.value * factor, other.step * other.factor * factor)
    return bool(factor) and _values_agree(one, other, ours, theirs)


def _deny(one: Quantity, other: Quantity) -> bool:
    """Check whether both cannot be true: "over 100" is not confirmed by 350, but not denied either."""
    if one.date or one.family != other.family or _convert_rate(one, other) != 1 or (one.hedge and other.hedge):
        return True
    return not (_fits(one.hedge, one.value, other.value) or _fits(other.hedge, other.value, one.value))


def _convert_rate(one: Quantity, other: Quantity) -> float:
    """Return what turns the other's rate into ours; 0 where they are rates per different things."""
    if one.per == other.per or not one.per or not other.per:
        return 1.0
    ours, theirs = (_SECONDS.get(each.per.removeprefix("1 ")) for each in (one, other))
    return ours / theirs if ours and theirs else 0.0


def _values_agree(one: Quantity, other: Quantity, ours: Measured, theirs: Measured) -> bool:
    a, b = ours[0], theirs[0]
    if _are_opposed(one, other):
        return False
    if a * b < 0 and (one.falling or other.falling):  # fell by 5 % is -5 %
        a, b = abs(a), abs(b)
        ours, theirs = (a, ours[1]), (b, theirs[1])
    are_ranges = one.partner is not None and other.partner is not None  # then end by end: 1.11 to 1.75 holds 1.57
    if _rounds(ours, theirs) or (not are_ranges and (_is_in_range(one, b) or _is_in_range(other, a))):
        return True
    bounds = [each.hedge for each in (one, other) if each.hedge not in {"", "about", "top"}]
    if {"about", "top"} & {one.hedge, other.hedge} and _is_near(a, b, _ABOUT):
        return True
    if len(bounds) == 1:
        claimed = one.hedge == bounds[0]
        fits = _fits(one.hedge, a, b) if claimed else _fits(other.hedge, b, a)
        return fits and _is_near(a, b, _BEYOND if claimed and bounds[0] != "most" else _NEARLY)
    upward = one.hedge in {"over", "least"} and other.hedge in _UPWARD and a <= b
    downward = one.hedge in {"under", "most"} and other.hedge in {"under", "most"} and a >= b
    return (upward or downward) and _is_near(a, b, _BEYOND)


def _are_opposed(one: Quantity, other: Quantity) -> bool:
    """Check whether two bounds leave nothing between them: over 50 and at most 50."""
    low, high = (one, other) if one.hedge in _UPWARD else (other, one)
    comparable = not one.family or not other.family or one.family == other.family
    are_bounds = low.hedge in _UPWARD and high.hedge in _DOWNWARD and comparable
    return are_bounds and low.value >= high.value * (1 - _EQUAL)


def _rounds(ours: Measured, theirs: Measured) -> bool:
    """Check whether the coarser of two values is a rounding of the finer."""
    (a, first), (b, second) = ours, theirs
    if abs(a - b) <= max(first, second) / 2 * (1 + 1e-6) and not (a == 0) ^ (b == 0):
        return True
    zeros = min(a, b) >= 1000 and (a % 100 == 0 or b % 100 == 0)  # noqa: PLR2004 - 14,000 for 13,960
    return abs(a - b) <= _EQUAL * max(abs(a), abs(b)) or (zeros and _is_near(a, b, _ROUND))


def _is_near(a: float, b: float, share: float) -> bool:
    return abs(a - b) <= share * max(abs(a), abs(b)) + _EQUAL


def _is_in_range(ends: Quantity, value: float) -> bool:
    return ends.partner is not None and min(ends.value, ends.partner) <= value <= max(ends.value, ends.partner)


def _fits(hedge: str, bound: float, value: float) -> bool:
    """Check whether a value is what a hedged number was said of."""
    if hedge in {"", "about", "top"}:
        return False
    slack = _EQUAL + abs(bound) * 0.005
    if hedge == "nearly":
        return bound * (1 - _NEARLY) - slack <= value <= bound * 1.02 + slack
    if hedge == "slightly over":
        return bound * 0.98 - slack <= value <= bound * (1 + _NEARLY) + slack
    return value >= bound - slack if hedge in {"over", "least"} else value <= bound + slack


def _pair(mine: Tokens, one: _Placed, tokens: Tokens, other: _Placed) -> NumberPair:
    span = one.quantity.span(mine)
    return NumberPair(span.of(mine.text), other.quantity.span(tokens).of(tokens.text), span)


def _differ(mine: Tokens, one: _Placed, tokens: Tokens, other: _Placed) -> Difference:
    same = one.quantity.number == other.quantity.number and one.quantity.unit != other.quantity.unit
    kind = "date" if one.quantity.date else "unit" if same else "number"
    spans = [range(each.quantity.first, each.quantity.next) for each in (one, other)]
    here, there = widen_until_different((mine, spans[0]), (tokens, spans[1]))
    return Difference(kind, mine.span(here).of(mine.text), tokens.span(there).of(tokens.text), mine.span(here))
