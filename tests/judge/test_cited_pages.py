"""Which pages of a source a citation means."""

import pytest

from citevet.judge.quotes.cited_pages import find_cited_pages
from citevet.model import Page

PAGES = tuple(Page("", number) for number in range(1, 121))


@pytest.mark.parametrize(
    ("cited", "first", "last"),
    [
        ("3", 3, 3),
        ("3 f.", 3, 4),
        ("3f", 3, 4),
        ("9 f.", 9, 10),
        ("118 ff.", 118, 120),
        ("99-100", 99, 100),
        ("111-3", 111, 113),
    ],
)
def test_forms_of_page_ranges_are_read(cited: str, first: int, last: int) -> None:
    """3 f. is a page and the next, ff. all that follow, 111-3 ends at 113, and 99-100 is two pages."""
    assert frozenset(range(first - 1, last)) == find_cited_pages(cited, PAGES)


def test_page_that_the_source_does_not_have() -> None:
    """It is not compared: it may be the number of another print."""
    assert find_cited_pages("212", PAGES) is None
