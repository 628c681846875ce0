"""Labels behind a noun, such as drug A, type II and Appendix C: a letter is not a word, but tells them apart."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.polarity.statements import Statement, held_share, show_difference
from citevet.model import Difference
from citevet.text.tokens import Tokens

_ROMAN = frozenset("I II III IV V VI VII VIII IX X".split())
_ALIKE = 0.75  # share of the claim's words that the source must have
_UP_TO = frozenset("– — - / to through".split())  # behind a label they name a range: types A–C


class LabelledNoun(NamedTuple):
    """A noun with the label behind it."""

    first: int  # token of the noun
    next: int
    noun: str
    label: str


def compare_labels(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each label of the claim that the source text lacks, where another one is behind the same noun."""
    if held_share(claim.stems, source.stems) < _ALIKE:
        return
    tokens = source.tokens
    held = {token.text for at, token in enumerate(tokens.items) if tokens[at - 1].sentence == token.sentence}
    theirs = [each for each in _find_labels(source) if tokens.low(each.next) not in _UP_TO]
    for mine in _find_labels(claim):
        rivals = [each for each in theirs if each.noun == mine.noun and _are_of_one_kind(each.label, mine.label)]
        if rivals and mine.label not in held:
            rival = rivals[0]
            yield show_difference(
                "name", (claim, range(mine.first, mine.next)), (source, range(rival.first, rival.next))
            )


def _find_labels(statement: Statement) -> list[LabelledNoun]:
    tokens = statement.tokens
    found = []
    for word in statement.words:
        at = word.at + 1 + (tokens.low(word.at + 1) == "-")
        label = tokens[at].text
        is_label = label in _ROMAN or (len(label) == 1 and label.isupper())
        if is_label and tokens[at].sentence == tokens[word.at].sentence and not _is_initial(tokens, word.at, at):
            found.append(LabelledNoun(word.at, at + 1, word.stem, label))
    return found


def _is_initial(tokens: Tokens, noun: int, at: int) -> bool:
    """Check for a name: John F. Kennedy, Washington D.C."""
    return tokens[noun].text[0].isupper() and tokens.low(at + 1) == "." and tokens[at + 2].text[:1].isupper()


def _are_of_one_kind(one: str, other: str) -> bool:
    """Check whether both are Roman numbers, or both letters: "I" is a pronoun, unless the other is a number."""
    if one in _ROMAN and other in _ROMAN:
        return True
    return len(one) == len(other) == 1 and "I" not in {one, other}
