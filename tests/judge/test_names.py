"""A name that the source has otherwise is told; another form of it, or what the source merely leaves out, is not."""

import pytest

from citevet.judge.differences import compared
from citevet.judge.names import compare_names
from citevet.model import Difference, Span

OTHERS = [
    ("The trial was run at clinics in Oslo.", "A trial at four clinics in Bergen took a year.", ("Oslo", "Bergen")),
    ("It was written by Ada Lund in 1987.", "It was written by Hans Meyer in 1987.", ("Ada Lund", "Hans Meyer")),
    ("Levels of IL-6 fell after a week.", "Levels of TNF fell after a week.", ("IL-6", "TNF")),
    ("It sorts Hungarian text wrongly.", "A fault that sorts Turkish text wrongly.", ("Hungarian", "Turkish")),
    ("Sales fell in Lund's home town.", "Sales fell in Meyer's home town.", ("Lund", "Meyer")),
    # The name stands elsewhere in the source, and all the rest is the same.
    ("The XML export will be removed.", "Use XML. The JSON export will be removed in May.", ("XML", "JSON")),
    (
        "The find was proposed by Lund in 1934.",
        "The find was proposed by Berg in 1934, and doubted by Lund in 1979.",
        ("Lund", "Berg"),
    ),
    (
        "It was proposed by Lund in 1934.",
        "Proposed by Berg in 1934, it was as well proposed by Lund in 1979.",
        ("Lund", "Berg"),
    ),
]
# What a part of the source says of one, and the claim of another that the source names too.
HELD = [
    (
        "The court convicted Binder and acquitted Auer.",
        "The court convicted Auer and acquitted Binder.",
        ("Binder", "Auer"),
    ),
    ("Beta Ltd. makes the lenses.", "Alpha Corp. makes the lenses and Beta Ltd. the caps.", ("Beta Ltd", "Alpha Corp")),
    ("Eva Lund wrote the first part.", "Karl Berg wrote the first part; Eva Lund read it.", ("Eva Lund", "Karl Berg")),
    (
        "Professor Kim praised the plan.",
        "Professor Lee praised the plan, but Professor Kim left.",
        ("Professor Kim", "Professor Lee"),
    ),
    (
        "Jones et al. found no ice on rocks.",
        "Smith et al. found no ice on rocks; Jones et al. did.",
        ("Jones", "Smith"),
    ),
    ("The printer sits in Munich.", "The printer sits in Leipzig. The office is in Munich.", ("Munich", "Leipzig")),
    (
        "Patients were enrolled in Oslo.",
        "We enrolled 412 patients in Bergen. The office was in Oslo.",
        ("Oslo", "Bergen"),
    ),
]
NOT_OF_OTHERS = [
    ("Pundits likened him to Jack Lund and Ole Berg.", "Pundits likened him to Ole Berg and Jack Lund."),
    ("Levin is known for his work with Lund.", "Levin is known for his work with Berg and Lund."),
    ("Alpha Corp. makes the lenses.", "Alpha Corp. makes the lenses and Beta Ltd. the caps."),
    ("The President signed the long bill.", "On Monday Berg signed the long bill. The President was glad."),
    ("The body of Ada Lund was found.", "Police found the body in a Greeley flat. It was that of Ada Lund."),
    ("The court did not convict Binder then.", "The court convicted Auer then. Binder was there."),
]
SAME = [
    ("It was approved by the WHO.", "It was approved by the World Health Organization in May."),
    ("It was approved by the World Health Organization.", "It was approved by the WHO in May."),
    ("A study of Norwegian pupils was made.", "A study of Norway was made."),
    ("It was found in the United States.", "It was found in America."),
    ("It was found by Müller in Zürich.", "It was found by Muller in Zurich."),
    ("The plan was made by A. Gaddafi in 1990.", "The plan was made by Gadhafi in 1990."),
    ("It was led by Ada Lund.", "It was led by Lund, and by Meyer."),
    ("Walters was a friend to Lund.", "Walters was a friend to Ada. She said so of Ada Lund."),
    ("It is made in Dalton, Georgia.", "It is made in Dalton, Ga., by many."),
    ("The hall stands in Oslo.", "The hall stands in a town of the north."),
    ("The trial was not run in Oslo.", "The trial was run in Bergen."),
    ("They asked whether it was run in Oslo.", "They asked whether it was run in Bergen."),
    ("The talks were held in June.", "The talks were held in Geneva."),
    ("OSLO HAS THE TALLEST HALL IN NORWAY.", "BERGEN HAS THE TALLEST HALL IN SWEDEN."),
    ("The price of PC's fell.", "The price of PCs fell."),
]


@pytest.mark.parametrize(("claim", "source", "expected"), OTHERS)
def test_another_name_in_the_same_place_is_told(claim: str, source: str, expected: tuple[str, str]) -> None:
    """Both names are shown."""
    assert [expected] == [(each.claim, each.source) for each in compare_names(claim, source)]


@pytest.mark.parametrize(("claim", "source", "expected"), HELD)
def test_what_is_said_of_one_is_not_said_of_another(claim: str, source: str, expected: tuple[str, str]) -> None:
    """The name in the part of the source that has all words of a part of the claim is the one that holds."""
    assert expected in [(each.claim, each.source) for each in compare_names(claim, source)]


@pytest.mark.parametrize(("claim", "source"), NOT_OF_OTHERS)
def test_lists_titles_and_other_roles_are_nobody_else(claim: str, source: str) -> None:
    """Names of one list share what is said, a title alone is no name, and behind another preposition it is no rival."""
    assert () == compare_names(claim, source)


def test_what_another_passage_says_of_the_name_holds() -> None:
    """Where another passage that was read says it of the claim's name as well, nobody is wronged."""
    claim, passage = "Patients were enrolled in Oslo.", "We enrolled 412 patients in Bergen. The office was in Oslo."
    assert () == compare_names(claim, passage, ["Later ten patients were enrolled in Oslo."])


@pytest.mark.parametrize(("claim", "source"), SAME)
def test_the_same_by_another_name_is_no_difference(claim: str, source: str) -> None:
    """Initials, accents, spellings, demonyms, denials and dates are no other names."""
    assert () == compare_names(claim, source)


def test_a_name_that_was_read_elsewhere_is_not_missing() -> None:
    """Another passage of the source may have the name that this one lacks."""
    claim, passage = "Most trials were run at clinics in Oslo.", "A trial at four clinics in Bergen took a whole year."
    assert ("name",) == tuple(each.type for each in compared(claim, passage)[0])
    assert () == compared(claim, passage, ["The clinics of Oslo ran the others."])[0]


def test_the_place_is_that_of_the_name_in_the_claim() -> None:
    """An owner's "'s" is no part of the name."""
    claim = "Sales fell in Lund's home town."
    assert (Difference("name", "Lund", "Meyer", Span(14, 18)),) == compare_names(
        claim, "Sales fell in Meyer's home town."
    )
