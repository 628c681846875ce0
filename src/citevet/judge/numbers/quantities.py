"""Quantities of a text: numbers with their unit, hedge, role and place."""

from collections.abc import Iterator
from typing import Literal

from citevet.judge.numbers.dates import MONTHS, Date, is_numeric_date, read_date
from citevet.judge.numbers.qualifiers import ARTICLES, Unit, read_hedge, read_money_sign, read_unit
from citevet.model import Span
from citevet.records import dataclass, replace
from citevet.text.numerals import NUMBER_WORDS, NUMERALS, ORDINALS, add_half, is_raised, read_half_of_scale, read_number
from citevet.text.stems import STOP_WORDS, meaning_stem
from citevet.text.tokens import Tokens

Kind = Literal["bare", "count", "measure", "share", "multiple", "ordinal", "date"]
End = Literal["", "from", "to", "low", "high"]

_MOST = 4_000  # of one text
_LATER_HEDGES = {"이상": "least", "이하": "most", "미만": "under", "초과": "over", "정도": "about", "가량": "about"}
_OR_HEDGES = {"more": "least", "older": "least", "over": "least", "above": "least", "less": "most", "fewer": "most"}
_MULTIPLES = {"doubled": 2.0, "tripled": 3.0, "trebled": 3.0, "quadrupled": 4.0, "halved": 0.5, "twice": 2.0}
_MULTIPLES |= {"tenfold": 10.0}
_COMPARING = frozenset("as the more higher faster greater larger that what longer lower less".split())
_FRACTIONS = {"half": 2, "halves": 2, "third": 3, "quarter": 4} | {
    word: value
    for word, value in ORDINALS.items()
    if value > 4  # noqa: PLR2004 - the lower ones have names
}
_FRACTIONS |= {f"{word}s": value for word, value in _FRACTIONS.items()}
_BEFORE_HALF = frozenset("first second other lower upper a later latter".split())
_AFTER_HALF = frozenset("of the its their his her that".split())
_SHARE_STEP = 0.02  # a third is said of 33 % and of 34 %
_LABELS = frozenset(
    """version section sections article articles chapter page pages p pp no nos number figure fig figures table tables
    type phase grade stage act rule paragraph route highway flight channel item step appendix volume vol issue line
    lines room position episode § ref refs doi isbn rfc iso clause schedule exhibit equation eq algorithm theorem lemma
    sars covid""".split()
)
_SUFFIXES = frozenset({"st", "nd", "rd", "th", "s", "k", "bn", "mn", "m", "b", "tn", "x", "fold"})
_CHANGES = frozenset(
    """more less fewer higher lower dearer cheaper faster slower larger smaller longer shorter increase decrease rise
    fall drop decline reduction growth gain greater""".split()
)
_MINUS = frozenset("-−–")
# Where one of these is in the sentence, a number without a sign may mean a negative one: fell by 5 %, 5 °C below zero.
_FALLING = frozenset(
    """fell fall falls fallen falling drop dropped decline declined decrease decreased reduced reduction lower less
    fewer loss losses lost shrank shrunk contracted contraction minus negative negatively inverse inversely below down
    deficit cut worse""".split()
)
_PER = ("per", "for every", "for each", "in every", "out of every", "/")
_SAME_SCALE = frozenset({10, 100, 1_000, 10_000, 100_000, 1_000_000})
_COUNTERS = ("마리", "가구", "명", "개", "건", "회", "번", "곳", "대", "권")
_MOST_NOUNS = 3  # words of what is counted
_REACH = 14  # tokens between the two ends of a change
_STARTS = NUMERALS | ORDINALS.keys() | MONTHS.keys() | _MULTIPLES.keys() | _FRACTIONS.keys() | {"a", "an"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as it is written, and its value."""

    kind: Kind
    first: int  # its tokens, hedge and unit included
    next: int
    number: float = 0.0  # as written, scale word included
    step: float = 1.0  # the worth of its last written place
    family: str = ""  # what the unit measures: length, money:usd, share; empty where nothing follows the number
    factor: float = 1.0  # of the unit, to the base unit of the family
    unit: str = ""
    offset: float = 0.0  # of a scale with another zero: degrees Fahrenheit
    per: str = ""  # the other half of a rate: year, hectare
    nouns: frozenset[str] = frozenset()  # stems of what is counted
    hedge: str = ""  # about, nearly, over, slightly over, least, under, most, top
    end: End = ""  # of a change or a range
    partner: float | None = None  # the other end of a range, in base units
    change: bool = False  # by 40 %, 40 % more
    falling: bool = False  # written without a sign in a sentence about a fall
    doubtful: bool = False  # may confirm a claim, but never deny one
    date: Date | None = None

    @property
    def value(self) -> float:
        """Its worth in the base unit of the family; a change of temperature has no zero."""
        return self.number * self.factor + (0.0 if self.change else self.offset)

    def span(self, tokens: Tokens) -> Span:
        """Return its place in the text."""
        return tokens.span(range(self.first, self.next))


def find_quantities(tokens: Tokens) -> list[Quantity]:
    """Return the quantities of a text in order."""
    found: list[Quantity] = []
    at = 0
    while at < len(tokens) and len(found) < _MOST:
        low = tokens.low(at)
        if not (low[-1].isdecimal() or low in _STARTS) or is_raised(tokens, at):
            at += 1
        elif end := _skip_label(tokens, at):
            at = end
        else:
            if quantity := _read_quantity(tokens, at):
                found.append(_add_role(tokens, _add_sign(tokens, quantity, found[-1].next if found else -1)))
            at = max(quantity.next if quantity else 0, at + 1)
    return _join_ranges(tokens, found)


def _read_quantity(tokens: Tokens, at: int) -> Quantity | None:
    date = read_date(tokens, at)
    if date and not (date[1] == at + 1 and read_unit(tokens, date[1], after_digits=False)):  # 1500 metres is not a year
        bracketed = tokens.low(at - 1) in {"(", ","} and tokens.low(date[1]) == ")"  # the year of a publication
        return Quantity("date", at, date[1], family="date", date=date[0], doubtful=bracketed)
    readers = (_read_single_unit, _read_share, _read_multiple, _read_ordinal, _read_plain)
    return next((found for reader in readers if (found := reader(tokens, at))), None)


def _read_single_unit(tokens: Tokens, at: int) -> Quantity | None:
    """Read half an hour, and the one year of "less than a year"."""
    half = tokens.low(at) == "half"
    place = at + half
    if tokens.low(place) not in {"a", "an"} or not (half or read_hedge(tokens, at)[0]):
        return None
    unit = read_unit(tokens, place + 1, after_digits=False)
    if not unit or unit[0].family not in {"time", "length", "mass", "volume"} or tokens.low(unit[1]) == "and":
        return None
    return _add_unit(Quantity("measure", at, unit[1], 0.5 if half else 1.0, 0.05 if half else 1.0), unit[0])


def _read_share(tokens: Tokens, at: int) -> Quantity | None:
    """Read two thirds, a quarter, half, one in five, 81 in 100."""
    if read_half_of_scale(tokens, at):
        return None
    word = tokens.low(at)
    top = 1 if word in {"a", "an"} else NUMBER_WORDS.get(word, 0)
    place = at + 2 if tokens.low(at + 1) == "-" else at + 1
    bottom = _FRACTIONS.get(tokens.low(place), 0)
    if word == "half" and tokens.low(at - 1) not in _BEFORE_HALF and not read_unit(tokens, at + 2):
        said = tokens.low(at + 1) in _AFTER_HALF or not tokens[at + 1].is_word or tokens.low(at - 1) in {"by", "about"}
        return _make_share(at, at + 1, 0.5) if said else None
    if 0 < top < bottom and tokens.low(place).endswith("s") == (top > 1):
        sure = word not in {"a", "an"} or tokens.low(place + 1) in {"of", "the"} or not tokens[place + 1].is_word
        return _make_share(at, place + 1, top / bottom) if sure else None
    return _read_odds(tokens, at)


def _read_odds(tokens: Tokens, at: int) -> Quantity | None:
    part = read_number(tokens, at)
    link = part and next((end for words in ("in every", "out of", "in") if (end := tokens.phrase(part.next, words))), 0)
    whole = read_number(tokens, link) if link else None
    if not part or not whole or part.value >= whole.value or read_unit(tokens, whole.next):
        return None
    sure = whole.value in _SAME_SCALE or (whole.spelled and part.value <= 10)  # noqa: PLR2004 - odds in words
    step = 1 / whole.value if whole.value >= 100 else _SHARE_STEP / whole.value  # noqa: PLR2004 - 81 in 100
    return replace(_make_share(at, whole.next, part.value / whole.value), step=step) if sure else None


def _make_share(first: int, then: int, value: float) -> Quantity:
    return Quantity("share", first, then, value, _SHARE_STEP, family="share")


def _read_multiple(tokens: Tokens, at: int) -> Quantity | None:
    number = _MULTIPLES.get(tokens.low(at))
    return Quantity("multiple", at, at + 1, number, 0.3, family="multiple") if number else None


def _read_ordinal(tokens: Tokens, at: int) -> Quantity | None:
    value, end = ORDINALS.get(tokens.low(at), 0), at + 1
    if tokens[at].text.isdecimal() and tokens.touches(at) and tokens.low(at + 1) in {"st", "nd", "rd", "th"}:
        value, end = int(tokens[at].text[:6]), at + 2
    if not value:
        return None
    return Quantity("ordinal", at, end, float(value), family="ordinal", nouns=_read_nouns(tokens, end)[0])


def _read_plain(tokens: Tokens, at: int) -> Quantity | None:
    """Read a number with its unit, or with what it counts."""
    reading = read_number(tokens, at)
    if not reading:
        return None
    reading = add_half(tokens, reading)
    draft = Quantity("bare", at, reading.next, reading.value, reading.step)
    if sign := read_money_sign(tokens, at - 1):
        return _add_rate(tokens, replace(_add_unit(draft, sign), first=at - 1))
    place = draft.next + (tokens.low(draft.next) == "-" and tokens.touches(draft.next))
    place += tokens.low(place) in {"u", "us"} and read_unit(tokens, place + 1) is not None
    if found := read_unit(tokens, place, after_digits=not reading.spelled):
        return _add_rate(tokens, replace(_add_unit(draft, found[0]), next=found[1]))
    is_times = tokens.low(place) == "times" and tokens.low(place + 1) in _COMPARING
    if is_times or tokens.low(place) in {"fold", "x", "배", "배로"}:
        return replace(draft, kind="multiple", family="multiple", next=place + 1)
    if (per := _read_per(tokens, draft.next)) and per[1] > 1:  # 14.2 per 100,000
        return replace(draft, kind="share", family="share", factor=1 / per[1], next=per[2])
    nouns, end = _read_nouns(tokens, draft.next)
    if nouns:
        draft = replace(draft, doubtful=_is_whole(tokens, at))
        per = _read_per(tokens, end)
        if per and per[1] > 1:
            return replace(draft, kind="share", family="share", factor=1 / per[1], nouns=nouns, next=per[2])
        return replace(draft, kind="count", family="count", nouns=nouns, per=per[0] if per else "")
    before = tokens[at - 1]
    named = before.is_word and before.text[0].isupper() and before.sentence == tokens[at - 2].sentence
    return replace(draft, doubtful=named or (reading.spelled and reading.value == 1))


def _is_whole(tokens: Tokens, at: int) -> bool:
    """Check whether a number is the whole that another is a part of: two of the five churches."""
    place = at - 1 - (tokens.low(at - 1) in {"the", "its", "their"})
    before = tokens[place - 1]
    return tokens.low(place) == "of" and (before.is_number or before.low in NUMBER_WORDS)


def _add_unit(draft: Quantity, unit: Unit) -> Quantity:
    kind: Kind = "share" if unit.family == "share" else "measure"
    return replace(draft, kind=kind, family=unit.family, factor=unit.factor, unit=unit.name, offset=unit.offset)


def _add_rate(tokens: Tokens, draft: Quantity) -> Quantity:
    per = _read_per(tokens, draft.next)
    return replace(draft, per=per[0], next=per[2]) if per else draft


def _read_per(tokens: Tokens, at: int) -> tuple[str, float, int] | None:
    """Return the name, the number and the end of the other half of a rate: per 100,000 residents, a year, /kg."""
    if tokens.low(at) in {"a", "an", "each", "every"}:
        unit = read_unit(tokens, at + 1, after_digits=False)
        ago = unit and tokens.low(unit[1]) in {"earlier", "ago", "later", "before"}
        return (unit[0].name, 1.0, unit[1]) if unit and not ago else None
    end = next((end for words in _PER if (end := tokens.phrase(at, words))), 0)
    if not end:
        return None
    number = read_number(tokens, end)
    after = number.next if number else end
    unit = read_unit(tokens, after)
    name = unit[0].name if unit else meaning_stem(tokens.low(after))
    base = number.value if number else 1.0
    return f"{base:g} {name}", (1.0 if unit else base), unit[1] if unit else after + tokens[after].is_word


def _read_nouns(tokens: Tokens, at: int) -> tuple[frozenset[str], int]:
    """Return the stems of what a number counts, up to the first plural, and the token after it."""
    at += tokens.low(at) == "-" and tokens.touches(at)
    at = at + 2 if tokens.low(at) == "of" and tokens.low(at + 1) in ARTICLES else at
    words: list[str] = []
    sentence = tokens[at].sentence
    while len(words) < _MOST_NOUNS and tokens[at].is_word and tokens[at].sentence == sentence:
        low = tokens.low(at)
        if low in STOP_WORDS - {"more", "other"} or low in NUMBER_WORDS:
            break
        counter = next((each for each in _COUNTERS if low.startswith(each)), "")
        words.append(counter or meaning_stem(low))
        at += 1
        if counter or low == "people" or (low.endswith("s") and not low.endswith(("ss", "us", "'s", "’s"))):
            break
        at += tokens.low(at) == "-"
    return frozenset(words), at


def _skip_label(tokens: Tokens, at: int) -> int:
    """Return the token after a number that names and does not count, or 0: version 3, COVID-19, [12], 10:35, 140/90."""
    if not tokens.low(at)[-1].isdecimal() or (is_numeric_date(tokens, at) and tokens.low(at - 1) not in _LABELS):
        return 0
    before, after = tokens[at - 1], tokens[at + 1]
    inside = before.text in {"-", "/", ".", ":"} and tokens.touches(at - 2) and tokens[at - 2].is_word
    if tokens.touches(at - 1) and (before.is_word or before.text == "_" or inside):
        return at + 1
    if before.low in _LABELS or before.text == "#" or (before.text == "." and tokens.low(at - 2) in _LABELS):
        return 0 if read_unit(tokens, at + 1) else at + 1
    if before.text in {"[", "("} and after.text in {"]", ")", ",", "–"} and len(tokens[at].text) < 4:  # noqa: PLR2004 - four digits are a year
        return at + 1
    if before.low in {"<", "=", ">", "≤", "≥"} and tokens.low(at - 2) in {"p", "n", "r", "α"}:
        return at + 1
    if after.text == "%" and tokens.low(at + 2) in {"ci", "confidence", "credible", "cri"}:
        return at + 2
    return _skip_code(tokens, at) if tokens.touches(at) else 0


def _skip_code(tokens: Tokens, at: int) -> int:
    after = tokens[at + 1]
    if after.text in {":", "/"} and tokens[at + 2].is_number:
        return at + 3
    if after.text[:1] == "." and len(after.text) > 1:  # 4.2.1
        return at + 2
    if after.text == "-" and tokens.touches(at + 1):  # 5-HT; "14-member" counts
        part = tokens[at + 2]
        code = part.is_word and not read_unit(tokens, at + 2) and (part.text[0].isupper() or len(part.low) <= 3)  # noqa: PLR2004 - bit
        return at + 3 if code else 0
    known = after.low in _SUFFIXES or "가" <= after.low[0] <= "힣" or read_unit(tokens, at + 1)
    return 0 if known or not after.is_word else at + 2


def _add_sign(tokens: Tokens, draft: Quantity, last: int) -> Quantity:
    """Read the sign directly before a number; in 3-5 and COVID-19, and after a quantity, the sign is a dash."""
    sign = draft.first - 1
    if draft.kind in {"date", "ordinal", "multiple"}:
        return draft
    is_free = tokens.low(sign) in _MINUS and tokens.touches(sign) and not tokens.touches(sign - 1) and sign != last
    if is_free and not tokens[draft.first].is_word:
        return replace(draft, first=sign, number=-draft.number)
    sentence = tokens[draft.first].sentence
    around = (tokens[at] for at in range(sign - _REACH, draft.next + _REACH))
    falls = tokens.low(sign) != "to" and any(each.low in _FALLING for each in around if each.sentence == sentence)
    return replace(draft, falling=falls)


def _add_role(tokens: Tokens, draft: Quantity) -> Quantity:
    """Add the hedge, and whether the number says by how much something changed."""
    hedge, first = read_hedge(tokens, draft.first)
    then = draft.next
    if tokens.low(then) == "or" and tokens.low(then + 1) in _OR_HEDGES:
        hedge, then = _OR_HEDGES[tokens.low(then + 1)], then + 2
    elif later := next((each for end, each in _LATER_HEDGES.items() if tokens.low(then).startswith(end)), ""):
        hedge, then = later, then + 1
    by = tokens.low(first - 1) == "by" or (tokens.low(first - 1) == "of" and tokens.low(first - 2) in _CHANGES)
    change = draft.kind != "date" and (by or any(tokens.low(at) in _CHANGES for at in (then, then + 1)))
    return replace(draft, first=first, next=then, hedge=hedge, change=change)


def _join_ranges(tokens: Tokens, found: list[Quantity]) -> list[Quantity]:
    """Mark the ends of ranges and changes, and hand units on: from 12 to 9, between 12 and 15 km, 12–15."""
    joined = list(found)
    for place in range(len(joined) - 1):
        one, other = joined[place], joined[place + 1]
        for end in _find_ends(tokens, one, other):
            if one.kind == "bare" and other.kind not in {"bare", "date"}:
                one = replace(one, kind=other.kind, family=other.family, factor=other.factor, unit=other.unit)
                one = replace(one, per=other.per, nouns=other.nouns)
            joined[place], joined[place + 1] = replace(one, end=end[0]), replace(other, end=end[1])
            if end[0] == "low" and one.family == other.family and one.kind != "date" and one.value < other.value:
                joined[place] = replace(joined[place], partner=other.value)
                joined[place + 1] = replace(joined[place + 1], partner=one.value)
    return joined


def _find_ends(tokens: Tokens, one: Quantity, other: Quantity) -> Iterator[tuple[End, End]]:
    if tokens[one.first].sentence != tokens[other.first].sentence or other.first - one.next > _REACH:
        return
    before, link, near = tokens.low(one.first - 1), tokens.low(other.first - 1), other.first == one.next + 1
    if before == "from" and link == "to":
        yield "from", "to"
    elif before == "to" and link == "from" and one.family == other.family:
        yield "to", "from"
    elif (before == "between" and link == "and") or (near and link in {"–", "-", "—", "to", "~", "및"}):
        yield "low", "high"
