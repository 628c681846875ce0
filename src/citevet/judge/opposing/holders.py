"""Of whom something is said: the claim has it of Binder, and the source, in the same words, of Auer.

A part of a sentence, between commas, "and" and the like, says a thing of the one name in it. Where a part of the source
has all other words of a part of the claim, and another name, and no part that has the claim's name has them, what is
said is said of the other one.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from citevet.judge.opposing.proper_names import Name, are_one
from citevet.judge.opposing.reading import Reading, Word

_BORDER = frozenset(", ; : – — ( ) and or but while whereas although though".split())
_PLACING = frozenset(
    "in on at to of by from with for into near under over after before between against through as than like".split()
)
_NOBODY = frozenset("et al".split())
_ARTICLES = frozenset("the a an".split())
_FEWEST = 2  # words that are said of a name: "and acquitted Auer" alone may be anybody's
_MOST = 400  # parts of a source


class Part(NamedTuple):
    """What stands between two borders."""

    names: tuple[Name, ...]
    role: str  # the preposition before the first name
    said: frozenset[str]  # the other words with content
    is_denied: bool
    is_open: bool  # neither said nor denied: whether, if


def parts(reading: Reading, named: dict[int, list[Name]]) -> list[Part]:
    """Return the parts of a text that have a name and say something."""
    found = [
        _part(reading, words, names)
        for sentence, held in reading.by_sentence.items()
        for words, names in _stretches(reading, held, named.get(sentence, []))
    ]
    return [part for part in found if part.names and part.said][:_MOST]


def _stretches(
    reading: Reading, words: tuple[Word, ...], names: list[Name]
) -> Iterator[tuple[list[Word], tuple[Name, ...]]]:
    """Yield the words and the names between each two borders of a sentence; names of one list are not parted."""
    listed = {one.next for one, other in pairwise(names) if _are_listed(reading, one, other)}
    places = (at for at in range(words[0].at, words[-1].at) if at not in listed)
    ends = [at for at in places if reading.tokens.low(at) in _BORDER]
    starts = [-1, *ends]
    for start, end in zip(starts, [*ends, words[-1].at + 1], strict=True):
        inside = [word for word in words if start < word.at < end]
        yield inside, tuple(name for name in names if start < name.first < end)


def _are_listed(reading: Reading, one: Name, other: Name) -> bool:
    """Tell whether nothing but borders and articles stands between two names: Oslo and Bergen."""
    between = {reading.tokens.low(at) for at in range(one.next, other.first)}
    return bool(between) and between <= _BORDER | _ARTICLES


def _part(reading: Reading, words: list[Word], names: tuple[Name, ...]) -> Part:
    own = {at for name in names for at in range(name.first, name.next)}
    said = frozenset(word.concept for word in words if word.at not in own and word.low not in _NOBODY)
    role = _role(reading, names[0]) if names else ""
    return Part(names, role, said, any(word.denied for word in words), any(word.open for word in words))


def _role(reading: Reading, name: Name) -> str:
    """Return the preposition before a name, "" for a name that has none."""
    at = name.first - 1
    before = reading.tokens.low(at - 1 if reading.tokens.low(at) in _ARTICLES else at)
    return before if before in _PLACING else ""


def other_holder(claim: Part, source: list[Part]) -> tuple[Name, Name] | None:
    """Return the name of the claim and the one that the source says the same of, where it does not of the former."""
    if len(claim.names) != 1 or len(claim.said) < _FEWEST or claim.is_open:
        return None
    (name,) = claim.names
    same = [part for part in source if claim.said <= part.said]
    if not same or any(len(part.names) != 1 or part.is_open or part.is_denied != claim.is_denied for part in same):
        return None
    others = [part.names[0] for part in same]
    if any(part.role != claim.role for part in same) or any(
        are_one(name, other) or name.is_code != other.is_code for other in others
    ):
        return None
    return name, others[0]
