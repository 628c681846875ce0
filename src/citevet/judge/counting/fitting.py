"""Whether two quantities play one part in their sentences, and whether the one may then deny the other."""

from citevet.judge.counting.agreement import are_opposed, same_number
from citevet.judge.counting.date import dates_agree, equal_parts
from citevet.judge.counting.quantity import Quantity

# What the role adds to the likeness of the words, from 0 to 1; chosen with the weights in surroundings.py.
_SAME_NOUN, _OTHER_NOUN, _SAME_UNIT, _BOTH_BARE, _OTHER_UNIT = 0.25, -0.15, 0.15, 0.05, -0.2
_SAME_DATE_PART = 0.1
_SAME_ROLE, _OTHER_END, _OTHER_PART, _ONE_PART, _OTHER_CHANGE, _ONE_RATE = 0.1, -0.15, -0.25, -0.05, -0.1, -0.05


def fit(one: Quantity, two: Quantity) -> float | None:
    """Return how well the roles match, none where the two cannot be compared."""
    if one.date and two.date:
        known = dates_agree(one.date, two.date) is not None
        return _SAME_DATE_PART * equal_parts(one.date, two.date) + _roles(one, two) if known else None
    if one.date or two.date or _is_end_of_change(one, two) or not _may_follow(one, two):
        return None
    if one.family == two.family:
        return _same_family(one, two) + _roles(one, two)
    if _are_percent_and_points(one, two):
        return _SAME_UNIT + _roles(one, two)
    if one.family and two.family:
        return _OTHER_UNIT if same_number(one, two) and one.unit and two.unit else None
    known_one = one if one.family else two
    if known_one.kind in {"ordinal", "multiple"} or (known_one.kind == "share" and known_one.factor == 1):
        return None
    return _roles(one, two)


def _same_family(one: Quantity, two: Quantity) -> float:
    if (one.kind == "multiple") is not (two.kind == "multiple"):
        return _BOTH_BARE  # doubled, rose by 100 %
    if one.family in {"count", "ordinal"}:
        return _SAME_NOUN if one.nouns & two.nouns else _OTHER_NOUN
    return _SAME_UNIT if one.family else _BOTH_BARE


def _roles(one: Quantity, two: Quantity) -> float:
    """Return what the parts in the sentence add: from and to, part and whole, level and change."""
    worth = _ONE_RATE if bool(one.per) is not bool(two.per) else 0.0
    if one.end and two.end:
        worth += _SAME_ROLE if one.end == two.end else _OTHER_END
    if one.part or two.part:
        worth += _SAME_ROLE if one.part == two.part else _OTHER_PART if one.part and two.part else _ONE_PART
    if one.change or two.change:
        worth += _SAME_ROLE if one.change and two.change else _OTHER_CHANGE
    return worth


def may_deny(one: Quantity, two: Quantity) -> bool:
    """Tell whether the other, if it says something else, can show that the claim is wrong."""
    if two.doubtful or (two.partner is not None and not two.end):  # dozens of: too rough to deny a number
        return False
    if same_number(one, two) and are_opposed(one, two):  # under 40, 40 years or older
        return True
    if _is_bare_beside_unit(one, two) or _is_bare_beside_unit(two, one):
        return False
    if two.room is not None and (not two.way or one.way != two.way or abs(one.value - two.value) <= two.room):
        return False
    if one.family == two.family == "count":
        return bool(one.nouns & two.nouns)
    if one.family == two.family == "ordinal":
        return bool(one.nouns & two.nouns) or not (one.nouns and two.nouns)
    return one.family == two.family or not one.family or not two.family or same_number(one, two)


def _is_bare_beside_unit(one: Quantity, two: Quantity) -> bool:
    """Tell whether only one is a measure: a staff of five is no length of time, nor are 2 million a percentage."""
    return not two.family and one.family not in {"", "count"}


def _is_end_of_change(one: Quantity, two: Quantity) -> bool:
    """Tell whether one says by how much and the other from or to where: by 5 %, to 10 %."""
    moved, stood = (one, two) if one.change else (two, one)
    return moved.change and not moved.end and stood.end in {"from", "to"} and not stood.change


def _are_percent_and_points(one: Quantity, two: Quantity) -> bool:
    """Tell whether two changes by one number are told in percent and in percentage points."""
    return {one.family, two.family} == {"share", "points"} and one.change and two.change and same_number(one, two)


def _may_follow(claim: Quantity, worked_out: Quantity) -> bool:
    """Tell whether a value worked out from others, if it is one, can be what the claim gives."""
    if worked_out.room is None:
        return True
    if claim.end or claim.per != worked_out.per:
        return False
    if worked_out.change:
        return (claim.change or claim.kind == "multiple") and claim.way * worked_out.way >= 0
    return not claim.change and claim.nouns.isdisjoint(worked_out.apart)
