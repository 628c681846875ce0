"""Whose a number is, where a sentence gives one to each of several: 45 % of the exposed and 23 % of the others."""

from typing import NamedTuple

from citevet.judge.counting.quantity import Quantity
from citevet.judge.counting.surroundings import word_name
from citevet.judge.tokens import Tokens

_BORDERS = frozenset(", ; : ( ) – — and but or while whereas against compared than versus vs".split())
_REACH = 30  # tokens to each side
_LINKED, _BARE = 3, 2  # words with content that may follow the later of two numbers, with and without a link
_DENIALS = frozenset("not never cannot without no nobody none neither nor".split())
# They begin a stretch and name nobody.
_EMPTY = frozenset("compar respective follow includ about only other both not without first second".split())


class Bearer(NamedTuple):
    """The words of the stretch between two borders that a quantity stands in."""

    first: int  # its tokens
    last: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    link: str  # the word right after the quantity that has no content: by, of, among
    denied: bool  # whether a denial stands among the words: two thirds did not


def bearer(tokens: Tokens, quantity: Quantity) -> Bearer:
    """Return what stands around a quantity, up to the next comma or "and"."""
    first = _end(tokens, quantity.first, -1)
    last = _end(tokens, quantity.next - 1, 1)
    after = quantity.next
    while after <= last and word_name(tokens.low(after)) in quantity.nouns:
        after += 1
    link = tokens[after]
    bare = link.is_word and not word_name(link.low) and after <= last
    before = _names(tokens, range(first, quantity.first))
    denied = any(_denies(tokens.low(at)) for at in range(first, last + 1) if not quantity.first <= at < quantity.next)
    return Bearer(first, last, before, _names(tokens, range(after, last + 1)), link.low if bare else "", denied)


def _denies(low: str) -> bool:
    return low in _DENIALS or low.endswith(("n't", "n’t"))


def _end(tokens: Tokens, start: int, step: int) -> int:
    """Return the last token before a border on the way out from this one."""
    sentence = tokens[start].sentence
    for at in range(start + step, start + step * _REACH, step):
        if tokens[at].sentence != sentence or tokens.low(at) in _BORDERS:
            return at - step
    return start + step * (_REACH - 1)


def _names(tokens: Tokens, places: range) -> tuple[str, ...]:
    return tuple(name for at in places if (name := word_name(tokens.low(at))))


def told_apart(own: Bearer, other: Bearer) -> tuple[str, str] | None:
    """Return the words that tell the two bearers apart, none where the sentence does not set them side by side."""
    early, late = sorted((own, other))
    if late.first <= early.last or not (_beside(early.before, late.before) or _behind(early, late)):
        return None
    return _first_apart(own.before, other.before) if late.before else _first_apart(own.after, other.after)


def _beside(early: tuple[str, ...], late: tuple[str, ...]) -> bool:
    """Tell whether the later stretch begins with a bare name: men earned 31 euros and women 26."""
    if not early or not late:
        return False
    return len(late) == 1 or (len(late) == _BARE and late[1] in early)


def _behind(early: Bearer, late: Bearer) -> bool:
    """Tell whether both names follow in the same way: 52 % by bus and 8 % by car."""
    if late.before or early.link != late.link:
        return False
    most = _LINKED if late.link else _BARE
    return 0 < len(late.after) <= most and 0 < len(early.after) <= most


def _first_apart(own: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, str] | None:
    mine = next((word for word in own if word not in other), "")
    theirs = next((word for word in other if word not in own), "")
    return (mine, theirs) if mine and theirs and not {mine, theirs} & _EMPTY else None
