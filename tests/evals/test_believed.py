"""The claims about real passages: labelled, of all kinds, and apart from what a judge is trained on."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.believed import CLAIMS, FOLDER, LABELS, LANGUAGES, Answer, Believed, figures, load
from training.decoder.rows import LATER, WRITTEN

from citevet.model import Ruling

APART = set((FOLDER / "apart.txt").read_text("utf-8").split())


def _rows(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", [CLAIMS, LANGUAGES])
def test_every_claim_is_about_a_passage_set_aside_and_asked_once(name: str) -> None:
    """No claim is there twice, and every passage is in the list of those set aside."""
    rows = _rows(name)
    assert {row["passage"] for row in rows} <= APART
    assert len({(row["passage"], row["claim"], row.get("second")) for row in rows}) == len(rows)


def test_no_claim_for_training_is_about_a_passage_set_aside() -> None:
    """The claims that were written for training are about other passages."""
    rows = Path(__file__).parents[2] / "training" / "decoder"
    lines = [line for name in (*WRITTEN, *LATER) for line in (rows / name).read_text("utf-8").splitlines()]
    digests = {json.loads(line)["digest"] if line.startswith("{") else line.split("|", 1)[0] for line in lines}
    assert not digests & APART


def test_the_set_is_as_large_and_as_varied_as_promised() -> None:
    """There are 400 claims in English with all labels, and sixty in each of five other languages."""
    labels = Counter(row["label"] for row in _rows(CLAIMS))
    assert set(labels) == set(LABELS)
    assert labels.total() >= 400
    assert min(labels.values()) >= 30
    assert Counter(row["language"] for row in _rows(LANGUAGES)) == dict.fromkeys(["de", "es", "fr", "ko", "zh"], 60)


def test_a_second_source_does_not_give_the_answer_away() -> None:
    """With two sources some claims are in conflict, and some are not."""
    labels = {row["label"] for row in _rows(CLAIMS) if "second" in row}
    assert {"conflicting", "supported", "unsupported", "contradicted"} <= labels


def test_claims_are_loaded_with_the_texts_of_their_passages() -> None:
    """A claim has its passage and the second source; a rendered passage stands for the English one."""
    texts = {digest: f"passage {digest}" for digest in APART}
    claims = load(CLAIMS, texts)
    assert {len(each.sources) for each in claims} == {1, 2}
    assert all(each.sources[0].startswith("passage ") for each in claims)
    assert any(not each.sources[0].startswith("passage ") for each in load(LANGUAGES, texts))


def test_the_figures_count_what_a_reader_sees() -> None:
    """A conflict is no support, and a false claim that is called supported counts as such."""
    asked = [
        Believed("c", label, "kind", ("s",)) for label in ("supported", "unsupported", "contradicted", "conflicting")
    ]
    rulings = [
        Ruling("supported"),
        Ruling("supported"),
        Ruling("contradicted"),
        Ruling("unchecked", flags=("conflicting",)),
    ]
    lines = list(figures([Answer(*each) for each in zip(asked, rulings, strict=True)]))
    assert lines[0].endswith("100.0 %  (1 of 1)")
    assert lines[1].endswith("33.3 %  (1 of 3)")
    assert lines[5].endswith("100.0 %  (1 of 1)")
