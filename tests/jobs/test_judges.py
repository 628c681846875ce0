"""Judges by name: which curve and whose weights a second one rules by."""

from typing import Any

import numpy as np
import pytest

from citevet.errors import ModelError
from citevet.jobs.judges import assessor, shortcomings
from citevet.judge.together import mean
from citevet.world.models import Model, load

PAIR = [("Trees cool the street.", "Trees cool a street.")]
YES, NO = np.array([3.0, 0.0, -1.0]), np.array([-1.0, 0.5, 2.0])


def said(logits: np.ndarray) -> tuple[float, float, float]:
    supported, neutral, contradicted = (np.exp(logits) / np.exp(logits).sum()).tolist()
    return supported, neutral, contradicted


def model(digest: str, logits: np.ndarray, **settings: Any) -> Model:
    """Make a judge that says the same of all pairs."""
    return Model(digest, digest, "int8", settings, lambda rows: np.tile(logits, (len(rows), 1)))


FITTED = {"share": 0.25, "calibration": {"cut": 0.31}}


def test_a_second_judge_hears_the_first_it_was_fitted_with() -> None:
    """Its manifest names that first by the digest of its files: then both weigh, by a curve for the two of them."""
    second = model("two", NO, calibration={"cut": 0.7}, beside={"one": FITTED})
    found = assessor([model("one", YES), second]).second
    assert found is not None
    assert 0.31 == found.calibration.cut
    assert pytest.approx(mean(said(YES), said(NO), share=0.25)) == found.nli(PAIR)[0]


def test_beside_anybody_else_it_rules_alone() -> None:
    """Another first judge, or weights trained anew, have another digest."""
    second = model("two", NO, calibration={"cut": 0.7}, beside={"one": FITTED}, share=0.5)
    found = assessor([model("other", YES), second]).second
    assert found is not None
    assert 0.7 == found.calibration.cut
    assert pytest.approx(said(NO)) == found.nli(PAIR)[0]


@pytest.mark.parametrize("share", [-0.1, 1.0, 1e308, float("nan"), "half", None])
def test_a_share_that_is_none_is_refused(share: Any) -> None:
    """A manifest from elsewhere is told of before anything is judged, and not by a crash in the middle."""
    second = model("two", NO, beside={"one": {**FITTED, "share": share}})
    with pytest.raises(ModelError, match="no number from 0 to 1"):
        assessor([model("one", YES), second])


def test_what_must_be_said_of_a_pair() -> None:
    """A second judge is calibrated where it has a curve beside the first, or one of its own."""
    first, curve = model("one", YES, calibration={"cut": 0.5}), {"one": FITTED}
    assert [] == list(shortcomings([first, model("two", NO, beside=curve)]))
    assert ["two is not calibrated: its weights are taken at their word"] == list(
        shortcomings([model("other", YES, calibration={}), model("two", NO, beside=curve)])
    )


def test_the_shipped_pair_was_fitted_together() -> None:
    """The manifest of `base` knows `small` as it is shipped; retrained weights need a new curve, and this says so."""
    small, base = load("small"), load("base")
    assert [small.digest] == list(base.settings["beside"])
    assert 0 < base.settings["beside"][small.digest]["share"] < 1
    pair = assessor([small, base])
    assert pair.second is not None
    assert pair.second.calibration not in (pair.calibration, assessor([base]).calibration)
