"""What a source is asked with: the claim without its markers, and without the names of those who wrote the source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.judge.spoken import spoken, unmarked


def told(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Trees cool [1].", "Trees cool ."),
        ("Trees cool [1, 4–6; 12].", "Trees cool ."),
        ("Trees cool [^3].", "Trees cool ."),
        ("Trees cool [REF-001, p. 4].", "Trees cool ."),
        ("Trees cool [12, p. 44] and shade [13].", "Trees cool and shade ."),
        ("According to [3], trees cool.", "According to , trees cool."),
        ("[3] found that trees cool.", "found that trees cool."),
    ],
)
def test_markers_are_blanks(claim: str, expected: str) -> None:
    """A marker points to a source and says nothing."""
    assert expected == told(unmarked(claim))


@pytest.mark.parametrize(
    "claim",
    [
        "He wrote that teh [sic] trees cool.",
        "The share lies in [0, 1].",
        "The list [a, b] has two items.",
        "[Trees] cool.",
        "Array[i] is read.",
        "Trees cool (4 degrees).",
    ],
)
def test_other_brackets_are_words(claim: str) -> None:
    """What no citation looks like stays."""
    assert claim == unmarked(claim)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Smith found that trees cool.", "it found that trees cool."),
        ("Smith et al. [3] found that trees cool.", "it found that trees cool."),
        ("Smith (2020) found that trees cool.", "it found that trees cool."),
        ("Smith and Lee (2020) have shown that trees cool.", "it have shown that trees cool."),
        ("According to Smith et al. (2020), trees cool.", "According to it , trees cool."),
        ("As was shown by Smith & Lee, trees cool.", "As was shown by it , trees cool."),
        ("Müller reported that trees cool.", "it reported that trees cool."),
    ],
)
def test_authors_of_the_source_are_it(claim: str, expected: str) -> None:
    """Whoever wrote the source need not stand in it."""
    assert expected == told(spoken(claim, {"smith", "muller"}))


@pytest.mark.parametrize(
    "claim",
    [
        "Jones found that trees cool.",
        "Smith was born in 1950.",
        "The Smith method cools streets.",
        "Smithson found that trees cool.",
        "In Smithfield trees cool.",
    ],
)
def test_other_names_are_part_of_the_claim(claim: str) -> None:
    """Somebody else's name, and what is told of the author, are for the source to confirm."""
    assert claim == spoken(claim, {"smith"})


@given(st.text(st.sampled_from("Smith et al. (2020) [REF-01, 3] found by In \n"), max_size=120))
def test_places_stay_where_they_are(claim: str) -> None:
    """The text keeps its length, and what stays stands where it stood."""
    heard = spoken(claim, {"smith"})
    assert len(claim) == len(heard)
    assert all(new in {old, " ", "i", "t"} for old, new in zip(claim, heard, strict=True))


@pytest.mark.parametrize("unit", ["[1,", "[", "[1, 2", "Smith ", "Aa", "By ", "[REF-1,"])
def test_a_megabyte_of_one_thing(unit: str) -> None:
    """A hostile claim keeps its length."""
    text = unit * (1_000_000 // len(unit))
    assert len(text) == len(spoken(text, {"smith"}))
