"""Labelled pairs of claim and evidence, and the words and sentences in them."""

import json
import lzma
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SUPPORTED, NEUTRAL, CONTRADICTED = 0, 1, 2
UNSUPPORTED = -1  # neutral or contradicted, not told apart

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
    """Return the training rows of a folder without those whose claim or text the dev file holds."""
    rows = (
        Row(str(each["claim"]), str(each["evidence"]), int(str(each["label"])), float(str(each["w"])))
        for each in read(folder / "train.jsonl.xz")
    )
    return list(apart(rows, read(folder / "dev.jsonl.xz")))


def apart(rows: Iterable[Row], held: Iterable[dict[str, object]]) -> Iterator[Row]:
    """Leave out rows that share a claim or a long sentence of evidence with held-out rows.

    HealthVer asks different claims of one abstract in all its splits: there only the claim counts.
    """
    claims: set[str] = set()
    texts: set[str] = set()
    for each in held:
        claims.add(_plain(str(each["claim"])))
        if not str(each["dataset"]).startswith("healthver"):
            texts.update(_long_sentences(str(each["evidence"])))
    for row in rows:
        if _plain(row.claim) not in claims and texts.isdisjoint(_long_sentences(row.evidence)):
            yield row


def _long_sentences(text: str) -> Iterator[str]:
    return (plain for plain in map(_plain, sentences(text)) if plain.count(" ") >= 8)  # noqa: PLR2004 - too long for chance


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
