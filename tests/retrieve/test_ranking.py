"""Rank windows by words and vectors."""

import numpy as np
import pytest

from citevet.model import Span
from citevet.retrieve import (
    Bm25,
    TextWindow,
    WindowIndex,
    add_neighbours,
    combine_scores,
    cosine_similarities,
    order_by_score,
    scores_among,
)
from citevet.text.stems import search_terms

TEXTS = ("Rice grows in the valley.", "Trees cool the street below them.", "The street was paved in 1990.", "Nothing.")


def test_equal_scores_keep_order() -> None:
    """The order is the same in every run."""
    assert [2, 0, 1, 3] == order_by_score([1.0, 1.0, 3.0, 0.0])
    assert [] == order_by_score([])


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
def test_neighbours_add_to_score(scores: list[float], parts: list[int] | None, expected: list[float]) -> None:
    """A fifth of their score, not across two texts, and not passed on."""
    assert expected == add_neighbours(scores, parts)


def test_window_between_two_good_ones_ranks_higher() -> None:
    """It is likelier to be evidence than a distant window with one word."""
    assert [0, 2, 1, 5, 3, 4] == order_by_score(add_neighbours([10.0, 0.0, 10.0, 0.0, 0.0, 3.0]))


def test_combined_scores_are_scaled() -> None:
    """BM25 scores have no upper limit, cosines do; constant scores change nothing."""
    assert [0.5, 1.0, 0.0] == combine_scores([0.0, 40.0, 0.0], [0.9, 0.9, 0.1])
    assert [0.5, 0.0] == combine_scores([3.0, 1.0], [0.4, 0.4])
    assert [] == combine_scores([], [])


def test_cosine_is_independent_of_other_rows() -> None:
    """It is never below 0 or above 1."""
    rows = np.array([[1, 0], [0, 1], [-1, 0]], np.float32)
    asked = np.array([1, 0], np.float32)
    assert [1.0, 0.0, 0.0] == cosine_similarities(asked, rows)
    assert [0.0] == cosine_similarities(asked, rows[1:2])


def test_rarity_is_over_all_collections() -> None:
    """A word in every text of one collection still counts if other collections lack it."""
    one, other = Bm25.over(["tree tree", "tree bark"]), Bm25.over(["roof", "wall", "door", "roof wall"])
    (with_tree, without) = scores_among("tree", [one, other])
    assert with_tree[0] > one.scores("tree")[0]
    assert [0.0] * 4 == without
    assert [[]] == scores_among("tree", [Bm25.over([])])


@pytest.mark.parametrize("text", ["a" * 1_000_000, "가" * 1_000_000, "1," * 500_000, " ".join("ab" for _ in range(9))])
def test_terms_of_any_text(text: str) -> None:
    """A megabyte of one character takes no longer than other text."""
    assert search_terms(text)


def window_index(*texts: str) -> WindowIndex:
    """Make windows of some texts."""
    return WindowIndex.of(
        "REF-001", [TextWindow(text, Span(0, len(text)), number) for number, text in enumerate(texts, 1)]
    )


@pytest.mark.parametrize(
    ("claim", "first"),
    [("A tree cools its street.", 2), ("They grow rice there.", 1), ("It was paved in 1990.", 3), ("", 1)],
)
def test_rare_shared_words_rank_first(claim: str, first: int) -> None:
    """Word forms count as one; without a shared word the first window stays first."""
    best = window_index(*TEXTS).best(claim, most=2)
    assert [first, 2] == [best[0].page, len(best)]


def test_korean_is_searched_by_syllables() -> None:
    """A particle at the end of a Korean word does not matter."""
    assert ["도쿄", "쿄는"] == search_terms("도쿄는")
    assert 0 < Bm25.over(["도쿄는 일본의 수도이다.", "쌀이 자란다."]).scores("도쿄의 인구")[0]


def test_empty_source() -> None:
    """A source without windows or words has no passages and no scores."""
    assert () == window_index().best("A claim.", most=4)
    assert [0.0] == Bm25.over([""]).scores("A claim.")
