"""Cases that the citation lookup lacks are sought by their name before anybody is told that there is none."""

import asyncio
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from tests.resolve.fake_web import Answer, FakeWeb, make_reply
from tests.resolve.json_values import damaged
from tests.resolve.test_courtlistener import LOOKUP, NO_CASE, SEARCH, WHEN, make_case, make_item

from citevet.model import Lookup, Reply
from citevet.resolve.law.us_case_search import judge_found
from citevet.resolve.law.us_cases import look_up_us_case

PLACE = "870 F.3d 1201"
NOTED = ("unlisted", "incomplete-index")
ABSENT = Lookup(reason="abstained", why="CourtListener does not know it", flags=("unlisted",))


def make_row(name: str = "Northgate Mutual Insurance Co. v. Halvorsen", **fields: Any) -> dict[str, Any]:
    """Return one case of the search."""
    row = {
        "absolute_url": "/opinion/201/northgate/",
        "caseName": name,
        "caseNameFull": "",
        "citation": [],
        "cluster_id": 201,
        "court": "Court of Appeals for the Ninth Circuit",
        "court_citation_string": "9th Cir.",
        "court_id": "ca9",
        "dateFiled": "2017-05-02",
    }
    return row | fields


class DocketWeb(FakeWeb):
    """Has dockets, and no opinions."""

    async def ask(self, service: str, path: str, **options: Any) -> Reply:
        """Answer a search of opinions with none."""
        reply = await super().ask(service, path, **options)
        return make_reply(NO_CASE) if self.asked[-1][2].get("type") == "o" else reply


def seek(name: str, *rows: dict[str, Any], court: str = "9th Cir.", year: str = "2017", text: str = PLACE) -> Lookup:
    """Look up a case that the lookup lacks, where the search has these."""
    citation = make_case(text, name=name, court=court, year=year)
    search: Answer = {"count": len(rows), "results": list(rows)}
    web = FakeWeb({LOOKUP: [make_item(404, citation=text)], SEARCH: search})
    return asyncio.run(look_up_us_case(citation, web, WHEN))


def test_a_case_without_a_page_is_found_by_name_year_and_court() -> None:
    """New decisions have no page in the reporter yet."""
    found = seek("Northgate Mut. Ins. Co. v. Halvorsen", make_row())
    assert (found.existence, found.flags, found.differences) == ("found", (), ())
    assert found.record is not None
    assert (found.record.title, found.record.venue) == ("Northgate Mutual Insurance Co. v. Halvorsen", "9th Cir.")
    assert "found by its name, year and court" in found.why


def test_what_is_asked_is_one_word_of_each_party_and_the_years_around() -> None:
    """Abbreviated words cannot be sought."""
    web = FakeWeb({LOOKUP: [make_item(404, citation=PLACE)], SEARCH: NO_CASE})
    citation = make_case(PLACE, name="Cmty. Northgate Mut. v. Halvorsen", year="2017", court="9th Cir.")
    asyncio.run(look_up_us_case(citation, web, WHEN))
    asked = {"type": "o", "q": "caseName:(northgate halvorsen)", "filed_after": "2016-01-01", "court": "ca9"}
    assert web.asked[-1] == (*SEARCH, asked | {"filed_before": "2018-12-31"})


@pytest.mark.parametrize(
    ("rows", "flags", "said"),
    [
        ([], ("unlisted",), "its search has no case of this name of 2017"),
        ([make_row("Northgate v. Bjornstad")], ("unlisted",), "no case of this name"),
        ([make_row(citation=["980 F.3d 7"])], ("unlisted",), "at 980 F.3d 7"),
        ([make_row(court_id="ca5")], ("unlisted",), "the name only in other courts"),
        ([make_row(), make_row(cluster_id=202)], (), "it may be"),  # two decisions, and nobody knows which
        ([make_row(dateFiled="")], (), "it may be"),
        ([make_row(court_id="")], (), "it may be"),
        ([make_row("State v. Halvorsen")], (), "it may be"),
        ([make_row(citation=["980 F.3d 7"]), make_row(cluster_id=9, dateFiled="")], (), "it may be"),
    ],
)
def test_a_case_is_missing_only_where_nothing_like_it_is_known(
    rows: list[dict[str, Any]], flags: tuple[str, ...], said: str
) -> None:
    """The note says what the search has."""
    found = seek("Northgate Mut. Ins. Co. v. Halvorsen", *rows)
    assert (found.existence, found.flags) == ("unchecked", flags)
    assert said in found.why


@pytest.mark.parametrize("name", ["People v. Halvorsen", "State v. Halvorsen", "United States v. Halvorsen"])
def test_one_party_is_not_enough_to_find_a_case(name: str) -> None:
    """Many people of one name were defendants; such a case only keeps the citation from being accused."""
    found = seek(name, make_row(name))
    assert (found.existence, found.flags) == ("unchecked", ())


def test_courts_of_states_are_compared_by_their_state() -> None:
    """Their ids are unknown here."""
    row = make_row(court_id="calctapp", court_citation_string="Cal. Ct. App.")
    place = "60 Cal. App. 4th 9000"
    assert seek("Northgate v. Halvorsen", row, court="Cal. Ct. App.", text=place).existence == "found"
    assert seek("Northgate v. Halvorsen", row, court="Tex. App.", text=place).flags == ("unlisted",)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [(429, "blocked"), (503, "unreadable"), ("<html>Busy</html>", "unreadable"), ({"detail": "?"}, "unreadable")],
)
def test_a_search_that_fails_accuses_nobody(answer: Answer, reason: str) -> None:
    """Half of the question was not answered; what the lookup said is a note."""
    citation = make_case(PLACE, name="Northgate v. Halvorsen", year="2017")
    web = FakeWeb({LOOKUP: [make_item(404, citation=PLACE)], SEARCH: answer})
    found = asyncio.run(look_up_us_case(citation, web, WHEN))
    assert (found.existence, found.reason, found.flags) == ("unchecked", reason, NOTED)
    assert "the search by name failed" in found.why


@pytest.mark.parametrize("name", ["In re M.L.", "A.B. v. C.D.", "State v. Dep't of Rev."])
@pytest.mark.parametrize(
    ("place", "year", "flags"),
    [
        (PLACE, "2017", ("unlisted",)),
        (PLACE, "2019", NOTED),
        (PLACE, "", NOTED),
        ("80 Cal. Rptr. 3d 900", "2008", NOTED),  # a parallel citation, of which the lookup lacks many
    ],
)
def test_a_case_without_telling_words_is_not_sought(name: str, place: str, year: str, flags: tuple[str, ...]) -> None:
    """The lookup has all of the federal reporters up to 2018."""
    web = FakeWeb({LOOKUP: [make_item(404, citation=place)]})
    found = asyncio.run(look_up_us_case(make_case(place, name=name, year=year), web, WHEN))
    assert (len(web.asked), found.flags) == (1, flags)


def test_a_place_without_a_name_is_not_noted() -> None:
    """It may be one in a list of orders: cert. denied, 540 U.S. 999."""
    web = FakeWeb({LOOKUP: [make_item(404, citation=PLACE)]})
    found = asyncio.run(look_up_us_case(make_case(PLACE, name="", year="2017"), web, WHEN))
    assert (len(web.asked), found.flags) == (1, ())


@pytest.mark.parametrize(
    ("place", "year", "dockets", "flags"),
    [
        (PLACE, "2018", [], ("unlisted",)),
        (PLACE, "2019", [], ("unlisted",)),
        (PLACE, "", [], ("unlisted",)),
        (PLACE, "2019", [make_row()], NOTED),  # a docket of this name: the case exists, and its decision may
        (PLACE, "2019", [make_row("Northgate v. Bjornstad")], ("unlisted",)),
        ("80 Cal. App. 5th 900", "2022", [], NOTED),  # the dockets are those of federal courts
        ("10 N.Y.3d 706", "2008", [], NOTED),  # a page of the lists of leave to appeal
    ],
)
def test_a_late_decision_is_missing_where_no_docket_has_its_name(
    place: str, year: str, dockets: list[dict[str, Any]], flags: tuple[str, ...]
) -> None:
    """Of later years the collection has what courts publish, under names of their own."""
    citation = make_case(place, name="Northgate Mut. Ins. Co. v. Halvorsen", year=year)
    web = DocketWeb({LOOKUP: [make_item(404, citation=place)], SEARCH: {"results": dockets}})
    assert asyncio.run(look_up_us_case(citation, web, WHEN)).flags == flags


@pytest.mark.parametrize(
    ("name", "court", "docket", "rows", "flags", "asked"),
    [
        ("Northgate Mut. Ins. Co. v. City of Halvorsen", "D.S.C.", "", [], ("unlisted",), 2),
        ("Northgate Mut. Ins. Co. v. City of Halvorsen", "", "No. 1:18-cv-311", [], ("unlisted",), 2),
        ("Northgate Mut. Ins. Co. v. City of Halvorsen", "Tex. App.", "", [], NOTED, 2),  # no docket of a federal court
        ("Northgate Mut. Ins. Co. v. City of Halvorsen", "", "", [], NOTED, 2),
        ("Northgate Mut. Ins. Co. v. City of Halvorsen", "D.S.C.", "", [make_row("Northgate v. Halvorsen")], (), 1),
        ("Northgate v. Bjornstad", "D.S.C.", "", [make_row()], NOTED, 3),  # an official who was replaced
        ("Halvorsen v. Bjornstad", "D.S.C.", "", [], ("unlisted",), 3),
        ("Jane H. v. Bjornstad County", "D.S.C.", "", [], NOTED, 2),  # a pseudonym
        ("Doe v. Bjornstad County", "D.S.C.", "", [], NOTED, 2),
    ],
)
def test_an_unpublished_decision_is_missing_where_no_docket_may_be_of_it(
    name: str, court: str, docket: str, rows: list[dict[str, Any]], flags: tuple[str, ...], asked: int
) -> None:
    """Opinions are searched, then dockets, then the other cases of the plaintiff against people."""
    place = "2019 WL 651680"
    citation = make_case(place, name=name, year="2019", court=court, docket=docket)
    web = FakeWeb({LOOKUP: [make_item(404, citation=place)], SEARCH: {"results": rows}})
    found = asyncio.run(look_up_us_case(citation, web, WHEN))
    assert (found.existence, found.flags) == ("unchecked", flags)
    sought = [each[2] for each in web.asked if "caseName" in each[2].get("q", "")]
    assert [each["type"] for each in sought] == ["o", "r", "r"][:asked]
    assert all(each.get("court") == ("scd" if court == "D.S.C." else None) for each in sought)


def test_a_search_for_an_unpublished_decision_that_fails_says_nothing() -> None:
    """So does one of a decision without a name."""
    place = "2019 WL 651680"
    for name, answer in (("Northgate v. Halvorsen", 503), ("", 200)):
        web = FakeWeb({LOOKUP: [make_item(404, citation=place)], SEARCH: answer})
        assert asyncio.run(look_up_us_case(make_case(place, name=name), web, WHEN)).flags == ()


def test_without_a_token_the_search_still_knows_cases() -> None:
    """The finder has no page for it; what neither knows is told with the way to a token."""
    citation = make_case(PLACE, name="Northgate v. Halvorsen", year="2017", court="9th Cir.")
    finder = ("courtlistener", "/c/")
    web = FakeWeb({LOOKUP: 401, finder: 404, SEARCH: {"results": [make_row()]}})
    assert asyncio.run(look_up_us_case(citation, web, WHEN)).existence == "found"
    web = FakeWeb({LOOKUP: 401, finder: 404, SEARCH: NO_CASE})
    found = asyncio.run(look_up_us_case(citation, web, WHEN))
    assert found.flags == ()
    assert "COURTLISTENER_TOKEN" in found.why


def test_a_decision_of_this_year_may_be_found() -> None:
    """It is never accused."""
    row = make_row(dateFiled="2026-02-02")
    citation = make_case(PLACE, name="Northgate v. Halvorsen", year="2026", court="9th Cir.")
    for rows, existence in (([row], "found"), ([], "unchecked")):
        web = FakeWeb({LOOKUP: [make_item(404, citation=PLACE)], SEARCH: {"results": rows}})
        found = asyncio.run(look_up_us_case(citation, web, date(2026, 11, 17)))
        assert (found.existence, found.flags) == (existence, ())


@given(damaged({"results": [make_row(citation=[PLACE]), make_row("Doe v. Roe")]}))
def test_damaged_answers_never_raise(answer: Any) -> None:
    """Any field may be of any type."""
    citation = make_case(PLACE, name="Northgate v. Halvorsen", year="2017")
    found = judge_found(citation, ABSENT, make_reply(answer if isinstance(answer, dict | list) else [answer]))
    assert isinstance(found, Lookup)
