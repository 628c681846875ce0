"""Most, few or all of a thing in the claim, where the source has its share in figures: 8 %, one in five, 52 of 104."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.counting.alignment import Held, hold
from citevet.judge.counting.bearers import bearer
from citevet.judge.counting.parts import part_shares
from citevet.judge.counting.quantity import Quantity
from citevet.judge.counting.surroundings import likeness, surroundings, word_weights
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.quantifiers import Quantifier, Range, denied_after, quantifiers, says_of_it
from citevet.judge.opposing.reading import Reading
from citevet.judge.tokens import Tokens
from citevet.model import Difference, Span

_SAID = 0.8  # how much of the claim the sentence must hold
_FLOOR = 0.5  # how alike the words around the two must be
_MARGIN = 0.1  # how much more alike than around a share that agrees
_NEAR = 0.03  # how exact a share in figures is taken
_SLACK = 0.05  # few are 30 % or 35 %
_WHOLE = 1.05  # a share above it is a growth or a rate
_VAGUE = 0.9  # a range as wide as this denies nothing: some, many
_AGAINST = frozenset("against opposed opposing unlike except excluding".split())


class Figure(NamedTuple):
    """A share of the source, and how alike its place is to that of the claim's."""

    held: Held
    fit: float
    agrees: bool


def compare_figures(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each worded share of the claim that the figures of the nearest sentence rule out."""
    mine = _shares(claim, evidence.reading, near[0])
    if not mine or not _may_compare(claim, evidence.reading, near[0]):
        return
    tokens = evidence.reading.tokens
    held = [each for each in hold(tokens, claimed=False) if each.sentence == near[0].words[0].sentence]
    theirs = [each for each in (*held, *part_shares(tokens, held)) if _is_share(each.full)]
    for share in mine if theirs else ():
        rest = [word.concept for word in claim.words if not share.first <= word.at < share.next]
        limits = _of_what_is_said(claim, share)
        found = _against(_figures((claim.tokens, share), limits, (tokens, theirs))) if limits else None
        if found and evidence.coverage(rest, near[0]) >= _SAID:
            span = claim.tokens.span(range(share.first, share.next))
            source = " ".join(found.quantity.span.of(tokens.text).split())
            yield Difference("quantifier", claim.phrase(share.first, share.next), source, span)


def _shares(claim: Reading, source: Reading, sentence: Sentence) -> list[Quantifier]:
    """Return the worded shares of a claim without figures; not those that the sentence gives in the same words."""
    mine = quantifiers(claim, claim.by_sentence.values())
    if not all(each.worded for each in mine):
        return []
    said = quantifiers(source, [sentence.words]) if mine else []
    narrow = (each for each in mine if each.range.high - each.range.low < _VAGUE)
    return [each for each in narrow if not any(_is_same((claim, each), (source, other)) for other in said)]


def _is_same(mine: tuple[Reading, Quantifier], theirs: tuple[Reading, Quantifier]) -> bool:
    one, other = mine[1], theirs[1]
    return one.range == other.range and one.noun.concept == other.noun.concept and says_of_it(mine, theirs)


def _may_compare(claim: Reading, source: Reading, sentence: Sentence) -> bool:
    """Tell whether the sentence says the same of the same: nothing is denied or turned round in either."""
    number = sentence.words[0].sentence
    here = {token.low for token in claim.tokens.items}
    there = {token.low for token in source.tokens.items if token.sentence == number}
    ends = {each.sense[:2] for each in claim.words if each.sense}
    turned = any((each.sense.axis, -each.sense.sign) in ends for each in sentence.words if each.sense)
    denied = any(source.tokens[each.first].sentence == number for each in source.denials)
    return not (turned or denied or (here ^ there) & _AGAINST)


def _of_what_is_said(claim: Reading, share: Quantifier) -> Range | None:
    """Return the share of which the statement is true; none where it is denied in a way that is not clear."""
    low, high = share.range
    others = [each for each in claim.denials if not share.first <= each.first < share.next]
    if not others:
        return share.range
    return Range(1 - high, 1 - low) if len(others) == 1 and any(denied_after(claim, share)) else None


def _figures(claim: tuple[Tokens, Quantifier], limits: Range, source: tuple[Tokens, list[Held]]) -> list[Figure]:
    """Return the shares of the source that stand among words of the claim's own statement."""
    tokens, share = claim
    place = Quantity("share", Span(0, 0), share.first, share.next)
    words = dict(part for side in surroundings(tokens, place, 1.0) for part in side.items())
    mine = bearer(tokens, place)
    weights = word_weights(source[0])
    return [
        Figure(each, likeness(words, each.words, weights), _fits(limits, each.full))
        for each in source[1]
        if {*mine.before, *mine.after} & {*each.bearer.before, *each.bearer.after}
    ]


def _is_share(quantity: Quantity) -> bool:
    share = quantity.kind == "share" and not quantity.change and not quantity.doubtful and not quantity.per
    return share and quantity.value <= _WHOLE


def _fits(range_: Range, share: Quantity) -> bool:
    """Tell whether both can be true, with some room: who says "most" of 49 % is not wrong by much."""
    low, high = share.value - _NEAR, share.value + _NEAR
    low = 0.0 if share.hedge in {"under", "most"} else low
    high = 1.0 if share.hedge in {"over", "least"} else high
    slack = 0.0 if range_.low == 1 else _SLACK
    return range_.low <= high + slack and low - slack <= range_.high


def _against(figures: list[Figure]) -> Held | None:
    """Return the share that cannot be true beside the claim's, if it fits clearly better than all that can."""
    worst = max((each for each in figures if not each.agrees), key=lambda each: each.fit, default=None)
    agreeing = max((each.fit for each in figures if each.agrees), default=0.0)
    return worst.held if worst and worst.fit >= _FLOOR and worst.fit > agreeing + _MARGIN else None
