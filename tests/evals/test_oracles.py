"""Scores of pairs, the board, and what each step would gain with an oracle before it."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.pairs import Labelled
from evals.scores import score_pairs
from evals.support import board, find_vetoed, fit_without

from citevet.judge.calibration import Calibration, Curve
from evals import contrast, oracles

TREE = "Street trees cool the pavement in the afternoon."
SHIP = "The ship left the harbour in the night."
PAIRS = [
    Labelled("one.dev", TREE, f"{TREE}\n{SHIP}", "supported", kind="true"),
    Labelled("one.dev", "Street trees warm the harbour.", f"{TREE}\n{SHIP}", "contradicted", kind="false"),
]
PLAIN = Calibration(Curve(0.0, {"window": 1.0}), Curve(0.0, {"contradiction": 1.0}), 0.5, 0.5)


def run(pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
    """Support what is in the passage word for word."""
    return np.array([[9, 0, 0] if claim in text else [0, 9, 0] for text, claim in pairs], np.float32)


def test_a_pair_is_scored_and_ruled_on_as_the_product_does() -> None:
    """The scores of the plan, the signals, and the ruling."""
    true, false = score_pairs(PAIRS, run)
    assert true.signals.window > 0.99
    assert (true.rule(PLAIN).support, false.rule(PLAIN).support) == ("supported", "contradicted")


def test_logits_are_completed_and_not_computed_twice(tmp_path: Path) -> None:
    """A second run asks the model only for new pairs."""
    keep = tmp_path / "logits.npz"
    first = score_pairs(PAIRS[:1], run, keep=keep)
    asked: list[tuple[str, str]] = []

    def listen(pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        asked.extend(pairs)
        return run(pairs)

    again = score_pairs(PAIRS, listen, keep=keep)
    assert again[0].scores == first[0].scores
    assert {claim for _, claim in asked} == {PAIRS[1].claim}
    assert score_pairs(PAIRS, pytest.fail, keep=keep)[1].scores == again[1].scores  # type: ignore[arg-type]  # never called


def test_every_set_is_measured_by_a_calibration_of_the_others() -> None:
    """The board has a line for each set and their mean; vetoed pairs are known."""
    rows = [
        Labelled(name, claim, TREE, label)
        for name in ("one", "two", "three")
        for number in range(60)
        for claim, label in ((TREE, "supported"), (f"Ship {number} left the harbour.", "neutral"))
    ]
    scored = score_pairs(rows, run)
    assert not find_vetoed(scored)[0]
    calibration, rulings = fit_without(scored)
    assert calibration.is_fitted
    lines = list(board(scored, rulings))
    assert [line.split()[0] for line in lines[1:]] == ["one", "two", "three", "mean"]
    assert "100.0" in lines[-1]


def test_a_hidden_passage_is_whole_in_a_document_of_five_thousand_words() -> None:
    """The document has the passage once, and is the same whenever it is built."""
    for passage in contrast.passages()[:5]:
        built = oracles.build_document(passage)
        assert built.count(passage.text) == 1
        assert 4_500 <= len(built.split()) <= 5_000
        assert built == oracles.build_document(passage)


def test_passages_are_hidden_in_different_places() -> None:
    """Neither the beginning nor the end gives them away."""
    built = [(oracles.build_document(each), each.text) for each in contrast.passages()[:20]]
    depths = [document.index(text) / len(document) for document, text in built]
    assert min(depths) < 0.25
    assert max(depths) > 0.75


def test_every_step_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extraction, retrieval and judge, with what they reach and what an oracle would."""
    assert Counter(pair.label for pair in oracles.hide_pairs())["supported"] == len(contrast.passages())
    few = list(oracles.hide_pairs())[:12]
    monkeypatch.setattr(oracles, "hide_pairs", lambda: iter(few))
    alone = [Labelled("contrast", pair.claim, _passage(pair), pair.label, kind=pair.kind) for pair in few]
    scored = score_pairs(alone, run)
    rows = list(oracles.lines(scored, [each.rule(PLAIN) for each in scored], run, PLAIN, keep=None))
    assert list(dict.fromkeys(row.split()[0] for row in rows[1:])) == ["extraction", "retrieval", "judge"]


def _passage(pair: Labelled) -> str:
    return next(each.text for each in contrast.passages() if each.text in pair.evidence)
