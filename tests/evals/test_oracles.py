"""The boards beside the board: what needs no judge, and what each stage would win with an oracle before it."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[2]))
from evals.pairs import Labelled
from evals.weighed import Weighed, weighed

from citevet.judge.calibration import Calibration
from evals import buried, contrast, floors, oracles

TREE = "Street trees cool the pavement in the afternoon."
SHIP = "The ship left the harbour in the night."
PAIRS = [
    Labelled("one.dev", TREE, f"{TREE}\n{SHIP}", "supported"),
    Labelled("one.dev", "Street trees warm the harbour.", f"{TREE}\n{SHIP}", "unsupported"),
    Labelled("one_oracle.dev", TREE, f"{TREE}\n{SHIP}", "supported"),
    Labelled("one_oracle.dev", TREE, f"{TREE}\nNobody saw it.", "supported"),
    Labelled("one_oracle.dev", "Street trees warm the harbour.", SHIP, "unsupported"),
]


def run(pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
    """Support what stands in the passage word for word."""
    return np.array([[9, 0, 0] if claim in text else [0, 9, 0] for text, claim in pairs], np.float32)


def letters(texts: Sequence[str]) -> NDArray[np.float32]:
    return np.array([[text.lower().count(each) for each in "abcdefghijklmnopqrstuvwxyz"] for text in texts], np.float32)


def found(pairs: Sequence[Labelled] = PAIRS) -> list[Weighed]:
    return weighed(pairs, run)[0]


def test_cosine_is_that_of_the_nearest_passage() -> None:
    """A claim that a passage has word for word is at 1, and another one, worked out by a plain loop, below."""
    near = floors.cosine(found(), letters)
    assert pytest.approx(1.0) == near[0]
    windows_and_sentence = (*found()[1].read, found()[1].passages[-1])
    claim, *texts = letters([PAIRS[1].claim, *(passage.text for passage in windows_and_sentence)]).astype(float)
    looped = [float(claim @ text / (np.linalg.norm(claim) * np.linalg.norm(text))) for text in texts]
    assert pytest.approx(max(looped)) == near[1]
    assert near[1] < 1


def test_a_vector_of_zeros_is_near_nothing() -> None:
    """No vector, no likeness, and no division by nothing."""
    assert [0.0] * len(PAIRS) == floors.cosine(found(), lambda texts: np.zeros((len(texts), 4), np.float32)).tolist()


def test_cosines_are_kept(tmp_path: Path) -> None:
    """A second run asks no embedder."""
    kept = tmp_path / "cosines.npy"
    first = floors.cosine(found(), letters, kept=kept)
    assert first.tolist() == floors.cosine(found(), pytest.fail, kept=kept).tolist()  # type: ignore[arg-type]  # never called


def test_the_floors_have_a_line_for_each_set() -> None:
    """Always yes is a half; words and cosine tell the two claims of the first set apart."""
    head, first, second = floors.lines(found(), letters)
    assert "always yes" in head
    assert ["one.dev", "2", "50.0", "100.0", "100.0"] == first.split()[:5]
    assert "one_oracle.dev" == second.split()[0]


def test_the_best_cut() -> None:
    """Of all cuts the one that parts best counts."""
    truth = np.array([True, True, False, False])
    assert 100.0 == floors.best(np.array([0.9, 0.8, 0.2, 0.1]), truth)
    assert 75.0 == floors.best(np.array([0.9, 0.1, 0.2, 0.1]), truth)


def test_a_buried_passage_stands_whole_in_a_document_of_five_thousand_words() -> None:
    """It holds the passage once and as many others as there is room for, and is the same whenever it is made."""
    for passage in contrast.passages()[:5]:
        made = buried.document(passage)
        assert 1 == made.count(passage.text)
        assert 4_500 <= len(made.split()) <= 5_000
        assert made == buried.document(passage)


def test_passages_are_buried_in_different_places() -> None:
    """Neither the beginning nor the end gives them away."""
    depths = [buried.document(each).index(each.text) / len(buried.document(each)) for each in contrast.passages()[:20]]
    assert min(depths) < 0.25
    assert max(depths) > 0.75


def test_buried_claims_are_three_for_each_passage() -> None:
    """One is so, and two are not."""
    assert Counter(pair.label for pair in buried.pairs()) == {
        "supported": len(contrast.passages()),
        "contradicted": 2 * len(contrast.passages()),
    }


def test_what_is_read_of_a_buried_passage() -> None:
    """The sentence is looked for in windows, of which more find more, and most claims find theirs among four."""
    places = [each.place for each in buried.found(most=4)]
    first = sum(place == 0 for place in places) / len(places)
    among = sum(place is not None for place in places) / len(places)
    assert first < among
    assert among > 0.97


def test_every_stage_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extraction, retrieval and judge, with what they reach and what an oracle would."""
    few = list(buried.pairs())[:12]
    monkeypatch.setattr(buried, "pairs", lambda: iter(few))
    own = found([*PAIRS, *_contrast()])
    called = np.array([each.pair.label == "supported" for each in own])
    called[2] = False
    rows = list(oracles.lines(own, called, run=run, curve=Calibration()))
    by_name = {row[12:67].strip(): row[67:].split() for row in rows[1:]}
    assert ["2", "100.0", "75.0"] == by_name["one.dev: whole pages, marked evidence; balanced"]
    assert ["1", "100.0", "100.0"] == by_name["one.dev: marked lines in 4 windows"]
    assert 2 == sum(name.startswith(("one.dev", "contrast: whole")) for name in by_name)
    assert ["extraction", "retrieval", "judge"] == list(dict.fromkeys(row.split()[0] for row in rows[1:]))
    assert "12" == by_name["contrast: buried in 5,000 words, alone; balanced"][0]


def _contrast() -> list[Labelled]:
    return [
        Labelled(
            "contrast",
            pair.claim,
            next(each.text for each in contrast.passages() if each.text in pair.evidence),
            pair.label,
        )
        for pair in list(buried.pairs())[:12]
    ]
