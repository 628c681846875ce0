"""Answers of the Wayback Machine as they were recorded."""

import pytest
from tests.resolve.recorded_answers import list_recorded

from citevet.resolve.web.page_visit import classify_reply

ANSWERS = list_recorded("wayback")
PAGES = [answer for answer in ANSWERS if "/web/" in answer.url]


@pytest.mark.parametrize(
    ("start", "title"),
    [
        ("web_19970427191925id", "ZEW"),
        ("web_20171124143728id", "Fish and Wildlife"),
        ("web_20180808104500id", "Proposed Rule Fact Sheet"),
    ],
)
def test_pages_have_titles(start: str, title: str) -> None:
    """Pages of 1997 to 2018 are live, with a title, in their own encoding."""
    for answer in (each for each in PAGES if each.name.startswith(start)):
        visit = classify_reply(answer.reply)
        assert visit.page is not None
        assert "live" == visit.state
        assert any(title in each for each in visit.page.titles), visit.page.titles
