"""Shares that are given as a part and a whole: 52 of 104 plots; of the 40 wells, 12 were dry."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from citevet.judge.counting.alignment import Held
from citevet.judge.counting.quantity import Quantity
from citevet.judge.counting.shares import FRONT
from citevet.judge.counting.surroundings import joined
from citevet.judge.tokens import Tokens
from citevet.model import Span

_STEP = 0.02  # "half" is said of 52 of 103
_BEFORE_WHOLE = frozenset("the these those its their our his her all".split())
_PAST = frozenset("had got took fell rose grew went came said made lost won left felt chose gave saw kept".split())
_REACH = 12  # tokens between a whole at the front and its first part
_FEWEST = 2  # a part of one thing is none


def part_shares(tokens: Tokens, held: Sequence[Held]) -> list[Held]:
    """Return the shares that two numbers of a sentence make together, each with the words around both."""
    return [_share(part, whole) for part, whole in (*_after_of(held), *_behind_front(tokens, held))]


def _after_of(held: Sequence[Held]) -> Iterator[tuple[Held, Held]]:
    for one, other in pairwise(held):
        if one.quantity.part == "part" and other.quantity.part == "whole" and _fit(one, other):
            yield one, other


def _behind_front(tokens: Tokens, held: Sequence[Held]) -> Iterator[tuple[Held, Held]]:
    """Yield the parts that follow a whole at the front of a clause, where nothing else is counted."""
    for place, whole in enumerate(held):
        if whole.quantity.kind != "count" or not _is_front(tokens, whole.quantity):
            continue
        for part in held[place + 1 :]:
            far = part.quantity.first - whole.quantity.next > _REACH
            if far or not _is_bare(tokens, part.quantity) or not _fit(part, whole):
                break
            yield part, whole


def _is_bare(tokens: Tokens, quantity: Quantity) -> bool:
    """Tell whether a verb follows, or nothing that could be counted: 14 recovered."""
    after = tokens.low(quantity.next)
    return quantity.kind == "bare" or (quantity.kind == "count" and (after.endswith("ed") or after in _PAST))


def _is_front(tokens: Tokens, quantity: Quantity) -> bool:
    at = quantity.first - 1
    while tokens.low(at) in _BEFORE_WHOLE:
        at -= 1
    before = tokens[at - 1]
    return tokens.low(at) == "of" and (before.low in FRONT or before.sentence != tokens[at].sentence)


def _fit(part: Held, whole: Held) -> bool:
    least, most = part.quantity.number, whole.quantity.number
    return part.sentence == whole.sentence and most >= _FEWEST and 0 <= least <= most and not part.quantity.doubtful


def _share(part: Held, whole: Held) -> Held:
    one, other = part.quantity, whole.quantity
    span = Span(min(one.span.start, other.span.start), max(one.span.end, other.span.end))
    share = replace(one, kind="share", family="share", number=one.number / other.number, step=_STEP, factor=1.0)
    share = replace(share, unit="", nouns=one.nouns or other.nouns, part="", span=span)
    return part._replace(quantity=share, full=share, words=joined(part.words, whole.words))
