"""doi.org: registration, agency and description of a DOI."""

from typing import Any

import pytest
from hypothesis import given, settings
from tests.resolve.fake_web import FakeWeb, make_reply
from tests.resolve.json_values import damaged

from citevet.model import Reply
from citevet.resolve.registries.registered_dois import (
    find_agency,
    look_up_description,
    look_up_handle,
    parse_agency,
    parse_description,
    parse_handle,
)

DOI = "10.5555/trees(1)<2>,3"
HANDLE: dict[str, Any] = {
    "responseCode": 1,
    "handle": DOI.upper(),
    "values": [{"index": 1, "type": "URL", "data": {"format": "string", "value": "https://example.org/"}}],
}
CSL = {
    "DOI": DOI,
    "type": "article-journal",
    "title": "街路樹",
    "container-title": [],
    "issued": {"date-parts": [[2001]]},
}


def test_registered() -> None:
    """A registered DOI exists, whatever the case of its letters; its description is elsewhere."""
    found = parse_handle(make_reply(HANDLE), DOI)
    assert (found.existence, found.record and found.record.id) == ("found", DOI)
    assert parse_handle(make_reply({**HANDLE, "responseCode": 200, "values": None}), DOI).existence == "found"


def test_not_registered() -> None:
    """Only code 100 for this very DOI means that there is none."""
    assert (
        parse_handle(Reply("", 404, data=b'{"responseCode":100,"handle":"10.5555/X"}'), "10.5555/x").existence
        == "missing"
    )


@pytest.mark.parametrize(
    "answer",
    [
        {"responseCode": 100, "handle": "10.5555/other"},
        {"responseCode": 100},
        {"responseCode": 2, "handle": DOI},
        {"responseCode": 301, "handle": DOI, "message": "That prefix doesn't live here"},
        {"handle": DOI},
        [],
        b"<html>Error: DOI Not Found</html>",
        b"",
        429,
        403,
        500,
        Reply("", 404, data=b"<html>not found</html>"),
        Reply("", 404, trouble="timeout", data=b'{"responseCode":100,"handle":"10.5555/trees(1)<2>,3"}'),
    ],
)
def test_failures_say_nothing(answer: Any) -> None:
    """Errors, other handles and pages of error leave a DOI unchecked."""
    found = parse_handle(make_reply(answer), DOI)
    assert found.existence == "unchecked"
    assert found.reason


async def test_short_doi() -> None:
    """A short DOI is an alias of a long one."""
    alias = {"type": "HS_ALIAS", "data": {"format": "string", "value": "10.1002/ABC"}}
    web = FakeWeb({("doi", "/api/handles/10/fzc5kw"): {"responseCode": 1, "handle": "10/fzc5kw", "values": [alias]}})
    found = await look_up_handle("10/fzc5kw", web)
    assert found.record
    assert found.record.id == "10.1002/abc"


@pytest.mark.parametrize(
    ("answer", "agency"),
    [
        ([{"DOI": DOI, "RA": "DataCite"}], "DataCite"),
        ([{"DOI": "10.5555", "RA": "JaLC"}], "JaLC"),  # the older address answers for the prefix
        ({"DOI": DOI, "RA": "mEDRA"}, "mEDRA"),
        ([{"DOI": DOI, "status": "DOI does not exist"}], ""),
        ([], ""),
        (b"<html>", ""),
        (503, ""),
    ],
)
async def test_agency(answer: Any, agency: str) -> None:
    """An agency is known or not; nothing else follows."""
    web = FakeWeb({("doi", "/doiRA/10.5555/trees%281%29%3C2%3E%2C3"): make_reply(answer)})
    assert await find_agency(DOI, web) == agency


async def test_description() -> None:
    """CSL-JSON has texts where Crossref has lists."""
    found = await look_up_description(DOI, FakeWeb({("doi", "/10.5555/"): CSL}))
    assert found.record
    assert (found.record.title, found.record.years, found.record.type) == ("街路樹", (2001,), "journal-article")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Reply("", 200, {"content-type": "text/html"}, b"<html>"), "abstained"),
        (Reply("", 406), "abstained"),
        (Reply("", 404), "abstained"),
        (Reply("", 503, {"content-type": "text/html"}, trouble="unreadable", why="answered 503"), "unreadable"),
        (b"@article{x}", "unreadable"),
        ({**CSL, "DOI": "10.5555/other"}, "unreadable"),
    ],
)
def test_no_description(answer: Any, reason: str) -> None:
    """The page of a publisher is not a description, and says nothing about the DOI."""
    found = parse_description(make_reply(answer), DOI)
    assert (found.existence, found.reason) == ("unchecked", reason)


@settings(max_examples=60)
@given(damaged(HANDLE), damaged(CSL), damaged([{"DOI": DOI, "RA": "DataCite"}]))
def test_any_value_in_any_field(handle: Any, description: Any, agency: Any) -> None:
    """No JSON value raises, and only code 100 reads as missing."""
    replies = [make_reply([each] if isinstance(each, int | str) else each) for each in (handle, description, agency)]
    missing = isinstance(handle, dict) and str(handle.get("responseCode")) == "100"
    assert missing or parse_handle(replies[0], DOI).existence != "missing"
    assert parse_description(replies[1], DOI).existence != "missing"
    assert isinstance(parse_agency(replies[2], DOI), str)
