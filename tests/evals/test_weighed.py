"""What the board knows of a pair is what the product would ask."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.fit import supports
from evals.pairs import Labelled
from evals.weighed import sample, together, weighed

from citevet.judge.calibration import Curve
from citevet.judge.parts import seen

CLAIM = (
    "The tram line through the old harbour was opened in the spring of 1923, while the city council paid for the rails "
    "and the wires, and the first drivers were trained in a depot near the fish market."
)
TEXT = (
    "The tram line through the old harbour was opened in 1923. The council paid for the rails. Drivers were trained "
    "near the market. In 1951 the line was extended to the suburbs, and within two years twice as many people used it."
)
Pairs = Sequence[tuple[str, str]]


def run(pairs: Pairs, turn: int = 1) -> NDArray[np.float32]:
    """Answer each pair with logits of its own."""
    return np.array([[turn * ((len(text) + 3 * len(claim)) % 7 - 10), 0, -1] for text, claim in pairs], np.float32)


def nli(pairs: Pairs) -> list[tuple[float, float, float]]:
    """Answer as `run` does, in weights."""
    raised = np.exp(run(pairs))
    shares = (raised / raised.sum(axis=1, keepdims=True)).tolist()
    return [(float(one), float(two), float(three)) for one, two, three in shares]


def test_the_board_asks_of_a_long_claim_what_the_product_asks() -> None:
    """The least supported part weighs the same here and there, and decides the probability here as well."""
    found, _ = weighed([Labelled("x", CLAIM, TEXT, "supported")], run)
    least = min(part.seen for part in seen(CLAIM, found[0].read, nli))
    assert found[0].least == pytest.approx(least, abs=1e-6)
    assert least < 0.05
    assert supports(Curve.over({"bias": 3.0}), sample(found, 0.95)).tolist() == [0.3]


def test_two_judges_weigh_the_parts_together() -> None:
    """The logits of a part are the mean of both, as those of the whole are."""
    pair = Labelled("x", CLAIM, TEXT, "supported")
    (one,), _ = weighed([pair], run)
    (other,), _ = weighed([pair], lambda pairs: run(pairs, -1))
    (both,) = together([one], [other], share=0.5)
    expected = np.exp([0, 0, -1]) / np.exp([0, 0, -1]).sum()
    assert one.parts.keys() == both.parts.keys()
    assert all(weights == pytest.approx(expected) for weights in both.parts.values())


def test_a_short_claim_has_no_least_part() -> None:
    """Its probability is that of the curve."""
    found, _ = weighed([Labelled("x", "The council paid for the rails.", TEXT, "supported")], run)
    assert np.isnan(found[0].least)
    assert supports(Curve.over({"bias": 0.0}), sample(found, 0.95)).tolist() == [0.5]
