"""What rises in the claim and falls in the source, is allowed here and forbidden there."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.opposing.antonyms import plain_ends
from citevet.judge.opposing.comparative import arms, crossed, look_apart, spread, swapped
from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.loose_denial import is_excepted, is_part
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.phrasal_verbs import phrasal_verb
from citevet.judge.opposing.quantifier import quantifiers
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.opposing.shown import differing
from citevet.model import Difference

# How near the words around the two must be, and how near where the claim has both ends of the axis: more of this, less
# of that. At 0.35 for both, 502 true claims and 2,048 false ones were called contradicted; 97 and 56 fewer now.
_FLOOR, _FLOOR_OF_BOTH = 0.45, 0.65
_MARGIN = 0.8  # of the best that denies, for the best that agrees, to say nothing
_MAYBE = frozenset("may might could perhaps possibly".split())
_MEASURES = frozenset("more less fewer".split())
_MOST = 12  # such words of one sentence; one with more is a list
_BESIDE = 2  # words to each side, of which one must be shared
_SOON = 3  # words between a denial and what it surely denies
_FIGURE = 0.5  # what a number counts beside a word
_FADE = 0.85
_AXES = {"change": "amount"}  # what has risen is not unchanged
_ALONE = 0.95  # where no other word of the axis stands in the sentence
_ELSEWHERE = 0.5
# How near the words around two plain opposites must be where they share a neighbour, and where they share none, and how
# many words both sentences must have besides: a man has a need, a woman serves a need. With 0.7 and 3 for both, 37 true
# claims and 1,038 false ones are called contradicted so; with 0.65 and 2 beside a shared neighbour, 4 and 60 more.
_ALIKE, _ALIKE_APART = 0.65, 0.8
_SHARED, _SHARED_APART = 2, 3
_LESS = frozenset("less least".split())
_HALF = 0.53  # and a little more, as figures are taken


class Pair(NamedTuple):
    """A word of the claim, its counterpart, how well they fit, and whether both can be true."""

    word: Word
    other: Word
    fit: float
    agrees: bool
    turned: bool  # the two comparisons have their sides the other way round


def compare_directions(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each word of the claim whose counterpart in the nearest sentence points the other way."""
    unsure = any(token.low in _MAYBE for token in claim.tokens.items)  # may not be so: it may be so as well
    for word in [word for word in claim.words if word.sense][:_MOST]:
        if word.sense and not word.open and not (word.denied and unsure):
            pairs = [
                _pair((claim, word), (evidence.reading, other), evidence)
                for sentence in near
                for other in sentence.words
                if other.sense and _axis(other) == _axis(word) and not other.open
            ]
            found = _against(pairs)
            if found and _is_near(claim, found) and _is_sure((claim, word), (evidence.reading, found.other)):
                yield _difference(claim, evidence.reading, found)
    yield from _compare_plainly(claim, evidence, near)


def _is_near(claim: Reading, pair: Pair) -> bool:
    """Tell whether the words around the two are alike enough; "not as high as" denies a measure that is not named."""
    ends = {_end(word) for word in claim.words if word.sense and _axis(word) == _axis(pair.word)}
    is_measured = claim.tokens.low(pair.word.at - 1) == "as"
    return pair.fit >= (_FLOOR_OF_BOTH if len(ends) > 1 else _FLOOR) and not is_measured


def _end(word: Word) -> int:
    sign = word.sense.sign if word.sense else 0
    return -sign if word.denied else sign


def _compare_plainly(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each word in whose place a plain opposite stands, where the rest of the two sentences is alike."""
    for word in claim.words:
        mine = (claim, word)
        found = None if word.open else _against(list(_plain_pairs(mine, evidence, near)))
        theirs = (evidence.reading, found.other) if found else mine
        if found and _is_alike(mine, theirs, found.fit) and not _tells_half(mine, theirs) and _is_sure(mine, theirs):
            yield _difference(claim, evidence.reading, found)


def _plain_pairs(mine: tuple[Reading, Word], evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Pair]:
    """Yield the words that share a plain axis with this one; what is only asked or supposed can agree, not oppose."""
    for other in (word for sentence in near for word in sentence.words):
        ends = _plainly(mine[1], other)
        theirs = (evidence.reading, other)
        agrees = 1 in ends
        if ends and (agrees or not other.open):
            judged = bool(_axis(other)) and _axis(other) == _axis(mine[1])  # by the guards of their own axis
            agrees = agrees or judged or mine[1].denied != other.denied or _is_turned(mine, theirs)
            yield Pair(mine[1], other, _fit(mine, theirs, evidence), agrees, turned=False)


def _plainly(one: Word, other: Word) -> set[int]:
    """Return 1 if the two stand at one end of a plain axis, -1 if at both ends of one, nothing if they share none."""
    mine, theirs = plain_ends(one.low), plain_ends(other.low)
    return {mine[axis] * theirs[axis] for axis in mine.keys() & theirs.keys()}


def _is_turned(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether opposites may say the same: less severe and milder, longer than this and shorter than that."""
    lessened = any(reading.tokens.low(word.at - 1) in _LESS for reading, word in (mine, theirs))
    return lessened or crossed(arms(*mine), arms(*theirs)) or _are_converse(mine, theirs)


def _are_converse(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether each side has before its word what the other has behind: France exports, and Germany imports."""
    (before, behind), (first, last) = (_flanks(*each) for each in (mine, theirs))
    return bool(before & last) and bool(behind & first) and not before & first


def _flanks(reading: Reading, word: Word) -> tuple[set[str], set[str]]:
    here = [each for each in reading.by_sentence[word.sentence] if each.segment == word.segment]
    return {each.concept for each in here if each.at < word.at}, {each.concept for each in here if each.at > word.at}


def _is_alike(mine: tuple[Reading, Word], theirs: tuple[Reading, Word], fit: float) -> bool:
    here, there = ({each.concept for each in reading.by_sentence[word.sentence]} for reading, word in (mine, theirs))
    shared = (here & there) - {mine[1].concept}
    beside = bool(_next_to(*mine) & _next_to(*theirs))
    floor, fewest = (_ALIKE, _SHARED) if beside else (_ALIKE_APART, _SHARED_APART)
    return len(shared) >= fewest and fit >= floor


def _next_to(reading: Reading, word: Word) -> set[str]:
    here = reading.by_sentence[word.sentence]
    place = here.index(word)
    return {each.concept for each in here[max(place - 1, 0) : place + 2] if each != word}


def _tells_half(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether the claim has both ends and the sentence one: the other half may stand elsewhere."""
    here, there = (reading.by_sentence[word.sentence] for reading, word in (mine, theirs))
    both = any(1 in _plainly(theirs[1], each) for each in here)
    return both and not any(1 in _plainly(mine[1], each) for each in there)


def _axis(word: Word) -> str:
    axis = word.sense.axis if word.sense else ""
    return _AXES.get(axis, axis)


def _against(pairs: list[Pair]) -> Pair | None:
    """Return the pair that cannot both be true, if it fits clearly better than all that can."""
    worst = max((pair for pair in pairs if not pair.agrees), key=lambda pair: pair.fit, default=None)
    agreeing = max((pair.fit for pair in pairs if pair.agrees), default=0.0)
    return worst if worst and worst.fit >= _FLOOR and agreeing < worst.fit * _MARGIN else None


def _is_sure(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether both words are said of the same thing, and the denials bear on them."""
    if not all(_bears(*each) for each in (mine, theirs)) or _is_of_few(*theirs) or _is_of_most(mine, theirs):
        return False
    if is_excepted(mine[0], *theirs):
        return False
    held = {word.concept for word in theirs[0].by_sentence[theirs[1].sentence]} - {mine[1].concept}
    here = [word for word in mine[0].by_sentence[mine[1].sentence] if not word.concept[0].isdecimal()]
    place = here.index(mine[1])
    beside = {word.concept for word in here[max(place - _BESIDE, 0) : place + _BESIDE + 1]}
    subject = {word.concept for word in here[:place] if word.segment == mine[1].segment}
    return bool(beside & held) and (not subject or bool(subject & held)) and _same_measure(mine, theirs)


def _is_of_few(reading: Reading, word: Word) -> bool:
    """Tell whether it is said of half or less, in figures: beside 8 % who got worse, most may have improved."""
    shares = quantifiers(reading, [reading.by_sentence[word.sentence]])
    parts = [each for each in shares if not each.worded and reading.tokens.low(each.next) == "of"]
    return any(
        each.range.high <= _HALF and each.noun.at < word.at and each.noun.segment == word.segment for each in parts
    )


def _is_of_most(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether it is denied of a part only, of which the other need not speak: most did not, three did."""
    reading, word = mine
    denial = next((each for each in reading.denials if each.next <= word.at < each.end), None)
    words = theirs[0].by_sentence[theirs[1].sentence]
    return word.denied and denial is not None and is_part((reading, denial), (theirs[0], words))


def _bears(reading: Reading, word: Word) -> bool:
    """Tell whether the word is not denied, or is among the first that its denial reaches."""
    first = _first(reading, word)
    between = [each for each in reading.by_sentence[word.sentence] if first <= each.at < word.at]
    return not word.denied or len(between) < _SOON


def _same_measure(mine: tuple[Reading, Word], theirs: tuple[Reading, Word]) -> bool:
    """Tell whether "more" and "less" stand before the same word, if both stand before one: more slowly, less ill."""
    if not {mine[1].low, theirs[1].low} <= _MEASURES:
        return True
    nexts = [reading.tokens.low(word.at + 1) for reading, word in (mine, theirs)]
    if nexts[0] == "than" and concept(nexts[1]):
        return False  # less than they had asked for, 6 % more pay
    names = {concept(low) for low in nexts} - {""}
    return len(names) < 2  # noqa: PLR2004 - two different words


def _pair(mine: tuple[Reading, Word], theirs: tuple[Reading, Word], evidence: Evidence) -> Pair:
    one, other = arms(*mine), arms(*theirs)
    both = swapped(one, other)
    turned = both or crossed(one, other)
    values = _values(theirs[1])
    if turned or look_apart(mine, theirs):
        values = frozenset(-value for value in values)
    agrees = bool(_values(mine[1]) & values) or (turned and not both)
    return Pair(mine[1], theirs[1], _fit(mine, theirs, evidence), agrees, turned)


def _values(word: Word) -> frozenset[int]:
    """Return what may be true of the thing: 1 up, 0 the same, -1 down."""
    if not word.sense:
        return frozenset((-1, 0, 1))
    all_of_them = frozenset((-1, 0, 1)) if word.sense.gap or word.sense.axis in _AXES else frozenset((-1, 1))
    own = frozenset((word.sense.sign,))
    if word.sense.axis in _AXES:
        own = frozenset((-1, 1)) if word.sense.sign > 0 else frozenset((0,))
    return all_of_them - own if word.denied else own


def _fit(mine: tuple[Reading, Word], theirs: tuple[Reading, Word], evidence: Evidence) -> float:
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


def _difference(claim: Reading, source: Reading, pair: Pair) -> Difference:
    same = pair.word.sense and pair.other.sense and pair.word.sense.sign == pair.other.sense.sign
    kind = (
        "comparative" if pair.turned else "negation" if same and pair.word.denied != pair.other.denied else "direction"
    )
    mine, theirs = (claim, pair.word), (source, pair.other)
    sides = spread(mine, theirs) if pair.turned else (_from_denial(*mine), _from_denial(*theirs))
    return differing(kind, (claim, sides[0]), (source, sides[1]))


def _from_denial(reading: Reading, word: Word) -> range:
    verb = phrasal_verb(reading.tokens, word.at)
    return range(_first(reading, word), verb[0] if verb else word.at + 1)


def _first(reading: Reading, word: Word) -> int:
    """Return where the words to show begin: with the denial, if there is one."""
    return max((denial.first for denial in reading.denials if denial.next <= word.at < denial.end), default=word.at)
