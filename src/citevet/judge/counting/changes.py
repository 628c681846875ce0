"""Whether a number says by how much something changed or differs, and which way it went."""

from citevet.judge.tokens import Tokens
from citevet.judge.wording import stem

_REACH = 7  # tokens between "fell" and its "by 5 %" or "from 15 %"
_FAR = 20  # likewise, where one verb has several: fell by 2 points in the one group and by 1 in the other
_GOES_ON = frozenset({"and", ",", "but"})
_CHANGES = frozenset(
    """more less fewer higher lower dearer cheaper faster slower larger smaller longer shorter increase decrease rise
    fall drop decline reduction growth gain hotter colder greater sooner earlier later older younger""".split()
)
_NOUNS = frozenset("increase decrease rise fall drop decline reduction growth gain".split())
_MOVES = frozenset(
    """fall rise up down ahead differ exceed improv margin scarc rose fell grew risen fallen grown drop drops dropped
    dropping outperform outperforms outperformed beat beats beating surpass surpasses surpassed""".split()
)
_MOVED = frozenset("rose fell grew risen fallen grown increased decreased declined dropped climbed shrank".split())
# What stem() does not bring to "rise" and "fall"; "more" and "less" only where they stand right behind the number.
_UP = frozenset("rise rose risen grew grown growth up jump surg soar".split())
_DOWN = frozenset("fall fell fallen drop drops dropped dropping shrank shrunk down reduction plung slump tumbl".split())
_NAMES = frozenset(stem(word) for word in _UP | _DOWN)
_COMPARED = {"more": 1, "greater": 1, "larger": 1, "longer": 1, "smaller": -1, "shorter": -1}


def change_at(tokens: Tokens, first: int, after: int) -> bool:
    """Tell whether the number between these tokens says by how much something differs."""
    before = tokens.low(first - 1)
    if before == "by":
        words = (tokens.low(place) for place in _places_before(tokens, first))
        return any(low in _MOVES or stem(low) in _MOVES for low in words)
    if before == "of" and tokens.low(first - 2) in _NOUNS:
        return True
    share = tokens.low(after - 1) in {"%", "percent", "cent", "point", "points"}
    return (share and before in _MOVED) or any(tokens.low(place) in _CHANGES for place in (after, after + 1))


def is_move(name: str) -> bool:
    """Tell whether the name of a word is that of a rise or a fall, whatever rose or fell."""
    return name in _NAMES


def way_at(tokens: Tokens, first: int, after: int) -> int:
    """Return 1 where the words around a number say that something rose, -1 where it fell, 0 where they do not tell."""
    before = (_way(tokens.low(place)) for place in _places_before(tokens, first))
    behind = (_COMPARED.get(tokens.low(place), 0) or _way(tokens.low(place)) for place in (after, after + 1))
    return next((way for way in (*before, *behind) if way), 0)


def _places_before(tokens: Tokens, first: int) -> range:
    """Return where the verb of a change may stand, the nearest first."""
    reach = _FAR if tokens.low(first - 2) in _GOES_ON else _REACH
    start = next(
        (at for at in range(first - 1, first - 1 - reach, -1) if tokens[at].sentence != tokens[first].sentence), 0
    )
    return range(first - 1, max(start, first - 1 - reach), -1)


def _way(low: str) -> int:
    name = stem(low)
    if low in {"less", "fewer", "slow", "slower"}:  # stem() joins them to "fall", but "no less than" does not fall
        return 0
    return 1 if low in _UP or name in _UP else -1 if low in _DOWN or name in _DOWN else 0
