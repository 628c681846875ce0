"""Call the functions that a user passed in, plain or async, and check the scores that an NLI function returns."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import isawaitable, iscoroutine
from math import isfinite
from typing import TYPE_CHECKING, Any

from citevet.contracts import Nli
from citevet.errors import CitevetError, UsageError
from citevet.world.model_files import LABELS, label_index

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Runner

_LONGEST_MESSAGE = 300  # characters of somebody else's error
_BATCH = 512  # pairs in one call
_CONTRACT = (
    "It takes a list of pairs (evidence, claim) and gives for each three weights from 0 up: supported, neutral, "
    'contradicted; or labels with scores from 0 to 1: ("entailment", 0.9), {"label": "entailment", "score": 0.9}, '
    "a list of these, or a dict of label and score."
)
_KNOWN = f"Labels that are known, in any case: {', '.join(LABELS)}."
_LONGEST_LABEL = 60  # characters of a label
_PAIR = 2  # a label and its score
NliScores = tuple[float, float, float]


class FunctionCaller:
    """Waits for awaitables on the caller's event loop, or on one of its own until it is closed."""

    def __init__(self, loop: "AbstractEventLoop | None" = None) -> None:
        self._loop = loop
        self._runner: Runner | None = None

    def wrap(self, function: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
        """Return the function as a plain one."""

        def call(argument: Any) -> Any:  # noqa: ANN401 - what the function takes and gives
            try:
                answer = function(argument)
                return self._wait_for(answer) if isawaitable(answer) else answer
            except CitevetError:
                raise
            except Exception as error:
                what = f"raised {type(error).__name__}: {' '.join(str(error).split())[:_LONGEST_MESSAGE]}"
                advice = "The function that was passed in failed; nothing was verified."
                raise UsageError(what, to=name, advice=advice) from error

        return call

    def close(self) -> None:
        """Close the event loop, if there was need of one."""
        if self._runner is not None:
            self._runner.close()
            self._runner = None

    def _wait_for(self, answer: Awaitable[Any]) -> Any:  # noqa: ANN401 - likewise
        import asyncio  # 40 ms that most runs do not need

        if self._loop is not None:
            return asyncio.run_coroutine_threadsafe(_as_coroutine(answer), self._loop).result()
        if _is_in_loop():
            if iscoroutine(answer):
                answer.close()
            raise UsageError("an async function was passed in", to="verify", advice="Use `await averify(…)` instead.")
        if self._runner is None:
            self._runner = asyncio.Runner()
        return self._runner.run(_as_coroutine(answer))


async def _as_coroutine(answer: Awaitable[Any]) -> Any:  # noqa: ANN401 - likewise
    return await answer


def _is_in_loop() -> bool:
    import asyncio  # likewise

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def check_scores(nli: Callable[[Sequence[tuple[str, str]]], Any]) -> Nli:
    """Return an NLI function whose every answer was looked at; the weights of a pair add up to 1."""

    def score(pairs: Sequence[tuple[str, str]]) -> list[NliScores]:
        found: list[NliScores] = []
        for at in range(0, len(pairs), _BATCH):
            batch = list(pairs[at : at + _BATCH])
            found += _check_rows(nli(batch), len(batch))
        return found

    return score


def _check_rows(answer: Any, wanted: int) -> list[NliScores]:  # noqa: ANN401 - whatever a stranger's function gives
    if answer is None or isinstance(answer, str | bytes | Mapping):
        raise _wrong(f"gave {type(answer).__name__} instead of one answer for each pair")
    try:
        rows = list(answer)
    except TypeError as error:
        raise _wrong("did not give one answer for each pair") from error
    if len(rows) != wanted:
        raise _wrong(f"gave {len(rows)} answers for {wanted} pairs")
    return [_normalize(row) for row in rows]


def _normalize(row: Any) -> NliScores:  # noqa: ANN401 - likewise
    labels = _labels(row)
    values = _read_numbers(row) if labels is None else _read_labels(labels)
    total = sum(values)
    if not isfinite(total) or min(values) < 0 or total <= 0:
        raise _wrong("gave weights that are negative, all zero or no finite numbers")
    supported, neutral, contradicted = values
    return supported / total, neutral / total, contradicted / total


def _read_numbers(row: Any) -> list[float]:  # noqa: ANN401 - likewise
    try:
        supported, neutral, contradicted = map(float, () if isinstance(row, str | bytes) else row)
    except (TypeError, ValueError) as error:
        raise _wrong("gave an answer that is not three numbers") from error
    return [supported, neutral, contradicted]


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


def _read_labels(labels: Sequence[tuple[Any, Any]]) -> list[float]:
    """Return the weights of labels; what their scores leave over is neutral."""
    if not labels:
        raise _wrong("gave an answer without a label")
    values = [0.0, 0.0, 0.0]
    for label, score in labels:
        place = label_index(str(label)[:_LONGEST_LABEL])
        if place < 0:
            raise UsageError(
                f"gave the label {str(label)[:_LONGEST_LABEL]!r}", to="nli", advice=f"{_KNOWN} {_CONTRACT}"
            )
        values[place] += _score(label, score)
    values[1] += max(0.0, 1.0 - sum(values))
    return values


def _score(label: object, score: Any) -> float:  # noqa: ANN401 - likewise
    try:
        value = float(score)
    except (TypeError, ValueError):
        value = -1.0
    if not 0 <= value <= 1:
        raise _wrong(f"gave {label} a score that is not a number from 0 to 1")
    return value


def _wrong(what: str) -> UsageError:
    return UsageError(what, to="nli", advice=_CONTRACT)
