"""Denials that bear on how, when or beside what something is so."""

import pytest

from citevet.judge.polarity import compare_polarity


def said(claim: str, evidence: str) -> list[tuple[str, str, str]]:
    return [(each.type, each.claim, each.source) for each in compare_polarity(claim, evidence)]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        # How, how much, how many.
        ("The lake is not as deep as the fjord.", "The lake is deep and cold."),
        ("The catalogue does not list every journal.", "The catalogue does list most journals."),
        ("The council did not publish the plan promptly.", "The council published the plan after nine years."),
        ("The mill did not work very long.", "The mill worked for a year."),
        ("The school did not teach more children than the church.", "The school taught 40 children."),
        # A denial of a lack.
        ("No method works without amplification.", "All methods work with amplification of the sample."),
        ("Without the pump, the mine could not be drained.", "The mine was drained with the pump."),
        # What had not been so before the first time.
        (
            "No woman had led the observatory before 1998.",
            "In 1998 Ito was the first woman to lead the observatory.",
        ),
        # What is so only elsewhere.
        ("Outside the valley no springs were found.", "Springs were found in the valley."),
        # The same in a word that denies by itself.
        ("Mice without Irx3 are lean.", "Irx3-deficient mice are lean."),
    ],
)
def test_what_a_bounded_denial_leaves_said(claim: str, evidence: str) -> None:
    """Who denies how, when or beside what something is so does not deny it."""
    assert [] == said(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence", "mine", "theirs"),
    [
        (
            "The council did not publish the plan.",
            "The council published the plan early.",
            "not publish",
            "published",
        ),
        (
            "The vaccine does not protect elderly people from flu.",
            "The vaccine protects people from flu.",
            "not protect",
            "protects",
        ),
        ("The lake is not deep.", "The lake is deep and cold.", "not deep", "deep"),
        ("The park has no hall with any door as wide as that.", "The park has a hall with doors.", "no hall", "hall"),
        ("No springs were found in the valley.", "Springs were found in the valley.", "No springs", "Springs"),
        ("No woman had led the observatory.", "In 1998 Ito led the observatory as a woman.", "No woman", "woman"),
        ("Mice without Irx3 are lean.", "Irx3 mice are lean.", "without Irx", "Irx"),
    ],
)
def test_what_a_denial_without_bounds_denies(claim: str, evidence: str, mine: str, theirs: str) -> None:
    """Without such a bound, the denial is a contradiction."""
    assert [("negation", mine, theirs)] == said(claim, evidence)


def test_both_ends_of_an_axis_in_one_claim() -> None:
    """A claim that has both ends of an axis is turned round only by a sentence that is near in its words."""
    claim = "A mask cut exposure with the larger drops, but blocked fewer of the fine ones."
    source = "In the tests with a cough the mask reduced the exposure of nurses by 96 % in the minutes after it."
    assert [] == said(claim, source)


def test_a_measure_that_is_not_named() -> None:
    """Not as common as foxes may be common."""
    assert [] == said("Wolves are not as common as foxes.", "Wolves are common in the north.")
    assert [("negation", "not common", "common")] == said("Wolves are not common.", "Wolves are common in the north.")


def test_two_shared_words_beside_a_shared_neighbour() -> None:
    """One word in the place of its opposite is found in a short sentence too, where its neighbour is the same."""
    assert [("direction", "damp", "dry")] == said("The outer walls were damp.", "The outer walls were dry.")
