"""Cases before the courts of the European Union."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.forms.eu_case import find
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[Scene], Iterator[Found]], str], list[Found]]
Placed = Callable[[Callable[[Scene], Iterator[Found]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Google Spain (C-131/12).", [("C-131/12", "C-131/12")]),
        ("Case C-131/12 Google Spain", [("Case C-131/12", "C-131/12")]),
        ("Joined Cases C-293/12 and C-594/12 decide", [("Joined Cases C-293/12 and C-594/12", "C-293/12")]),
        ("Cases C-1/10 and C-2/11", [("Cases C-1/10", "C-1/10"), ("C-2/11", "C-2/11")]),
        ("Case T-99/04 P, appeal", [("Case T-99/04 P", "T-99/04 P")]),
        ("in F-5/11.", [("F-5/11", "F-5/11")]),
        ("C\u2011311/18 has a fixed hyphen", [("C\u2011311/18", "C-311/18")]),
        ("Case 26/62 Van Gend en Loos", [("Case 26/62", "26/62")]),
        ("*Schrems*,\nC-362/14", [("C-362/14", "C-362/14")]),
    ],
)
def test_case_numbers_are_found(text: str, expected: list[tuple[str, str]], at: At, placed: Placed) -> None:
    """Joined cases are one judgment; others are cited one by one."""
    assert at(text, *expected) == placed(find, text)


def test_joined_cases_name_the_others(found_in: FoundIn) -> None:
    """The further numbers of a joined case stand in the parts."""
    (one,) = found_in(find, "Joined Cases C-293/12 and C-594/12")
    assert one.parts == {"court": "Court of Justice", "number": "C-293/12", "year": "2012", "joined": "C-594/12"}


@pytest.mark.parametrize(
    ("text", "surface", "article"),
    [
        ("C-131/12, paragraph 45.", "C-131/12, paragraph 45", "[45]"),
        ("C-131/12, paras 45–47, hold", "C-131/12, paras 45–47", "[45-47]"),
        ("C-131/12 [45]", "C-131/12 [45]", "[45]"),
    ],
)
def test_a_paragraph_is_the_locator(text: str, surface: str, article: str, found_in: FoundIn) -> None:
    """The paragraph belongs to the citation and is kept in brackets."""
    (one,) = found_in(find, text)
    assert (0, len(surface), Locator(article=article)) == (one.span.start, one.span.end, one.locator)


@pytest.mark.parametrize(
    "text",
    [
        "a T-34/85 tank",
        "vitamin C-3/5",
        "F-16/03",
        "x-C-131/12",
        "https://curia.europa.eu/C-131/12",
        "C-131/123",
        "`C-131/12`",
    ],
)
def test_other_numbers_are_left_alone(text: str, placed: Placed) -> None:
    """Tanks, aircraft, addresses and code are no cases: the General Court sits since 1989."""
    assert placed(find, text) == []


def test_a_named_case_of_an_impossible_year_is_faulty(found_in: FoundIn) -> None:
    """Where the word Case stands, the number is a citation, if a wrong one."""
    assert [one.fault for one in found_in(find, "Case T-34/85")] == ["the General Court has no cases of the year 85"]


def test_repetition_takes_linear_time(found_in: FoundIn) -> None:
    """200 kB of numbers come to an end."""
    assert len(found_in(find, "C-1/12, " * 25_000)) == 25_000
    assert len(found_in(find, "Joined Cases C-1/12" + " and C-1/12" * 18_000)) == 1
