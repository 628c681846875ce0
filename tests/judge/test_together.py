"""Two judges as one."""

import pytest

from citevet.judge.together import mean, together


def test_the_mean_is_that_of_the_logits() -> None:
    """Odds of 64 to 1 and, counting twice, of 8 to 1 are together 16 to 1; all three weights add up to one."""
    [(supported, neutral, contradicted)] = mean([(64 / 65, 1 / 65, 0.0)], [(8 / 9, 1 / 9, 0.0)])
    assert 16.0 == pytest.approx(supported / neutral)
    assert 1.0 == pytest.approx(supported + neutral + contradicted)


def test_no_judge_silences_the_other() -> None:
    """A weight of nothing pulls the mean down and leaves it finite; where they disagree the second prevails."""
    [(supported, neutral, _)] = mean([(0.0, 1.0, 0.0)], [(1.0, 0.0, 0.0)])
    assert 0.0 < neutral < supported < 1.0


def test_both_are_asked_about_the_same_pairs() -> None:
    """The answers stay in the order of the pairs."""
    said = together(lambda pairs: [(0.5, 0.5, 0.0)] * len(pairs), lambda pairs: [(0.5, 0.5, 0.0) for _ in pairs])
    assert 2 == len(said([("one", "claim"), ("two", "claim")]))
