"""How much of a claim a passage is about: its words, and its words in their order."""

import pytest

from citevet.judge.relevance import coverage, length, phrases

CLAIM = "The dam holds back a lake."


@pytest.mark.parametrize(
    ("passage", "share"),
    [
        ("Since 1936 the dam holds back a lake.", 1.0),
        ("A lake holds the dam back.", 0.4),
        ("The DAM; holds back!", 0.6),
        ("Bread is cheap.", 0.0),
        ("", 0.0),
    ],
)
def test_neighbouring_words_are_counted_in_pairs(passage: str, share: float) -> None:
    """Case and marks between words tell nothing; another order does."""
    assert share == pytest.approx(phrases(CLAIM, passage))


def test_the_same_words_in_another_order_are_as_much_about_it() -> None:
    """Words alone do not tell the two apart: that is what pairs are for."""
    turned = "The lake holds back a dam."
    assert 1.0 == coverage(CLAIM, turned)
    assert phrases(CLAIM, turned) < 0.7


@pytest.mark.parametrize(("text", "words"), [("", 0), ("Dam.", 1), (CLAIM, 6), ("soft\u00adhyphen, 4.2 %", 3)])
def test_words_are_counted(text: str, words: int) -> None:
    """Marks inside a word that nobody sees do not cut it."""
    assert words == length(text)
    assert 0.0 == phrases(text, "Bread is cheap.")
