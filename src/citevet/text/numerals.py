"""Read numbers as people write them: digits, words, scale words and powers of ten, in English and Korean."""

from math import prod
from typing import NamedTuple

from citevet.text.tokens import Tokens

_SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
NUMBER_WORDS = {word: value for value, word in enumerate(_SMALL)} | _TENS
_DOZEN = 12.0
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": _DOZEN}
_GLUED = {"k": 1e3, "bn": 1e9, "mn": 1e6, "m": 1e6, "b": 1e9, "tn": 1e12}
_MYRIADS = {"조": 1e12, "억": 1e8, "만": 1e4, "천": 1e3, "백": 1e2}
_ORDINALS = """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth""".split()
ORDINALS = {word: value for value, word in enumerate(_ORDINALS, 1)}
_HALVES = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}
_SIGNS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_ROUGH = 0.1  # share of the scale word: 460,000 passes for half a million
_MOST = 1e15
_MOST_WORDS = 16  # of one number
_TWENTY, _TEN, _THOUSAND = 20, 10, 1000
_LONGEST_FRACTION = 4  # digits of 1/2 or 15/16; others are scores and codes
NUMERALS = frozenset(NUMBER_WORDS) | frozenset(_SCALES)
_TIMES = frozenset("×x·∙⋅*")
_MINUS = frozenset("-−–")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_MOST_EXPONENT = 15  # prose has no larger or smaller powers


class ReadNumber(NamedTuple):
    """A number, the value of its last written digit, and the token after it."""

    value: float
    step: float
    next: int
    spelled: bool = False


def read_number(tokens: Tokens, at: int) -> ReadNumber | None:
    """Read the number that starts at this token."""
    if tokens[at].is_number:
        return _read_digits(tokens, at)
    return _read_words(tokens, at)


def parse_digits(text: str) -> tuple[float, float]:
    """Return the value of digits with separators, and that of the last digit's place."""
    plain = text.replace(",", "").replace("·", ".")
    _, _, after = plain.partition(".")
    return float(plain), 10.0 ** -len(after)


def _read_digits(tokens: Tokens, at: int) -> ReadNumber | None:
    value, step = parse_digits(tokens[at].text)
    scale, end = _read_power_of_ten(tokens, at + 1)
    if end == at + 1:
        scale, end = _read_scale(tokens, at + 1)
    if value * scale > _MOST:
        return None
    reading = ReadNumber(value * scale, step * scale, end)
    return _add_myriads(tokens, reading) if tokens.low(at + 1)[0] in _MYRIADS else reading


def _read_scale(tokens: Tokens, at: int) -> tuple[float, int]:
    """Return the factor of the scale words from here on, and the token after them."""
    word = tokens.low(at)
    if word in _SCALES and word != "hundred":
        return _SCALES[word], at + 1
    # "m" and "b" glued to a number are scales only after a currency sign.
    is_scale = word in {"k", "bn", "mn", "tn"} or tokens.low(at - 2) in {"$", "€", "£", "¥"}
    if tokens.touches(at - 1) and word in _GLUED and is_scale:
        return _GLUED[word], at + 1
    return _read_korean_scale(at, word)


def _read_korean_scale(at: int, word: str) -> tuple[float, int]:
    return (prod(_MYRIADS[each] for each in word), at + 1) if _MYRIADS.keys() >= set(word) else (1.0, at)


def _add_myriads(tokens: Tokens, first: ReadNumber) -> ReadNumber:
    """Add the lower groups of a Korean number: 1억 2천만."""
    total, step, at, last = first.value, first.step, first.next, first.value
    while tokens[at].is_number and tokens.low(at + 1)[0] in _MYRIADS:
        value, small = parse_digits(tokens[at].text)
        scale, end = _read_korean_scale(at + 1, tokens.low(at + 1))
        if value * scale >= last or end == at + 1:
            break
        total, step, last, at = total + value * scale, small * scale, value * scale, end
    return ReadNumber(total, step, at)


def _read_words(tokens: Tokens, at: int) -> ReadNumber | None:
    """Read English number words: two hundred and sixteen."""
    if half := read_half_of_scale(tokens, at):
        return half
    start = at
    if tokens.low(at) in {"a", "an"} and tokens.low(at + 1) in _SCALES:
        at += 1
    total = group = 0.0
    read = 0
    while read < _MOST_WORDS:
        word = tokens.low(at)
        if word in NUMBER_WORDS and (not read or _continues_number(tokens, at, group)):
            group += NUMBER_WORDS[word]
        elif word in _SCALES:
            total, group = _apply_scale(total, group, _SCALES[word])
        else:
            break
        read, at = read + 1, _skip_joint(tokens, at + 1)
    if not read or total + group > _MOST:
        return None
    end = at if at > start else start + 1
    end -= tokens.low(end - 1) in {"-", "and"}
    return ReadNumber(total + group, 1.0, end, spelled=True)


def read_half_of_scale(tokens: Tokens, at: int) -> ReadNumber | None:
    """Read half a million, a quarter of a million, half a dozen."""
    part = at + (tokens.low(at) == "a")
    share = _HALVES.get(tokens.low(part), 0.0)
    place = part + 1 + (tokens.low(part + 1) == "of")
    place += tokens.low(place) in {"a", "-"}
    scale = _SCALES.get(tokens.low(place), 0.0)
    if not share * scale or (share != _HALVES["half"] and tokens.low(part + 1) != "of"):
        return None
    step = 1.0 if scale == _DOZEN else _ROUGH * scale
    return ReadNumber(share * scale, step, place + 1, spelled=True)


def _continues_number(tokens: Tokens, at: int, group: float) -> bool:
    """Check whether a number word continues the number: "twenty nine", "hundred sixteen", but not "two three"."""
    value = NUMBER_WORDS[tokens.low(at)]
    return group == 0 or group % 100 == 0 or (group % 100 >= _TWENTY and group % _TEN == 0 and 0 < value < _TEN)


def _apply_scale(total: float, group: float, scale: float) -> tuple[float, float]:
    if scale in {100.0, _DOZEN}:
        return total, max(group, 1.0) * scale
    return total + max(group, 1.0) * scale, 0.0


def _skip_joint(tokens: Tokens, at: int) -> int:
    """Skip the hyphen or the "and" inside a spelled-out number."""
    follows_scale = tokens.low(at - 1) in {"hundred", "thousand", "million"}
    joint = tokens.low(at) == "-" or (tokens.low(at) == "and" and follows_scale)
    return at + 1 if joint and tokens.low(at + 1) in NUMERALS else at


def add_half(tokens: Tokens, reading: ReadNumber) -> ReadNumber:
    """Add the half after a number, and the scale after that: one and a half million, 2½, 1 1/2 miles."""
    more, end = _read_added_half(tokens, reading.next)
    if not more:
        return reading
    scale, after = _read_scale(tokens, end) if reading.value < _THOUSAND else (1.0, end)
    step = 0.5 if after == end else _ROUGH * scale
    return ReadNumber((reading.value + more) * scale, step, after, reading.spelled)


def _read_added_half(tokens: Tokens, at: int) -> tuple[float, int]:
    """Return the value of "and a half" after a number, and the token after it."""
    end = tokens.phrase(at, "and a")
    word = tokens.low(end) if end else ""
    if word in _HALVES:
        return _HALVES[word], end + 1
    if tokens.low(at) in _SIGNS:
        return _SIGNS[tokens.low(at)], at + 1
    return _read_fraction(tokens, at)


def _read_fraction(tokens: Tokens, at: int) -> tuple[float, int]:
    """Read the fraction of 1 1/2."""
    top, bottom = tokens[at].text, tokens[at + 2].text
    written = tokens.low(at + 1) == "/" and tokens.touches(at) and tokens.touches(at + 1) and tokens[at - 1].is_number
    if not written or not (top.isdecimal() and bottom.isdecimal()) or len(top + bottom) > _LONGEST_FRACTION:
        return 0.0, at
    return (int(top) / int(bottom), at + 3) if 0 < int(top) < int(bottom) else (0.0, at)


def _read_power_of_ten(tokens: Tokens, at: int) -> tuple[float, int]:
    """Return the factor of a power that follows a number (3 × 10^-2), and the token after it."""
    if tokens[at - 1].text == "10":
        exponent, end = _read_exponent(tokens, at)
        return (10.0 ** (exponent - 1), end) if end > at else (1.0, at)
    if tokens.low(at) in _TIMES and tokens[at + 1].text == "10":
        exponent, end = _read_exponent(tokens, at + 2)
        return (10.0**exponent, end) if end > at + 2 else (1.0, at)
    return 1.0, at


def is_raised(tokens: Tokens, at: int) -> bool:
    """Check whether a number is raised after another: a power already read with it, or a footnote marker."""
    sign = at - 1 - (tokens.low(at - 1) in _MINUS and tokens.touches(at - 1))
    return tokens.low(sign) == "^" and tokens[sign - 1].is_number and tokens.touches(sign - 1) and tokens.touches(sign)


def _read_exponent(tokens: Tokens, at: int) -> tuple[int, int]:
    """Return the exponent attached to the token before, and the token after it; without one, `at` itself."""
    if not tokens.touches(at - 1):
        return 0, at
    written, end = _read_caret(tokens, at + 1) if tokens.low(at) == "^" else _read_superscript(tokens, at)
    digits = written.removeprefix("-")
    return (int(written), end) if digits.isdecimal() and int(digits[:3]) <= _MOST_EXPONENT else (0, at)


def _read_caret(tokens: Tokens, at: int) -> tuple[str, int]:
    """Return the exponent after ^ and the token after it; pandoc closes it with a second ^."""
    minus = tokens.low(at) in _MINUS
    place = at + minus
    closed = tokens.low(place + 1) == "^" and tokens.touches(place)
    return "-" * minus + tokens[place].text, place + 1 + closed


def _read_superscript(tokens: Tokens, at: int) -> tuple[str, int]:
    written = ""
    while tokens[at].text in _RAISED and tokens.touches(at - 1):
        written += tokens[at].text.translate(_LOWERED)
        at += 1
    return written, at
