"""Dates that only bound another: what opened in 1998 opened before 2000, what stood until 1960 stood in 1955."""

from citevet.judge.counting.quantity import Quantity
from citevet.judge.tokens import Tokens

Told = tuple[Tokens, Quantity]  # a date and the text that it stands in

_BOUNDS = {"before": -1, "by": -1, "after": 1}
# A state has a date within its time as well, an event has not: what ran until 1960 did not close in 1955.
_OF_STATES = {"until": -1, "till": -1, "since": 1}
_NO_SINGLE_DATE = frozenset("before by after until till since from to between and through".split())
# What stood shortly before 1960 did not stand in 1920, and the year before it is one year.
_NARROWED = frozenset("shortly just soon right immediately year years month months week weeks day days".split())
_STATES = frozenset(
    """had has have still already lived worked served stood remained stayed lay held owned belonged existed ruled
    contained""".split()
)
_BE = frozenset("is are was were".split())
_AFTER_BE = frozenset("a an the one only still already in at on under part home".split())


def is_within(claim: Told, source: Told) -> bool:
    """Tell whether one of the two dates only bounds the other, which keeps within."""
    (words, mine), (_, theirs) = claim, source
    if not mine.date or not theirs.date or not mine.date.year or not theirs.date.year:
        return False
    later = theirs.date.year - mine.date.year
    return _BOUNDS.get(words.low(mine.first - 1), 0) * later > 0 or _source_bound(claim, source) * later < 0


def _source_bound(claim: Told, source: Told) -> int:
    """Return to which side the source's date leaves the time open, 0 where it names a time or the claim bounds too."""
    (words, mine), (tokens, theirs) = claim, source
    if words.low(mine.first - 1) in _NO_SINGLE_DATE or tokens.low(theirs.first - 2) in _NARROWED:
        return 0
    bound = tokens.low(theirs.first - 1)
    return _BOUNDS.get(bound, 0) or (_OF_STATES.get(bound, 0) if _tells_state(words, mine) else 0)


def _tells_state(tokens: Tokens, date: Quantity) -> bool:
    """Tell whether the sentence of a date says how a thing was, and not what happened."""
    sentence = tokens[date.first].sentence
    places = (at for at, token in enumerate(tokens.items) if token.sentence == sentence)
    return any(
        tokens.low(at) in _STATES or (tokens.low(at) in _BE and tokens.low(at + 1) in _AFTER_BE) for at in places
    )
