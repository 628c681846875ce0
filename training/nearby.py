"""Pairs without a label: a claim beside a text on the same subject, or beside a part of its own.

On the rows that several judges were trained on they all say what the label says. What sets them apart, and so what
their mean could teach, is seen only where none of them was told.
"""

from collections.abc import Callable, Iterator
from random import Random

from training.rows import UNLABELLED, Row, content, length, sentences

Near = Callable[[str], list[str]]  # the texts that share rare words with a text


def nearby(row: Row, near: Near, rng: Random) -> Iterator[Row]:
    """Put a claim beside another text, beside a part of its own, or another text's sentence beside this one."""
    maker = rng.choice([_beside_another, _beside_part, _said_elsewhere])
    yield from (Row(claim, text, UNLABELLED, 1.0, "nearby") for claim, text in maker(row, near, rng))


def _beside_another(row: Row, near: Near, rng: Random) -> Iterator[tuple[str, str]]:
    others = [text for text in near(row.claim) if text != row.evidence]
    if others:
        yield row.claim, rng.choice(others[:4])


def _beside_part(row: Row, near: Near, rng: Random) -> Iterator[tuple[str, str]]:
    """Keep one to three neighbouring sentences, those with the claim's words more often than others."""
    del near
    parts = sentences(row.evidence)
    if len(parts) > 1:
        wanted = content(row.claim)
        ranked = sorted(range(len(parts)), key=lambda at: -len(wanted & content(parts[at])))
        first = rng.choice(ranked[: max(1, len(parts) // 2)])
        yield row.claim, " ".join(parts[first : first + rng.choice([1, 1, 2, 3])])


def _said_elsewhere(row: Row, near: Near, rng: Random) -> Iterator[tuple[str, str]]:
    others = [text for text in near(row.evidence) if text != row.evidence][:4]
    said = [each for text in others for each in sentences(text) if 6 <= length(each) <= 40]  # noqa: PLR2004
    if said:
        yield rng.choice(said), row.evidence
