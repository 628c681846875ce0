"""A relation that the claim denies and the source tells: no influence on the yield, where it raised the yield.

Of 12,900 contradicted claims about passages 74 are found so that no other comparison finds, and of 18,500 true ones 5
are called contradicted.
"""

from collections.abc import Iterator

from citevet.judge.opposing.concepts import LIGHT
from citevet.judge.opposing.nearest_sentence import Evidence, Sentence
from citevet.judge.opposing.negation import Negator
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.opposing.shown import differing
from citevet.model import Difference

_RELATIONS = frozenset(
    """effect effects difference differences influence influences impact bearing role part link links association
    associations relation relationship connection correlation affect affected influenced differ different depend depends
    dependent linked associated related correlated connected matter matters change changed alter altered vary varied
    benefit contribute""".split()
)
_UNTOUCHED = frozenset("unaffected unrelated unchanged unaltered".split())
# Words by which a source tells a relation, beside those that say which way something moved.
_TELLING = _RELATIONS - frozenset("part matter matters different".split()) | frozenset(
    """affects affecting alters altering changes influencing influential depending dependence correlates correlate
    determinant determinants determine determines determined driver driven drives regulate regulates regulated regulator
    modulate modulates control controls critical crucial key essential important involved involves mediate mediates
    mediated shape shapes shaped exacerbate differed differs differing contributes contributed cause causes
    caused linking rely relies relied""".split()
)
_MOVING = frozenset({"amount", "worth", "promote", "activate", "often", "common", "likely"})  # axes
# Words by which a sentence may deny the relation without a "not".
_LIKE = frozenset(
    """similar similarly same equal equally comparable independent independently unaffected unrelated unchanged
    unaltered identical regardless irrespective whether little hardly if insignificant nonsignificant stable
    constant few only unless despite""".split()
)
_PLAYED = frozenset("play played plays had".split())
_BOUNDED = frozenset(
    "every everyone all same always each main most other alone only".split()
)  # in a claim that denies less
_SOON = 2  # words with content from a "no" to the relation: no clear effect
_HELD = 0.6  # how much of the claim's other words the sentence must hold
_FEWEST = 2  # of them


def compare_no_relations(claim: Reading, evidence: Evidence, near: tuple[Sentence, ...]) -> Iterator[Difference]:
    """Return the relation that the claim denies, if the nearest sentence tells one of the same things."""
    found = _denied(claim)
    if not found:
        return
    first, relation = found
    names = [word for word in claim.words if word.at != relation.at and word.low not in LIGHT]
    sentence = near[0]
    telling = _telling(evidence.reading, sentence)
    if telling and _are_held(names, relation, sentence) and not _is_denied_too(evidence.reading, names):
        mine = range(first, relation.at + 1)
        yield differing("negation", (claim, mine), (evidence.reading, range(telling.at, telling.at + 1)))


def _denied(claim: Reading) -> tuple[int, Word] | None:
    """Return where a claim begins to deny a relation, and the word for it; none where it denies more or less."""
    untouched = next((word for word in claim.words if word.low in _UNTOUCHED), None)
    if any(token.low in _BOUNDED for token in claim.tokens.items):
        return None
    if untouched and not claim.denials:
        return untouched.at, untouched
    denial = claim.denials[0] if len(claim.denials) == 1 else None
    relation = _relation(claim, denial) if denial else None
    return (denial.first, relation) if denial and relation else None


def _relation(claim: Reading, denial: Negator) -> Word | None:
    """Return the word for a relation that is the very thing denied: no clear effect, did not greatly differ."""
    reached = [word for word in claim.words if denial.next <= word.at < denial.end and not _is_light(word)]
    may_be = reached[: _SOON if claim.tokens.low(denial.first) == "no" else 1]
    found = next((word for word in may_be if word.low in _RELATIONS), None)
    is_piece = found is not None and found.low == "part" and claim.tokens.low(found.at - 1) != "no"
    return None if denial.noun or is_piece else found  # may not take part, is not part of


def _is_light(word: Word) -> bool:
    return word.low in LIGHT or word.low in _PLAYED or word.low.endswith("ly")


def _telling(reading: Reading, sentence: Sentence) -> Word | None:
    """Return the word by which a sentence tells a relation; none where it denies anything."""
    number = sentence.words[0].sentence
    if any(reading.tokens[each.first].sentence == number for each in reading.denials):
        return None
    if any(token.low in _LIKE for token in reading.tokens.items if token.sentence == number):
        return None
    return next((word for word in sentence.words if _tells(word)), None)


def _tells(word: Word) -> bool:
    moves = word.sense is not None and word.sense.axis in _MOVING
    return not word.open and (moves or word.low in _TELLING)


def _is_denied_too(reading: Reading, names: list[Word]) -> bool:
    """Tell whether another sentence denies a relation of one of these: no link was found in children."""
    concepts = {word.concept for word in names}
    for denial in reading.denials:
        words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
        is_relation = any(denial.next <= word.at < denial.end and _tells(word) for word in words)
        if is_relation and any(word.concept in concepts for word in words):
            return True
    return False


def _are_held(names: list[Word], relation: Word, sentence: Sentence) -> bool:
    """Tell whether the sentence speaks of what the claim relates, on both sides of the word for it."""
    before = [word for word in names if word.at < relation.at]
    behind = [word for word in names if word.at > relation.at]
    held = [word for word in names if word.concept in sentence.concepts]
    if len(held) < max(_FEWEST, _HELD * len(names)):
        return False
    return all(not side or any(word in held for word in side) for side in (before, behind))
