"""The calibration of a judge that reads pages: fitted to lengths and kinds, and careful with contradictions."""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.reading import fit, least_against, list_figures, read_sample
from training.decoder.rows import Held

TOWNS = "Lyon Turin Porto Ghent Basel Malmo Graz Bergen Cork Split".split()


def make_rows(count: int) -> tuple[list[Held], np.ndarray]:
    """Return claims with logits; those with numbers are less often right."""
    dice = np.random.default_rng(5)
    rows, logits = [], np.zeros((count, 3))
    for number in range(count):
        label = ("supported", "unsupported", "contradicted", "partial")[number % 4]
        figure = "12 " if number % 8 < 4 else ""
        rows.append(
            Held(
                f"Trees cooled {figure}streets of {TOWNS[number % 10]}.", "Trees. " * 30, label, f"stance-{number % 3}"
            )
        )
        place = {"supported": 0, "contradicted": 2}.get(label, 1)
        logits[number, place] = 2.5
        logits[number] += dice.normal(0, 1.6 if figure else 0.8, 3)
    return rows, logits


def test_it_separates_and_keeps_its_promise_on_contradictions() -> None:
    """On the rows themselves 95 of 100 called contradicted are; most true claims are found."""
    rows, logits = make_rows(2_000)
    sample = read_sample(rows, logits)
    calibration = fit(sample)
    assert calibration.support is not None
    assert calibration.contradiction is not None
    green = sample.chance(calibration.support) >= calibration.threshold
    red = ~green & (sample.chance(calibration.contradiction) >= calibration.against)
    assert green[sample.truth].mean() > 0.8
    assert green[~sample.truth].mean() < 0.25
    assert (sample.labels[red] == "contradicted").mean() >= 0.95
    assert len(list_figures(sample, calibration)) == 2


def test_the_threshold_of_contradictions_is_the_lowest_that_is_right() -> None:
    """Where none is, nothing is ever called contradicted."""
    chance, truth = np.linspace(1, 0, 101), np.arange(101) < 40
    assert 0.58 < least_against(chance, truth) < 0.6
    assert least_against(chance, ~truth) == 1.0
