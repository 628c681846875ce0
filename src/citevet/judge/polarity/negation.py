"""Negations on one side only: the claim says it is not open, the source says it is."""

from collections.abc import Iterator

from citevet.judge.polarity.statements import ContentWord, Statement, held_share, read_statements, show_difference
from citevet.model import Difference
from citevet.text.negation import CONTRASTS, Negation

_SCOPE = 0.5  # share of what one side negates that the other must speak of
# Words that say little themselves: the negation bears on what follows them.
_LIGHT = frozenset(
    """become became get got make made show shown appear seem remain prove cause lead take go come occur happen
    significantly significant much many any ever yet own actually really even further extra able find found observe
    observed see seen report reported evidence sign indication have put bring available do done doing""".split()
)


def compare_negations(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each negation of one side that denies what the other side says."""
    for negation in claim.negations:
        if found := _find_denied(claim, negation, source):
            word, other = found
            yield show_difference("negation", (claim, _span(negation, word)), (source, range(other.at, other.at + 1)))
    for negation in source.negations:
        if found := _find_denied(source, negation, claim):
            word, other = found
            yield show_difference("negation", (claim, range(other.at, other.at + 1)), (source, _span(negation, word)))


def find_lone_negation(claim: str, sentence: str) -> Difference | None:
    """Return the negation of something that the claim is about, where only one side has such a negation."""
    mine, theirs = read_statements(claim), read_statements(sentence)
    stems = frozenset[str]().union(*(each.stems for each in mine))
    here, there = _show_negation(mine, stems), _show_negation(theirs, stems)
    return Difference("negation", here, there) if bool(here) != bool(there) else None


def _show_negation(statements: list[Statement], stems: frozenset[str]) -> str:
    """Return a negation with the first of these stems that it reaches, or alone if it reaches no word: they did not."""
    for each in statements:
        for negation in each.negations:
            scope = each.scope(negation)
            reached = next((word.at + 1 for word in scope if word.stem in stems), None if scope else negation.next)
            if reached and each.tokens.low(negation.first) not in CONTRASTS:
                return each.phrase(negation.first, reached)
    return ""


def _find_denied(one: Statement, negation: Negation, other: Statement) -> tuple[ContentWord, ContentWord] | None:
    """Return the word that is negated on this side and plainly said on the other."""
    scope = one.scope(negation)
    word = next((each for each in scope if each.low not in _LIGHT and not each.stem[0].isdecimal()), None)
    if word is None or not word.negated or word.uncertain or one.tokens.low(negation.first) in CONTRASTS:
        return None
    stems = {each.stem for each in scope}
    same = [each for each in other.words if each.stem == word.stem]
    if not same or any(each.negated or each.uncertain for each in same) or held_share(stems, other.stems) < _SCOPE:
        return None
    if any(each.stem == word.stem and not each.negated for each in one.words):
        return None
    if len(one.negations) == len(other.negations):
        return None  # both negate, perhaps the same in other places
    return word, same[0]


def _span(negation: Negation, word: ContentWord) -> range:
    return range(min(negation.first, word.at), max(negation.next, word.at + 1))
