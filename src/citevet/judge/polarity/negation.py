"""Negations on one side only, and quantifiers that exclude one another: the claim says all, the source says most."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.polarity.statements import ContentWord, Statement, held_share, read_statements, show_difference
from citevet.model import Difference
from citevet.text.negation import CONTRASTS, Negation
from citevet.text.tokens import PhraseTable, split_phrases


class Share(NamedTuple):
    """The least and the greatest share that a quantifier may mean."""

    low: float
    high: float


class Quantifier(NamedTuple):
    """A quantifier with what it is a share of."""

    first: int
    next: int
    noun: str  # its stem
    share: Share


_SCOPE = 0.5  # share of what one side negates that the other must speak of
# Words that say little themselves: the negation bears on what follows them.
_LIGHT = frozenset(
    """become became get got make made show shown appear seem remain prove cause lead take go come occur happen
    significantly significant much many any ever yet own actually really even further extra able find found observe
    observed see seen report reported evidence sign indication have put bring available do done doing""".split()
)
_ALL = Share(1, 1)
_NOT_ALL = 0.99
_NEGATED = {_ALL: Share(0, _NOT_ALL), Share(0, 1): Share(0, 0)}  # not all, not any
_SHARES = PhraseTable(
    {
        **dict(split_phrases("not all|not every|not everyone|not everything|not always", Share(0.01, _NOT_ALL))),
        **dict(split_phrases("nearly all|almost all|virtually all|almost every|almost always", Share(0.8, _NOT_ALL))),
        **dict(split_phrases("all|every|everyone|everything|entire|always", _ALL)),
        **dict(split_phrases("most|majority of|mostly|usually|bulk of|vast majority of", Share(0.501, _NOT_ALL))),
        **dict(split_phrases("minority of", Share(0.01, 0.499))),
        **dict(split_phrases("few|rarely|seldom|hardly any|scarcely any|small minority of", Share(0, 0.3))),
        **dict(split_phrases("many", Share(0.31, 1))),
        **dict(split_phrases("some|a few|several|sometimes|occasionally", Share(0.01, 1))),
        **dict(split_phrases("no|none of|never", Share(0, 0))),
        "any": Share(0, 1),
    }
)
# Words before a quantifier that make it something else: the most common, at most, at all.
_OTHER_MEANING = {"most": frozenset("the at its their".split()), "all": frozenset(("at", "of"))}
_EXCEPTIONS = frozenset("but except excluding save".split())
_REACH = 4  # tokens between a quantifier and its noun


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


def compare_quantifiers(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each quantifier of the claim for which the source has another one of the same thing."""
    theirs = _find_quantifiers(source)
    for mine in _find_quantifiers(claim):
        others = [each for each in theirs if each.noun == mine.noun]
        if others and all(_exclude(mine.share, each.share) for each in others):
            yield show_difference(
                "quantifier", (claim, range(mine.first, mine.next)), (source, range(others[0].first, others[0].next))
            )


def _exclude(one: Share, other: Share) -> bool:
    return one.low > other.high or other.low > one.high


def _find_quantifiers(statement: Statement) -> list[Quantifier]:
    tokens = statement.tokens
    found: list[Quantifier] = []
    sentence = tokens[statement.words[0].at].sentence
    at = next(place for place, token in enumerate(tokens.items) if token.sentence == sentence)
    while tokens[at].sentence == sentence:
        match = _SHARES.at(tokens, at)
        if match is None:
            at += 1
            continue
        then, share = match
        noun = next((word.stem for word in statement.words if then <= word.at < then + _REACH), "")
        if any(each.next <= at < each.end for each in statement.negations):
            share = _NEGATED.get(share, Share(0, 1))
        odd = tokens.low(at - 1) in _OTHER_MEANING.get(tokens.low(at), ()) or tokens.low(then) == "than"
        if noun and not odd and not _has_exception(statement, then) and share != Share(0, 1):
            found.append(Quantifier(at, then, noun, share))
        at = then
    return found


def _has_exception(statement: Statement, then: int) -> bool:
    """Check whether an exception follows: all members but one."""
    return any(statement.tokens.low(at) in _EXCEPTIONS for at in range(then, then + 3 * _REACH))
