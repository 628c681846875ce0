"""What a sentence names as refused or taken back: a ban that was rejected, a loan that was denied, a rule lifted."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.opposing.being import BEING
from citevet.judge.opposing.concepts import concept
from citevet.judge.tokens import Tokens

# Not "block" and "oppose", which may fail, nor "dismiss" and "drop", which leave the thing as it was. Only forms that
# tell what happened: who wants to lift a ban has one.
_REFUSING = frozenset("rejects rejected declines declined refuses refused denies denied vetoes vetoed".split())
_ENDING = frozenset(
    """lifts lifted scraps scrapped abandons abandoned repeals repealed revokes revoked rescinds rescinded cancels
    cancelled canceled overturns overturned abolishes abolished""".split()
)
_UNREAL = frozenset("to will would may might could should must can shall if unless until not never nor no".split())
_NEAR = 3  # tokens between such a word and the verb that it leaves open: would have been rejected
_ONE = frozenset({"a", "an"})
_LEADING = _ONE | frozenset("the any its their his her this all".split())
# Where the name of a thing ends.
_BEHIND = frozenset(
    """. , ; : ( ) – — ! ? on of for to with in by from at against between over under and or but that which who after
    before because as when while until since despite during into than was were is are has have had""".split()
)
_BORDER = frozenset("; : ( ) – — , and but that which who because while".split())
_LONGEST = 3  # tokens of the name of a thing, without its article
_BACK = 12  # tokens between the begin of a statement and the verb that refuses its subject


class Refusal(NamedTuple):
    """A verb that refuses or takes back, by its token, and that of the thing."""

    verb: int
    thing: int
    is_ended: bool  # the thing was so before, and is taken back

    @property
    def places(self) -> range:
        """The tokens from the one to the other."""
        first, last = sorted((self.verb, self.thing))
        return range(first, last + 1)


def refusals(tokens: Tokens) -> Iterator[Refusal]:
    """Yield what a text names as refused."""
    for at, token in enumerate(tokens.items):
        then = _after_verb(tokens, at)
        if then and not any(tokens.low(at - back) in _UNREAL for back in range(1, _NEAR + 1)):
            thing = _object(tokens, then) or _subject(tokens, at)
            if thing:
                yield Refusal(at, thing, token.low in _ENDING)


def _after_verb(tokens: Tokens, at: int) -> int:
    """Return the token after the verb that begins here and refuses or takes back, 0 if none does."""
    if tokens.low(at) in _REFUSING or tokens.low(at) in _ENDING:
        return at + 1
    return tokens.phrase(at, "turned down")


def _object(tokens: Tokens, at: int) -> int:
    """Return what the verb before refuses, 0 if it is not named: rejected a ban, denied the firm a loan."""
    if tokens.low(at) not in _LEADING:
        return 0
    end = _end(tokens, at + 1)
    if tokens.low(end) in _ONE:
        end = _end(tokens, end + 1)
    return _head(tokens, end)


def _subject(tokens: Tokens, at: int) -> int:
    """Return what was refused where a form of "be" leads to the verb, else 0: a ban on pesticides was rejected."""
    being = next((place for place in (at - 1, at - 2) if tokens.low(place) in BEING), 0)
    first = being
    while first > being - _BACK and _goes_on(tokens, first - 1, at):
        first -= 1
    if not being or _goes_on(tokens, first - 1, at) or tokens.low(first - 1) in {"which", "who", "that"}:
        return 0
    return _head(tokens, _end(tokens, first + (tokens.low(first) in _LEADING)))


def _goes_on(tokens: Tokens, before: int, at: int) -> bool:
    """Tell whether a token belongs to the statement of a later one."""
    return tokens[before].sentence == tokens[at].sentence and tokens.low(before) not in _BORDER


def _end(tokens: Tokens, first: int) -> int:
    """Return the token behind the name that begins here, or where it is too long for one."""
    at = first
    while at <= first + _LONGEST and tokens.low(at) not in _BEHIND and tokens.low(at) not in _ONE:
        at += 1
    return at


def _head(tokens: Tokens, end: int) -> int:
    """Return the last word of a name that ends here, 0 if it does not, or if that is a number: Section Three."""
    name = concept(tokens.low(end - 1))
    is_name = bool(name) and not name[0].isdecimal()
    return end - 1 if is_name and (tokens.low(end) in _BEHIND or tokens[end].sentence < 0) else 0
