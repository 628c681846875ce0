"""What a sentence says of two things in such a way that it can be said from the side of either."""

from collections.abc import Iterator
from typing import NamedTuple

from citevet.judge.opposing.being import BEING, follows_being
from citevet.judge.opposing.concepts import concept
from citevet.judge.opposing.converse_words import COMPARATIVES, HANDED, POSITIVES, RELATED, End
from citevet.judge.opposing.reading import Reading, Word

# What stands between the first thing and the words that relate it: is a much, had slightly, was later.
_LEADING = BEING | frozenset("has have had a an much far slightly also even still no then once".split())
_PLACED = frozenset("before after above below beneath north south east west".split())
_BREAKS = frozenset(", ; : . ! ? ( ) – —".split())
# Behind the second thing they begin to say how, when or where it was so.
_ASIDE = frozenset("in on at during as when since for with among by under over until through from to".split())
_WITHIN = frozenset("in among for with at on during under after before".split())
_LEAD = 4  # tokens before the words that relate
_REACH = 8  # … and between them and their "than" or "to"
_ARM = 6  # words of each side


class Relation(NamedTuple):
    """The words that relate two things, by their tokens: from `at` to `next`, then from `link` to `then`.

    What leads to them, was once, is a much, begins at `first`.

    The first thing stands before them, or between the two with a word such as "in": rarer in boys than in girls. The
    second stands behind, and ends at `last`.
    """

    end: End
    first: int
    at: int
    next: int
    link: int
    then: int
    last: int
    left: frozenset[str]
    right: frozenset[str]
    between: frozenset[str] = frozenset()  # what is handed over
    about: frozenset[str] = frozenset()  # what is said of both, where the first thing stands between


def relations(reading: Reading, words: tuple[Word, ...]) -> Iterator[Relation]:
    """Yield what a sentence says of two things; nothing that is denied, or only asked."""
    at, last = words[0].at, words[-1].at
    while at < last:
        found = _found(reading, at)
        if found and (relation := _with_sides(reading, words, at, found=found)):
            yield relation
        at = found[1] if found else at + 1


def same(mine: Relation, theirs: Relation) -> bool | None:
    """Tell whether two relations say the same or the opposite, none where they are of other things."""
    one, other = mine.left - mine.right, mine.right - mine.left
    if mine.end[0] != theirs.end[0] or not one or not other or not _are_of_one(mine, theirs):
        return None
    straight = one <= theirs.left and other <= theirs.right
    apart = one - theirs.left  # what both did stands on the left of both: men recovered, women recovered
    exchanged = bool(apart) and apart <= theirs.right and other <= theirs.left
    return None if straight == exchanged else straight == (mine.end[1] == theirs.end[1])


def _are_of_one(mine: Relation, theirs: Relation) -> bool:
    is_one_thing = not mine.between or not theirs.between or not mine.between.isdisjoint(theirs.between)
    return is_one_thing and mine.about <= theirs.about and bool(mine.about) == bool(theirs.about)


Found = tuple[End, int, int, int]  # what is said, the token behind it, its link and the token behind that


def _found(reading: Reading, at: int) -> Found | None:
    """Return the words that relate two things and begin here."""
    return _compared(reading, at) or _measured(reading, at) or _handed(reading, at) or _related(reading, at)


def _compared(reading: Reading, at: int) -> Found | None:
    """Return "larger … than", "more common … than", "fewer relapses than"."""
    low, after = reading.tokens.low(at), reading.tokens.low(at + 1)
    if low in COMPARATIVES:
        return _linked(reading, COMPARATIVES[low], at + 1, link="than")
    if low not in {"more", "less", "fewer"} or not concept(after) or after[0].isdecimal():
        return None
    side = 1 if low == "more" else -1
    name, own = POSITIVES.get(after.removesuffix("ly"), (concept(after), 1))
    return _linked(reading, (name, side * own), at + 2, link="than")


def _measured(reading: Reading, at: int) -> Found | None:
    """Return "not as deep … as", which says less of the first than of the second."""
    tokens = reading.tokens
    if tokens.low(at) != "not" or tokens.low(at + 1) not in {"as", "so"} or not concept(tokens.low(at + 2)):
        return None
    name, own = POSITIVES.get(tokens.low(at + 2), (concept(tokens.low(at + 2)), 1))
    return _linked(reading, (name, -own), at + 3, link="as")


def _handed(reading: Reading, at: int) -> Found | None:
    """Return "sold … to" with a thing between."""
    end, link = HANDED.get(reading.tokens.low(at), (None, ""))
    found = _linked(reading, end, at + 1, link=link) if end else None
    return found if found and found[2] > at + 1 else None


def _related(reading: Reading, at: int) -> Found | None:
    """Return "succeeded", "lost to", "was succeeded by", "is north of", "was built before"."""
    found = RELATED.at(reading.tokens, at)
    if not found:
        return None
    then, end = found
    low, is_undergone = reading.tokens.low(at), reading.tokens.low(then - 1) == "by"
    is_being = follows_being(reading.tokens, at)
    fits = is_being if low in _PLACED else is_being == is_undergone
    return (end, then, then, then) if fits else None


def _linked(reading: Reading, end: End, at: int, *, link: str) -> Found | None:
    """Return what is said with the word that leads to the second thing, if it stands near in the same sentence."""
    tokens = reading.tokens
    for place in range(at, at + _REACH):
        if tokens[place].sentence != tokens[at - 1].sentence or tokens.low(place) in _BREAKS:
            return None
        if tokens.low(place) == link:
            return end, at, place, place + 1
    return None


def _with_sides(reading: Reading, words: tuple[Word, ...], at: int, *, found: Found) -> Relation | None:
    """Return the relation with the words of both things, if it is said of two and nothing else denies it."""
    end, then, link, behind = found
    if reading.tokens[behind].sentence != words[0].sentence or not _is_said(reading, words, at):
        return None
    first, last = _lead(reading, at), _last(reading, behind)
    segment = next((each.segment for each in words if each.at >= at), -1)
    here = [each for each in words if each.segment == segment]
    left = frozenset(each.concept for each in [each for each in here if each.at < first][-_ARM:])
    left |= _letters(reading, max(first - _ARM, here[0].at if here else first), first)
    inner = frozenset(each.concept for each in here if then <= each.at < link)
    right = frozenset(each.concept for each in [each for each in here if behind <= each.at < last][:_ARM])
    right |= _letters(reading, behind, min(last, behind + _ARM))
    if not left or not right:
        return None
    place = first, at, then, link, behind, last
    is_within = inner and link > then and reading.tokens.low(then) in _WITHIN
    if not is_within:
        return Relation(end, *place, left, right, inner)
    is_alike = reading.tokens.low(behind) == reading.tokens.low(then)  # in boys than in girls
    return Relation(end, *place, inner, right, about=left) if is_alike else None


def _is_said(reading: Reading, words: tuple[Word, ...], at: int) -> bool:
    """Tell whether a sentence neither asks anything nor denies anything but by the words that begin here."""
    denials = [each for each in reading.denials if reading.tokens[each.first].sentence == words[0].sentence]
    return all(each.first == at for each in denials) and not any(each.open for each in words)


def _letters(reading: Reading, first: int, then: int) -> frozenset[str]:
    """Return the letters that things are told apart by: drug B, group A."""
    found = (reading.tokens[at].text for at in range(first, then))
    return frozenset(text for text in found if len(text) == 1 and text.isupper())


def _lead(reading: Reading, at: int) -> int:
    """Return where the verb or the article begins that leads to these words: was later, is a much, was built."""
    tokens, first = reading.tokens, at
    while first > 0 and at - first < _LEAD and _is_leading(tokens.low(first - 1), tokens.low(first - 2)):
        first -= 1
    return first


def _is_leading(low: str, before: str) -> bool:
    return low in _LEADING or (low.endswith(("ly", "ed", "t", "n")) and before in BEING)


def _last(reading: Reading, behind: int) -> int:
    """Return the token behind the second thing."""
    tokens, at = reading.tokens, behind + 1
    while tokens[at].sentence == tokens[behind].sentence and tokens.low(at) not in _ASIDE | _BREAKS:
        at += 1
    return at
