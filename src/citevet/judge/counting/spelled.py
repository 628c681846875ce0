"""Numbers as people write them: digits, words, scale words, English and Korean."""

from math import prod
from typing import NamedTuple

from citevet.judge.counting.powers import power_of_ten
from citevet.judge.tokens import Tokens

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
UNITS = {word: value for value, word in enumerate(_SMALL)} | _TENS
_DOZEN = 12.0
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": _DOZEN}
PLURALS = {f"{word}s": scale for word, scale in _SCALES.items()}
_GLUED = {"k": 1e3, "bn": 1e9, "mn": 1e6, "m": 1e6, "b": 1e9, "tn": 1e12}
_MYRIADS = {"조": 1e12, "억": 1e8, "만": 1e4, "천": 1e3, "백": 1e2}
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
ORDINALS = {word: value for value, word in enumerate(_ORDINALS, 1)}
_HALVES = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}
_SIGNS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_ROUGH = 0.1  # of its scale word: half a million is said of 460,000
_MOST = 1e15
_MOST_WORDS = 16  # of one number
_TWENTY, _TEN, _THOUSAND = 20, 10, 1000
_LONGEST_STROKE = 4  # digits of 1/2 or 15/16; others are scores and codes
NUMERALS = frozenset(UNITS) | frozenset(_SCALES)


class Reading(NamedTuple):
    """A number, the worth of its last written place, and the token after it."""

    value: float
    step: float
    next: int
    spelled: bool = False


def read_number(tokens: Tokens, at: int) -> Reading | None:
    """Return the number that begins at this token."""
    if tokens[at].is_number:
        return _digits(tokens, at)
    return _words(tokens, at)


def decimal(text: str) -> tuple[float, float]:
    """Return the value of digits with separators, and the worth of the last place."""
    plain = text.replace(",", "").replace("·", ".")
    _, _, after = plain.partition(".")
    return float(plain), 10.0 ** -len(after)


def _digits(tokens: Tokens, at: int) -> Reading | None:
    value, step = decimal(tokens[at].text)
    scale, end = power_of_ten(tokens, at + 1)
    if end == at + 1:
        scale, end = _scale(tokens, at + 1)
    if value * scale > _MOST:
        return None
    reading = Reading(value * scale, step * scale, end)
    return _more_myriads(tokens, reading) if tokens.low(at + 1)[0] in _MYRIADS else reading


def _scale(tokens: Tokens, at: int) -> tuple[float, int]:
    """Return what the scale words from here on multiply by."""
    word = tokens.low(at)
    if word in _SCALES and word != "hundred":
        return _SCALES[word], at + 1
    if tokens.touches(at - 1) and word in _GLUED and _may_glue(tokens, at):
        return _GLUED[word], at + 1
    return _korean_scale(at, word)


def _may_glue(tokens: Tokens, at: int) -> bool:
    """Tell whether a glued letter is a scale: "m" and "b" only with money before the number."""
    return tokens.low(at) in {"k", "bn", "mn", "tn"} or tokens.low(at - 2) in {"$", "€", "£", "¥"}


def _korean_scale(at: int, word: str) -> tuple[float, int]:
    return (prod(_MYRIADS[each] for each in word), at + 1) if _MYRIADS.keys() >= set(word) else (1.0, at)


def _more_myriads(tokens: Tokens, first: Reading) -> Reading:
    """Add the lower groups of a Korean number: 1억 2천만."""
    total, step, at, last = first.value, first.step, first.next, first.value
    while tokens[at].is_number and tokens.low(at + 1)[0] in _MYRIADS:
        value, small = decimal(tokens[at].text)
        scale, end = _korean_scale(at + 1, tokens.low(at + 1))
        if value * scale >= last or end == at + 1:
            break
        total, step, last, at = total + value * scale, small * scale, value * scale, end
    return Reading(total, step, at)


def _words(tokens: Tokens, at: int) -> Reading | None:
    """Return the value of English number words: two hundred and sixteen."""
    if half := half_of_scale(tokens, at):
        return half
    start = at
    if tokens.low(at) in {"a", "an"} and tokens.low(at + 1) in _SCALES:
        at += 1
    total = group = 0.0
    read = 0
    while read < _MOST_WORDS:
        word = tokens.low(at)
        if word in UNITS and (not read or _joins(tokens, at, group)):
            group += UNITS[word]
        elif word in _SCALES:
            total, group = _scaled(total, group, _SCALES[word])
        else:
            break
        read, at = read + 1, _past(tokens, at + 1)
    if not read or total + group > _MOST:
        return None
    end = at if at > start else start + 1
    return Reading(total + group, 1.0, _before_joint(tokens, end), spelled=True)


def half_of_scale(tokens: Tokens, at: int) -> Reading | None:
    """Return half a million, a quarter of a million, half a dozen."""
    part = at + (tokens.low(at) == "a")
    share = _HALVES.get(tokens.low(part), 0.0)
    place = part + 1 + (tokens.low(part + 1) == "of")
    place += tokens.low(place) in {"a", "-"}
    scale = _SCALES.get(tokens.low(place), 0.0)
    if not share * scale or (share != _HALVES["half"] and tokens.low(part + 1) != "of"):
        return None
    step = 1.0 if scale == _DOZEN else _ROUGH * scale
    return Reading(share * scale, step, place + 1, spelled=True)


def _joins(tokens: Tokens, at: int, group: float) -> bool:
    """Tell whether a unit word goes on with the number: "twenty nine", "hundred sixteen", but not "two three"."""
    value = UNITS[tokens.low(at)]
    return group == 0 or group % 100 == 0 or (group % 100 >= _TWENTY and group % _TEN == 0 and 0 < value < _TEN)


def _scaled(total: float, group: float, scale: float) -> tuple[float, float]:
    if scale in {100.0, _DOZEN}:
        return total, max(group, 1.0) * scale
    return total + max(group, 1.0) * scale, 0.0


def _past(tokens: Tokens, at: int) -> int:
    """Step over the hyphen or the "and" inside a spelled-out number."""
    joint = tokens.low(at) == "-" or (
        tokens.low(at) == "and" and tokens.low(at - 1) in {"hundred", "thousand", "million"}
    )
    return at + 1 if joint and (tokens.low(at + 1) in UNITS or tokens.low(at + 1) in _SCALES) else at


def _before_joint(tokens: Tokens, at: int) -> int:
    return at - 1 if tokens.low(at - 1) in {"-", "and"} else at


def with_half(tokens: Tokens, reading: Reading) -> Reading:
    """Return the number with the half after it, and the scale after that: one and a half million, 2½, 1 1/2 miles."""
    more, end = half_more(tokens, reading.next)
    if not more:
        return reading
    scale, after = _scale(tokens, end) if reading.value < _THOUSAND else (1.0, end)
    step = 0.5 if after == end else _ROUGH * scale
    return Reading((reading.value + more) * scale, step, after, reading.spelled)


def half_more(tokens: Tokens, at: int) -> tuple[float, int]:
    """Return what "and a half" adds to the number before it, and the token after."""
    end = tokens.phrase(at, "and a")
    word = tokens.low(end) if end else ""
    if word in _HALVES:
        return _HALVES[word], end + 1
    if tokens.low(at) in _SIGNS:
        return _SIGNS[tokens.low(at)], at + 1
    return _stroke(tokens, at)


def _stroke(tokens: Tokens, at: int) -> tuple[float, int]:
    """Return the fraction of 1 1/2."""
    top, bottom = tokens[at].text, tokens[at + 2].text
    written = tokens.low(at + 1) == "/" and tokens.touches(at) and tokens.touches(at + 1) and tokens[at - 1].is_number
    if not written or not (top.isdecimal() and bottom.isdecimal()) or len(top + bottom) > _LONGEST_STROKE:
        return 0.0, at
    return (int(top) / int(bottom), at + 3) if 0 < int(top) < int(bottom) else (0.0, at)
