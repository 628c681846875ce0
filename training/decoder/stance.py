"""A sentence that its passage asserts, put into a frame that denies, reports, asks, supposes or confirms it.

A line of `stance_frames.tsv` has the kind, the label of the bare claim (S supported, N neutral, C contradicted, P not
supported), and the frame: `{s}` is the sentence without its stop, `{S}` the same with its capital.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from training.rows import CONTRADICTED, NEUTRAL, SUPPORTED, UNSUPPORTED, Row, content, length, sentences

_FILE = Path(__file__).with_name("stance_frames.tsv")
_LABELS = {"S": SUPPORTED, "N": NEUTRAL, "C": CONTRADICTED, "P": UNSUPPORTED}
_SHORTEST, _LONGEST = 7, 32  # words of a sentence that fits into a frame
_SAME = 0.75  # share of the claim's words that its sentence must have
_WEIGHT = 0.5
_INTERCHANGEABLE = ("denied", "factive")  # kinds whose frames all mean the same; the others differ in who speaks
_MARKS = '"“”:;()[]'
_POINTS_BACK = re.compile(
    r"^(?:he|she|it|they|we|i|you|this|that|these|those|such|however|but|and|or|so|then|also|there|here|if|when|while"
    r"|yet|thus|hence|although|because|what|who|which|as|not|his|her|their|its)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the file."""

    kind: str
    label: int
    text: str

    def around(self, sentence: str, small: AbstractSet[str]) -> str:
        """Put a sentence, or a claim, into the frame; its first letter is lowered where that word is none of a name."""
        bare = sentence.rstrip(".")
        first = bare.split(" ", 1)[0]
        lowered = first.lower() + bare[len(first) :] if first.lower() in small else bare
        return self.text.replace("{s}", lowered).replace("{S}", bare)


@cache
def frames() -> tuple[Frame, ...]:
    """Read the frames."""
    rows = (line.split("|") for line in _FILE.read_text("utf-8").splitlines())
    return tuple(Frame(kind, _LABELS[label], text) for kind, label, text in rows)


def small_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that are mostly written small, and so are none of a name."""
    seen = Counter(word for text in texts for word in text.split() if word.isalpha())
    return frozenset(word for word, count in seen.items() if word.islower() and count > seen[word.capitalize()])


def stance(row: Row, small: AbstractSet[str], rng: Random) -> Iterator[Row]:
    """Make at most one row from a supported one whose claim rests on one plain sentence of the evidence."""
    parts = sentences(row.evidence)
    at = _sentence_of(row.claim, parts)
    if row.label == SUPPORTED and at is not None:
        frame = rng.choice(frames())
        maker = rng.choices([_bare, _elsewhere, _both_framed, _said_otherwise], [11, 3, 3, 3])[0]
        yield from maker(row.claim, parts, at, frame=frame, small=small, rng=rng)


def _bare(
    claim: str, parts: Sequence[str], at: int, *, frame: Frame, small: AbstractSet[str], rng: Random
) -> Iterator[Row]:
    del rng
    yield _row(claim, _framed(parts, at, frame, small), frame.label)


def _elsewhere(
    claim: str, parts: Sequence[str], at: int, *, frame: Frame, small: AbstractSet[str], rng: Random
) -> Iterator[Row]:
    """Frame another sentence than that of the claim."""
    others = [each for each, part in enumerate(parts) if each != at and _fits(part)]
    if others:
        yield _row(claim, _framed(parts, rng.choice(others), frame, small), SUPPORTED)


def _both_framed(
    claim: str, parts: Sequence[str], at: int, *, frame: Frame, small: AbstractSet[str], rng: Random
) -> Iterator[Row]:
    if length(claim) <= _LONGEST and frame.kind not in ("withdrawn", "fiction"):
        alike = [each for each in frames() if each.kind == frame.kind] if frame.kind in _INTERCHANGEABLE else [frame]
        yield _row(rng.choice(alike).around(claim, small), _framed(parts, at, frame, small), SUPPORTED)


def _said_otherwise(
    claim: str, parts: Sequence[str], at: int, *, frame: Frame, small: AbstractSet[str], rng: Random
) -> Iterator[Row]:
    other = rng.choice([each for each in frames() if each.kind not in (frame.kind, "factive", "withdrawn")])
    if length(claim) <= _LONGEST and frame.kind == "factive":
        label = CONTRADICTED if other.kind == "denied" else UNSUPPORTED
        yield _row(other.around(claim, small), _framed(parts, at, frame, small), label)


def _row(claim: str, evidence: str, label: int) -> Row:
    return Row(claim, evidence, label, _WEIGHT, "stance")


def _framed(parts: Sequence[str], at: int, frame: Frame, small: AbstractSet[str]) -> str:
    return " ".join(frame.around(part, small) if number == at else part for number, part in enumerate(parts))


def _sentence_of(claim: str, parts: Sequence[str]) -> int | None:
    wanted = content(claim)
    shares = [len(wanted & content(part)) / max(1, len(wanted)) for part in parts]
    best = max(range(len(parts)), key=lambda at: shares[at], default=None)
    return best if best is not None and shares[best] >= _SAME and _fits(parts[best]) else None


def _fits(sentence: str) -> bool:
    return (
        _SHORTEST <= length(sentence) <= _LONGEST
        and sentence[0].isupper()
        and sentence.endswith(".")
        and not any(mark in sentence for mark in _MARKS)
        and not _POINTS_BACK.match(sentence)
    )
