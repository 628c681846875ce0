"""How much of a thing a statement is about: the claim says all, the source says most."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.polarity.statements import Statement, show_difference
from citevet.model import Difference
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
