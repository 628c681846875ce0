"""Sentences in frames that deny, report, ask or confirm them, and what a teacher said of pairs."""

import json
import lzma
from pathlib import Path
from random import Random

import numpy as np
import pytest
from training.decoder import taught
from training.decoder.stance import Frame, frames, small_words, stance
from training.rows import CONTRADICTED, NEUTRAL, SUPPORTED, UNSUPPORTED, Row

EVIDENCE = (
    "The town lies on a river. The old bridge was closed to heavy lorries in the spring of that year. "
    "The mayor of the town opened a new ferry for cyclists at the same time."
)
CLAIM = "The old bridge was closed to heavy lorries in spring that year."


def _rng(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - data, not secrets


def test_a_frame_takes_a_sentence_without_its_stop_and_its_capital() -> None:
    """Names keep their capital; other first words lose it inside a frame."""
    frame = Frame("alleged", NEUTRAL, "Critics allege that {s}.")
    assert frame.around("The bridge is shut.", {"the"}) == "Critics allege that the bridge is shut."
    assert frame.around("Halden is a town.", {"the"}) == "Critics allege that Halden is a town."


def test_small_words_are_those_that_are_mostly_written_small() -> None:
    """A word that is mostly written with a capital is part of a name."""
    assert small_words(["the river and the town of Halden", "The end"]) == {"the", "river", "and", "town", "of", "end"}


def test_every_frame_has_a_place_for_the_sentence() -> None:
    """Each frame has exactly one place, and each label occurs."""
    assert all(each.text.count("{s}") + each.text.count("{S}") == 1 for each in frames())
    assert {each.label for each in frames()} == {SUPPORTED, NEUTRAL, CONTRADICTED, UNSUPPORTED}


@pytest.mark.parametrize("seed", range(40))
def test_the_label_follows_from_the_frame(seed: int) -> None:
    """A bare claim has the label of the frame around its sentence; a framed claim is true of the same frame alone."""
    for row in stance(Row(CLAIM, EVIDENCE, SUPPORTED), {"the", "old"}, _rng(seed)):
        assert row.evidence != EVIDENCE
        if row.claim == CLAIM and row.label != SUPPORTED:
            assert "The old bridge was closed to heavy lorries in the spring of that year. The" not in row.evidence
        if row.claim != CLAIM:
            assert row.label in {SUPPORTED, CONTRADICTED, UNSUPPORTED}


def test_no_row_is_made_of_a_claim_that_no_sentence_carries() -> None:
    """A claim in quite other words, or one that is not supported, gives no row."""
    assert not list(stance(Row("Nothing of this is there at all.", EVIDENCE, SUPPORTED), {"the"}, _rng(1)))
    assert not list(stance(Row(CLAIM, EVIDENCE, NEUTRAL), {"the"}, _rng(1)))


def test_logits_are_found_by_the_pair_in_whatever_order(tmp_path: Path) -> None:
    """What a teacher said is known by claim and evidence; a pair that it was not asked about has none."""
    pairs = [("a", "text one"), ("b", "text two"), ("c", "text three")]
    with lzma.open(tmp_path / "rows.jsonl.xz", "wt") as stream:
        stream.writelines(json.dumps([*pair, 0, 1.0, "given"]) + "\n" for pair in pairs)
    logits = np.array([[1, 2, 3], [np.nan] * 3, [4, 5, 6]], np.float16)
    np.save(tmp_path / "train_logits.npy", logits[:2])
    np.save(tmp_path / "extra_logits.npy", logits[2:])
    assert taught.save(tmp_path / "rows.jsonl.xz", tmp_path, tmp_path / "taught.npz") == 2
    found = taught.find(tmp_path / "taught.npz", [pairs[2], pairs[1], pairs[0], ("a", "text two")])
    assert found[0].tolist() == [4, 5, 6]
    assert found[2].tolist() == [1, 2, 3]
    assert np.isnan(found[[1, 3]]).all()
