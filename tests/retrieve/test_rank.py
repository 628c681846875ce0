"""Which windows a claim is held against."""

import pytest

from citevet.model import Span
from citevet.retrieve.bm25 import Bm25, terms
from citevet.retrieve.rank import Pile
from citevet.retrieve.windows import Window

TEXTS = ("Rice grows in the valley.", "Trees cool the street below them.", "The street was paved in 1990.", "Nothing.")


def pile(*texts: str) -> Pile:
    """Make windows of some texts."""
    return Pile.of("REF-001", [Window(text, Span(0, len(text)), number) for number, text in enumerate(texts, 1)])


@pytest.mark.parametrize(
    ("claim", "first"),
    [("A tree cools its street.", 2), ("They grow rice there.", 1), ("It was paved in 1990.", 3), ("", 1)],
)
def test_rare_words_in_common_come_first(claim: str, first: int) -> None:
    """Forms of a word count as one; without any word in common the first window stays first."""
    best = pile(*TEXTS).best(claim, most=2)
    assert [first, 2] == [best[0].page, len(best)]


def test_korean_is_searched_by_syllables() -> None:
    """A particle at the end of a Korean word hides nothing."""
    assert ["도쿄", "쿄는"] == terms("도쿄는")
    assert 0 < Bm25.over(["도쿄는 일본의 수도이다.", "쌀이 자란다."]).scores("도쿄의 인구")[0]


def test_nothing_is_no_error() -> None:
    """A source without windows, and a text without words, have no passages and no scores."""
    assert () == pile().best("A claim.", most=4)
    assert [0.0] == Bm25.over([""]).scores("A claim.")
