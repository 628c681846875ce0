"""Lists of pages as people write them."""

import pytest

from citevet.text.page_lists import read_page_list


@pytest.mark.parametrize(
    ("text", "written", "ranges"),
    [
        ("3, 45, 99", "3, 45, 99", ["3", "45", "99"]),
        ("3,45,99", "3, 45, 99", ["3", "45", "99"]),
        ("3 and 99", "3, 99", ["3", "99"]),
        ("3 & 99", "3, 99", ["3", "99"]),
        ("3; 99", "3, 99", ["3", "99"]),
        ("3, & 99", "3, 99", ["3", "99"]),
        ("3 sowie 99", "3, 99", ["3", "99"]),
        ("3 et 99", "3, 99", ["3", "99"]),
        ("3、99", "3, 99", ["3", "99"]),
        ("45 to 12", "45-12", ["45-12"]),
        ("3 through 9", "3-9", ["3-9"]),
        ("3 – 9", "3-9", ["3-9"]),
        ("233–40, 251", "233-40, 251", ["233-240", "251"]),
        ("iii–xii", "iii-xii", ["iii-xii"]),
        ("e12–15", "e12-15", ["e12-e15"]),
        ("A-3, A-9", "A-3, A-9", ["a-3", "a-9"]),
        ("12a", "12a", ["12a"]),
        ("12 ff., 30", "12 ff., 30", ["12", "30"]),
        ("12f", "12f", ["12"]),
        ("1998, 2005", "1998, 2005", ["1998", "2005"]),
    ],
)
def test_every_page_of_a_list_is_read(text: str, written: str, ranges: list[str]) -> None:
    """Signs and words join pages and ranges; the list is written in one way."""
    found = read_page_list(text)
    assert found
    assert (written, ranges, len(text)) == (found.text, [str(each) for each in found.ranges], found.end)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("3, 2019", "3"),
        ("3; 2020, p. 4", "3"),
        ("3 and 99 trees", "3"),
        ("3; 12 samples", "3"),
        ("3 and i", "3"),
        ("3 a 99 trees", "3"),
        ("3-5-7", "3-5"),
        ("3 and Table 9", "3"),
        ("3 and", "3"),
    ],
)
def test_other_numbers_end_a_list(text: str, read: str) -> None:
    """Years, counted things and words are no pages."""
    found = read_page_list(text)
    assert found
    assert read == found.text


@pytest.mark.parametrize("text", ["20%", "civil", "", "3x", "abc12", "and 3"])
def test_other_words_are_no_list(text: str) -> None:
    """A page is a number, a Roman number, or a number with one or two letters before it."""
    assert read_page_list(text) is None


def test_a_long_list_ends() -> None:
    """A list of 100,000 pages is read up to a limit."""
    found = read_page_list("3, " * 100_000)
    assert found
    assert len(found.ranges) <= 201
