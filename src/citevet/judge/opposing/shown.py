"""The words that a difference shows: where both sides have "all", the one that is denied is "never offered to all"."""

from collections.abc import Iterator

from citevet.judge.opposing.negation import Negator
from citevet.judge.opposing.reading import Reading, Word
from citevet.judge.unlike import Part, unlike
from citevet.model import Difference

Shown = tuple[Reading, range]  # a text, and those of its tokens that are to be shown


def differing(kind: str, mine: Shown, theirs: Shown) -> Difference:
    """Return the difference; words that stand on both sides are shown with the denials by which they differ."""
    steps = zip(_ever_wider(*mine), _ever_wider(*theirs), strict=True)
    here, there = unlike(*steps)
    (claim, _), (source, _) = mine, theirs
    texts = claim.phrase(here.start, here.stop), source.phrase(there.start, there.stop)
    return Difference(kind, *texts, claim.tokens.span(here))


def with_denial(reading: Reading, denial: Negator, word: Word) -> Shown:
    """Return the tokens from a denial to the word that it denies, or from the word to the denial."""
    return reading, range(min(denial.first, word.at), max(denial.next, word.at + 1))


def _ever_wider(reading: Reading, places: range) -> Iterator[Part]:
    """Yield the tokens, then with the denials that reach them, then with all of their sentence."""
    sentence = reading.tokens[places.start].sentence
    reaching = [each for each in reading.denials if each.next < places.stop <= each.end]
    beside = [each for each in reading.denials if reading.tokens[each.first].sentence == sentence]
    yield reading.tokens, places
    yield reading.tokens, _with(places, reaching)
    yield reading.tokens, _with(places, beside)


def _with(places: range, denials: list[Negator]) -> range:
    first = min((each.first for each in denials), default=places.start)
    then = max((each.next for each in denials), default=places.stop)
    return range(min(first, places.start), max(then, places.stop))
