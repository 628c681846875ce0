"""Two judges who weigh a pair together: what they say then, and how often each is asked."""

from collections.abc import Sequence

import numpy as np
import pytest

from citevet.judge.together import lately, mean, together

PAIRS = [("Trees cool the street.", "Trees cool a street."), ("It rains.", "Trees cool a street.")]
YES, NO = (0.9, 0.08, 0.02), (0.05, 0.15, 0.8)


def test_the_mean_is_that_of_the_logits() -> None:
    """What softmax makes of two thirds of one judge's logits and a third of the other's."""
    first, second = np.array([2.0, 0.5, -1.0]), np.array([-1.0, 0.0, 1.5])
    wanted = _softmax(first / 3 + second * 2 / 3)
    found = mean(_weights(first), _weights(second), share=1 / 3)
    assert wanted.tolist() == pytest.approx(found)


@pytest.mark.parametrize(("share", "expected"), [(0.0, NO), (1.0, YES)])
def test_a_whole_share_is_one_judge_alone(share: float, expected: tuple[float, float, float]) -> None:
    """Nothing of the other is left."""
    ask = together(lambda pairs: [YES] * len(pairs), lambda pairs: [NO] * len(pairs), share=share)
    assert all(pytest.approx(expected) == each for each in ask(PAIRS))


def test_a_weight_of_nought_does_not_outvote() -> None:
    """A judge who rounds to nought has said little, and the other is still heard."""
    supported, _, contradicted = mean((0.0, 0.0, 1.0), YES, share=0.2)
    assert 0 < supported < 0.9
    assert 0.02 < contradicted < 1


def test_what_was_asked_last_is_not_asked_again() -> None:
    """The second judge's turn costs the first no second reading; another claim does."""
    asked: list[Sequence[tuple[str, str]]] = []

    def first(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        asked.append(pairs)
        return [YES if evidence == "It rains." else NO for evidence, _ in pairs]

    ask = lately(first)
    assert [NO, YES] == ask(PAIRS)
    assert [YES] == ask(PAIRS[1:])
    assert [PAIRS] == asked
    ask([("It rains.", "It snows.")])
    assert [NO, YES] == ask(PAIRS)
    assert 3 == len(asked)


def _softmax(logits: np.ndarray) -> np.ndarray:
    raised = np.exp(logits)
    return np.asarray(raised / raised.sum())


def _weights(logits: np.ndarray) -> tuple[float, float, float]:
    supported, neutral, contradicted = _softmax(logits).tolist()
    return supported, neutral, contradicted
