"""NLI functions of callers: for one pair or for a list of pairs, plain or async, with answers in their usual shapes."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from inspect import Parameter, isawaitable, signature
from math import isfinite
from typing import Any, Literal

from citevet.contracts import Nli
from citevet.errors import UsageError
from citevet.world.model_files import LABELS, label_index

_BATCH = 512  # pairs in one call
_AT_ONCE = 8  # calls of an async function for one pair that run at the same time
_CONTRACT = (
    "It takes a premise and a hypothesis, or a list of such pairs, and gives for each three weights from 0 up: "
    "supported, neutral, contradicted; or the probability of support; or labels with scores from 0 to 1: "
    '("entailment", 0.9), {"label": "entailment", "score": 0.9}, a list of these, a dict of label and score, or an '
    "object that has them."
)
_KNOWN = f"Labels that are known, in any case: {', '.join(LABELS)}."
_LONGEST_LABEL = 60  # characters of a label
_PAIR = 2  # a label and its score; a premise and a hypothesis
_NESTED = ("scores", "probabilities", "probs", "logits")  # of a dict or object, with a score for each label in it
_PLURALS = frozenset({"premises", "hypotheses", "evidences", "passages", "claims", "sources", "texts"})
_BY_PLACE = frozenset({Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD})
Given = Any  # what a stranger's function gives
NliScores = tuple[float, float, float]
Pairs = Sequence[tuple[str, str]]
Form = Literal["pairs", "pair", "names", "one pair", "two lists", "pipeline"]


def take_pairs(function: Callable[..., Any]) -> Callable[[Pairs], Any]:
    """Return a function of a list of pairs, whichever way the caller's function takes them."""
    form = _find_form(function)
    if form == "pairs":
        return function
    if form == "two lists":
        return lambda pairs: function([premise for premise, _ in pairs], [claim for _, claim in pairs])
    if form == "pipeline":
        return lambda pairs: function([{"text": premise, "text_pair": claim} for premise, claim in pairs], top_k=None)

    def ask(pairs: Pairs) -> Given:
        if form == "names":
            answers = [function(premise=premise, hypothesis=claim) for premise, claim in pairs]
        else:
            answers = [function(*pair) if form == "pair" else function(pair) for pair in pairs]
        return _wait_for_all(answers) if any(map(isawaitable, answers)) else answers

    return ask


async def _wait_for_all(answers: Sequence[Any]) -> list[Any]:
    import asyncio  # 40 ms that most runs do not need

    gate = asyncio.Semaphore(_AT_ONCE)

    async def wait(answer: Awaitable[Given]) -> Given:
        async with gate:
            return await answer

    return list(await asyncio.gather(*map(wait, answers)))


def _find_form(function: Callable[..., Any]) -> Form:
    """Return how a function takes its pairs, by its parameters; `nliFn(premise, hypothesis)` of AgentOS has two."""
    if type(function).__module__.startswith("transformers.pipelines"):
        return "pipeline"
    try:
        parameters = list(signature(function).parameters.values())
    except (TypeError, ValueError):  # written in C
        return "pairs"
    by_place = [
        each for each in parameters if each.kind in {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}
    ]
    needed = [each for each in by_place if each.default is Parameter.empty]
    if len(needed) == _PAIR or (len(by_place) >= _PAIR and by_place[0].name == "premise"):
        return "two lists" if {each.name for each in by_place[:_PAIR]} <= _PLURALS else "pair"
    if not by_place and {"premise", "hypothesis"} <= {each.name for each in parameters}:
        return "names"
    return "one pair" if len(needed) == 1 and needed[0].name == "pair" else "pairs"


def check_scores(nli: Callable[[Pairs], Any]) -> Nli:
    """Return an NLI function whose every answer was looked at; the weights of a pair add up to 1."""

    def score(pairs: Pairs) -> list[NliScores]:
        found: list[NliScores] = []
        for at in range(0, len(pairs), _BATCH):
            batch = list(pairs[at : at + _BATCH])
            found += _check_rows(nli(batch), len(batch))
        return found

    return score


def _check_rows(answer: Given, wanted: int) -> list[NliScores]:
    if wanted == 1 and _is_row(answer):
        return [_normalize(answer)]
    if answer is None or isinstance(answer, str | bytes | Mapping):
        raise _wrong(f"gave {type(answer).__name__} instead of one answer for each pair")
    try:
        rows = list(answer)
    except TypeError as error:
        raise _wrong("did not give one answer for each pair") from error
    if len(rows) != wanted:
        raise _wrong(f"gave {len(rows)} answers for {wanted} pairs")
    return [_normalize(row) for row in rows]


def _is_row(answer: Given) -> bool:
    """Return whether an answer is that for one pair, without a list around it."""
    if isinstance(answer, list | tuple):
        is_weights = len(answer) == len(NliScores.__args__) and all(map(_is_number, answer))  # type: ignore[attr-defined]
        return is_weights or (len(answer) > 1 and _labels(answer) is not None)
    return _is_number(answer) or _labels(answer) is not None


def _normalize(row: Given) -> NliScores:
    while isinstance(row, list | tuple) and len(row) == 1:
        row = row[0]  # a pipeline puts the labels of a pair into a list of its own
    if _is_number(row):
        share = _score("support", row)
        return share, 1.0 - share, 0.0
    labels = _labels(row)
    values = _read_numbers(row) if labels is None else _read_labels(labels)
    total = sum(values)
    if not isfinite(total) or min(values) < 0 or total <= 0:
        raise _wrong("gave weights that are negative, all zero or no finite numbers")
    supported, neutral, contradicted = values
    return supported / total, neutral / total, contradicted / total


def _is_number(value: Given) -> bool:
    """Return whether a value is one number, also of numpy or torch; a text that reads like one is none."""
    if isinstance(value, str | bytes | Mapping) or getattr(value, "shape", ()) not in {(), None}:
        return False
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def _read_numbers(row: Given) -> list[float]:
    try:
        supported, neutral, contradicted = map(float, () if isinstance(row, str | bytes) else row)
    except (TypeError, ValueError) as error:
        raise _wrong("gave an answer that is not three numbers") from error
    return [supported, neutral, contradicted]


def _labels(row: Given) -> list[tuple[Given, Given]] | None:
    """Return the labels and scores of an answer; none where it has no labels."""
    own = _own_labels(row)
    if own is not None or not isinstance(row, list | tuple) or not row:
        return own
    parts = [_own_labels(part) for part in row]
    return None if None in parts else [label for part in parts if part for label in part]


def _own_labels(row: Given) -> list[tuple[Given, Given]] | None:
    if isinstance(row, str):
        return [(row, 1.0)]
    if isinstance(row, list | tuple) and len(row) == _PAIR:
        label, score = row if isinstance(row[0], str) or not isinstance(row[1], str) else reversed(row)
        if isinstance(label, str) or hasattr(label, "name"):
            return [(label, score)]
    fields = row if isinstance(row, Mapping) else _read_attributes(row)
    return None if fields is None else _read_fields(fields)


def _read_fields(fields: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    if "label" in fields:
        score = fields.get("score", fields.get("confidence", fields.get("probability")))
        return [(fields["label"], 1.0 if score is None else score)]
    if "labels" in fields and "scores" in fields:
        return list(zip(fields["labels"], fields["scores"], strict=False))
    inner = next((fields[name] for name in _NESTED if isinstance(fields.get(name), Mapping)), fields)
    return list(inner.items())


def _read_attributes(row: Given) -> Mapping[Given, Given] | None:
    """Return what an object says of labels, by the names of its attributes."""
    if row is None or isinstance(row, int | float | list | tuple) or hasattr(row, "__array__"):
        return None
    names: Iterable[str] = ("label", "score", "confidence", "probability", "labels", "scores", *_NESTED, *LABELS)
    found = {name: getattr(row, name) for name in names if hasattr(row, name)}
    return {name: value for name, value in found.items() if not callable(value)} or None


def _read_labels(labels: Sequence[tuple[Any, Any]]) -> list[float]:
    """Return the weights of labels; what their scores leave over is neutral."""
    if not labels:
        raise _wrong("gave an answer without a label")
    values = [0.0, 0.0, 0.0]
    for label, score in labels:
        name = _name_label(label)
        place = label_index(name)
        if place < 0:
            raise UsageError(f"gave the label {name!r}", to="nli", advice=f"{_KNOWN} {_CONTRACT}")
        values[place] += _score(name, score)
    values[1] += max(0.0, 1.0 - sum(values))
    return values


def _name_label(label: Given) -> str:
    if isinstance(label, str):
        return str(getattr(label, "value", label))[:_LONGEST_LABEL]
    value = getattr(label, "value", None)
    return str(value if isinstance(value, str) else getattr(label, "name", label))[:_LONGEST_LABEL]


def _score(label: object, score: Given) -> float:
    try:
        value = float(score)
    except (TypeError, ValueError):
        value = -1.0
    if not 0 <= value <= 1:
        raise _wrong(f"gave {label} a score that is not a number from 0 to 1")
    return value


def _wrong(what: str) -> UsageError:
    return UsageError(what, to="nli", advice=_CONTRACT)
