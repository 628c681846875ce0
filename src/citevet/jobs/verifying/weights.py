"""What an NLI function gives, as three weights that can be trusted: supported, neutral, contradicted."""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any

from citevet.contracts import Nli
from citevet.errors import UsageError
from citevet.world.outputs import LABELS, place_of

_BATCH = 512  # pairs in one call
_CONTRACT = (
    "It takes a list of pairs (evidence, claim) and gives for each three weights from 0 up: supported, neutral, "
    'contradicted; or labels with scores from 0 to 1: ("entailment", 0.9), {"label": "entailment", "score": 0.9}, '
    "a list of these, or a dict of label and score."
)
_KNOWN = f"Labels that are known, in any case: {', '.join(LABELS)}."
_LONGEST = 60  # characters of a label
_OURS = 3  # supported, neutral, contradicted
_PAIR = 2  # a label and its score
Weights = tuple[float, float, float]


def trusted(nli: Callable[[Sequence[tuple[str, str]]], Any]) -> Nli:
    """Return an NLI function whose every answer was looked at; the weights of a pair add up to 1."""

    def weigh(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        found: list[Weights] = []
        for at in range(0, len(pairs), _BATCH):
            batch = list(pairs[at : at + _BATCH])
            found += _rows(nli(batch), len(batch))
        return found

    return weigh


def _rows(answer: Any, wanted: int) -> list[Weights]:  # noqa: ANN401 - whatever a stranger's function gives
    if answer is None or isinstance(answer, str | bytes | Mapping):
        raise _wrong(f"gave {type(answer).__name__} instead of one answer for each pair")
    try:
        rows = list(answer)
    except TypeError as error:
        raise _wrong("did not give one answer for each pair") from error
    if len(rows) != wanted:
        raise _wrong(f"gave {len(rows)} answers for {wanted} pairs")
    return [_weights(row) for row in rows]


def _weights(row: Any) -> Weights:  # noqa: ANN401 - likewise
    labels = _labels(row)
    values = _listed(row) if labels is None else _labelled(labels)
    total = sum(values)
    if not isfinite(total) or min(values) < 0 or total <= 0:
        raise _wrong("gave weights that are negative, all zero or no finite numbers")
    supported, neutral, contradicted = values
    return supported / total, neutral / total, contradicted / total


def _listed(row: Any) -> list[float]:  # noqa: ANN401 - likewise
    try:
        values = [float(value) for value in row] if not isinstance(row, str | bytes) else []
    except (TypeError, ValueError) as error:
        raise _wrong("gave an answer that is not three numbers") from error
    if len(values) != _OURS:
        raise _wrong("gave an answer that is not three numbers")
    return values


def _labels(row: Any) -> list[tuple[Any, Any]] | None:  # noqa: ANN401 - likewise
    """Return the labels and scores of an answer; none where it has no labels."""
    own = _own_labels(row)
    if own is not None or not isinstance(row, list | tuple) or not row:
        return own
    parts = [_own_labels(part) for part in row]
    return None if None in parts else [label for part in parts if part for label in part]


def _own_labels(row: Any) -> list[tuple[Any, Any]] | None:  # noqa: ANN401 - likewise
    if isinstance(row, Mapping):
        return [(row["label"], row.get("score"))] if "label" in row else list(row.items())
    if isinstance(row, list | tuple) and len(row) == _PAIR and isinstance(row[0], str):
        return [(row[0], row[1])]
    return None


def _labelled(labels: Sequence[tuple[Any, Any]]) -> list[float]:
    """Return the weights of labels; what their scores leave over is neutral."""
    if not labels:
        raise _wrong("gave an answer without a label")
    values = [0.0, 0.0, 0.0]
    for label, score in labels:
        place = place_of(str(label)[:_LONGEST])
        if place < 0:
            raise UsageError(f"gave the label {str(label)[:_LONGEST]!r}", to="nli", advice=f"{_KNOWN} {_CONTRACT}")
        values[place] += _score(label, score)
    values[1] += max(0.0, 1.0 - sum(values))
    return values


def _score(label: object, score: Any) -> float:  # noqa: ANN401 - likewise
    try:
        value = float(score)
    except (TypeError, ValueError):
        value = -1.0
    if not 0 <= value <= 1:
        raise _wrong(f"gave {label} a score that is no number from 0 to 1")
    return value


def _wrong(what: str) -> UsageError:
    return UsageError(what, to="nli", advice=_CONTRACT)
