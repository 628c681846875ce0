"""How several rankings become one."""

import numpy as np
import pytest

from citevet.retrieve.bm25 import Bm25, scores_among, terms
from citevet.retrieve.fusion import cosines, fused, order, with_neighbours


def test_the_earlier_of_equals_comes_first() -> None:
    """The order is the same in every run."""
    assert [2, 0, 1, 3] == order([1.0, 1.0, 3.0, 0.0])
    assert [] == order([])


@pytest.mark.parametrize(
    ("scores", "parts", "expected"),
    [
        ([10.0, 0.0, 0.0], None, [10.0, 2.0, 0.0]),
        ([10.0, 5.0], None, [11.0, 7.0]),
        ([10.0, 5.0], [0, 1], [10.0, 5.0]),
        ([10.0, 0.0, 5.0], [0, 0, 1], [10.0, 2.0, 5.0]),
        ([], None, []),
    ],
)
def test_a_window_gains_by_its_neighbours(scores: list[float], parts: list[int] | None, expected: list[float]) -> None:
    """A fifth of their score, and nothing across two texts; a gain is not passed on."""
    assert expected == with_neighbours(scores, parts)


def test_a_window_between_two_that_fit_comes_before_one_that_fits_less() -> None:
    """What stands between the two best passages is likelier to bear on a claim than a word far away."""
    assert [0, 2, 1, 5, 3, 4] == order(with_neighbours([10.0, 0.0, 10.0, 0.0, 0.0, 3.0]))


def test_two_rankings_count_alike_whatever_their_scale() -> None:
    """Scores of words have no bound, cosines have one; a ranking that tells nothing changes nothing."""
    assert [0.5, 1.0, 0.0] == fused([0.0, 40.0, 0.0], [0.9, 0.9, 0.1])
    assert [0.5, 0.0] == fused([3.0, 1.0], [0.4, 0.4])
    assert [] == fused([], [])


def test_a_cosine_is_that_of_its_two_rows() -> None:
    """Alone or among others, never below 0 and never above 1."""
    rows = np.array([[1, 0], [0, 1], [-1, 0]], np.float32)
    asked = np.array([1, 0], np.float32)
    assert [1.0, 0.0, 0.0] == cosines(asked, rows)
    assert [0.0] == cosines(asked, rows[1:2])


def test_a_word_is_rare_among_all_collections_together() -> None:
    """Every text of the first has the word, so alone it would tell nothing there; beside the others it does."""
    one, other = Bm25.over(["tree tree", "tree bark"]), Bm25.over(["roof", "wall", "door", "roof wall"])
    (with_tree, without) = scores_among("tree", [one, other])
    assert with_tree[0] > one.scores("tree")[0]
    assert [0.0] * 4 == without
    assert [[]] == scores_among("tree", [Bm25.over([])])


@pytest.mark.parametrize("text", ["a" * 1_000_000, "가" * 1_000_000, "1," * 500_000, " ".join("ab" for _ in range(9))])
def test_any_text_has_terms(text: str) -> None:
    """A megabyte of one character takes no longer than any other."""
    assert terms(text)
