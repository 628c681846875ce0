"""Cases at CourtListener: found, several, unknown, under another name, and answers that prove nothing."""

import asyncio
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from tests.resolve.fake_web import Answer, FakeWeb, make_reply
from tests.resolve.json_values import damaged

from citevet.model import Citation, Hop, Lookup, Reply, Span
from citevet.resolve.law.us_cases import look_up_us_case, parse_citation_lookup, parse_finder_page

WHEN = date(2026, 11, 17)
LOOKUP = ("courtlistener", "/api/rest/v4/citation-lookup/")
SEARCH = ("courtlistener", "/api/rest/v4/search/")
NO_CASE: Answer = {"count": 0, "next": None, "results": []}
FINDER = ("courtlistener", "/c/")


def make_case(text: str = "427 U.S. 115", name: str = "", year: str = "", **parts: str) -> Citation:
    """Return a citation by volume, reporter and page."""
    volume, _, rest = text.partition(" ")
    reporter, _, page = rest.rpartition(" ")
    given = {"volume": volume, "reporter": reporter, "page": page, "case_name": name, "year": year, **parts}
    known = {key: value for key, value in given.items() if value}
    return Citation("c1", "us-case", Span(0, len(text)), text, text, parts=known)


def make_item(status: int = 200, *clusters: dict[str, Any], citation: str = "427 U.S. 115") -> dict[str, Any]:
    """Return one item of a citation lookup."""
    return {"citation": citation, "status": status, "error_message": "", "clusters": list(clusters)}


def make_cluster(name: str = "Cantor v. Detroit Edison Co.", number: int = 7) -> dict[str, Any]:
    """Return one case."""
    slug = name.lower().replace(". ", "-").replace(" ", "-").replace(".", "")
    return {
        "id": number,
        "absolute_url": f"/opinion/{number}/{slug}/",
        "case_name": name,
        "case_name_short": "",
        "case_name_full": name.upper(),
        "date_filed": "1976-07-06",
        "citations": [{"volume": 427, "reporter": "U.S.", "page": "115", "type": 1}],
    }


def look_up(
    citation: Citation, answer: Answer, finder: Answer | None = None, when: date = WHEN, search: Answer = NO_CASE
) -> Lookup:
    """Look a case up in a web that has only CourtListener."""
    table = {LOOKUP: answer, SEARCH: search} | ({} if finder is None else {FINDER: finder})
    return asyncio.run(look_up_us_case(citation, FakeWeb(table), when))


def test_a_case_under_its_own_name_is_found() -> None:
    """The record has the name, the year and the address of the opinion."""
    found = look_up(make_case(name="Cantor v. Detroit Edison", year="1976"), [make_item(200, make_cluster())])
    assert (found.existence, found.differences) == ("found", ())
    assert found.record is not None
    assert found.record.title == "Cantor v. Detroit Edison Co."
    assert found.record.years == (1976,)
    assert found.record.url == "https://www.courtlistener.com/opinion/7/cantor-v-detroit-edison-co/"
    assert found.record.copies == (found.record.url,)


def test_another_name_is_a_mismatch_that_shows_both_sides() -> None:
    """A real place under an invented name is the usual fabrication."""
    found = look_up(make_case(name="Varghese v. China Southern Airlines"), [make_item(200, make_cluster())])
    assert found.existence == "mismatched"
    assert [(each.type, each.claim, each.source) for each in found.differences] == [
        ("caption", "Varghese v. China Southern Airlines", "Cantor v. Detroit Edison Co.")
    ]
    assert "Varghese" in found.why
    assert "Cantor" in found.why


@pytest.mark.parametrize(
    ("name", "year", "existence", "kinds"),
    [
        ("Cantor v. Detroit Edison", "1977", "found", []),
        ("Cantor v. Detroit Edison", "1994", "found", ["year"]),
        ("", "1994", "mismatched", ["year"]),
        ("Varghese v. Airlines", "1994", "mismatched", ["caption", "year"]),
    ],
)
def test_a_wrong_year_is_another_case_only_without_a_matching_name(
    name: str, year: str, existence: str, kinds: list[str]
) -> None:
    """A name that agrees outweighs a wrong year; both are shown."""
    found = look_up(make_case(name=name, year=year), [make_item(200, make_cluster())])
    assert (found.existence, [each.type for each in found.differences]) == (existence, kinds)


def test_several_cases_at_one_place_are_told_apart_by_name() -> None:
    """Short opinions share a page."""
    several = [make_item(300, make_cluster(), make_cluster("Doe v. Roe", number=8))]
    assert look_up(make_case(name="Doe v. Roe"), several).existence == "found"
    unnamed = look_up(make_case(), several)
    assert (unnamed.existence, len(unnamed.candidates)) == ("ambiguous", 2)


@pytest.mark.parametrize(
    ("text", "year", "existence"),
    [
        ("547 U.S. 123", "2006", "unchecked"),  # inside a volume: perhaps a page in the middle, or an order
        ("12 N.E.2d 999", "", "unchecked"),
        ("427 U.S. 1150", "2010", "unchecked"),  # a wrong year proves nothing about the volume
        ("603 U.S. 1", "2012", "unchecked"),
        ("612 U.S. 88", "2012", "missing"),
        ("999 U.S. 999", "", "missing"),
        ("5 F.7th 12", "2015", "missing"),
    ],
)
def test_an_unknown_case_is_missing_only_where_the_volume_cannot_exist(text: str, year: str, existence: str) -> None:
    """CourtListener is not complete, and no authority on what exists."""
    found = look_up(make_case(text, name="Jackson v. Roberts", year=year), [make_item(404, citation=text)])
    assert found.existence == existence
    assert f"CourtListener does not know {text}" in found.why
    assert found.reason == ("abstained" if existence == "unchecked" else None)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (429, "blocked"),
        (503, "unreadable"),
        ("<html>Welcome</html>", "unreadable"),
        ('[{"citation": "427 U.S. 115", "clusters": [...', "unreadable"),
        ({"detail": "?"}, "unreadable"),
        ([], "abstained"),
        ([make_item(400)], "abstained"),
        ([make_item(429)], "blocked"),
        ([make_item(200)], "unreadable"),
        ([make_item(599)], "unreadable"),
        ([None], "unreadable"),
    ],
)
def test_failures_prove_nothing(answer: Answer, reason: str) -> None:
    """Whatever goes wrong, the case stays unchecked, with a reason."""
    found = look_up(make_case("999 U.S. 999"), answer)
    assert (found.existence, found.reason) == ("unchecked", reason)


@pytest.mark.parametrize("key", ["wait_until", "wait_util"])
def test_a_throttled_lookup_says_when_to_ask_again(key: str) -> None:
    """The documentation spells the field in two ways."""
    body = f'{{"error_message": "Too many", "{key}": "2026-11-17T10:00:00Z"}}'
    reply = Reply("", 429, data=body.encode(), trouble="blocked", why="answered 429")
    found = look_up(make_case(), reply)
    assert found.reason == "blocked"
    assert found.why.endswith("ask again after 2026-11-17T10:00:00Z")


def make_finder_reply(title: str, path: str) -> Reply:
    """Return the page of an opinion, after the finder's redirect."""
    html = f"<html><head><title>\n {title} \n</title></head><body>Opinion</body></html>"
    hops = (Hop(302, f"https://www.courtlistener.com{path}"),)
    return Reply("https://www.courtlistener.com/c/U.S./427/115/", 200, data=html.encode(), hops=hops)


def test_without_a_token_the_public_finder_answers() -> None:
    """It redirects to the opinion, whose title has the caption."""
    page = make_finder_reply("Cantor v. Detroit Edison Co., 427 U.S. 115 – CourtListener.com", "/opinion/7/cantor-v-x/")
    found = look_up(make_case(name="Cantor v. Detroit Edison"), 401, page)
    assert found.existence == "found"
    assert found.record is not None
    assert found.record.title == "Cantor v. Detroit Edison Co."
    assert look_up(make_case(name="Varghese v. Airlines"), 401, page).existence == "mismatched"


def test_the_finder_lists_several_cases_and_knows_when_there_is_none() -> None:
    """Its statuses are those of the API."""
    links = '<a href="/opinion/7/doe-v-roe/?q=1">a</a><a href="/opinion/8/poe-v-roe/"><a href="/opinion/7/doe-v-roe/">'
    several = Reply("", 300, data=links.encode())
    assert len(look_up(make_case(), 401, several).candidates) == 2
    unknown = look_up(make_case("540 U.S. 999"), 401, Reply("", 404))
    assert (unknown.existence, unknown.reason) == ("unchecked", "abstained")
    assert "does not know 540 U.S. 999 as the first page of a case; the page may be inside an opinion" in unknown.why
    assert "COURTLISTENER_TOKEN" in unknown.why
    assert look_up(make_case("999 U.S. 999"), 401, Reply("", 404)).existence == "missing"


@pytest.mark.parametrize("answer", [403, 429, 500, "<html>Are you human?</html>", Reply("", 300), Reply("", 202)])
def test_a_finder_that_fails_proves_nothing(answer: Answer) -> None:
    """A page that asks for proof of humanity is not an opinion."""
    assert look_up(make_case("999 U.S. 999"), 401, answer).existence == "unchecked"


@pytest.mark.parametrize("text", ["598 U.S. ___", "No. slip op."])
def test_what_cannot_be_looked_up_is_not_asked(text: str) -> None:
    """Blank pages lead nowhere."""
    web = FakeWeb({})
    found = asyncio.run(look_up_us_case(make_case(text), web, WHEN))
    assert (found.reason, web.asked) == ("abstained", [])


def test_only_volume_reporter_and_page_are_sent() -> None:
    """The name and the text around stay here."""
    web = FakeWeb({LOOKUP: [make_item(200, make_cluster())]})
    asyncio.run(look_up_us_case(make_case(name="Secret v. Client"), web, WHEN))
    assert web.asked == [(*LOOKUP, {"volume": "427", "reporter": "U.S.", "page": "115"})]


@given(damaged([make_item(300, make_cluster(), make_cluster("Doe v. Roe"))]))
def test_damaged_answers_never_raise(answer: Any) -> None:
    """Any field may be of any type."""
    found = parse_citation_lookup(make_reply(answer) if isinstance(answer, dict | list) else make_reply([answer]))
    assert isinstance(found, list | Lookup)


def test_bytes_of_any_kind_are_read() -> None:
    """A page in another encoding is still a page."""
    assert parse_finder_page(Reply("/x", 200, data=b"\xff\xfe<title>\x80</title>"), make_case()) is not None


OPINION = ("courtlistener", "/opinion/")


def look_up_inside(name: str, text: str) -> Lookup:
    """Look up 427 U.S. 120, which CourtListener answers with the case that begins at 115."""
    item = make_item(200, make_cluster(), citation="427 U.S. 120")
    web = FakeWeb({LOOKUP: [item], SEARCH: NO_CASE, OPINION: f"<html><body>{text}</body></html>"})
    return asyncio.run(look_up_us_case(make_case("427 U.S. 120", name=name, year="1976"), web, WHEN))


def test_a_page_in_the_middle_of_another_case_is_a_mismatch() -> None:
    """The text of the other case has this page and the next one, so none begins there."""
    found = look_up_inside(
        "Varghese v. China Southern Airlines", "It held <span>*120</span> that … <span>*121</span> so"
    )
    assert found.existence == "mismatched"
    assert [each.type for each in found.differences] == ["caption", "page"]
    assert "427 U.S. 120 is a page inside that case, which begins at 427 U.S. 115" in found.why


@pytest.mark.parametrize("text", ["It held *120 that.", "", "*1210 *12"])
def test_a_case_may_begin_on_the_last_page_of_another(text: str) -> None:
    """Where the next page is not seen inside the other case, the citation is only unlisted."""
    found = look_up_inside("Varghese v. China Southern Airlines", text)
    assert (found.existence, found.flags) == ("unchecked", ("unlisted",))


def test_a_later_page_of_the_named_case_is_the_case() -> None:
    """The first page is wrong, and said so."""
    found = look_up_inside("Cantor v. Detroit Edison", "")
    assert found.existence == "found"
    assert [(each.type, each.claim) for each in found.differences] == [("page", "427 U.S. 120")]


WESTLAW = make_item(404, citation="2023 WL 3568661")
DOCKET = {
    "caseName": "Gratz v. Moss Point School District",
    "court_id": "msnd",
    "docketNumber": "1:20-cv-00186",
    "dateFiled": "2020-09-01",
    "docket_absolute_url": "/docket/5/gratz-v-moss-point/",
}


@pytest.mark.parametrize(
    ("name", "docket", "existence"),
    [
        ("Riley v. City of Tupelo", "1:20-CV-186-GHD-DAS", "mismatched"),
        ("Gratz v. Moss Point Sch. Dist.", "1:20-CV-186-GHD-DAS", "found"),
        ("Gratz v. Moss Point Sch. Dist.", "20 C 186", "found"),
        ("Riley v. City of Tupelo", "3:20-cv-00186", "unchecked"),  # each division counts its own cases
        ("Riley v. City of Tupelo", "20-cv-00186", "unchecked"),
        ("Riley v. City of Tupelo", "1:20-CV-187-GHD-DAS", "unchecked"),  # another docket than the one that was found
        ("Riley v. City of Tupelo", "", "unchecked"),
        ("", "1:20-CV-186-GHD-DAS", "unchecked"),
    ],
)
def test_an_unpublished_decision_is_looked_up_by_its_docket(name: str, docket: str, existence: str) -> None:
    """A docket number belongs to one case of a division of its court."""
    case = make_case("2023 WL 3568661", name=name, docket=docket, court="N.D. Miss.")
    web = FakeWeb({LOOKUP: [WESTLAW], SEARCH: {"count": 1, "results": [DOCKET]}})
    found = asyncio.run(look_up_us_case(case, web, WHEN))
    assert (found.existence, "unlisted" in found.flags) == (existence, existence == "unchecked" and name != "")
    if existence == "mismatched":
        assert web.asked[-1][2] == {"type": "r", "q": 'docketNumber:"20-cv-00186"', "court": "msnd"}
        assert "Gratz v. Moss Point School District" in found.why


def test_a_number_of_a_paid_database_that_nobody_knows_stays_unchecked() -> None:
    """It says why, and accuses nobody."""
    row = {"caseName": "Doe v. Roe"}
    answer = [make_item(404, citation="2018 WL 301424")]
    found = look_up(make_case("2018 WL 301424", name="Doe v. Roe"), answer, search={"results": [row]})
    assert (found.existence, found.flags) == ("unchecked", ())
    assert "WL numbers are those of a paid database" in found.why


class ParallelWeb(FakeWeb):
    """CourtListener that has a case only at its parallel citation."""

    async def ask(self, service: str, path: str, **asked: Any) -> Reply:
        """Answer by the page that was asked for."""
        form = asked.get("form") or {}
        if form.get("reporter") == "S. Ct.":
            item = make_item(200, make_cluster(), citation="96 S. Ct. 3110")
            self.asked.append((service, path, dict(form)))
            return make_reply([item])
        return await super().ask(service, path, **asked)


@pytest.mark.parametrize(
    ("name", "existence", "said"),
    [
        ("Cantor v. Detroit Edison", "found", "has this case at 96 S. Ct. 3110, and not 427 U.S. 579"),
        ("Varghese v. Airlines", "mismatched", "96 S. Ct. 3110 is another case"),
    ],
)
def test_a_case_is_looked_up_by_its_parallel_citation(name: str, existence: str, said: str) -> None:
    """The collection often has one place of a case and not the other."""
    case = make_case("427 U.S. 579", name=name, year="1976", parallel="49 L. Ed. 2d ___; 96 S. Ct. 3110; 1976 WL 1")
    web = ParallelWeb({LOOKUP: [make_item(404, citation="427 U.S. 579")], SEARCH: NO_CASE})
    found = asyncio.run(look_up_us_case(case, web, WHEN))
    assert (found.existence, found.flags) == (existence, ())
    assert said in found.why
    assert len(web.asked) == 2  # neither the page without a number nor the paid database was asked


def test_a_parallel_citation_that_nobody_knows_changes_nothing() -> None:
    """The case is sought by its name."""
    case = make_case("427 U.S. 579", name="Doe v. Roe", year="1976", parallel="96 S. Ct. 3110")
    assert look_up(case, [make_item(404, citation="427 U.S. 579")]).flags == ("unlisted",)
