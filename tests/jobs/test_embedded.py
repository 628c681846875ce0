"""Vectors that are kept: each text is embedded once, and whatever goes wrong with them is said."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from citevet.errors import UsageError
from citevet.jobs import embedding as module
from citevet.jobs.embedding import CachedVectors
from citevet.judge.vectors import Floats
from citevet.session import Session

HEART, ATTACK, TREE = "Myocardial infarction in young women", "A heart attack", "The price of a street tree"


class Heard:
    """An embedder that counts texts, and fails after a given number."""

    def __init__(self, fails_at: int = 1_000) -> None:
        self.texts: list[str] = []
        self.fails_at = fails_at

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """Give vectors by the length of the texts."""
        if len(self.texts) + len(texts) > self.fails_at:
            raise KeyboardInterrupt
        self.texts += texts
        return [[float(len(text)), 1.0, -0.5] for text in texts]


def use(monkeypatch: pytest.MonkeyPatch, embedder: Callable[[Sequence[str]], object]) -> None:
    """Replace the embedded model."""
    monkeypatch.setattr(module, "run_embedder", lambda _, texts: embedder(texts))


def vectors(texts: Sequence[str]) -> CachedVectors:
    return CachedVectors(Session(), texts)


def embed(texts: Sequence[str]) -> Floats:
    return module.unpack_vectors(vectors(texts).packed())


def test_what_means_the_same_lies_near() -> None:
    """The embedded model itself: other words for the same thing come nearer than anything else."""
    asked, same, other = embed([ATTACK, HEART, TREE])
    assert float(asked @ same) > 0.35
    assert float(asked @ other) < 0.15
    assert [1.0, 1.0, 1.0] == pytest.approx([float(row @ row) for row in (asked, same, other)], abs=1e-5)


def test_a_text_is_embedded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cached vectors have the same bytes as new ones, and each text is embedded once."""
    heard = Heard()
    use(monkeypatch, heard)
    before = embed(["one", "three", "one"])
    assert ["one", "three"] == heard.texts
    assert before.tobytes() == embed(["one", "three", "one"]).tobytes()
    assert ["one", "three"] == heard.texts
    assert 1 == vectors(["one", "seven"]).missing


def test_a_run_that_is_stopped_has_not_worked_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was embedded before the end is there at the next start."""
    texts = [f"text number {number}" for number in range(200)]
    use(monkeypatch, Heard(fails_at=130))
    with pytest.raises(KeyboardInterrupt):
        embed(texts)
    assert 200 - 128 == vectors(texts).missing


@pytest.mark.parametrize("row", [[float("nan"), 1.0], [float("inf"), 1.0], [], ["x", "y"]])
def test_bad_vectors_are_an_error(row: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    """As in `verify`: never a silent zero, and nothing of it is kept."""
    use(monkeypatch, lambda texts: [row] * len(texts))
    with pytest.raises(UsageError, match="embed"):
        embed(["one"])
    assert 1 == vectors(["one"]).missing


def test_zeros_stay_zeros(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vector without direction is near to nothing, and no division by zero."""
    use(monkeypatch, lambda texts: np.zeros((len(texts), 4), np.float32))
    assert [[0.0] * 4] == embed(["one"]).tolist()
