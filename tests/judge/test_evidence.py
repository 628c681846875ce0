"""Words that a claim shares with a passage, and the sentences that have them."""

import pytest

from citevet.judge.evidence import count_words, coverage, covering_sentences, nearest_sentence, phrase_share
from citevet.model import Passage, Span

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
    assert share == pytest.approx(phrase_share(CLAIM, passage))


def test_the_same_words_in_another_order_are_as_much_about_it() -> None:
    """Words alone do not tell the two apart: that is what pairs are for."""
    turned = "The lake holds back a dam."
    assert 1.0 == coverage(CLAIM, turned)
    assert phrase_share(CLAIM, turned) < 0.7


@pytest.mark.parametrize(("text", "words"), [("", 0), ("Dam.", 1), (CLAIM, 6), ("soft\u00adhyphen, 4.2 %", 3)])
def test_words_are_counted(text: str, words: int) -> None:
    """Invisible marks inside a word do not cut it."""
    assert words == count_words(text)
    assert 0.0 == phrase_share(text, "Bread is cheap.")


def test_the_nearest_sentence_has_its_own_place() -> None:
    """The sentence with most of the claim's words, with its place on the page."""
    text = "Rice grows here. Trees cool the street below. Nobody came."
    best, share = nearest_sentence("Trees cool a street.", [Passage("s1", Span(10, 10 + len(text)), text, 4)])
    assert (best.text, best.span, best.page) == ("Trees cool the street below.", Span(27, 55), 4)
    assert share == 1.0


def test_covering_sentences_come_in_the_order_of_the_page() -> None:
    """The sentences that together have most of the claim's words; others stay out."""
    texts = [
        "The dam was built in 1936. Nobody came.",
        "Bread is cheap. It holds back a lake of 640 square kilometres.",
    ]
    claim = "The dam, built in 1936, holds back a lake of 640 square kilometres."
    passages = [Passage("s1", Span(at * 100, at * 100 + len(text)), text) for at, text in enumerate(texts)]
    found = covering_sentences(claim, passages).text
    assert found == "The dam was built in 1936. It holds back a lake of 640 square kilometres."
    assert covering_sentences("Trees cool streets.", passages[1:]) == passages[1]
