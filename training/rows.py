"""Labelled pairs of claim and evidence, and the words and sentences in them."""

import json
import lzma
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SUPPORTED, NEUTRAL, CONTRADICTED = 0, 1, 2
UNSUPPORTED = -1  # neutral or contradicted, not told apart
UNLABELLED = -2  # without a label; only a teacher gives one

_END = re.compile(r"""(?:(?<=[.!?])|(?<=[.!?]["')\]]))\s+(?=[A-Z0-9"'(\[])|\n+""")
_ABBREVIATED = re.compile(
    r"(?:\b(?:[A-Z]|al|approx|cf|Dr|e\.g|etc|Fig|fig|Gen|i\.e|Jr|Mr|Mrs|Ms|No|Prof|Sen|St|vs))\.\s*$"
)
_WORD = re.compile(r"[a-z0-9]+(?:[.,][0-9]+)*")
_COMMON = frozenset(
    "about after also among because been before being between both could does during each from have having however "
    "into just like made many more most much other over same should some such than that their them then there these "
    "they this those through under until very were what when where which while will with within without would your "
    "the and for are was not but has had its his her our you who can may all any one two did how out she him".split()
)


@dataclass(frozen=True, slots=True)
class Row:
    """One example: label 0, 1, 2 or -1, its weight in the loss, and the ingredient that made it."""

    claim: str
    evidence: str
    label: int
    weight: float = 1.0
    kind: str = "given"


def read(path: Path) -> Iterator[dict[str, object]]:
    """Read the objects of a .jsonl or .jsonl.xz file."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def given(folder: Path) -> list[Row]:
    """Return the training rows of a folder without those that the dev file holds as well."""
    rows = (
        Row(str(each["claim"]), str(each["evidence"]), int(str(each["label"])), float(str(each["w"])))
        for each in read(folder / "train.jsonl.xz")
    )
    return list(apart(rows, read(folder / "dev.jsonl.xz")))


def apart(rows: Iterable[Row], held: Iterable[dict[str, object]]) -> Iterator[Row]:
    """Leave out rows that are held out themselves: the same claim about the same text.

    The sets' own splits ask other claims of the same texts (193 of the 323 abstracts of SciFact dev are in its train
    split, and all of HealthVer), so figures are distinguished for texts that training never saw.
    """
    known = {(_plain(str(each["claim"])), _plain(str(each["evidence"]))) for each in held}
    return (row for row in rows if (_plain(row.claim), _plain(row.evidence)) not in known)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def sentences(text: str) -> list[str]:
    """Split a text into sentences; a split after an abbreviation or an initial is taken back."""
    found: list[str] = []
    for piece in _END.split(text):
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {piece}"
        elif piece.strip():
            found.append(piece.strip())
    return found


def content(text: str) -> set[str]:
    """Return the words of a text that say what it is about."""
    return {word for word in _WORD.findall(text.lower()) if len(word) > 2 and word not in _COMMON}  # noqa: PLR2004


def length(text: str) -> int:
    """Return the number of words."""
    return text.count(" ") + 1
