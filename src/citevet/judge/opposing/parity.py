"""Whether of two sentences both deny or neither does; if only one, they are opposites, or speak of other things.

Crude, and therefore only a reason to doubt. A denial of the source counts only where it reaches a word of the claim:
on 3,580 labelled pairs that share most words, 174 of 2,343 true claims are doubted so and 405 of 1,237 false ones; it
was 238 and 400 when every "not" of the sentence counted, and 207 and 383 by the clause that has most of the claim.
"""

from re import IGNORECASE
from re import compile as pattern

from citevet.judge.opposing.idle_denial import Denial, is_idle_here, is_idle_there, reached
from citevet.judge.opposing.loose_denial import adds
from citevet.judge.opposing.negation import INSTEAD, Negator
from citevet.judge.opposing.reading import Reading, read
from citevet.judge.opposing.refusal import refuses_what_is_denied

_DENIAL = pattern(r"\b(?:not|no|never|none|neither|nor|without|cannot|nobody|nothing)\b|n['’]t\b", IGNORECASE)
_MOST = 20_000  # characters of a claim or a sentence


def deny_alike(claim: str, sentence: str) -> bool:
    """Say whether both deny something of what the claim is about, or neither does."""
    mine, theirs = read(claim[:_MOST]), read(sentence[:_MOST])
    about = frozenset(word.concept for word in mine.words)
    end = _end_of(claim, sentence)
    before = [each for each in theirs.denials if theirs.tokens[each.first].start < end]
    here = any(_counts_here((mine, each), theirs) for each in mine.denials)
    there = any(_reaches(theirs, each, about) and _counts_there((theirs, each), mine) for each in before)
    return here == there or refuses_what_is_denied(*((theirs, mine) if here else (mine, theirs)))


def _end_of(claim: str, sentence: str) -> int:
    """Return where the claim ends that the sentence begins with, word for word; else where the sentence does.

    What is denied behind it is said of another: Sweden banned it in 2013; Norway has not.
    """
    said = claim.strip().rstrip(".").casefold()
    return len(said) if said and sentence.lstrip().casefold().startswith(said) else len(sentence)


def denials(text: str) -> int:
    """Count the words that deny."""
    return len(_DENIAL.findall(text))


def _counts_here(mine: Denial, source: Reading) -> bool:
    return _counts(*mine) and not adds(*mine, source) and not is_idle_here(mine, source)


def _counts_there(theirs: Denial, claim: Reading) -> bool:
    return _counts(*theirs) and not is_idle_there(theirs, claim)


def _counts(reading: Reading, denial: Negator) -> bool:
    return reading.tokens.low(denial.first) not in INSTEAD


def _reaches(reading: Reading, denial: Negator, about: frozenset[str]) -> bool:
    """Tell whether one of these words is denied, or nothing is that has a name: they did not."""
    names = {word.concept for word in reached(reading, denial)}
    return not names or not names.isdisjoint(about)
