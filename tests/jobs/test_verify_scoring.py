"""The bare scoring: cosines, ties, blocks, and that no number depends on its neighbours."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from citevet.judge import vectors
from citevet.judge.vectors import find_nearest


def rows(*vectors: Sequence[float]) -> NDArray[np.float32]:
    return np.array(vectors, np.float32)


@pytest.mark.parametrize(
    ("one", "other", "cosine"),
    [
        ([1, 2, 3], [1, 2, 3], 1.0),
        ([1, 0], [0, 1], 0.0),
        ([1, 2, 3], [4, 5, 6], 0.974632),
        ([0, 0, 0], [1, 2, 3], 0.0),
        ([1, 2, 3], [0, 0, 0], 0.0),
        ([7], [3], 1.0),
        ([1, 0], [-1, 0], -1.0),
    ],
)
def test_cosine(one: list[float], other: list[float], cosine: float) -> None:
    """Identical 1, orthogonal 0, zero vectors 0, one dimension 1, and a value worked out by hand."""
    assert ([0], [cosine]) == find_nearest(rows(one), rows(other))


def test_the_first_of_equals() -> None:
    """Among thousands of equal sources the first is named, wherever the block ends."""
    claim = np.linspace(0.1, 1, 384, dtype=np.float32)
    sources = np.vstack([-claim, *[claim * scale for scale in (3, 1, 7)] * 1001])
    assert [1] == find_nearest(claim[None], sources)[0]


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One block or hundreds: the same places and the same numbers, and each claim alone gives them too."""
    made = np.random.default_rng(7)
    claims = made.standard_normal((50, 384)).astype(np.float32)
    sources = made.standard_normal((301, 384)).astype(np.float32)
    whole = find_nearest(claims, sources)
    monkeypatch.setattr(vectors, "_CELLS", 1000)
    assert whole == find_nearest(claims, sources)
    alone = [find_nearest(claims[at : at + 1], sources) for at in range(50)]
    assert whole == ([found[0] for found, _ in alone], [cosine[0] for _, cosine in alone])


def test_near_duplicates_are_told_apart_whatever_else_is_asked() -> None:
    """Copies that differ in the seventh digit: a claim among 200 names the same source as alone."""
    made = np.random.default_rng(0)
    claims = made.standard_normal((200, 384)).astype(np.float32)
    papers = claims[made.integers(0, 200, 500)] + made.normal(0, 0.3, (500, 384)).astype(np.float32)
    copies = papers + made.normal(0, 2e-6, (500, 384)).astype(np.float32)
    sources = np.vstack([copies, papers, papers * np.float32(1.7)])
    alone = [find_nearest(claims[at : at + 1], sources) for at in range(200)]
    assert ([found[0] for found, _ in alone], [cosine[0] for _, cosine in alone]) == find_nearest(claims, sources)


def test_nothing_asked() -> None:
    """No claims, no answers."""
    assert ([], []) == find_nearest(rows([1, 2])[:0], rows([1, 2]))


def test_it_is_the_best_by_a_plain_loop() -> None:
    """A loop in plain Python over the same vectors finds the same sources and cosines."""
    made = np.random.default_rng(3)
    claims, sources = made.standard_normal((6, 16)), made.standard_normal((9, 16))
    places, cosines = find_nearest(claims.astype(np.float32), sources.astype(np.float32))
    for claim, place, cosine in zip(claims.tolist(), places, cosines, strict=True):
        looped = [_cosine(claim, source) for source in sources.tolist()]
        assert max(range(9), key=looped.__getitem__) == place
        assert pytest.approx(looped[place], abs=2e-6) == cosine


def _cosine(one: list[float], other: list[float]) -> float:
    dot = sum(a * b for a, b in zip(one, other, strict=True))
    return float(dot / (sum(a * a for a in one) * sum(b * b for b in other)) ** 0.5)
