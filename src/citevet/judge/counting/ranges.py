"""Numbers that belong together: from 12 to 9, between 12 and 15, 12–15, and the unit that they share."""

from dataclasses import replace

from citevet.judge.counting.quantity import End, Quantity
from citevet.judge.tokens import Tokens

_DASHES = frozenset({"–", "-", "—", "to", "~", "및"})
_REACH = 14  # tokens between the two ends of a change


def join_ranges(tokens: Tokens, found: list[Quantity]) -> list[Quantity]:
    """Return the quantities with the ends of ranges and changes marked, and units handed on to the first end."""
    joined = list(found)
    for place in range(len(joined) - 1):
        later = _later_end(joined, place)
        ends = _ends(tokens, joined[place], joined[later])
        if ends:
            joined[place], joined[later] = _paired(joined[place], joined[later], ends)
    return joined


def _later_end(found: list[Quantity], place: int) -> int:
    """Return the next quantity, past the date of this one: from 12 in 2010 to 9 in 2015."""
    dated = found[place].kind != "date" and found[place + 1].kind == "date" and place + 2 < len(found)
    return place + 2 if dated and found[place + 2].kind != "date" else place + 1


def _ends(tokens: Tokens, one: Quantity, other: Quantity) -> tuple[End, End] | None:
    if tokens[one.first].sentence != tokens[other.first].sentence or other.first - one.next > _REACH:
        return None
    near = other.first == one.next + 1
    before, link = tokens.low(one.first - 1), tokens.low(other.first - 1)
    if before == "from" and link == "to":
        return "from", "to"
    if before == "to" and link == "from" and one.family == other.family:
        return "to", "from"
    if before == "between" and link == "and":
        return "low", "high"
    if near and link in _DASHES and (one.kind != "date" or other.kind == "date"):
        return "low", "high"
    return ("", "") if near and link == "or" else None


def _paired(one: Quantity, other: Quantity, ends: tuple[End, End]) -> tuple[Quantity, Quantity]:
    near = other.first == one.next + 1
    handed = near if one.kind == "count" else one.kind == "bare" and (near or ends[0] == "from")
    if handed and other.kind not in {"bare", "date"}:
        one = one.with_unit_of(other)
    if one.kind == "bare" and other.kind == "date":
        return replace(one, doubtful=True), other  # 11 to 15 July
    one, other = replace(one, end=ends[0]), replace(other, end=ends[1])
    if ends[0] != "low" or one.family != other.family or one.kind == "date":
        return one, other
    if one.value >= other.value:  # 10–7 is a score
        return replace(one, doubtful=True), replace(other, doubtful=True)
    return replace(one, partner=other.value), replace(other, partner=one.value)
