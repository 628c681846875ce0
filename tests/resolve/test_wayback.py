"""Copies of pages: the quick service, and the index as text and JSON."""

import pytest
from tests.resolve.fake_web import FakeWeb, classify, make_reply

from citevet.model import Reply
from citevet.resolve.web.wayback import (
    Capture,
    compare_captures,
    compare_with_today,
    find_copy,
    make_digest,
    make_timestamp,
    parse_availability,
    parse_captures,
)

URL = "http://example.org/a"
ROW = "org,example)/a 20200102030405 http://example.org/a text/html 200 AAAA 100"
REVISIT = "org,example)/a 20200202030405 http://example.org/a warc/revisit - AAAA 100"


def test_text_rows_with_revisits() -> None:
    """A revisit has the status of the body that it repeats; what follows a blank line is no row."""
    captures = parse_captures(make_reply(f"{ROW}\n{REVISIT}\n\norg%2Cexample%29%2Fa+20200202030406\n"))
    assert [200, 200] == [capture.status for capture in captures.found]
    assert ("2020-01-02", f"https://web.archive.org/web/20200102030405/{URL}") == (
        captures.found[0].date,
        captures.found[0].url,
    )


def test_json_rows_are_read_by_their_header() -> None:
    """The first row names the columns, and an empty one ends the list."""
    rows = [["digest", "timestamp", "statuscode", "original"], ["AAAA", "20200102030405", "200", URL], [], ["next"]]
    captures = parse_captures(make_reply(rows))
    assert (Capture("20200102030405", URL, 200, "AAAA"),) == captures.found


@pytest.mark.parametrize("body", ["", "\n", "[]", '[["timestamp"]]'])
def test_an_empty_list_is_an_answer(body: str) -> None:
    """The archive has no copy: that is known."""
    captures = parse_captures(make_reply(body))
    assert ((), None) == (captures.found, captures.refusal)


@pytest.mark.parametrize(
    "answer",
    ["<html>busy</html>", "[1, 2]", "[[", '[["timestamp"],["never"]]', "a b c", 404, 429, 503, b"\xff\xfe", '["x"]'],
)
def test_other_answers_are_no_list(answer: str | int | bytes) -> None:
    """A failing archive never reads as one without copies."""
    captures = parse_captures(make_reply(answer))
    assert captures.refusal is not None
    assert captures.refusal.reason in {"blocked", "unreadable"}


def test_a_site_that_is_not_shown_is_blocked() -> None:
    """The archive hides some sites, and says so in its own words."""
    body = b"org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error\n"
    captures = parse_captures(classify(Reply(URL, 403, data=body)))
    assert captures.refusal is not None
    assert ("blocked", "the Wayback Machine does not show this site") == (captures.refusal.reason, captures.refusal.why)


@pytest.mark.parametrize(
    ("answer", "copies", "refused"),
    [
        ({"archived_snapshots": {}}, 0, False),
        ({"archived_snapshots": []}, 0, False),
        ({"archived_snapshots": {"closest": {"available": False}}}, 0, False),
        ({"archived_snapshots": {"closest": None}}, 0, False),
        ({"archived_snapshots": None}, 0, True),
        (
            {
                "archived_snapshots": {
                    "closest": {"available": True, "status": "301", "timestamp": "20200102030405", "url": f"/web/{URL}"}
                }
            },
            0,
            True,  # an address that led elsewhere was there
        ),
        ({}, 0, True),
        ([], 0, True),
        ("<html>", 0, True),
        (429, 0, True),
        (404, 0, True),
    ],
)
def test_the_quick_service(answer: dict[str, object] | list[object] | str | int, copies: int, refused: bool) -> None:  # noqa: FBT001 - a column of the table
    """No copy and no answer are distinguished."""
    captures = parse_availability(make_reply(answer))
    assert (copies, refused) == (len(captures.found), captures.refusal is not None)


@pytest.mark.parametrize(("status", "copies"), [("200", 1), ("404", 0), ("301", 0)])
def test_copies_of_error_pages_do_not_count(status: str, copies: int) -> None:
    """A copy of an error page does not show that there was a page."""
    address = f"http://web.archive.org/web/20200102030405/{URL}"
    closest = {"available": True, "url": address, "timestamp": "20200102030405", "status": status}
    assert copies == len(parse_availability(make_reply({"archived_snapshots": {"closest": closest}})).found)


async def test_the_index_confirms_that_there_is_no_copy() -> None:
    """The quick service overlooks copies; the index is queried as well, with the date."""
    web = FakeWeb({("archive", "/"): {"archived_snapshots": {}}, ("wayback", "/cdx"): ROW})
    copies = await find_copy(URL, web, near="2020-01-01")
    assert ["20200102030405"] == [capture.timestamp for capture in copies.found]
    assert ("20200101000000", "closest") == (web.asked[1][2]["closest"], web.asked[1][2]["sort"])


async def test_no_copy_needs_the_word_of_both() -> None:
    """An index without copies does not replace a quick service that failed."""
    copies = await find_copy(URL, FakeWeb({("archive", "/"): 503, ("wayback", "/cdx"): "[]"}))
    assert copies.refusal is not None
    assert "unreadable" == copies.refusal.reason


@pytest.mark.parametrize(
    ("digests", "latest", "change"),
    [
        (("A", "A", "B"), "A", "unchanged"),
        (("A", "A", "B"), "C", "changed"),
        (("A", "B", "C"), "D", "unknown"),  # a clock on the page
        (("A",), "D", "unknown"),
    ],
)
def test_drift_needs_a_stable_page(digests: tuple[str, ...], latest: str, change: str) -> None:
    """A page that differs at every visit says nothing by its digest."""
    around = tuple(Capture(f"2020010203040{index}", URL, 200, digest) for index, digest in enumerate(digests))
    assert change == compare_captures(around, Capture("20260102030405", URL, 200, latest)).change


async def test_the_page_of_today_may_be_the_copy_itself() -> None:
    """Equal bytes need no second question."""
    web = FakeWeb({("wayback", "/cdx"): ROW.replace("AAAA", make_digest(b"the page"))})
    assert "unchanged" == (await compare_with_today(URL, web, cited="2020", body=b"the page")).change
    assert 1 == len(web.asked)
    assert "unknown" == (await compare_with_today(URL, web, cited="", body=b"the page")).change


@pytest.mark.parametrize(
    ("day", "stamp"),
    [
        ("2021-03-04", "20210304000000"),
        ("2021-03", "20210315000000"),
        ("2021", "20210701000000"),
        ("2021-13-01", ""),
        ("soon", ""),
    ],
)
def test_dates_may_be_incomplete(day: str, stamp: str) -> None:
    """A year is searched at its middle."""
    assert stamp == make_timestamp(day)
