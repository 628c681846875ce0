"""Words that exclude one another in the same place: rose and fell, bicameral and unicameral, green and blue."""

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from citevet.judge.polarity.statements import ContentWord, Statement, held_share, show_difference
from citevet.model import Difference
from citevet.text.tables import read_rows

_TABLE = Path(__file__).with_name("antonyms.tsv")
_ALIKE = 0.6  # share of the claim's other words that the source must have
_FEWEST = 2  # other words that both must have, unless the claim has fewer
_BESIDE = 2  # content words to each side, of which one must be shared
_ENDINGS = (("ies", "y"), ("ied", "y"), ("s", ""), ("es", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))
_SHORTEST = 3  # letters that an ending leaves
_LESSENING = frozenset("less least".split())  # less severe is milder


def compare_antonyms(claim: Statement, source: Statement) -> Iterator[Difference]:
    """Yield each word of the claim in whose place the source has its opposite."""
    for word in claim.words:
        own = find_ends(word.low)
        if not own or word.uncertain or claim.tokens.low(word.at + 1) == "than":  # less than 75 is a number
            continue
        opposed = [each for each in source.words if _are_opposed(own, find_ends(each.low))]
        agreeing = any(_agree(own, find_ends(each.low)) for each in source.words)
        both = any(_agree(find_ends(other.low), find_ends(each.low)) for other in opposed for each in claim.words)
        if agreeing or both:
            continue
        for other in opposed:
            if not other.uncertain and word.negated == other.negated and _is_same_place(claim, word, source, other):
                yield show_difference(
                    "direction", (claim, range(word.at, word.at + 1)), (source, range(other.at, other.at + 1))
                )
                break


@lru_cache(maxsize=20_000)
def find_ends(low: str) -> dict[int, int]:
    """Return the axes that a word in lower case lies on, in any of its forms, each with the end that it names."""
    table = _read_table()
    return {axis: end for form in _list_forms(low) for axis, end in table.get(form, {}).items()}


def list_pairs() -> Iterator[tuple[str, str]]:
    """Yield the words of each two ends of an axis."""
    for first, *others in _read_axes():
        yield from ((first, other) for other in others)


def _are_opposed(one: dict[int, int], other: dict[int, int]) -> bool:
    shared = one.keys() & other.keys()
    return bool(shared) and all(one[axis] != other[axis] for axis in shared)


def _agree(one: dict[int, int], other: dict[int, int]) -> bool:
    return any(one[axis] == other[axis] for axis in one.keys() & other.keys())


def _is_same_place(claim: Statement, word: ContentWord, source: Statement, other: ContentWord) -> bool:
    """Check whether both words are said of the same thing, from the same side of a comparison."""
    rest = [each.stem for each in claim.words if each is not word]
    shared = set(rest) & source.stems
    if held_share(rest, source.stems) < _ALIKE or len(shared) < min(_FEWEST, len(set(rest))):
        return False
    if any(tokens.low(at - 1) in _LESSENING for tokens, at in ((claim.tokens, word.at), (source.tokens, other.at))):
        return False
    before = {each.stem for each in claim.words if each.at < word.at}
    first, last = ({each.stem for each in source.words if (each.at < other.at) is side} for side in (True, False))
    if before & last and not before & first:
        return False  # France exports to Germany, Germany imports from France
    return bool(_neighbours(claim, word) & _neighbours(source, other))


def _neighbours(statement: Statement, word: ContentWord) -> set[str]:
    place = statement.words.index(word)
    near = statement.words[max(place - _BESIDE, 0) : place + _BESIDE + 1]
    return {each.stem for each in near if each is not word}


def _list_forms(word: str) -> Iterator[str]:
    """Yield the word, then what it may be a form of."""
    yield word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            base = word[: -len(ending)] + instead
            yield base
            if base[-1] == base[-2]:
                yield base[:-1]


@cache
def _read_table() -> dict[str, dict[int, int]]:
    """Return the axes and ends of each word of the file; it is read when the first claim is compared."""
    found: dict[str, dict[int, int]] = {}
    for axis, ends in enumerate(_read_axes()):
        for end, words in enumerate(ends):
            for word in words.split():
                found.setdefault(word, {})[axis] = end
    return found


def _read_axes() -> Iterator[list[str]]:
    """Yield the words of each end of each axis; a line that starts with a prefix such as "un-" has an axis per word."""
    for ends in read_rows(_TABLE):
        if ends[0].endswith("-"):
            yield from ([word, ends[0][:-1] + word] for word in ends[1].split())
        else:
            yield ends
