"""What is shown of a passage: the sentence that has most of the claim, without the title above it."""

from collections.abc import Sequence

import pytest

from citevet.jobs.judge_claims import find_decisive_sentence
from citevet.model import Difference, Passage, Span

LONG = "The sensors were read at noon on every day of that summer and of the next one by two of us."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Blinds took away half of the heat.", "Blinds took away half of the heat."),
        ("Blinds\n\nBlinds took away half of the heat.", "Blinds took away half of the heat."),
        ("Heat and blinds\nBlinds took away half of the heat.", "Blinds took away half of the heat."),
        (f"{LONG} Blinds took away half of the heat. {LONG}", "Blinds took away half of the heat."),
        (f"{LONG}\nBlinds took away half of\nthe heat.", "Blinds took away half of\nthe heat."),
        (
            "By means of the outside blinds that the house in\nHamburg has, half of the heat was gone.",
            "By means of the outside blinds that the house in\nHamburg has, half of the heat was gone.",
        ),
        ("차양\n차양은 열의 절반을 막았다. Blinds took away half of the heat.", "Blinds took away half of the heat."),
    ],
)
def test_the_sentence_that_is_shown(text: str, shown: str) -> None:
    """A title is left out and a wrapped line is kept; the span counts from the start of the page."""
    found = find_decisive_sentence(
        "Outside blinds took half of the heat away.", Passage("s1", Span(7, 7 + len(text)), text, 3)
    )
    start = 7 + text.index(shown)
    assert (shown, Span(start, start + len(shown)), 3) == (found.text, found.span, found.page)


def test_small_words_choose_nothing() -> None:
    """One word that tells weighs more than several that every sentence has."""
    text = f"{LONG} The top floor was the warmest of them. All of the rooms in the house are on one side of the yard."
    found = find_decisive_sentence(
        "The flat is the warmest in the city of the north.", Passage("s1", Span(0, len(text)), text)
    )
    assert "The top floor was the warmest of them." == found.text


@pytest.mark.parametrize(("start", "shown"), [(0, "We read them."), (5, "Heat of outside blinds")])
def test_the_title_of_a_work_is_no_evidence(start: int, shown: str) -> None:
    """Whatever words it shares with the claim; the heading of a part may head a list that says it."""
    text = "Heat of outside blinds\n\nWe read them."
    found = find_decisive_sentence(
        "Outside blinds took half of the heat.", Passage("s1", Span(start, start + len(text)), text)
    )
    assert shown == found.text


@pytest.mark.parametrize("piece", ["\n", " \n", " ", "a\n", "a\n\n", "A\nB", "A ", "\n\t"])
def test_hostile_passages(piece: str) -> None:
    """A long run of anything gives a piece of it."""
    text = piece * (50_000 // len(piece))
    found = find_decisive_sentence("A claim.", Passage("s1", Span(0, len(text)), text))
    assert found.text == found.span.of(text)


def test_a_word_of_one_sentence_tells_more_than_those_of_all() -> None:
    """The sentence with the rarer word is shown, and not the first that has as many."""
    text = f"Heat was read in rooms and halls of the house. {LONG} The heat of rooms came from lamps in the house."
    found = find_decisive_sentence("Lamps gave the heat of rooms.", Passage("s1", Span(0, len(text)), text))
    assert "The heat of rooms came from lamps in the house." == found.text


def test_the_sentence_in_which_the_difference_stands() -> None:
    """Where a comparison decided, its words of the source are shown."""
    text = f"Blinds took the heat of noon. {LONG} The blinds did not help."
    claim, passage = "Blinds took the heat of noon and did help.", Passage("s1", Span(0, len(text)), text)
    assert "Blinds took the heat of noon." == find_decisive_sentence(claim, passage).text
    assert (
        "The blinds did not help."
        == find_decisive_sentence(claim, passage, [Difference("negation", "help", "not help")]).text
    )


def test_a_number_inside_another_is_not_the_one_that_differs() -> None:
    """A 3 that differs is not found in 2013."""
    text = f"In 2013 the agency told of rates of illness in the villages. It came to 3 in the villages. {LONG}"
    found = find_decisive_sentence(
        "Rates of illness in the villages came to 5.",
        Passage("s1", Span(0, len(text)), text),
        [Difference("number", "5", "3")],
    )
    assert "It came to 3 in the villages." == found.text


def test_a_sentence_in_other_words_is_found_by_the_model() -> None:
    """Where no sentence has half of the claim's words, the one that the model finds to support it is shown."""
    text = f"The house has many rooms. Nobody may take pictures. {LONG}"
    claim, passage = "Photography is prohibited in the house.", Passage("s1", Span(0, len(text)), text)

    def score(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        return [(0.9, 0.1, 0.0) if "pictures" in premise else (0.1, 0.9, 0.0) for premise, _ in pairs]

    assert "The house has many rooms." == find_decisive_sentence(claim, passage).text
    assert "Nobody may take pictures." == find_decisive_sentence(claim, passage, nli=score).text
