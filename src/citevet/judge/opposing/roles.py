"""Who does what to whom: the same verb between the same words, the other way round in the source."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.opposing.being import follows_being
from citevet.judge.opposing.comparative import Arms
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.opposing.relating_verbs import THINGS, relating_verb
from citevet.model import Difference

_ARM = 5  # words of each side, nearest first
# The cause, an attack, prize-winning: a thing or what it is like, and no deed.
_NO_DEED = frozenset("the a an this that its their his her -".split())
_ASIDE = frozenset("in on at for among during with after before since when while because as from".split())
_THEN = frozenset("after before since when while because during".split())
_SOON = 5  # tokens from a passive verb to its "by": was founded in 1871 by


class Role(NamedTuple):
    """A verb with who does it and to whom."""

    word: Word
    arms: Arms


def compare_roles(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each verb of the claim whose two sides have changed places in the nearest sentence."""
    theirs = list(_roles(evidence.reading, near[0].words))
    for mine in (each for words in claim.by_sentence.values() for each in _roles(claim, words)):
        others = [each for each in theirs if relating_verb(each.word.low) == relating_verb(mine.word.low)]
        if others and all(_are_exchanged(mine, each) for each in others):
            yield _difference((claim, mine), (evidence.reading, others[0]))


def _roles(reading: Reading, words: tuple[Word, ...]) -> Iterator[Role]:
    deeds = [each for each in words if _is_deed(reading, each)]
    places = {each.at for each in deeds if each.low not in THINGS}
    for word in (each for each in deeds if not each.open and not each.denied):
        here = [each for each in words if each.segment == word.segment and each.at not in places]
        by = _by(reading, word)
        start = by or word.at
        end = _end(reading, word, start)
        before = frozenset(each.concept for each in [each for each in here if each.at < word.at][-_ARM:])
        after = frozenset(each.concept for each in [each for each in here if start < each.at < end][:_ARM])
        told = reading.tokens.low(word.at + 1) == ","  # she writes, they sold it
        if before and after and not told and (by or not _is_undergone(reading, word)):
            yield Role(word, Arms(after, before) if by else Arms(before, after))


def _is_deed(reading: Reading, word: Word) -> bool:
    """Tell whether it is such a verb here; a form in -ing is one only behind a "be": was suing, not best selling."""
    if not relating_verb(word.low) or reading.tokens.low(word.at - 1) in _NO_DEED:
        return False
    return not word.low.endswith("ing") or follows_being(reading.tokens, word.at)


def _is_undergone(reading: Reading, word: Word) -> bool:
    return not word.low.endswith("ing") and follows_being(reading.tokens, word.at)


def _by(reading: Reading, word: Word) -> int:
    """Return the "by" that names who does it, or the "from" of what results from it, 0 if there is none."""
    if reading.tokens.low(word.at + 1) == "from":
        return word.at + 1
    reach = _SOON if _is_undergone(reading, word) else 1
    return next((at for at in range(word.at + 1, word.at + reach + 1) if reading.tokens.low(at) == "by"), 0)


def _end(reading: Reading, word: Word, start: int) -> int:
    """Return where the words behind a verb no longer say to whom, but where, when or with what."""
    at = start + (1 if reading.tokens.low(start + 1) in _THEN else 2)  # behind "results in"; "grows after" has no whom
    while reading.tokens[at].sentence == word.sentence and reading.tokens.low(at) not in _ASIDE:
        at += 1
    return at


def _are_exchanged(mine: Role, theirs: Role) -> bool:
    """Tell whether each side holds what the other one held, and nothing of its own but what is given."""
    one, other = mine.arms, theirs.arms
    if not (one.left & other.right and one.right & other.left) or one.left & other.left:
        return False
    given = one.right & other.right
    return not given or (one.left | other.left <= one.right ^ other.right)


def _difference(mine: tuple[Reading, Role], theirs: tuple[Reading, Role]) -> Difference:
    here, there = (_around(*each) for each in (mine, theirs))
    texts = mine[0].phrase(here.start, here.stop), theirs[0].phrase(there.start, there.stop)
    return Difference("direction", *texts, mine[0].tokens.span(here))


def _around(reading: Reading, role: Role) -> range:
    """Return the tokens from the first word of the two sides to the last."""
    sides = role.arms.left | role.arms.right
    places = [each.at for each in reading.by_sentence[role.word.sentence] if each.concept in sides]
    return range(min(places), max(places) + 1)
