"""What a passage says otherwise than a claim, told without a model, and when a model outweighs it."""

from collections.abc import Sequence

from citevet.judge.counting.own_order import disordered
from citevet.judge.names import compare_names
from citevet.judge.numbers import compare_numbers
from citevet.judge.polarity import compare_polarity
from citevet.model import Difference

# Share of the claim's words in the nearest sentence from which a word that denies or turns it round outweighs a model
# that finds support. Below, the sentence is mostly about something else: of 840 claims that no rule and no curve had
# seen, 13 were so overruled with one judge, of which 7 were false, and 16 with both, of which 2 were.
_SAME = 0.7
_SPOKEN = frozenset({"negation", "direction", "comparative", "quantifier"})  # told by words alone


def compared(
    claim: str, passage: str, beside: Sequence[str] = ()
) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """Return what the passage says otherwise, and what it says less surely; `beside` may have a name that it lacks."""
    polarity = compare_polarity(claim, passage)
    hedged = tuple(each for each in polarity if each.type == "hedge")
    numbers = compare_numbers(claim, passage)
    order = disordered(claim, [pair.claim_span for pair in numbers.agreed])
    opposed = (each for each in polarity if each.type != "hedge")
    return (*numbers.differences, *order, *opposed, *compare_names(claim, passage, beside)), hedged


def is_outweighed(near: float, against: Sequence[Difference]) -> bool:
    """Say whether all that speaks against a claim is a word in a sentence that shares too little with it."""
    return near < _SAME and all(each.type in _SPOKEN for each in against)
