"""Values that follow from two numbers of a sentence: a rise from 4 to 5 is one by a quarter, 3 men and 2 women 5."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from citevet.judge.counting.alignment import Held
from citevet.judge.counting.bearers import told_apart
from citevet.judge.counting.changes import way_at
from citevet.judge.counting.counted import nouns_at
from citevet.judge.counting.date import Date
from citevet.judge.counting.quantity import Quantity
from citevet.judge.counting.surroundings import joined
from citevet.judge.counting.units import UNITS
from citevet.judge.tokens import Tokens
from citevet.model import Span

_EXACT = 1e-9  # the step of a plain difference: how it is rounded is up to the claim
_STEP = 0.01  # of a percentage: 33 % for 33.3 %
_ROUNDED = 0.025  # the most that an end may have been rounded by: 2 million stands for 1.95, hardly for 1.6
_YEAR = UNITS["year"]
_POINT = 0.01
_FEWEST = 2  # that a share of a count is; "one" is written for much else
_UNCHANGING = frozenset({"date", "ordinal", "multiple"})
_ENDS = frozenset({"from", "to"})
_BEFORE = _ENDS | {"between"}


def derived(tokens: Tokens, held: Sequence[Held]) -> list[Held]:
    """Return the values that two neighbours of a sentence lead to, each with the words around both."""
    found: list[Held] = []
    for one, other in _neighbours(held):
        both = (one.full, other.full)
        span = _span(tokens, *both)
        words = joined(one.words, other.words)
        of_both = (*_of_change(tokens, *both), *_of_gap(*both), *_of_years(*both), *_of_sum(tokens, *both))
        for value in (*of_both, *_of_share(*both), *_of_both_bearers(one, other)):
            placed = replace(value, span=span, next=both[1].next)
            found.append(one._replace(quantity=placed, full=placed, words=words))
    return found


def _neighbours(held: Sequence[Held]) -> Iterator[tuple[Held, Held]]:
    """Yield each two quantities of a sentence with nothing but dates between them, and each two dates."""
    plain = [each for each in held if each.quantity.kind != "date"]
    dates = [each for each in held if each.quantity.kind == "date"]
    for row in (plain, dates):
        yield from (pair for pair in pairwise(row) if pair[0].sentence == pair[1].sentence)


def _span(tokens: Tokens, one: Quantity, other: Quantity) -> Span:
    """Return the place of both with the word before them and what the second counts."""
    start = tokens[one.first - 1].start if tokens.low(one.first - 1) in _BEFORE else one.span.start
    counted = nouns_at(tokens, other.next)[1] if other.kind == "count" else other.next
    return Span(start, max(other.span.end, tokens[counted - 1].end))


def _of_change(tokens: Tokens, one: Quantity, other: Quantity) -> Iterator[Quantity]:
    """Yield by how much, by what share and how many times a thing changed that is told from–to."""
    if {one.end, other.end} != _ENDS or not _are_alike(one, other):
        return
    start, end = (one, other) if one.end == "from" else (other, one)
    way = 1 if end.value > start.value else -1
    told = way_at(tokens, one.first, other.next) == way and not (one.hedge or other.hedge)
    draft = replace(one, end="", change=True, way=way, doubtful=not told, room=0.0, step=_EXACT)
    draft = replace(draft, hedge="about" if one.hedge or other.hedge else "")
    yield _difference(draft, start, end)
    if one.family != "temperature":
        yield from _proportions(draft, start, end)


def _of_gap(one: Quantity, other: Quantity) -> Iterator[Quantity]:
    """Yield by how much, and by what share of either, two things differ that stand beside one another.

    They confirm only, as others may be meant.
    """
    if one.end or other.end or one.change or other.change or not _are_alike(one, other):
        return
    draft = replace(one, change=True, way=0, doubtful=True, room=0.0, step=_EXACT, hedge="")
    yield _difference(draft, one, other)
    if one.family != "temperature":
        yield from _proportions(draft, one, other)
        yield from _proportions(draft, other, one)


def _are_alike(one: Quantity, other: Quantity) -> bool:
    alike = one.family == other.family and one.per == other.per and one.family not in _UNCHANGING
    return alike and min(one.value, other.value) > 0 and one.value != other.value


def _difference(draft: Quantity, start: Quantity, end: Quantity) -> Quantity:
    """Return by how much it changed, a percentage in points."""
    more = abs(end.value - start.value)
    room = start.value * _rounded(start) + end.value * _rounded(end)
    if draft.family == "share" and draft.factor >= _POINT:
        points = replace(draft, kind="points", family="points", factor=1.0, unit="point")
        return replace(points, number=more / _POINT, room=room / _POINT)
    return replace(draft, number=more / draft.factor, room=room)


def _rounded(end: Quantity) -> float:
    """Return by what part of itself a number may have been rounded."""
    return min(end.step * end.factor / 2 / end.value, _ROUNDED)


def _proportions(draft: Quantity, start: Quantity, end: Quantity) -> Iterator[Quantity]:
    """Yield the percentage and the multiple; of percentages they confirm only, as many say percent for points."""
    times = end.value / start.value
    bare = replace(draft, nouns=frozenset(), factor=1.0, unit="", per="")
    share = replace(bare, kind="share", family="share", number=abs(times - 1), step=max(_STEP, _STEP * times))
    room = times * (_rounded(start) + _rounded(end)) + _STEP
    yield replace(share, room=room, doubtful=draft.doubtful or draft.family in {"share", "points"})
    yield replace(bare, kind="multiple", family="multiple", number=times, step=_STEP * times, doubtful=True)


def _of_years(one: Quantity, other: Quantity) -> Iterator[Quantity]:
    """Yield how long it is from one date to the other."""
    if not one.date or not other.date or (one.end, other.end) not in {("from", "to"), ("low", "high")}:
        return
    first, last = _years(one.date), _years(other.date)
    if first and last > first:
        draft = replace(one, kind="measure", date=None, end="", number=last - first, step=_EXACT, doubtful=True)
        yield replace(draft, family=_YEAR.family, factor=_YEAR.factor, unit=_YEAR.name, room=0.0)


def _years(date: Date) -> float:
    """Return a date in years, 0 where none is given or it is a stretch of many."""
    return date.year + ((date.month or 1) - 1) / 12 if date.year and not date.last else 0.0


def _of_sum(tokens: Tokens, one: Quantity, other: Quantity) -> Iterator[Quantity]:
    """Yield how many two counts with "and" between them make together."""
    if not one.kind == other.kind == "count" or one.per or other.per or one.part or other.part:
        return
    after = nouns_at(tokens, one.next)[1]
    if tokens.low(after) == "and" and other.first == after + 1 and not (one.partner or other.partner):
        draft = replace(one, number=one.number + other.number, step=_EXACT, doubtful=True, room=0.0)
        yield replace(draft, nouns=one.nouns & other.nouns, apart=one.nouns ^ other.nouns)


def _of_both_bearers(one: Held, other: Held) -> Iterator[Quantity]:
    """Yield how many there are of what two bearers have side by side: the old harbour four, the new nine.

    It is no number of one of the two, so a claim that names only one of them cannot be told by it.
    """
    labels = told_apart(one.bearer, other.bearer)
    mine, theirs = one.full, other.full
    alike = mine.kind == theirs.kind == "count" and mine.nouns == theirs.nouns and mine.per == theirs.per
    plain = not (mine.part or theirs.part or mine.partner or theirs.partner or mine.end or theirs.end)
    if labels and alike and plain:
        number = mine.number + theirs.number
        yield replace(mine, number=number, step=_EXACT, doubtful=True, room=0.0, bearers=frozenset(labels))


def _of_share(one: Quantity, other: Quantity) -> Iterator[Quantity]:
    """Yield how many a share of a count is: half of the 148."""
    share, whole = (one, other) if one.kind == "share" else (other, one)
    if share.kind != "share" or whole.kind != "count" or share.change or whole.change or share.per or whole.per:
        return
    number, step = share.value * whole.number, share.step * share.factor * whole.number
    if share.value < 1 and number >= _FEWEST and not (share.partner or whole.partner or share.hedge or whole.hedge):
        yield replace(whole, number=number, step=step, part="", first=one.first, doubtful=True, room=0.0)
