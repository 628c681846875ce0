"""Who does what to whom: the same verb between the same words, the other way round in the source."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.opposing.comparative import Arms
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.reading import Reading, Word
from citevet.model import Difference, Span

_ENDINGS = ("ing", "ed", "es", "s", "e")


def _stem(low: str) -> str:
    """Return what the forms of a verb share; concepts will not do, for they take "less" and "reduce" for one."""
    ending = next((each for each in _ENDINGS if low.endswith(each) and len(low) > len(each) + 2), "")
    return low.removesuffix(ending)


# They rarely hold both ways. Verbs that often do (meet, join, follow, support, affect, influence) are not among them.
_RELATING = frozenset(
    map(
        _stem,
        """cause lead result trigger induce produce inhibit suppress activate prevent cure reduce increase defeat beat
        acquire buy sell found invent discover write direct design teach employ sue kill arrest invade conquer
        colonise succeed precede replace outperform exceed infect own contain absorb eat hunt parent appoint
        hire fund lend pay led bought sold wrote written taught ate eaten paid lent""".split(),
    )
)
_ARM = 5  # words of each side, nearest first
_BEING = frozenset("is are was were be been being".split())
_ASIDE = frozenset("in on at for among during with after before since when while because as from".split())


class Role(NamedTuple):
    """A verb with who does it and to whom."""

    word: Word
    arms: Arms


def compare_roles(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each verb of the claim whose two sides have changed places in the nearest sentence."""
    theirs = list(_roles(evidence.reading, near[0].words))
    for mine in (each for words in claim.by_sentence.values() for each in _roles(claim, words)):
        others = [each for each in theirs if _stem(each.word.low) == _stem(mine.word.low)]
        if others and all(_are_exchanged(mine, each) for each in others):
            yield _difference((claim, mine), (evidence.reading, others[0]))


def _roles(reading: Reading, words: tuple[Word, ...]) -> Iterator[Role]:
    for word in words:
        if _stem(word.low) in _RELATING and not word.open and not word.denied:
            here = [each for each in words if each.segment == word.segment and _stem(each.low) not in _RELATING]
            before = frozenset(each.concept for each in [each for each in here if each.at < word.at][-_ARM:])
            end = _end(reading, word)
            after = frozenset(each.concept for each in [each for each in here if word.at < each.at < end][:_ARM])
            passive = reading.tokens.low(word.at + 1) == "by"
            done = {
                reading.tokens.low(word.at - 1),
                reading.tokens.low(word.at - 2),
            } & _BEING  # … by nobody that is named
            if before and after and (passive or not done):
                yield Role(word, Arms(after, before) if passive else Arms(before, after))


def _end(reading: Reading, word: Word) -> int:
    """Return where the words behind a verb no longer say to whom, but where, when or with what."""
    at = word.at + 2  # behind "results in"
    while reading.tokens[at].sentence == word.sentence and reading.tokens.low(at) not in _ASIDE:
        at += 1
    return at


def _are_exchanged(mine: Role, theirs: Role) -> bool:
    """Tell whether each side holds what the other one held, and nothing of its own."""
    one, other = mine.arms, theirs.arms
    crossed = one.left & other.right and one.right & other.left
    return bool(crossed) and not one.left & other.left and not one.right & other.right


def _difference(mine: tuple[Reading, Role], theirs: tuple[Reading, Role]) -> Difference:
    here, there = (_around(*each) for each in (mine, theirs))
    start, end = (mine[0].tokens[at] for at in (here[0], here[-1]))
    source = theirs[0].phrase(there[0], there[-1] + 1)
    return Difference("direction", mine[0].phrase(here[0], here[-1] + 1), source, Span(start.start, end.end))


def _around(reading: Reading, role: Role) -> range:
    """Return the tokens from the first word of the two sides to the last."""
    sides = role.arms.left | role.arms.right
    places = [each.at for each in reading.by_sentence[role.word.sentence] if each.concept in sides]
    return range(min(places), max(places) + 1)
