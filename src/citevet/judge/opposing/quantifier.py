"""How much of a thing it is said of: most in the claim, few in the source. Figures are compared as numbers."""

from collections.abc import Iterator

from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.quantifiers import NOT_ALL, Quantifier, Range, denied_after, quantifiers, says_of_it
from citevet.judge.opposing.reading import Reading
from citevet.judge.opposing.shown import differing
from citevet.model import Difference


def compare_quantifiers(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each share of the claim that the nearest sentence gives otherwise, of the same thing."""
    mine = quantifiers(claim, claim.by_sentence.values())
    theirs = quantifiers(evidence.reading, [sentence.words for sentence in near]) if mine else []
    for each in mine:
        others = [other for other in theirs if other.noun.concept == each.noun.concept and other.worded]
        others = [other for other in others if says_of_it((claim, each), (evidence.reading, other))]
        if others and all(_differ((claim, each), (evidence.reading, other)) for other in others):
            theirs_at = range(others[0].first, others[0].next)
            yield differing("quantifier", (claim, range(each.first, each.next)), (evidence.reading, theirs_at))


def _differ(mine: tuple[Reading, Quantifier], theirs: tuple[Reading, Quantifier]) -> bool:
    """Tell whether the two shares of one thing cannot both be true."""
    if not mine[1].worded or mine[1].range == theirs[1].range:
        return False
    one, other = _of_what_is_said(*mine), _of_what_is_said(*theirs)
    if theirs[1].worded and other.high == 1 and other.low < 1:  # who says "most" means not all
        other = Range(other.low, NOT_ALL)
    return one.low > other.high or other.low > one.high


def _of_what_is_said(reading: Reading, quantifier: Quantifier) -> Range:
    """Return the share of which the statement is true: where most have not stayed, few have."""
    low, high = quantifier.range
    return Range(1 - high, 1 - low) if any(denied_after(reading, quantifier)) else Range(low, high)
