"""Weights of few bits: an error is made good by inputs that tell the same."""

import numpy as np
from training.decoder.pack import Floats, round_in_turn, rounded

GROUP = 32


def _inputs(dice: np.random.Generator) -> Floats:
    """Return 600 inputs of 128 channels that all come from sixteen, some of them much louder."""
    made = dice.normal(size=(600, 16)) @ dice.normal(size=(16, 128)) + 0.1 * dice.normal(size=(600, 128))
    return np.asarray(made * dice.lognormal(size=128), np.float32)


def _off(heard: Floats, weight: Floats, whole: np.ndarray, step: np.ndarray) -> float:
    made = (whole * step.astype(np.float32)[:, None]).reshape(weight.shape)
    return float(np.square(heard @ (made - weight)).mean() / np.square(heard @ weight).mean())


def test_what_comes_after_makes_an_error_good() -> None:
    """The products of inputs that were not seen before are at least twice as near as with plain rounding."""
    dice = np.random.default_rng(3)
    heard = _inputs(dice)
    seen, unseen = heard[:400], heard[400:]
    weight = np.asarray(dice.normal(size=(128, 40)), np.float32)
    whole, step = round_in_turn(weight, seen.T @ seen, GROUP)
    assert whole.shape == (4, GROUP, 40)
    assert step.shape == (4, 40)
    assert whole.min() >= -8
    assert whole.max() <= 7
    assert _off(unseen, weight, whole, step) < 0.5 * _off(unseen, weight, *rounded(weight, 4, GROUP))


def test_an_input_that_is_never_heard_is_rounded_as_it_stands() -> None:
    """Silent inputs neither stop the rounding nor move the others."""
    dice = np.random.default_rng(5)
    weight = np.asarray(dice.normal(size=(64, 8)), np.float32)
    whole, step = round_in_turn(weight, np.zeros((64, 64), np.float32), GROUP)
    plain = np.abs((whole * step.astype(np.float32)[:, None]).reshape(weight.shape) - weight)
    assert plain.max() <= np.abs(step.astype(np.float32)).max()
