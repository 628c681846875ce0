"""A word of the claim beside its counterpart in the source: how alike their places are, and what is shown of them."""

from typing import NamedTuple

from citevet.judge.opposing.comparative import spread
from citevet.judge.opposing.nearest_sentence import Evidence
from citevet.judge.opposing.phrasal_verbs import phrasal_verb
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.opposing.shown import differing
from citevet.model import Difference

FLOOR = 0.45  # of nearness; direction.py has what it was measured on
_MARGIN = 0.8  # of the best that denies, for the best that agrees, to say nothing
_FIGURE = 0.5  # what a number counts beside a word
_FADE = 0.85
_ALONE = 0.95  # where no other word of the axis stands in the sentence
_ELSEWHERE = 0.5


class Pair(NamedTuple):
    """A word of the claim, its counterpart, how well they fit, and whether both can be true."""

    word: Word
    other: Word
    fit: float
    agrees: bool
    turned: bool  # the two comparisons have their sides the other way round


def against(pairs: list[Pair]) -> Pair | None:
    """Return the pair that cannot both be true, if it fits clearly better than all that can."""
    worst = max((pair for pair in pairs if not pair.agrees), key=lambda pair: pair.fit, default=None)
    agreeing = max((pair.fit for pair in pairs if pair.agrees), default=0.0)
    return worst if worst and worst.fit >= FLOOR and agreeing < worst.fit * _MARGIN else None


def nearness(mine: tuple[Reading, Word], theirs: tuple[Reading, Word], evidence: Evidence) -> float:
    """Return how much the words around the two are the same, the near ones counting most."""
    sentence = theirs[0].by_sentence[theirs[1].sentence]
    alone = sum(word.concept == theirs[1].concept for word in sentence) == 1
    one, other = _around(*mine, _FADE), _around(*theirs, _ALONE if alone else _FADE)
    held = lacking = 0.0
    for name, near in one.items():
        if name in other:
            held += min(near, other[name]) * evidence.worth[name]
            lacking += max(near - other[name], 0.0) * evidence.worth[name]
        else:
            lacking += near * evidence.lack(name)
    return held / (held + lacking) if held else 0.0


def _around(reading: Reading, word: Word, fade: float) -> dict[str, float]:
    here = reading.by_sentence[word.sentence]
    place = here.index(word)
    found: dict[str, float] = {}
    for at, each in enumerate(here):
        if at != place:
            near = fade ** abs(at - place) * (1 if each.segment == word.segment else _ELSEWHERE)
            near *= _FIGURE if each.concept[0].isdecimal() else 1
            found[each.concept] = max(found.get(each.concept, 0.0), near)
    return found


def difference(claim: Reading, source: Reading, pair: Pair) -> Difference:
    """Return what the two say otherwise: by a denial, by their sides, or by the words themselves."""
    same = pair.word.sense and pair.other.sense and pair.word.sense.sign == pair.other.sense.sign
    kind = (
        "comparative" if pair.turned else "negation" if same and pair.word.denied != pair.other.denied else "direction"
    )
    mine, theirs = (claim, pair.word), (source, pair.other)
    sides = spread(mine, theirs) if pair.turned else (_from_denial(*mine), _from_denial(*theirs))
    return differing(kind, (claim, sides[0]), (source, sides[1]))


def _from_denial(reading: Reading, word: Word) -> range:
    verb = phrasal_verb(reading.tokens, word.at)
    return range(denied_from(reading, word), verb[0] if verb else word.at + 1)


def denied_from(reading: Reading, word: Word) -> int:
    """Return where the words to show begin: with the denial, if there is one."""
    return max((denial.first for denial in reading.denials if denial.next <= word.at < denial.end), default=word.at)
