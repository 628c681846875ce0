"""A plain opposite in the place of a word: dry summers in the claim, wet ones in the source."""

from collections.abc import Iterator

from citevet.judge.opposing.antonyms import plain_ends
from citevet.judge.opposing.axes import axis
from citevet.judge.opposing.comparative import arms, crossed
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.one_thing import are_of_one_thing
from citevet.judge.opposing.pair import Pair, against, difference, nearness
from citevet.judge.opposing.reading import Reading, Word
from citevet.model import Difference

# How near the words around two plain opposites must be where they share a neighbour, and where they share none, and how
# many words both sentences must have besides: a man has a need, a woman serves a need. With 0.7 and 3 for both, 37 true
# claims and 1,038 false ones are called contradicted so; with 0.65 and 2 beside a shared neighbour, 4 and 60 more.
_ALIKE, _ALIKE_APART = 0.65, 0.8
_SHARED, _SHARED_APART = 2, 3
_LESS = frozenset("less least".split())


def compare_plain_opposites(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each word in whose place a plain opposite stands, where the rest of the two sentences is alike."""
    for word in claim.words:
        mine = (claim, word)
        found = None if word.open else against(list(_pairs(mine, evidence, near)))
        if found and _is_instead(mine, (evidence.reading, found.other), found.fit):
            yield difference(claim, evidence.reading, found)


def _is_instead(mine: tuple[Reading, Word], theirs: tuple[Reading, Word], fit: float) -> bool:
    """Tell whether the one opposite stands in the very place of the other."""
    return _is_alike(mine, theirs, fit) and not _tells_half(mine, theirs) and are_of_one_thing(mine, theirs)


def _pairs(mine: tuple[Reading, Word], evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Pair]:
    """Yield the words that share a plain axis with this one; what is only asked or supposed can agree, not oppose."""
    for other in (word for sentence in near for word in sentence.words):
        ends = _plainly(mine[1], other)
        theirs = (evidence.reading, other)
        agrees = 1 in ends
        if ends and (agrees or not other.open):
            judged = bool(axis(other)) and axis(other) == axis(mine[1])  # by the guards of their own axis
            agrees = agrees or judged or mine[1].denied != other.denied or _is_turned(mine, theirs)
            yield Pair(mine[1], other, nearness(mine, theirs, evidence), agrees, turned=False)


def _plainly(one: Word, other: Word) -> set[int]:
    """Return 1 if the two stand at one end of a plain axis, -1 if at both ends of one, nothing if they share none."""
    mine, theirs = plain_ends(one.low), plain_ends(other.low)
    return {mine[shared] * theirs[shared] for shared in mine.keys() & theirs.keys()}


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
