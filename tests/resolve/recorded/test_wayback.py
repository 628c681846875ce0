"""Answers of the Wayback Machine as they were recorded."""

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.resolve.web.page_lookup import classify_reply
from citevet.resolve.web.wayback import parse_captures

ANSWERS = list_recorded("wayback")
LISTS = [answer for answer in ANSWERS if "/cdx/" in answer.url]
PAGES = [answer for answer in ANSWERS if "/web/" in answer.url]


@pytest.mark.parametrize("answer", LISTS, ids=[answer.name[:60] for answer in LISTS])
def test_lists(answer: RecordedAnswer) -> None:
    """Every list is read whole, and only the hidden site is refused."""
    captures = parse_captures(answer.reply)
    if answer.reply.status == 403:
        assert captures.refusal is not None
        assert "blocked" == captures.refusal.reason
        return
    rows = [line for line in answer.reply.data.decode().split("\n\n")[0].splitlines() if line]
    assert len(rows) == len(captures.found)
    assert all(capture.digest and capture.timestamp.isdecimal() for capture in captures.found)
    if "dw.com" in answer.url:
        assert {301, 302, None} == {
            capture.status for capture in captures.found if capture.digest.startswith("3I42H3S6")
        }


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
