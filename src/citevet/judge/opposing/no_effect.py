"""A change that the claim tells of and the source looked for in vain: no effect on stroke, stroke did not differ."""

from collections.abc import Iterator
from itertools import takewhile

from citevet.judge.opposing.concepts import LIGHT
from citevet.judge.opposing.nearest_sentence import Evidence
from citevet.judge.opposing.negation import Negator
from citevet.judge.opposing.reading import Reading, Word
from citevet.model import Difference

_EFFECTS = frozenset(
    "effect effects difference differences change changes benefit benefits impact influence improvement".split()
)
_DIFFERING = frozenset("differ change vary different".split())
_TOWARDS = frozenset("on in for upon".split())
_MOVING = frozenset({"amount", "worth", "promote", "activate"})  # axes
_SOON = 3  # words with content from the denial to the effect: no clear or lasting effect
_ENDING = frozenset(
    """was were is are has have had could can be by between among at during after before when with for in on compared
    over within from to , ; : ( )""".split()
)


def compare_no_effects(claim: Reading, evidence: Evidence) -> Iterator[Difference]:
    """Return the change that the source denies, if it denies it of what the claim speaks of and says it nowhere."""
    moved = next((word for word in claim.words if _moves(word)), None)
    if moved is None:
        return
    said, behind = ({word.concept for word in claim.words if word.at > at} for at in (-1, moved.at))
    for denial in evidence.reading.denials:
        subject, things = _subject(evidence.reading, denial), _unaffected(evidence.reading, denial)
        last = things[-1] if things else _differing(evidence.reading, denial)
        names, spoken = ({word.concept for word in things}, behind) if things else (subject, said)
        if last and names and names <= spoken and subject <= said:
            if not _is_told(evidence.reading, names, moved):
                yield _difference(claim, moved, evidence.reading.phrase(denial.first, last.at + 1))
            return


def _moves(word: Word) -> bool:
    return word.sense is not None and word.sense.axis in _MOVING and not word.denied and not word.open


def _unaffected(reading: Reading, denial: Negator) -> list[Word]:
    """Return the words behind "no effect on"."""
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    reached = [word for word in words if denial.next <= word.at < denial.end]
    effect = next((word for word in reached[:_SOON] if word.low in _EFFECTS), None)
    if effect is None or reading.tokens.low(effect.at + 1) not in _TOWARDS:
        return []
    end = effect.at + 2
    while end < len(reading.tokens) and reading.tokens.low(end) not in _ENDING:
        end += 1
    return list(takewhile(lambda word: word.at < end, (word for word in reached if word.at > effect.at)))


def _differing(reading: Reading, denial: Negator) -> Word | None:
    """Return the word by which the denial says that its subject stayed as it was: did not differ."""
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    first = next((word for word in words if denial.next <= word.at < denial.end and not _is_degree(word)), None)
    return first if first and first.low in _DIFFERING else None


def _is_degree(word: Word) -> bool:
    return word.low.endswith("ly")


def _subject(reading: Reading, denial: Negator) -> set[str]:
    """Return what had no effect, as far as it stands before the denial."""
    words = reading.by_sentence.get(reading.tokens[denial.first].sentence, ())
    return {word.concept for word in words if word.at < denial.first and word.low not in LIGHT}


def _is_told(reading: Reading, names: set[str], moved: Word) -> bool:
    """Tell whether the source says elsewhere that these moved the same way."""
    same = [word for word in reading.words if _moves(word) and word.sense == moved.sense]
    return any(
        names <= {other.concept for other in reading.by_sentence[word.sentence] if other.segment == word.segment}
        for word in same
    )


def _difference(claim: Reading, moved: Word, source: str) -> Difference:
    then = claim.words[-1].at + 1
    return Difference("negation", claim.phrase(moved.at, then), source, claim.tokens.span(range(moved.at, then)))
