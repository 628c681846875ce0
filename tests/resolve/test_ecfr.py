"""The Code of Federal Regulations: sections found, removed, reserved, beyond the last, and answers that fail."""

import asyncio
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.fake_web import Answer, FakeWeb, make_reply
from tests.resolve.json_values import damaged

from citevet.model import Lookup, Reply
from citevet.resolve.law.us_legislation import look_up_cfr, parse_full, parse_structure, parse_titles, parse_versions

WHEN = date(2026, 11, 17)
TITLES = {
    "titles": [
        {"number": 7, "name": "Agriculture", "up_to_date_as_of": "2026-11-13", "reserved": False},
        {"number": 35, "name": "Panama Canal", "up_to_date_as_of": None, "reserved": True},
        {"number": 50, "name": "Wildlife", "up_to_date_as_of": "2026-11-13", "reserved": False},
    ]
}
SECTION = '<DIV8 N="275.3" TYPE="SECTION"><HEAD>§ 275.3 Federal monitoring.</HEAD><P>Text.</P></DIV8>'
PART = f'<DIV5 N="275" TYPE="PART"><HEAD>PART 275—REPORTING</HEAD>{SECTION}</DIV5>'
RESERVED = '<DIV8 N="275.4-275.9" TYPE="SECTION"><HEAD>§§ 275.4-275.9 [Reserved]</HEAD></DIV8>'


def make_version(number: str, day: str, *, removed: bool = False, name: str = "") -> dict[str, Any]:
    """Return one version of a section."""
    name = name or f"§ {number} Lamps."
    return {"date": day, "identifier": number, "name": name, "part": "275", "title": "7", "removed": removed}


VERSIONS = {
    "content_versions": [
        make_version("275.1", "2017-01-01"),
        make_version("275.2", "2017-01-01"),
        make_version("275.2", "2020-06-01", removed=True),
        make_version("275.24", "2017-01-01"),
        make_version("275.25", "2027-06-01"),
    ]
}
STRUCTURE = {
    "type": "title",
    "identifier": "7",
    "children": [
        {"type": "chapter", "children": [{"type": "part", "identifier": "1"}, {"type": "part", "identifier": "30-99"}]}
    ],
}


def look_up(place: str, title: str = "7", **table: Answer) -> tuple[Lookup, FakeWeb]:
    """Look a place up; without an answer of its own a full text is not there, and the others are those above."""
    answers: dict[str, Answer] = {"titles": TITLES, "full": 404, "versions": VERSIONS, "structure": STRUCTURE, **table}
    web = FakeWeb({("ecfr", f"/api/versioner/v1/{name}"): answer for name, answer in answers.items()})
    return asyncio.run(look_up_cfr(title, place, web, WHEN)), web


@pytest.mark.parametrize("text", [SECTION, PART, f"<ECFR>{PART}</ECFR>"])
def test_a_section_is_found_with_its_heading(text: str) -> None:
    """It is requested on the last day that the title is up to date, since today gives 404."""
    found, web = look_up("275.3(a)", full=text)
    assert (found.existence, found.flags) == ("found", ())
    assert found.record is not None
    assert (found.record.id, found.record.title) == ("7 CFR 275.3", "§ 275.3 Federal monitoring.")
    path = "/api/versioner/v1/full/2026-11-13/title-7.xml"
    assert web.asked[-1] == ("ecfr", path, {"part": "275", "section": "275.3"})
    assert found.record.copies == (f"https://www.ecfr.gov{path}?part=275&section=275.3",)


def test_a_part_is_found() -> None:
    """A citation may name the whole part."""
    found, _ = look_up("275", full=PART)
    assert (found.existence, found.record and found.record.title) == ("found", "PART 275—REPORTING")


def test_a_removed_section_is_flagged_with_its_day() -> None:
    """The history of the part knows it."""
    found, _ = look_up("275.2")
    assert (found.existence, found.flags) == ("found", ("repealed",))
    assert found.why == "7 CFR 275.2 was removed on 2020-06-01, says eCFR"


def test_a_section_in_a_range_is_found() -> None:
    """Some ranges are not called reserved."""
    text = '<DIV8 N="275.4 - 275.9" TYPE="SECTION"><HEAD>275.4--275.9</HEAD></DIV8>'
    assert [(look_up(place, full=text)[0].existence) for place in ("275.4", "275.7")] == ["found", "found"]


def test_a_reserved_section_has_no_text() -> None:
    """Reserved numbers come as ranges."""
    found, _ = look_up("275.7", full=RESERVED)
    assert (found.existence, found.flags, found.why) == ("found", ("repealed",), "7 CFR 275.7 is reserved, says eCFR")


@pytest.mark.parametrize(
    ("place", "existence", "why"),
    [
        ("275.99", "missing", "there is no § 275.99: part 275 has §§ 275.1 to 275.24"),
        ("275.12", "unchecked", "part 275 has §§ 275.1 to 275.24"),
    ],
)
def test_a_section_beyond_the_last_is_missing(place: str, existence: str, why: str) -> None:
    """One in between may have been removed before the history begins."""
    found, _ = look_up(place)
    assert found.existence == existence
    assert why in found.why
    assert (found.record is not None) == (existence == "missing")


@pytest.mark.parametrize(
    ("place", "existence", "why"),
    [
        ("999.1", "missing", "there is no part 999: title 7 has parts 1 to 99"),
        ("12.1", "unchecked", "part 12 is not in the eCFR"),
    ],
)
def test_a_part_beyond_the_last_is_missing(place: str, existence: str, why: str) -> None:
    """The table of contents of the title has the parts."""
    found, _ = look_up(place, versions={"content_versions": []})
    assert found.existence == existence
    assert why in found.why


@pytest.mark.parametrize(
    ("title", "existence", "why"),
    [("51", "missing", "the C.F.R. has titles 1 to 50"), ("35", "unchecked", "is reserved today")],
)
def test_titles_that_have_no_sections(title: str, existence: str, why: str) -> None:
    """The list of titles says so; a reserved one had sections before."""
    found, _ = look_up("1.1", title)
    assert found.existence == existence
    assert why in found.why


def test_a_title_that_a_list_leaves_out_is_not_missing() -> None:
    """Only a number beyond the last title is."""
    found, _ = look_up("1.1", "12")
    assert (found.existence, found.reason) == ("unchecked", "unreadable")


@pytest.mark.parametrize("answer", [403, 429, 500, "", "<html>Request Access</html>", "{", "[]", Reply("", 202)])
@pytest.mark.parametrize("name", ["titles", "full", "versions"])
def test_failures_prove_nothing(name: str, answer: Answer) -> None:
    """At whichever step the service fails."""
    table: dict[str, Answer] = {name: answer}
    found, _ = look_up("275.99", "7", **table)
    assert (found.existence, found.reason in {"blocked", "unreadable"}) == ("unchecked", True)


@given(damaged(TITLES), damaged(VERSIONS), damaged(STRUCTURE), st.binary(max_size=200))
def test_damaged_answers_never_raise(titles: Any, versions: Any, structure: Any, data: bytes) -> None:
    """Any field may be of any type."""
    reply = [make_reply(each if isinstance(each, dict | list) else [each]) for each in (titles, versions, structure)]
    assert parse_titles(reply[0], "7", WHEN)
    assert isinstance(parse_versions(reply[1], WHEN), list | Lookup)
    assert parse_structure(reply[2])
    assert parse_full(Reply("", 200, data=data))
