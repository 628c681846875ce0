"""Who shows, suggests, confirms: the subject before a verb, where it is evidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from citevet.extract.tokens import CITED, Token
from citevet.model import Grade
from citevet.model.evidence_words import (
    EVIDENCE,
    GENERIC,
    GENERIC_BEFORE,
    MASS,
    PEOPLE,
    PERSON,
    SINGULAR,
)
from citevet.model.strength_words import BY_TEXT, QUALIFIERS

NEGATIVE = frozenset("no neither nor none not never without lack lacks lacking little few hardly scarcely".split())

_LEVELS = {word.text: word.grade for word in QUALIFIERS}
_REACH = 14  # words of a subject that we look through
_POINTS = frozenset(',;:.!?—–…"“”‘')
_EDGES = frozenset(
    "and but or while whereas although though because if when that whether unless than so yet as".split()
)
_OPEN = frozenset({"if", "whether", "unless"})  # what comes next is not asserted
_JOINS = frozenset({"and", "or"})
_RELATIVE = frozenset({"which", "that", "who"})
# What parts the head of a subject from the words that tell more of it.
_AFTER_HEAD = frozenset(
    """of from by in on with for among into at across about since over between within during under to using conducted
    published performed based involving including comparing examining led funded reported presented carried
    done""".split()
)
_PARTS_OF = frozenset("some many most several all one two three both each majority number body range variety".split())
_ARTICLES = frozenset({"the"})


@dataclass(frozen=True, slots=True)
class Subject:
    """Evidence, people or a cited work, as the subject of a verb."""

    kind: Literal["evidence", "people", "work", "we"]
    singular: bool  # takes `shows`; a work takes both
    first: int  # the token that it starts with
    generic: bool  # evidence as such, which other words may replace
    levels: tuple[Grade | None, ...] = ()  # of the adjectives before it


def subject(words: Sequence[Token], last: int) -> Subject | None:
    """Return the subject whose last word is `last`; none when it is no evidence, is denied or not asserted."""
    if last > 0 and words[last].text in _RELATIVE:
        last -= 2 if words[last - 1].text == "," else 1
    first, edge = _clause(words, last)
    if first is None or edge in _OPEN:
        return None
    head = _head(words, first, last)
    if head is None:
        return None
    noun = _noun(words, first, head)
    if _denied(words, noun, head):
        return None
    return _subject(words, (noun, head, last if noun == first else -1), edge)


def is_evidence(words: Sequence[Token], start: int) -> Subject | None:
    """Return the evidence that stands behind `by` or `in`: "by three trials", "in REF-043"."""
    taken = list(takewhile(lambda index: _goes_on(words[index].text), range(start, min(start + 6, len(words)))))
    if not taken:
        return None
    last = taken[-1]
    if any(words[index].text in NEGATIVE for index in taken):
        return None
    return _subject(words, (start, last, last), "by")


def _goes_on(word: str) -> bool:
    return word not in _POINTS and word not in _EDGES and word not in _AFTER_HEAD and word not in "()[]"


def _clause(words: Sequence[Token], last: int) -> tuple[int | None, str]:
    """Return the first token of the words before a verb that belong to it, and what stands before them."""
    index = last
    limit = max(last - _REACH, -1)
    while index > limit:
        word = words[index].text
        if word in {")", "]"}:
            index = _opened(words, index, limit)
        elif word == "," and index == last:
            index = last = _before_comma(words, index, limit)
        elif word in _POINTS or word in _EDGES or word in "([":
            break
        index -= 1
    return (index + 1 if index < last else None), words[index].text if index >= 0 else ""


def _opened(words: Sequence[Token], index: int, limit: int) -> int:
    while index > limit and words[index].text not in {"(", "["}:
        index -= 1
    return index


def _before_comma(words: Sequence[Token], index: int, limit: int) -> int:
    """Return the comma that opens what this one closes: "the authors, however, show"."""
    index -= 1
    while index > limit and words[index].text != ",":
        index -= 1
    return index


def _head(words: Sequence[Token], first: int, last: int) -> int | None:
    """Return the noun that the verb is about; behind an introductory phrase it is the last word."""
    while last >= first and words[last].text in {",", ")", "]", "("}:
        last -= 1
    if last < first:
        return None
    if words[first].text in _AFTER_HEAD:
        return _numbered(words, first, last)
    for index in range(first + 1, last + 1):
        if words[index].text in _AFTER_HEAD or words[index].text in "([,":
            if words[index].text == "of" and words[index - 1].text in _PARTS_OF:
                continue
            return _numbered(words, first, index - 1)
    return _numbered(words, first, last)


def _numbered(words: Sequence[Token], first: int, head: int) -> int:
    """Return the noun before its number: "Study 2 shows"."""
    return head - 1 if head > first and words[head].text.isdigit() else head


def _denied(words: Sequence[Token], first: int, head: int) -> bool:
    """Say whether a subject is denied: "no study", but not "not only do studies"."""
    return any(words[at].text in NEGATIVE and words[at + 1].text != "only" for at in range(first, head))


def _noun(words: Sequence[Token], first: int, head: int) -> int:
    """Return where the words that belong to the noun start."""
    inside = [index for index in range(first, head + 1) if words[index].text in _AFTER_HEAD]
    return inside[-1] + 1 if inside and inside[-1] < head else first


def _subject(words: Sequence[Token], where: tuple[int, int, int], edge: str) -> Subject | None:
    first, head, last = where
    word = words[head].text
    levels = tuple(_LEVELS[words[index].text] for index in range(first, head) if words[index].text in _LEVELS)
    if word == CITED:
        return Subject("work", singular=False, first=first, generic=False)
    if word == "we":
        return Subject("we", singular=False, first=first, generic=False)
    if word in PEOPLE or word in PERSON:
        return Subject("people", singular=word in PERSON, first=first, generic=False, levels=levels)
    if word not in EVIDENCE:
        return None
    generic = head == last and edge not in _JOINS and _is_generic(words, first, head)
    return Subject("evidence", singular=word in SINGULAR or word in MASS, first=first, generic=generic, levels=levels)


def _is_generic(words: Sequence[Token], first: int, head: int) -> bool:
    """Say whether it is evidence as such: research, many studies, limited evidence, the literature."""
    noun = words[head].text
    before = [words[index].text for index in range(first, head)]
    if before and before[0] in _ARTICLES and noun in MASS:
        before = before[1:]
    known = noun in GENERIC or (noun not in SINGULAR and any(word in BY_TEXT for word in before))
    return known and all(word in GENERIC_BEFORE or word in BY_TEXT for word in before)
