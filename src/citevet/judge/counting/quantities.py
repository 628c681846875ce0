"""Finds what a text says in numbers, with unit, role and place."""

from collections.abc import Callable
from dataclasses import replace

from citevet.judge.counting.changes import change_at, way_at
from citevet.judge.counting.counted import nouns_at, part_at, per_at
from citevet.judge.counting.dates import MONTHS, read_date
from citevet.judge.counting.hedges import hedge_after, hedge_before, is_then
from citevet.judge.counting.labels import past_label
from citevet.judge.counting.phrased import STARTS as PHRASED
from citevet.judge.counting.phrased import read_all_but, read_one_unit, read_plenty
from citevet.judge.counting.powers import is_raised
from citevet.judge.counting.quantity import GROWTH, ROUGHLY, Kind, Quantity
from citevet.judge.counting.ranges import join_ranges
from citevet.judge.counting.shares import Share, read_share
from citevet.judge.counting.spelled import NUMERALS, ORDINALS, Reading, read_number, with_half
from citevet.judge.counting.units import Unit, read_sign, read_unit
from citevet.judge.tokens import Tokens
from citevet.model import Span

_MOST = 4_000  # of one text; the time to align them grows with their number
_MULTIPLES = {
    "doubled": 2.0,
    "double": 2.0,
    "tripled": 3.0,
    "trebled": 3.0,
    "triple": 3.0,
    "quadrupled": 4.0,
    "tenfold": 10.0,
    "halved": 0.5,
}
_GROWN = frozenset("doubled tripled trebled quadrupled halved".split())
_COMPARES = frozenset(
    "as the more higher faster greater larger that what longer lower less likelier better worse".split()
)
_FILLERS = frozenset("straight full consecutive extra additional whole further successive long short".split())
_BACK = 7  # tokens between "the longest" and its "in 40 years"
_NO_SUPERLATIVES = frozenset("test west forest interest rest harvest request protest guest chest nest arrest".split())
_NONE = ("not one of", "none of", "no")
_KINDS: dict[str, Kind] = {"share": "share", "points": "points"}

_STARTS = (
    NUMERALS | ORDINALS.keys() | MONTHS.keys() | _MULTIPLES.keys() | PHRASED | {"half", "twice", "no", "not", "none"}
)

Found = tuple[Quantity, int]


def find_quantities(tokens: Tokens) -> list[Quantity]:
    """Return the quantities of a text in their order."""
    found: list[Quantity] = []
    at = 0
    while at < len(tokens) and len(found) < _MOST:
        if not _may_begin(tokens[at].low) or is_raised(tokens, at):
            at += 1
            continue
        if end := past_label(tokens, at):
            at = end
            continue
        got = next((got for reader in _READERS if (got := reader(tokens, at))), None)
        if got:
            found.append(_placed(tokens, got[0]))
        at = max(got[1], at + 1) if got else at + 1
    return join_ranges(tokens, found)


def _may_begin(low: str) -> bool:
    """Tell quickly whether a quantity can begin with this word; most words of a text are none such."""
    return low[-1].isdecimal() or low in _STARTS


def _draft(kind: Kind, place: tuple[int, int], reading: Reading | None = None) -> Quantity:
    number, step = (reading.value, reading.step) if reading else (0.0, 1.0)
    return Quantity(kind, Span(0, 0), *place, number, step)


def _placed(tokens: Tokens, draft: Quantity) -> Quantity:
    """Add the hedge, the change and the place in the text."""
    then = is_then(tokens, draft.first, draft.next)
    hedge, first = ("", draft.first) if then else hedge_before(tokens, draft.first, draft.family)
    later, end = hedge_after(tokens, draft.next)
    changes = draft.kind != "date" and change_at(tokens, first, end)
    return replace(
        draft,
        span=Span(tokens[first].start, tokens[end - 1].end),
        first=first,
        next=end,
        hedge=hedge or later,
        change=changes,
        way=way_at(tokens, first, end) if changes else draft.way,
        doubtful=draft.doubtful or _is_reach_back(tokens, draft, first),
    )


def _is_reach_back(tokens: Tokens, draft: Quantity, first: int) -> bool:
    """Tell whether it says for how long nothing was like it, and not how long it took: the longest in 40 years."""
    if draft.family != "time" or tokens.low(first - 1) != "in":
        return False
    before = [tokens.low(at) for at in range(first - _BACK, first - 1)]
    return any(low.endswith("est") and low not in _NO_SUPERLATIVES for low in before) or "first" in before


def _date(tokens: Tokens, at: int) -> Found | None:
    found = read_date(tokens, at)
    if not found:
        return None
    date, end = found
    # A year in brackets is mostly the year of a publication.
    bracketed = tokens.low(at - 1) in {"(", ","} and tokens.low(end) == ")"
    return replace(_draft("date", (at, end)), family="date", date=date, doubtful=bracketed), end


def _share(tokens: Tokens, at: int) -> Found | None:
    share = read_share(tokens, at)
    if not share:
        return None
    if found := _half_unit(tokens, at, share):
        return found
    return replace(_draft("share", (at, share.next)), number=share.value, step=share.step, family="share"), share.next


def _half_unit(tokens: Tokens, at: int, share: Share) -> Found | None:
    """Return half a point, a quarter of an hour."""
    end, value = share.next, share.value
    of = end + (tokens.low(end) == "of")
    place = of + 1 if tokens.low(of) in {"a", "an"} else of
    unit = read_unit(tokens, place, after_digits=False) if place > end else None
    if tokens.low(place) in {"point", "points"} and place > end:
        unit = (Unit("points", 1.0, "point"), place + 1)
    if not unit or unit[0].family not in {"time", "points", "length", "mass", "volume"}:
        return None
    draft = replace(_draft("measure", (at, unit[1])), number=value, step=value / 10)
    return _in_unit(draft, unit[0]), unit[1]


def _half_time(tokens: Tokens, at: int) -> Found | None:
    """Return half a year, half an hour, a half hour."""
    if tokens.low(at) != "half":
        return None
    place = at + 2 if tokens.low(at + 1) in {"a", "an", "-"} else at + 1
    unit = read_unit(tokens, place, after_digits=False)
    if tokens.low(place) == "point":
        unit = (Unit("points", 1.0, "point"), place + 1)
    if not unit or unit[0].family not in {"time", "points", "length", "mass"}:
        return None
    return _in_unit(replace(_draft("measure", (at, unit[1])), number=0.5, step=0.05), unit[0]), unit[1]


def _multiple(tokens: Tokens, at: int) -> Found | None:
    """Return twice, doubled, tenfold."""
    word = tokens.low(at)
    if tokens.phrase(at, "half as"):
        return replace(_draft("multiple", (at, at + 1)), number=0.5, step=0.1, family="multiple"), at + 1
    if word == "twice":
        compared = tokens.low(at + 1) in _COMPARES
        kind: Kind = "multiple" if compared else "count"
        nouns = frozenset[str]() if compared else frozenset({"time"})
        return replace(_draft(kind, (at, at + 1)), number=2.0, family=kind, nouns=nouns), at + 1
    if word not in _MULTIPLES:
        return None
    number = _MULTIPLES[word]
    draft = replace(_draft("multiple", (at, at + 1)), number=number, family="multiple")
    if word in _GROWN:
        draft = replace(draft, unit=GROWTH, step=abs(number - 1) * ROUGHLY, way=1 if number > 1 else -1)
    return draft, at + 1


def _ordinal(tokens: Tokens, at: int) -> Found | None:
    """Return second, 99th, with the noun after it."""
    value, end = ORDINALS.get(tokens.low(at)), at + 1
    if tokens[at].text.isdecimal() and tokens.touches(at) and tokens.low(at + 1) in {"st", "nd", "rd", "th"}:
        value, end = int(tokens[at].text[:6]), at + 2
    if not value:
        return None
    draft = replace(_draft("ordinal", (at, end)), number=float(value), family="ordinal", nouns=nouns_at(tokens, end)[0])
    return draft, end


def _none(tokens: Tokens, at: int) -> Found | None:
    """Return the nought of "no deaths" and "not one of the tests"."""
    end = next((end for words in _NONE if (end := tokens.phrase(at, words))), 0)
    if not end:
        return None
    nouns, part, _ = part_at(tokens, end - 1) if end > at + 1 else (*nouns_at(tokens, end)[:1], "", 0)
    if not nouns or tokens.low(end) in {"more", "less", "fewer", "longer", "other"}:
        return None
    return replace(_draft("count", (at, end)), family="count", nouns=nouns, part="part" if part else ""), end


def _number(tokens: Tokens, at: int) -> Found | None:
    """Return a number with its unit, or with what it counts."""
    reading = read_number(tokens, at)
    if not reading:
        return None
    reading = with_half(tokens, reading)
    draft = _draft("bare", (at, reading.next), reading)
    if sign := read_sign(tokens, at - 1):
        draft = replace(_in_unit(draft, sign), first=at - 1)
        return _with_rate(tokens, draft), draft.next
    draft = _measured(tokens, draft, reading) or _times(tokens, draft) or _counted(tokens, draft)
    if draft.kind == "bare":
        draft = replace(draft, doubtful=_is_doubtful(tokens, at, reading))
    return draft, draft.next


def _measured(tokens: Tokens, draft: Quantity, reading: Reading) -> Quantity | None:
    place = draft.next + (tokens.low(draft.next) == "-" and tokens.touches(draft.next))
    place += tokens.low(place) in _FILLERS
    place += tokens.low(place) in {"u", "us"} and read_unit(tokens, place + 1) is not None
    found = read_unit(tokens, place, after_digits=not reading.spelled)
    if not found:
        return None
    return _with_rate(tokens, replace(_in_unit(draft, found[0]), next=found[1]))


def _in_unit(draft: Quantity, unit: Unit) -> Quantity:
    kind: Kind = "money" if unit.family.startswith("money") else _KINDS.get(unit.family, "measure")
    return replace(draft, kind=kind, family=unit.family, factor=unit.factor, unit=unit.name, offset=unit.offset)


def _with_rate(tokens: Tokens, draft: Quantity) -> Quantity:
    per = per_at(tokens, draft.next)
    if not per and tokens.low(draft.next) == "of" and (later := per_at(tokens, draft.next + 2)):
        return replace(draft, per=later.name, lent=range(draft.next, later.next))  # 11 metres of crack per 100 metres
    return replace(draft, per=per.name, next=per.next) if per else draft


def _times(tokens: Tokens, draft: Quantity) -> Quantity | None:
    """Return a multiple, three times as high, or a count of occasions, three times a year."""
    at = draft.next + (tokens.low(draft.next) == "-")
    word = tokens.low(at)
    if word not in {"times", "fold", "x", "배", "배로"}:
        return None
    if word != "times" or tokens.low(at + 1) in _COMPARES:
        return replace(draft, kind="multiple", family="multiple", next=at + 1)
    counted = replace(draft, kind="count", family="count", nouns=frozenset({"time"}), next=at + 1)
    return _with_rate(tokens, counted)


def _counted(tokens: Tokens, draft: Quantity) -> Quantity:
    """Return the number with the nouns after it, as a part or a whole where the words say so."""
    nouns, part, end = part_at(tokens, draft.next)
    if not part:
        nouns, end = nouns_at(tokens, draft.next)
    if not nouns:
        per = per_at(tokens, draft.next)  # 14.2 per 100,000
        return (
            replace(draft, kind="share", family="share", factor=1 / per.base, next=per.next)
            if per and per.base > 1
            else draft
        )
    counted = replace(draft, kind="count", family="count", nouns=nouns, part=part)
    per = per_at(tokens, end) if part != "part" else None
    if per and per.base > 1:
        return replace(counted, kind="share", family="share", factor=1 / per.base, next=per.next)
    return replace(counted, per=per.name, lent=range(end, per.next)) if per else counted


def _is_doubtful(tokens: Tokens, at: int, reading: Reading) -> bool:
    """Tell whether a bare number may be a name: a pronoun "one", a number after a capitalised word."""
    before = tokens[at - 1]
    named = before.is_word and before.text[0].isupper() and before.sentence == tokens[at - 2].sentence
    return (reading.spelled and reading.value == 1) or named


_READERS: tuple[Callable[[Tokens, int], Found | None], ...] = (
    _date, _half_time, read_one_unit, read_plenty, read_all_but, _multiple, _share, _ordinal, _number, _none,
)  # fmt: skip
