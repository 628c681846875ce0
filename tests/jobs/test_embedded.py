"""Vectors that are kept: each text is embedded once, and whatever goes wrong with them is said."""

from collections.abc import Sequence

import numpy as np
import pytest

from citevet.errors import UsageError
from citevet.jobs import embedded as module
from citevet.jobs.embedded import Known, embedded
from citevet.world import memory

HEART, ATTACK, TREE = "Myocardial infarction in young women", "A heart attack", "The price of a street tree"


class Heard:
    """An embedder that counts, and fails when it is told to."""

    def __init__(self, fails_at: int = 1_000) -> None:
        self.texts: list[str] = []
        self.fails_at = fails_at

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Give vectors by the length of the texts."""
        if len(self.texts) + len(texts) > self.fails_at:
            raise KeyboardInterrupt
        self.texts += texts
        return [[float(len(text)), 1.0, -0.5] for text in texts]


def test_what_means_the_same_lies_near() -> None:
    """The embedded model itself: other words for the same thing come nearer than anything else."""
    asked, same, other = embedded([ATTACK, HEART, TREE])
    assert float(asked @ same) > 0.35
    assert float(asked @ other) < 0.15
    assert [1.0, 1.0, 1.0] == pytest.approx([float(row @ row) for row in (asked, same, other)], abs=1e-5)


def test_a_text_is_embedded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered has the same bytes as what is new, and only new texts are asked for, each of them once."""
    heard = Heard()
    monkeypatch.setattr(module, "own_embed", heard)
    before = embedded(["one", "three", "one"])
    assert ["one", "three"] == heard.texts
    assert before.tobytes() == embedded(["one", "three", "one"]).tobytes()
    assert ["one", "three"] == heard.texts
    assert 1 == Known(["one", "seven"]).missing


def test_a_run_that_is_stopped_has_not_worked_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was embedded before the end is there at the next start."""
    texts = [f"text number {number}" for number in range(200)]
    monkeypatch.setattr(module, "own_embed", Heard(fails_at=130))
    with pytest.raises(KeyboardInterrupt):
        embedded(texts)
    assert 200 - 128 == Known(texts).missing


@pytest.mark.parametrize("value", [b"", b"xx", b"\x7f\x01\x02\0\0\0\0"])
def test_a_damaged_memory_is_not_believed(value: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that is not what was written is none, and is made anew."""
    monkeypatch.setattr(module, "own_embed", Heard())
    before = embedded(["one", "three"])
    memory.keep({module._keys(["one"])[0]: value})
    assert 1 == Known(["one", "three"]).missing
    assert before.tobytes() == embedded(["one", "three"]).tobytes()


@pytest.mark.parametrize("row", [[float("nan"), 1.0], [float("inf"), 1.0], [], ["x", "y"]])
def test_bad_vectors_are_an_error(row: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    """As in `verify`: never a silent zero, and nothing of it is kept."""
    monkeypatch.setattr(module, "own_embed", lambda texts: [row] * len(texts))
    with pytest.raises(UsageError, match="embed"):
        embedded(["one"])
    assert 1 == Known(["one"]).missing


def test_zeros_stay_zeros(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vector without direction is near to nothing, and no division by zero."""
    monkeypatch.setattr(module, "own_embed", lambda texts: np.zeros((len(texts), 4), np.float32))
    assert [[0.0] * 4] == embedded(["one"]).tolist()
