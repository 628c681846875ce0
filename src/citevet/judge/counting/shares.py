"""Parts of a whole in words: two thirds, one in five, nine out of ten, 81 in 100."""

from typing import NamedTuple

from citevet.judge.counting.spelled import ORDINALS, UNITS, half_of_scale, read_number
from citevet.judge.counting.units import read_unit
from citevet.judge.tokens import Tokens

_NAMED = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "hundredth": 100,
    "hundredths": 100,
}
_NAMED |= {word: value for word, value in ORDINALS.items() if value > 4}  # noqa: PLR2004 - the lower ones have names
_NAMED |= {f"{word}s": value for word, value in ORDINALS.items() if value > 4}  # noqa: PLR2004 - likewise
_AFTER_FRACTION = frozenset(
    "of the as smaller larger more less higher lower fewer faster slower its their his her that than".split()
)
_BEFORE_HALF = frozenset(
    """about nearly almost over than around roughly by to in under approximately one some exactly only and cover
    for""".split()
)
_BEFORE_OTHER_HALF = frozenset("first second other lower upper a later latter".split())
_HEDGES = frozenset("about nearly almost over than around roughly under approximately".split())
_GROUPS = frozenset("the this that tutored each either its second".split())
_AUXILIARIES = frozenset("were are had have did got".split())
# Behind these a clause begins.
FRONT = frozenset(", ; : ( – — and but while".split())
_REACH = 8  # tokens between "of" and the half of what follows it
_ROUND = frozenset({10, 100, 1_000, 10_000, 100_000, 1_000_000})
_HUNDRED = 100
_SHARE_STEP = 0.02  # "a third" is said of 33 % and of 34 %, without any "about"


class Share(NamedTuple):
    """A part of a whole, and the token after it."""

    value: float
    step: float
    next: int


def read_share(tokens: Tokens, at: int) -> Share | None:
    """Return the share that begins at this token; half a million is a number."""
    if half_of_scale(tokens, at):
        return None
    return _fraction(tokens, at) or _half(tokens, at) or _one_in(tokens, at)


def _fraction(tokens: Tokens, at: int) -> Share | None:
    """Return two thirds, one tenth, a quarter, three-quarters."""
    word = tokens.low(at)
    top = 1 if word in {"a", "an"} else UNITS.get(word, 0)
    place = at + 2 if tokens.low(at + 1) == "-" else at + 1
    bottom = _NAMED.get(tokens.low(place))
    if not top or not bottom or top >= bottom:
        return None
    plural = tokens.low(place).endswith("s")
    if plural is not (top > 1) or (top == 1 and word != "one" and not _ends(tokens, at, place + 1)):
        return None
    return Share(top / bottom, _SHARE_STEP, place + 1)


def _ends(tokens: Tokens, first: int, at: int) -> bool:
    """Tell whether the words around show a fraction and not an ordinal: a third of, not a third time."""
    return tokens.low(first - 1) in _HEDGES or tokens.low(at) in _AFTER_FRACTION or not tokens[at].is_word


def _half(tokens: Tokens, at: int) -> Share | None:
    """Return a half that is a share, not a time, a term or one of two groups."""
    if tokens.low(at) != "half" or tokens.low(at - 1) in _BEFORE_OTHER_HALF:
        return None
    after = tokens.low(at + 1)
    if after == "as" or (not tokens[at + 1].is_word and tokens.low(at - 1) in _GROUPS):
        return None
    said = (
        not tokens[at + 1].is_word
        or after in {"of", "the", "its", "their", "his", "her", "that"}
        or (tokens.low(at - 1) in _BEFORE_HALF and not (tokens[at + 1].is_word and read_unit(tokens, at + 1)))
        or ((after.endswith("ed") or after in _AUXILIARIES) and _follows_whole(tokens, at))
    )
    return Share(0.5, _SHARE_STEP, at + 1) if said else None


def _follows_whole(tokens: Tokens, at: int) -> bool:
    """Tell whether the clause begins with the whole: of the 148 patients half received it."""
    sentence = tokens[at].sentence
    for place in range(at - 1, at - 1 - _REACH, -1):
        if tokens[place].sentence != sentence:
            return False
        if tokens.low(place) == "of":
            return tokens[place - 1].sentence != sentence or tokens.low(place - 1) in FRONT
    return False


def _one_in(tokens: Tokens, at: int) -> Share | None:
    """Return one in five, one death in five, 81 in 100, nine out of ten."""
    top = read_number(tokens, at)
    if not top or top.value < 1:
        return None
    for place in (top.next, top.next + 1, top.next + 2):
        end = _link(tokens, place)
        if end and (place == top.next or tokens[place - 1].is_word):
            return _over(tokens, top.value, end, loose=place > top.next)
        if not tokens[place].is_word:
            return None
    return None


def _link(tokens: Tokens, at: int) -> int:
    return next((end for words in ("in every", "out of every", "out of", "in") if (end := tokens.phrase(at, words))), 0)


def _over(tokens: Tokens, top: float, at: int, *, loose: bool) -> Share | None:
    """Return the share if the number here can be a whole: in ten, in 100, but not in 2019 or in five years."""
    bottom = read_number(tokens, at)
    if not bottom or top >= bottom.value or read_unit(tokens, bottom.next):
        return None
    every = tokens.low(at - 1) == "every"
    round_one = bottom.value in _ROUND and (bottom.value != 1_000 or every or not bottom.spelled)  # noqa: PLR2004 - not "in a thousand"
    if loose and not every and top != 1:
        return None
    if not (every or round_one or (bottom.spelled and top <= 10)):  # noqa: PLR2004 - people say no larger odds in words
        return None
    return Share(
        top / bottom.value,
        max(_SHARE_STEP / bottom.value, 1 / bottom.value if bottom.value >= _HUNDRED else 0.0),
        bottom.next,
    )
