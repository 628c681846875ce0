"""One thing said from its other side: Halden sold it to Norvik, and Norvik bought it from Halden.

Such a claim says the same as the source with both sides exchanged, and the opposite with them as they are. A model sees
the opposite words and takes most of the former for contradictions, so they are put in the words of the source.
"""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.opposing.nearest_sentence import Evidence, Sentence, nearest, weigh
from citevet.judge.opposing.reading import Reading, read
from citevet.judge.opposing.relations import Relation, relations, same
from citevet.model import Difference, Span

_MOST = 2_000  # characters of a claim that is turned round, and of the sentence that it is held against
# A claim with one of these has parts that may not change places.
_JOINING = frozenset(
    ", ; : ( ) – — and or but nor which who whose that while whereas although because if unless".split()
)
# What leads to the words that relate and changes nothing; "was" is past, and so must the source be.
_PLAIN = frozenset("a an been being also then".split())
_TENSES = dict.fromkeys(("was", "were", "had"), "past") | dict.fromkeys(("is", "are", "has", "have"), "now")
_ASIDE = 6  # tokens before the words that relate, shown where both sides have the same
_SMALL = frozenset("the a an this that these those its their his her our".split())


class Related(NamedTuple):
    """What a claim and its nearest sentence say of two things."""

    claim: Reading
    source: Reading
    mine: tuple[Relation, ...]
    theirs: tuple[Relation, ...]


def related(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Related:
    """Return what both say of two things."""
    mine = (each for words in claim.by_sentence.values() for each in relations(claim, words))
    return Related(claim, evidence.reading, tuple(mine), tuple(relations(evidence.reading, near[0].words)))


def compare_converses(both: Related) -> Iterator[Difference]:
    """Return what the claim says from one side and the nearest sentence, of the same things, from the other."""
    for mine in both.mine:
        said = [(each, same(mine, each)) for each in both.theirs if each.end[0] == mine.end[0]]
        if said and all(is_same is False for _, is_same in said):
            yield _difference((both.claim, mine), (both.source, said[0][0]))


def said_from_elsewhere(both: Related) -> list[Span]:
    """Return where the claim says what the nearest sentence says from the other side: no opposite there is one."""
    return [
        both.claim.tokens.span(range(one.first, one.then))
        for one in both.mine
        if any(same(one, each) and one.end != each.end for each in both.theirs)
    ]


def in_its_words(claim: str, sentence: str) -> str:
    """Return the claim as the sentence says it, from the same side; one that it does not say from another, as it is."""
    mine, evidence = read(claim[:_MOST]), weigh(read(sentence[:_MOST]))
    near = nearest(mine, evidence)
    if len(claim) > _MOST or not near or len(mine.by_sentence) > 1 or is_joined(mine):
        return claim
    both = related(mine, evidence, near)
    found = next(((one, each) for one in both.mine for each in both.theirs if same(one, each)), None)
    if len(both.mine) != 1 or not found or found[0].end == found[1].end:
        return claim
    is_told_of_both = not (found[0].left - found[0].right).isdisjoint(found[1].left)  # men recovered, women recovered
    if is_told_of_both or _manner(mine, found[0]) != _manner(evidence.reading, found[1]):
        return claim
    return _turned((mine, found[0]), (evidence.reading, found[1]))


def is_joined(claim: Reading) -> bool:
    """Tell whether a claim has parts that may not change places."""
    return any(token.low in _JOINING for token in claim.tokens.items)


def _manner(reading: Reading, relation: Relation) -> set[str]:
    """Return how and when it is so: once, slightly, reportedly, was built; another manner is another claim."""
    lows = {reading.tokens.low(at) for at in range(relation.first, relation.at)} - _PLAIN
    return {_TENSES.get(low, low) for low in lows}


def _turned(claim: tuple[Reading, Relation], source: tuple[Reading, Relation]) -> str:
    """Return the claim with its two things exchanged, and the words of the source between them."""
    (reading, mine), (other, theirs) = claim, source
    before, between, behind = (
        _said(reading, *part) for part in ((0, mine.first), (mine.next, mine.link), (mine.then, mine.last))
    )
    if mine.about:
        between, behind = behind, between
    else:
        before, behind = behind[:1].upper() + behind[1:], _small(before)
    verb, link = _said(other, theirs.first, theirs.next), _said(other, theirs.link, theirs.then)
    rest = _said(reading, mine.last, len(reading.tokens)).removesuffix(".")
    return " ".join(filter(None, (before, verb, between, link, behind, rest.strip()))) + "."


def _said(reading: Reading, first: int, then: int) -> str:
    return reading.phrase(first, then) if then > first else ""


def _small(text: str) -> str:
    """Return a thing as it is written inside a sentence."""
    first = text.split(" ", 1)[0].lower()
    return first + text[len(first) :] if first in _SMALL else text


def _difference(mine: tuple[Reading, Relation], theirs: tuple[Reading, Relation]) -> Difference:
    (claim, here), (source, there) = mine, theirs
    parts = range(here.first, here.then), range(there.first, there.then)
    if _phrase(claim, parts[0]).casefold() == _phrase(source, parts[1]).casefold():
        parts = _with_both_things(claim, here), _with_both_things(source, there)
    return Difference("direction", _phrase(claim, parts[0]), _phrase(source, parts[1]), claim.tokens.span(parts[0]))


def _phrase(reading: Reading, part: range) -> str:
    return reading.phrase(part.start, part.stop)


def _with_both_things(reading: Reading, relation: Relation) -> range:
    tokens, first = reading.tokens, relation.first
    while first > max(relation.first - _ASIDE, 0) and tokens[first - 1].sentence == tokens[relation.at].sentence:
        first -= 1
    return range(first, relation.last)
