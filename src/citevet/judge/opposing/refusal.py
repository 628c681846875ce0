"""What the claim has for done and the source for refused: merged, where the board declined a merger.

A claim that such a thing was not done says the same as the source, and is not called contradicted for its "not".
Rare in labelled rows: of 7,227 true and 4,773 false claims where either side has such a verb, one true claim fewer is
called contradicted, no true one more, and no false one is found; the verbs and bounds were chosen with these in view.
"""

from collections.abc import Iterator

from citevet.judge.opposing.concepts import base
from citevet.judge.opposing.loose_denial import is_of_others
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.reading import Reading, Word, focus
from citevet.judge.opposing.refusals import Refusal
from citevet.judge.opposing.shown import differing
from citevet.model import Difference

# Verbs of which the object is then had, or in force.
_HAVING = frozenset(
    """get gets got receive receives received obtain obtains obtained win wins won secure secures secured has have had
    grant grants granted give gives gave given issue issues issued""".split()
)
_SETTING = frozenset("impose imposes imposed introduce introduces introduced adopt adopts adopted".split())
_WITHHOLDING = frozenset("denies denied refuses refused".split())
# What is had before it is refused: who rejected an offer received one.
_OFFERED = frozenset("offer invitation request proposal advice suggestion appeal charge claim allegation bid".split())
_NOW = frozenset("is are remain remains still now today currently".split())
_ALIKE = 3  # letters in which a deed and its name begin: merged, merger
_NEAR = 3  # tokens between such a verb and its object
_BEHIND = 2  # words behind the thing, of which the claim must have one: a ban on pesticides

Said = tuple[Reading, Word]


def compare_refusals(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return each thing that the claim has for done or for had, and the nearest sentence for refused."""
    source = evidence.reading
    if claim.denials or any(word.at in claim.refused for word in claim.words):
        return
    for word in near[0].words:
        refusal = source.refused.get(word.at)
        if refusal and not word.denied and _is_about(claim, near[0], word) and not _is_said(word, near):
            same = (each for each in claim.words if _is_done((claim, each), (source, word), refusal))
            for each in same:
                yield differing("negation", (claim, range(each.at, each.at + 1)), (source, refusal.places))


def refuses_what_is_denied(one: Reading, other: Reading) -> bool:
    """Tell whether the first refuses what the second denies: declined a merger, did not merge, did not get a loan."""
    refused = {word.concept for word in one.words if word.at in one.refused}
    bearing = {word.at for denial in other.denials if (word := focus(other, denial))} if refused else set()
    return any(
        word.denied and word.concept in refused and (word.at in bearing or _is_object(other, word, _HAVING | _SETTING))
        for word in other.words
    )


def _is_done(mine: Said, theirs: Said, refusal: Refusal) -> bool:
    """Tell whether the claim says of the thing that it is so."""
    (claim, word), (source, thing) = mine, theirs
    if word.open or word.concept != thing.concept or base(word.low)[:_ALIKE] != base(thing.low)[:_ALIKE]:
        return False
    if refusal.is_ended and not any(token.low in _NOW for token in claim.tokens.items):
        return False  # what is lifted was so before
    is_deed = word.low.endswith("ed") and not thing.low.endswith("ed")
    return (is_deed or _is_had(mine, theirs, refusal)) and not is_of_others((claim, word.at), (source, thing))


def _is_had(mine: Said, theirs: Said, refusal: Refusal) -> bool:
    """Tell whether the claim has somebody have the thing, or bring it into force."""
    withheld = theirs[0].tokens.low(refusal.verb) in _WITHHOLDING and theirs[1].low not in _OFFERED
    return _is_object(*mine, _SETTING | _HAVING if withheld else _SETTING)


def _is_object(reading: Reading, word: Word, verbs: frozenset[str]) -> bool:
    return any(reading.tokens.low(word.at - back) in verbs for back in range(1, _NEAR + 1))


def _is_about(claim: Reading, sentence: Sentence, thing: Word) -> bool:
    """Tell whether the claim has a word of those behind the thing, if there are any: a ban on pesticides."""
    behind = [
        word.concept
        for word in sentence.words
        if word.at > thing.at and word.segment == thing.segment and not word.concept[0].isdecimal()
    ][:_BEHIND]
    return not behind or not {word.concept for word in claim.words}.isdisjoint(behind)


def _is_said(thing: Word, near: tuple[Sentence, ...]) -> bool:
    """Tell whether a near sentence says the same without refusing it: rejected a ban, and later banned it."""
    others = (word for sentence in near for word in sentence.words if word.concept == thing.concept)
    return any(not word.open and not word.denied for word in others)
