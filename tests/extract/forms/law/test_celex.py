"""CELEX numbers."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.forms.celex import find
from citevet.extract.found import Found
from citevet.extract.scene import Scene

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[Scene], Iterator[Found]], str], list[Found]]
Placed = Callable[[Callable[[Scene], Iterator[Found]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    ("text", "surface", "normal"),
    [
        ("as in 32016R0679, the", "32016R0679", "32016R0679"),
        ("62012CJ0131.", "62012CJ0131", "62012CJ0131"),
        ("the opinion 62012CC0131 (AG)", "62012CC0131", "62012CC0131"),
        ("52018PC0033", "52018PC0033", "52018PC0033"),
        ("text of 02016R0679-20160504.", "02016R0679-20160504", "02016R0679-20160504"),
        ("treaties 12012E101", "12012E101", "12012E101"),
        ("(32016R0679R(01))", "32016R0679R(01)", "32016R0679R(01)"),
        ("see CELEX:32016R0679.", "CELEX:32016R0679", "32016R0679"),
        ("CELEX number 31995L0046", "CELEX number 31995L0046", "31995L0046"),
    ],
)
def test_a_number_is_found_with_its_exact_span(text: str, surface: str, normal: str, at: At, placed: Placed) -> None:
    """Sectors, corrigenda, consolidated texts and treaties have their own shapes."""
    assert at(text, (surface, normal)) == placed(find, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("CELEX 39999L8888", "9999 is no year of a Community or Union act"),
        ("CELEX 32016ZZ0679", "sector 3 has no type ZZ"),
        ("CELEX 32016R679", "the number after the type has four digits"),
        ("CELEX 32016R0679-20160504", "only a consolidated text (sector 0) carries a date"),
    ],
)
def test_a_named_number_says_what_is_wrong(text: str, fault: str, found_in: FoundIn) -> None:
    """Where the word CELEX stands, an impossible number is a faulty citation."""
    assert [fault] == [one.fault for one in found_in(find, text)]


@pytest.mark.parametrize(
    "text",
    [
        "part 12345AB1234",
        "39999L8888 without its name",
        "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:32016R0679",
        "file=32016R0679",
        "x32016R0679",
        "32016R06791",
        "`32016R0679`",
    ],
)
def test_other_numbers_are_left_alone(text: str, placed: Placed) -> None:
    """A part number, an address, a longer number and code are no citations."""
    assert placed(find, text) == []


def test_repetition_takes_linear_time(found_in: FoundIn) -> None:
    """200 kB of numbers come to an end."""
    assert len(found_in(find, "32016R0679 " * 18_181)) == 18_181
    assert found_in(find, "3201" * 50_000) == []
