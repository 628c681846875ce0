"""What an NLI function gives, as three weights that can be trusted: supported, neutral, contradicted."""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any

from citevet.contracts import Nli
from citevet.errors import UsageError

_BATCH = 512  # pairs in one call
_CONTRACT = (
    "It takes a list of pairs (evidence, claim) and gives for each three weights from 0 up: supported, neutral, "
    "contradicted; or a label (entailment, neutral, contradiction) with its score."
)
_PLACES = {"entailment": 0, "supported": 0, "neutral": 1, "contradiction": 2, "contradicted": 2}
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
    values = _labelled(row) if isinstance(row, Mapping) else _listed(row)
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
    if len(values) != len(set(_PLACES.values())):
        raise _wrong("gave an answer that is not three numbers")
    return values


def _labelled(row: Mapping[Any, Any]) -> list[float]:
    """Return the weights of a label with its score; what the score leaves over is neutral."""
    place = _PLACES.get(str(row.get("label", "")).casefold())
    score = row.get("score")
    if place is None or not isinstance(score, int | float) or not 0 <= score <= 1:
        raise _wrong("gave a label or a score that we do not know")
    values = [0.0, 1.0 - score, 0.0]
    values[place] += float(score)
    return values


def _wrong(what: str) -> UsageError:
    return UsageError(what, to="nli", advice=_CONTRACT)
