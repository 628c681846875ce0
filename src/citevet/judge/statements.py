"""Sentences read for comparison: content words, their stems, and which of them are negated."""

from collections.abc import Collection
from itertools import groupby
from typing import NamedTuple

from citevet.judge.evidence import widen_until_different
from citevet.model import Difference
from citevet.text.negation import Negation, find_negations, has_content
from citevet.text.numerals import NUMBER_WORDS
from citevet.text.stems import meaning_stem, own_stem
from citevet.text.tokens import Tokens

_MOST_CHARACTERS = 20_000  # of one text
_MOST_TOKENS = 4_000
_MOST_SENTENCES = 20  # of one claim
_ALIKE = 0.5  # share of a claim's words that a sentence must have before its words are compared
_LONGEST = 60  # content words; a longer sentence is a list, or a table without full stops
# What follows is a question or a condition up to the next comma, and no statement.
_UNCERTAIN = frozenset(
    """whether if unless assess assessed evaluate evaluated investigate investigated examine examined determine
    determined aim aims aimed hypothesis hypothesised hypothesized""".split()
)
_IRREGULAR = """
bear bore borne|break broke broken|bring brought|buy bought|catch caught|choose chose chosen|come came|draw drew drawn
drive drove driven|eat ate eaten|feel felt|fight fought|fly flew flown|give gave given|go went gone goes|hear heard
know knew known|lead led|lend lent|make made|meet met|pay paid|run ran|say said|see saw seen|seek sought|sell sold
send sent|show shown|speak spoke spoken|spend spent|stand stood|steal stole stolen|strike struck|take took taken
teach taught|tell told|think thought|throw threw thrown|understand understood|wear wore worn|win won
write wrote written""".strip().replace("\n", "|")
_BASE_FORMS = {form: forms.split()[0] for forms in _IRREGULAR.split("|") for form in forms.split()}


class ContentWord(NamedTuple):
    """A word with a meaning of its own."""

    at: int  # its token
    low: str
    stem: str
    negated: bool
    uncertain: bool  # part of a question or a condition


class Statement(NamedTuple):
    """One sentence of a text."""

    tokens: Tokens  # of the whole text
    words: tuple[ContentWord, ...]
    negations: tuple[Negation, ...]

    @property
    def stems(self) -> frozenset[str]:
        """The stems of its content words."""
        return frozenset(word.stem for word in self.words)

    def scope(self, negation: Negation) -> list[ContentWord]:
        """Return the words that a negation reaches."""
        return [word for word in self.words if negation.next <= word.at < negation.end]

    def phrase(self, first: int, then: int) -> str:
        """Return the text of these tokens in one line."""
        return " ".join(self.tokens.text[self.tokens[first].start : self.tokens[then - 1].end].split())


def read_statements(text: str) -> list[Statement]:
    """Return the sentences of a text that have content words."""
    tokens = Tokens(text[:_MOST_CHARACTERS])
    del tokens.items[_MOST_TOKENS:]
    negations = find_negations(tokens)
    found: list[Statement] = []
    for number, places in groupby(range(len(tokens)), key=lambda at: tokens[at].sentence):
        own = tuple(each for each in negations if tokens[each.first].sentence == number)
        if words := _read_words(tokens, list(places), own):
            found.append(Statement(tokens, words, own))
    return found


def pair_statements(claim: str, passage: str) -> list[tuple[Statement, Statement]]:
    """Return each sentence of a claim with the one of the passage that has most of its words, if it has enough."""
    theirs = [each for each in read_statements(passage) if len(each.words) <= _LONGEST]
    found = []
    for mine in read_statements(claim)[:_MOST_SENTENCES]:
        shares = [(held_share(mine.stems, each.stems), each) for each in theirs]
        share, nearest = max(shares, key=lambda each: each[0], default=(0.0, mine))
        if share >= _ALIKE:
            found.append((mine, nearest))
    return found


def held_share(wanted: Collection[str], held: Collection[str]) -> float:
    """Return the share of some stems that are among others."""
    return sum(stem in held for stem in wanted) / len(wanted) if wanted else 0.0


def show_difference(kind: str, claim: tuple[Statement, range], source: tuple[Statement, range]) -> Difference:
    """Return a difference with the words of both sides, which are widened until they differ."""
    (mine, here), (theirs, there) = claim, source
    here, there = widen_until_different((mine.tokens, here), (theirs.tokens, there))
    return Difference(
        kind, mine.phrase(here.start, here.stop), theirs.phrase(there.start, there.stop), mine.tokens.span(here)
    )


def _read_words(tokens: Tokens, places: list[int], negations: tuple[Negation, ...]) -> tuple[ContentWord, ...]:
    words: list[ContentWord] = []
    uncertain = False
    for at in places:
        low = tokens.low(at)
        uncertain = (uncertain and low != ",") or low in _UNCERTAIN
        if has_content(low):
            reached = sum(each.next <= at < each.end for each in negations)
            words.append(ContentWord(at, low, _stem(low), bool(reached % 2), uncertain))
    return tuple(words)


def verb_stem(low: str) -> str:
    """Return the stem of a verb in any form, not of its synonyms: who is killed dies."""
    return own_stem(_BASE_FORMS.get(low, low))


def _stem(low: str) -> str:
    if low[0].isdecimal():
        return low
    return str(NUMBER_WORDS[low]) if low in NUMBER_WORDS else meaning_stem(_BASE_FORMS.get(low, low))
