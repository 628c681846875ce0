"""`Verifier(nli=…)` takes `nliFn(premise, hypothesis)` or a function of pairs, with answers in every usual shape."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

import citevet

CLAIM = "The harbour tower is painted green."
SOURCE = "The tower in the harbour is painted green."
Pairs = Sequence[tuple[str, str]]


class Label(Enum):
    """As a library may name its labels."""

    ENTAILMENT = "entailment"
    REFUTES = 2


class Word(StrEnum):
    """Likewise."""

    CONTRADICTION = "CONTRADICTION"


@dataclass
class Scored:
    """Likewise."""

    label: Any
    score: float


@dataclass
class Weights:
    """Likewise."""

    entailment: float
    neutral: float
    contradiction: float


class Answer(NamedTuple):
    """Likewise."""

    label: str
    score: float


SUPPORTED: list[Any] = [
    {"label": "entailment", "score": 0.99},
    {"label": "ENTAILMENT", "score": np.float32(0.99)},
    {"label": "entailment"},
    {"score": 0.99, "label": "Supports"},
    {"entailment": 0.97, "neutral": 0.02, "contradiction": 0.01},
    {"CONTRADICTION": 0.01, "Entailment": 0.97, "NEUTRAL": 0.02},
    {"label": "entailment", "confidence": 0.99},
    {"labels": ["neutral", "entailment", "contradiction"], "scores": [0.02, 0.97, 0.01]},
    {"scores": {"contradiction": 0.01, "neutral": 0.02, "entailment": 0.97}},
    [
        {"label": "CONTRADICTION", "score": 0.01},
        {"label": "NEUTRAL", "score": 0.02},
        {"label": "ENTAILMENT", "score": 0.97},
    ],
    [[{"label": "entailment", "score": 0.97}, {"label": "neutral", "score": 0.03}]],
    [{"label": "entailment", "score": 0.99}],
    ("entailment", 0.99),
    (0.99, "entailment"),
    Answer("entails", 0.99),
    [("neutral", 0.01), ("entailment", 0.99)],
    (0.97, 0.02, 0.01),
    [0.97, 0.02, 0.01],
    np.array([0.97, 0.02, 0.01]),
    Scored("entailment", 0.99),
    Scored(Label.ENTAILMENT, 0.99),
    Weights(0.97, 0.02, 0.01),
    SimpleNamespace(label="entailment", score=0.99),
    SimpleNamespace(label="entailment", score=np.float64(0.99)),
    "entailment",
    0.99,
    1,
    np.float32(0.99),
    True,
]
CONTRADICTED: list[Any] = [
    {"label": "contradiction", "score": 0.99},
    {"label": "REFUTED", "score": 0.99},
    {"neutral": 0.01, "contradicts": 0.99},
    (0.01, 0.01, 0.98),
    ("Contradiction", 0.99),
    Scored(Label.REFUTES, 0.99),
    Scored(Word.CONTRADICTION, 0.99),
    Weights(0.0, 0.01, 0.99),
    "contradicted",
]
OPEN: list[Any] = [
    {"label": "neutral", "score": 0.99},
    0.02,
    0,
    False,
    "not enough info",
    {"label": "entailment", "score": 0.1},
]
ANSWERS = [
    *(pytest.param(each, "supported", id=f"supported {number}") for number, each in enumerate(SUPPORTED)),
    *(pytest.param(each, "contradicted", id=f"contradicted {number}") for number, each in enumerate(CONTRADICTED)),
    *(pytest.param(each, "unverifiable", id=f"open {number}") for number, each in enumerate(OPEN)),
]


def verdict(nli: Callable[..., Any]) -> str:
    return citevet.verify([CLAIM], [SOURCE], nli=nli).claims[0].verdict


@pytest.mark.parametrize(("answer", "expected"), ANSWERS)
def test_every_shape_from_one_pair_and_from_a_list(answer: Any, expected: str) -> None:
    """A function of a premise and a hypothesis, of a list of pairs, and async ones."""

    async def single(premise: str, hypothesis: str) -> Any:
        await asyncio.sleep(0)
        assert (SOURCE, CLAIM) == (premise, hypothesis)
        return answer

    async def many(pairs: Pairs) -> list[Any]:
        return [answer for _ in pairs]

    functions: list[Callable[..., Any]] = [
        lambda premise, hypothesis: (premise, hypothesis, answer)[2],
        single,
        lambda pairs: [answer] * len(pairs),
        many,
    ]
    assert [expected] * 4 == list(map(verdict, functions))


class Model:
    """An object that is called."""

    def __call__(self, premise: str, hypothesis: str) -> str:
        """Answer."""
        return "entailment" if premise == SOURCE and hypothesis == CLAIM else "neutral"

    def predict(self, pairs: Pairs) -> list[str]:
        """Answer for a list."""
        return [self(*pair) for pair in pairs]


def keywords(*, premise: str, hypothesis: str) -> str:
    return Model()(premise, hypothesis)


def options(premise: str, hypothesis: str, *, top_k: int = 1) -> tuple[str, float]:
    return Model()(premise, hypothesis), float(top_k)


def one(pair: tuple[str, str]) -> str:
    return Model()(*pair)


def two_lists(premises: Sequence[str], hypotheses: Sequence[str]) -> list[str]:
    return [Model()(*pair) for pair in zip(premises, hypotheses, strict=True)]


def bare(pairs: Pairs) -> Any:
    """Answer for one pair without a list around it, as some libraries do."""
    found = [{"label": Model()(*pair), "score": 0.99} for pair in pairs]
    return found[0] if len(found) == 1 else found


class Pipeline:
    """As `transformers.pipeline("text-classification")`."""

    def __call__(self, inputs: list[dict[str, str]], top_k: int | None = 1) -> list[list[dict[str, Any]]]:
        """Answer with all labels of each pair."""
        assert top_k is None
        return [[{"label": Model()(each["text"], each["text_pair"]), "score": 0.99}] for each in inputs]


Pipeline.__module__ = "transformers.pipelines.text_classification"


@pytest.mark.parametrize(
    "nli",
    [
        Model(),
        Model().predict,
        keywords,
        options,
        partial(options, top_k=1),
        one,
        two_lists,
        bare,
        Pipeline(),
        Model().__call__,
    ],
)
def test_every_way_to_be_called(nli: Callable[..., Any]) -> None:
    """Premise first, hypothesis second, by place or by name, alone or in lists."""
    assert "supported" == verdict(nli)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "not three numbers"),
        ("maybe", "gave the label 'maybe'"),
        ({"label": "LABEL_0", "score": 0.9}, "gave the label 'LABEL_0'"),
        ({"label": "entailment", "score": 99}, "entailment a score that is not a number from 0 to 1"),
        (1.5, "support a score that is not a number from 0 to 1"),
        (float("nan"), "not a number from 0 to 1"),
        ((0.5, 0.5), "not three numbers"),
        ({}, "an answer without a label"),
        ((-1.0, 2.0, 0.0), "negative"),
        (object(), "not three numbers"),
    ],
)
def test_answers_that_make_no_sense(answer: Any, said: str) -> None:
    """The error says what came and what is wanted; nothing is verified."""
    with pytest.raises(citevet.CitevetError, match=said):
        verdict(lambda premise, hypothesis: (premise, hypothesis, answer)[2])


async def test_a_single_pair_function_runs_on_the_callers_loop() -> None:
    """A few calls at a time, and every pair once."""
    running = most = 0

    async def nli(premise: str, hypothesis: str) -> float:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return 0.99 if hypothesis in premise else 0.01

    claims = [f"The tower number {number} is green." for number in range(20)]
    found = await citevet.averify(claims, claims, nli=nli)
    assert 20 == found.counts["supported"]
    assert 2 <= most <= 8
