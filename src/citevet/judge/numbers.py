"""Compares the numbers of a claim with those that play the same part in the source."""

from dataclasses import dataclass

from citevet.judge.counting.agreement import are_opposed, same_number
from citevet.judge.counting.alignment import Held, Match, are_rivals, hold, is_denied, is_of_other, matches
from citevet.judge.counting.date_bounds import is_within
from citevet.judge.counting.derived import derived
from citevet.judge.counting.parts import part_shares
from citevet.judge.counting.quantity import Quantity
from citevet.judge.counting.surroundings import word_weights
from citevet.judge.tokens import Tokens
from citevet.judge.unlike import are_unlike, unlike
from citevet.model import Difference, Span

_MOST = 40  # quantities of one claim; a sentence with more is a table
# Chosen with the weights in surroundings.py: how much better another number must fit than an equal one, and how well
# it must fit at all, by kind. A date or a count fits by chance more often than a measure; ordinals mostly do.
_MARGIN = 0.18
_MOST_SAME = 6  # places of one number in a source; one that stands in more is nobody's
_MARGIN_OF_DATES = 0.25
_FLOORS = {"date": 0.5, "ordinal": 0.9, "count": 0.55, "": 0.5}
_FLOOR = 0.45
_FAR, _EASED = 0.3, 0.1  # where an equal number is that far behind or absent, the floor is so much lower


@dataclass(frozen=True, slots=True)
class Pair:
    """A quantity of the claim and its counterpart in the evidence, each with its place in its own text."""

    claim: str
    source: str
    claim_span: Span
    source_span: Span


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the claim says in numbers, against the evidence."""

    agreed: tuple[Pair, ...] = ()
    differences: tuple[Difference, ...] = ()  # number, date or unit, each with its place in the claim
    denials: tuple[Pair, ...] = ()  # the same in the same order, with the places in the evidence
    missing: tuple[str, ...] = ()  # no counterpart in the evidence


def compare_numbers(claim: str, evidence: str) -> Numbers:
    """Return which quantities of the claim the evidence confirms, which it gives otherwise, and which it lacks."""
    words = Tokens(claim)
    mine = [each for each in hold(words, claimed=True) if _is_claimed(each.quantity)][:_MOST]
    if not mine:
        return Numbers()
    tokens = Tokens(evidence)
    held, weights = hold(tokens, claimed=False), word_weights(tokens)
    theirs = [*held, *part_shares(tokens, held), *derived(tokens, held)]
    agreed, against = _decide(mine, theirs, [matches(each, theirs, weights) for each in mine])
    pairs = ((place, match, mine[place].quantity, theirs[match.place].quantity) for place, match in against.items())
    denied = {place: match for place, match, one, other in pairs if not is_within((words, one), (tokens, other))}
    texts = (claim, evidence)
    against_each = [(mine[place], theirs[match.place]) for place, match in denied.items()]
    left = [each for place, each in enumerate(mine) if place not in agreed and place not in denied]
    return Numbers(
        tuple(_pair(texts, mine[place], theirs[match.place]) for place, match in sorted(agreed.items())),
        tuple(_difference((words, one), (tokens, other)) for one, other in against_each),
        tuple(_pair(texts, *both) for both in against_each),
        tuple(each.quantity.span.of(claim) for each in left),
    )


def _is_claimed(quantity: Quantity) -> bool:
    """Tell whether the quantity is to be checked: a "no" is a negation, and a doubtful one may be a name."""
    return not quantity.doubtful and not (quantity.number == 0 and quantity.kind == "count")


def _decide(
    mine: list[Held], theirs: list[Held], options: list[list[Match]]
) -> tuple[dict[int, Match], dict[int, Match]]:
    """Return which quantities of the claim are confirmed and which denied, each with its counterpart."""
    denied = {place: other for place, found in enumerate(options) if (other := _swapped((mine, place), theirs, found))}
    sure = (
        (place, _confirmed(found, loosely=_is_loose(mine[place], theirs, found)))
        for place, found in enumerate(options)
        if place not in denied
    )
    agreed = {place: best for place, best in sure if best}
    used = {used for place, best in agreed.items() for used in _places_said(theirs, best, options[place])}
    for place, found in enumerate(options):
        if place in agreed or place in denied:
            continue
        match = _denied(mine[place].quantity, found, used)
        if match:
            (agreed if match.agrees else denied)[place] = match
    return agreed, denied


def _places_said(theirs: list[Held], best: Match, found: list[Match]) -> list[int]:
    """Return where the source says a confirmed number: beside a sum of 38 and 89, the 127 itself as well."""
    worked_out = theirs[best.place].quantity.room is not None
    return [match.place for match in found if match.agrees] if worked_out else [best.place]


def _swapped(claimed: tuple[list[Held], int], theirs: list[Held], found: list[Match]) -> Match | None:
    """Return the number that the source gives to what the claim speaks of, where the claim's own is another's."""
    mine, place = claimed
    beside = [each for each in mine if each.sentence == mine[place].sentence and each is not mine[place]]
    same = [theirs[match.place] for match in found if match.agrees]
    rivals = [match for match in found if match.denies]
    others = [
        [each for each in rivals if is_of_other(mine[place], own, theirs[each.place], beside=beside)]
        for own in same[:_MOST_SAME]
    ]
    return others[0][0] if others and all(others) else None


def _is_loose(claim: Held, theirs: list[Held], found: list[Match]) -> bool:
    """Tell whether the words around cannot tell the number that says the same from the best of the others."""
    same, other = _best([match for match in found if match.agrees]), _best([match for match in found if match.denies])
    if not same or not other:
        return False
    one, two = theirs[same.place], theirs[other.place]
    if one.sentence == two.sentence and (one.rest or one.quantity.room is not None):
        return True
    return is_denied(claim) and are_rivals(one, two)


def _best(found: list[Match]) -> Match | None:
    return max(found, key=lambda match: match.score, default=None)


def _confirmed(found: list[Match], *, loosely: bool) -> Match | None:
    """Return the counterpart that says the same, unless one that says something else fits clearly better.

    Loosely, the words around tell too little: those who were not exposed are the unexposed.
    """
    exact = next((match for match in found if match.exact), None)
    same = _best([match for match in found if match.agrees])
    other = _best([match for match in found if match.denies])
    if loosely and same:
        return exact or same
    return exact or (same if same and (not other or same.score >= other.score - _margin(same, other)) else None)


def _margin(same: Match | None, other: Match) -> float:
    """Return how much better the other must fit: two dates of one sentence are told apart by little."""
    return _MARGIN_OF_DATES if same and same.dated == other.dated >= 0 else _MARGIN


def _denied(claimed: Quantity, found: list[Match], used: set[int]) -> Match | None:
    """Return the counterpart that says something else, or a weak one that says the same."""
    same = _best([match for match in found if match.agrees])
    other = _best([match for match in found if match.denies and match.place not in used])
    if not other:
        return same
    gap = other.score - (same.score if same else 0.0)
    floor = _FLOORS.get(claimed.family, _FLOOR) - (_EASED if gap >= _FAR else 0.0)
    return other if other.score >= floor and gap > _margin(same, other) else same


def _pair(texts: tuple[str, str], mine: Held, theirs: Held) -> Pair:
    ours, other = mine.quantity.span, theirs.quantity.span
    return Pair(ours.of(texts[0]), other.of(texts[1]), ours, other)


def _difference(mine: tuple[Tokens, Held], theirs: tuple[Tokens, Held]) -> Difference:
    """Return what both say; the same number is shown with its unit, which may stand apart: 4 to 11 cm a year."""
    (words, one), (tokens, other) = mine, theirs
    both = (one.quantity, other.quantity)
    kind = "date" if one.quantity.date else "unit" if same_number(*both) and not are_opposed(*both) else "number"
    span, there = one.quantity.span, other.quantity.span
    if not are_unlike((words, _places(one)), (tokens, _places(other))):
        here, beyond = unlike(((words, one.full.told), (tokens, other.full.told)))
        span, there = words.span(here), tokens.span(beyond)
    return Difference(kind, span.of(words.text), there.of(tokens.text), span)


def _places(held: Held) -> range:
    return range(held.quantity.first, held.quantity.next)
