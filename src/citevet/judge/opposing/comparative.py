"""The two sides of a comparison, and whether two comparisons have them the other way round."""

from typing import NamedTuple

from citevet.judge.opposing.reading import Reading, Word

_THAN = frozenset("than versus vs".split())
_WITH = frozenset("with to".split())
_EARLIER = frozenset("before previously earlier originally formerly initially then".split())
_LATER = frozenset("after afterwards afterward later now today currently since".split())
_YEAR = 4  # digits
_REACH = 14  # tokens between the comparative and its "than"
_ARM = 5  # words of each side


class Arms(NamedTuple):
    """What is compared, and what with; the second is empty where nothing is named."""

    left: frozenset[str]
    right: frozenset[str]


def arms(reading: Reading, word: Word) -> Arms:
    """Return the sides of the comparison that this word makes."""
    than = _than(reading, word)
    here = [each for each in reading.by_sentence[word.sentence] if each.segment == word.segment]
    before = [each.concept for each in here if each.at < word.at][-_ARM:]
    between = [each.concept for each in here if word.at < each.at < than] if than else []
    after = [each.concept for each in here if each.at > than][:_ARM] if than else []
    return Arms(frozenset(before + between), frozenset(after))


def crossed(mine: Arms, theirs: Arms) -> bool:
    """Tell whether what is on one side in the one is on the other in the other."""
    straight = len(_own(mine) & _own(theirs)) + len(_other(mine) & _other(theirs))
    return len(_own(mine) & _other(theirs)) + len(_other(mine) & _own(theirs)) > straight


def swapped(mine: Arms, theirs: Arms) -> bool:
    """Tell whether both sides have changed places, with nothing left behind "than"."""
    both = _own(mine) & _other(theirs) and _other(mine) & _own(theirs)
    return bool(both) and not mine.right & theirs.right


def spread(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> tuple[range, range]:
    """Return the tokens of both comparisons, from the first to the last word that both have on their sides."""
    one, other = arms(*mine), arms(*theirs)
    shared = (one.left | one.right) & (other.left | other.right)
    return _from_side_to_side(*mine, shared), _from_side_to_side(*theirs, shared)


def _from_side_to_side(reading: Reading, word: Word, shared: frozenset[str]) -> range:
    here = [each for each in reading.by_sentence[word.sentence] if each.segment == word.segment]
    near = [each for each in here if each.at < word.at][-_ARM:] + [each for each in here if each.at > word.at]
    places = [word.at, *(each.at for each in near if each.concept in shared)]
    return range(min(places), max(places) + 1)


def look_apart(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether one holds an earlier time against a later, and the other tells a change: higher before, fell."""
    places = [_than(*each) for each in (mine, theirs)]
    return not all(places) and any(_looks_back(*each, than) for each, than in zip((mine, theirs), places, strict=True))


def _looks_back(reading: Reading, word: Word, than: int) -> bool:
    first, then = range(word.at + 1, than), range(than + 1, than + 1 + _ARM)
    here, there = ({reading.tokens.low(at) for at in places} for places in (first, then))
    if not _EARLIER.isdisjoint(here) and not _LATER.isdisjoint(there):
        return True
    years = [[low for low in lows if low.isdecimal() and len(low) == _YEAR] for lows in (here, there)]
    return all(len(each) == 1 for each in years) and years[0] < years[1]


def _own(sides: Arms) -> frozenset[str]:
    return sides.left - sides.right


def _other(sides: Arms) -> frozenset[str]:
    return sides.right - sides.left


def _than(reading: Reading, word: Word) -> int:
    """Return where the other side of a comparison begins, 0 if it is not named."""
    tokens = reading.tokens
    for at in range(word.at + 1, word.at + _REACH):
        if tokens[at].sentence != word.sentence:
            return 0
        if tokens.low(at) in _THAN or (tokens.low(at) == "compared" and tokens.low(at + 1) in _WITH):
            return at
    return 0
