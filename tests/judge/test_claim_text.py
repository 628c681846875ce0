"""The claim without markers, without the names of the source's authors, and without "it found that"."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.judge.claim_text import clean_claim, normalize_claim, strip_authors, strip_markers, strip_report


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
    assert expected == told(strip_markers(claim))


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
    assert claim == strip_markers(claim)


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
    """Whoever wrote the source need not be named in it."""
    assert expected == told(strip_authors(strip_markers(claim), {"smith", "muller"}))


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
    assert claim == normalize_claim(claim, {"smith"})


@given(st.text(st.sampled_from("Smith et al. (2020) [REF-01, 3] found by In \n"), max_size=120))
def test_places_stay_where_they_are(claim: str) -> None:
    """The text keeps its length, and what stays stands where it stood."""
    heard = strip_authors(strip_markers(claim), {"smith"})
    assert len(claim) == len(heard)
    assert all(new in {old, " ", "i", "t"} for old, new in zip(claim, heard, strict=True))


@pytest.mark.parametrize("unit", ["[1,", "[", "[1, 2", "Smith ", "Aa", "By ", "[REF-1,"])
def test_a_megabyte_of_one_thing(unit: str) -> None:
    """A hostile claim keeps its length."""
    text = unit * (1_000_000 // len(unit))
    assert len(text) == len(strip_authors(strip_markers(text), {"smith"}))


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("it found that trees cool.", "trees cool."),
        ("it                 has also shown that trees cool.", "trees cool."),
        ("It reports that 58 °C were reached.", "58 °C were reached."),
        ("According to it , trees cool.", "trees cool."),
    ],
)
def test_a_source_is_asked_for_what_it_is_said_to_say(claim: str, expected: str) -> None:
    """The words that only say whose it is become blanks, and every place in the claim stays."""
    assert expected == strip_report(claim).lstrip()
    assert len(claim) == len(strip_report(claim))


@pytest.mark.parametrize(
    "claim",
    [
        "it found no proof that trees cool.",
        "it did not find that trees cool.",
        "it suggested that trees cool.",
        "it denied that trees cool.",
        "it found trees that cool.",
        "Others found that trees cool.",
        "Trees cool, it found.",
        "it found that ",
    ],
)
def test_what_more_is_said_stays(claim: str) -> None:
    """A denial, a doubt and somebody else's finding belong to the claim."""
    assert claim == strip_report(claim)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Trees cool [1], and shade [2].", "Trees cool, and shade."),
        ("Trees  cool .", "Trees  cool ."),
        ("Tr\u00adees cool.", "Trees cool."),
    ],
)
def test_clean_claim_closes_gaps_only_where_a_marker_stood(claim: str, expected: str) -> None:
    """Markers and invisible characters go; a claim without markers keeps its spaces."""
    assert expected == clean_claim(claim)
