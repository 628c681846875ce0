"""Claims that differ from a true one by a negation or by a single number, name, date, unit, direction or quantifier."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from re import findall
from typing import Any, Literal

FOLDER = Path(__file__).parent
FILES = ("passages.jsonl", "triplets.jsonl", "worked.jsonl")

Kind = Literal["verbatim", "light", "paraphrase"]
Swap = Literal["number", "entity", "date", "unit", "direction", "quantifier"]
Label = Literal["supported", "partial", "unsupported", "contradicted"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A short source text with several numbers in different roles."""

    id: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Triplet:
    """A claim that the passage supports, one that denies it, and one with a single wrong detail."""

    id: str
    passage: Passage
    kind: Kind
    supported: str
    negated: str
    swapped: str
    swap: Swap
    note: str = ""


@dataclass(frozen=True, slots=True)
class Worked:
    """A claim, its sources, the right verdict and the reason for it."""

    id: str
    topic: str
    claim: str
    evidence: tuple[str, ...]
    label: Label
    why: str


def passages() -> tuple[Passage, ...]:
    """Return the source texts in file order."""
    return tuple(Passage(**row) for row in _rows("passages.jsonl"))


def load() -> tuple[Triplet, ...]:
    """Return the triplets in file order, each with its passage."""
    texts = {passage.id: passage for passage in passages()}
    return tuple(Triplet(**{**row, "passage": texts[row["passage"]]}) for row in _rows("triplets.jsonl"))


def worked() -> tuple[Worked, ...]:
    """Return the worked examples in file order."""
    return tuple(Worked(**{**row, "evidence": tuple(row["evidence"])}) for row in _rows("worked.jsonl"))


def digest() -> str:
    """Return what DIGEST must hold, as `sha256sum` writes it."""
    return "".join(f"{sha256((FOLDER / name).read_bytes()).hexdigest()}  {name}\n" for name in FILES)


def overlap(claim: str, passage: str) -> float:
    """Return the share of the claim's different words that are in the passage."""
    words = _words(claim)
    return len(words & _words(passage)) / max(len(words), 1)


def balanced(right: list[float], wrong: list[float]) -> tuple[float, float]:
    """Return the best balanced accuracy that a cut on scores can reach, and that cut: at or above it is a yes."""
    return max((_balance(right, wrong, cut), cut) for cut in {*right, *wrong})


def _balance(right: list[float], wrong: list[float], cut: float) -> float:
    kept = sum(score >= cut for score in right) / len(right)
    refused = sum(score < cut for score in wrong) / len(wrong)
    return (kept + refused) / 2


def _words(text: str) -> set[str]:
    return set(findall(r"\d+(?:[.,]\d+)*|\w+", text.casefold()))


def _rows(name: str) -> Iterator[dict[str, Any]]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        yield json.loads(line)
