"""What may be done and what is forbidden: lorries may use the pass, where they have been banned from it.

Allowed and banned lie on one axis and are compared with the rest of such words; here a "may" meets a ban. Of 12,900
contradicted claims about passages 10 are found so, and of 18,500 true ones 1 is called contradicted.
"""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.phrases import Phrases, alike
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.opposing.shown import differing
from citevet.model import Difference


class Meaning(NamedTuple):
    """Whether it permits or forbids, and whether it may mean something else: what may be so, what cannot be."""

    permits: bool
    loose: bool


_FORBIDDING = (
    "banned|bans|ban|barred|forbidden|forbids|prohibited|prohibits|prohibition|outlawed|not allowed|not permitted|"
    "not be allowed|not be permitted|illegal|unlawful|ineligible|not eligible|excluded|exclusion|disqualified|must not|"
    "off limits"
)
_PERMITTING = "allowed|allows|permitted|permits|free to|welcome to|entitled to|lawful|legal|eligible|acceptable"
_MARKS = Phrases(
    {
        **dict(alike(_FORBIDDING, Meaning(permits=False, loose=False))),
        **dict(alike(_PERMITTING, Meaning(permits=True, loose=False))),
        **dict(alike("may not|cannot|can not|can't|can’t", Meaning(permits=False, loose=True))),
        **dict(alike("may|can|could", Meaning(permits=True, loose=True))),
    }
)
# Words that bound a permission or a ban, so that both may hold.
_BOUNDS = frozenset("unless until except only if without before after since other despite".split())
_HELD = 0.6  # how much of the claim's other words the sentence must hold
_FEWEST = 2  # of them


class Mark(NamedTuple):
    """A word that permits or forbids, by its tokens."""

    first: int
    next: int
    meaning: Meaning


def compare_permissions(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return what the claim permits and the nearest sentence forbids, or the other way round."""
    here, there = (claim, claim.words), (evidence.reading, near[0].words)
    mine, theirs = _only(*here), _only(*there)
    if not mine or not theirs or mine.meaning.permits == theirs.meaning.permits:
        return
    if any(_is_bounded(*each) for each in (here, there)) or not _can_meet(mine.meaning, theirs.meaning):
        return
    names = {word.concept for word in claim.words if not mine.first <= word.at < mine.next}
    if len(names & near[0].concepts) >= max(_FEWEST, _HELD * len(names)):
        places = (claim, range(mine.first, mine.next)), (evidence.reading, range(theirs.first, theirs.next))
        yield differing("negation", *places)


def _only(reading: Reading, words: tuple[Word, ...]) -> Mark | None:
    """Return the first word of a sentence that permits or forbids; none where another does not, or more is denied."""
    marks = list(_marks(reading, words))
    own = {at for mark in marks for at in range(mark.first, mark.next)}
    number = words[0].sentence
    denied = any(each.first not in own for each in reading.denials if reading.tokens[each.first].sentence == number)
    held = any(word.open for word in words if word.at in own)  # rejected the claim that it was illegal
    return (
        marks[0] if marks and not denied and not held and len({mark.meaning.permits for mark in marks}) == 1 else None
    )


def _marks(reading: Reading, words: tuple[Word, ...]) -> Iterator[Mark]:
    at, tokens = max(words[0].at - 1, 0), reading.tokens
    while at <= words[-1].at:
        then, meaning = _MARKS.at(tokens, at) or (0, None)
        is_month = tokens[at].text == "May" and at > 0
        if meaning and not is_month and tokens[at].sentence == words[0].sentence:
            yield Mark(at, then, meaning)
        at = max(then, at + 1)


def _is_bounded(reading: Reading, words: tuple[Word, ...]) -> bool:
    number = words[0].sentence
    return any(token.low in _BOUNDS for token in reading.tokens.items if token.sentence == number)


def _can_meet(mine: Meaning, theirs: Meaning) -> bool:
    """Tell whether one is surely a permission or a ban, and the claim says more than that something is not so."""
    return not (mine.loose and theirs.loose) and (mine.permits or not mine.loose)
