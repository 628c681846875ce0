"""PubMed and PMC: records, retractions in both directions, and ids that do not exist."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.fake_web import Answer, FakeWeb, make_json_reply, make_reply
from tests.resolve.json_values import JSON, damaged
from tests.resolve.registry_shapes import ESUMMARY, EUROPE_PMC, IDCONV, PUBMED_XML, SUMMARY

from citevet.model import Lookup, Notice, Record, Reply
from citevet.resolve.registries import look_up_work
from citevet.resolve.registries.pubmed import (
    look_up_pmcid,
    look_up_pmid,
    look_up_pmids,
    make_notices,
    name_title,
    parse_conversion,
    parse_pubmed_xml,
    parse_summary,
    spell_out_pages,
)

EFETCH, BRIEF, CONVERTER = ("pubmed", "/efetch.fcgi"), ("pubmed", "/esummary.fcgi"), ("pmc", "/articles/")


def _read(text: str) -> dict[str, Record]:
    found = parse_pubmed_xml(make_reply(text))
    assert not isinstance(found, Lookup)
    return dict(found)


def test_article() -> None:
    """An article has its titles, people and groups, both years of a free date, and whole pages."""
    record = _read(PUBMED_XML)["11000001"]
    assert record.title == "Growth of Lactobacillus in tea & coffee"
    assert record.titles == ("Wachstum in Tee",)
    assert record.authors == ("Teegarden, Ada B", "Kettle Study Group")
    assert record.years == (1998, 1999)
    assert (record.venue, record.venues) == ("Journal of Kettles", ("J Kettles",))
    assert (record.volume, record.issue, record.pages) == ("50", "4", "1000-1009")
    assert record.identifiers == {
        "doi": "10.5555/kettle.1",
        "pmid": "11000001",
        "pmcid": "PMC7000001",
        "issn": "1234-5679",
    }
    assert record.abstract == "BACKGROUND: Tea is warm. It cools."


def test_retracted_article() -> None:
    """RetractionIn and ErratumIn are notices about the article; comments are not."""
    retraction, correction = _read(PUBMED_XML)["11000001"].notices
    assert (retraction.kind, retraction.by, retraction.id, retraction.date) == (
        "retraction",
        "PubMed",
        "10.5555/kettle.2",
        "2001",
    )
    assert (correction.kind, correction.date) == ("correction", "1999")


def test_retraction_notice() -> None:
    """RetractionOf makes the record the notice; nothing is wrong with itself."""
    record = _read(PUBMED_XML)["11000002"]
    assert record.type == "retraction-notice"
    assert record.notices == ()


def test_book_chapter() -> None:
    """A chapter has its own title and authors, and the book's ISBN and publisher."""
    record = _read(PUBMED_XML)["11000003"]
    assert (record.type, record.title, record.titles) == ("book-chapter", "Lids", ("All about pots",))
    assert record.authors == ("Lidwell, C",)
    assert (record.venue, record.years) == ("Pot Press", (2015,))
    assert record.identifiers["isbn"] == "9780306406157"


def test_summary() -> None:
    """The short form gives the same record without the abstract."""
    record = parse_summary(make_reply(ESUMMARY), "11000001").record
    assert record
    assert record.title == "Growth of Lactobacillus in tea"
    assert record.authors == ("Teegarden, AB", "Kettle Study Group")
    assert record.years == (1998, 1999)
    assert record.identifiers["doi"] == "10.5555/kettle.1"
    assert record.notices == (Notice("retraction", "PubMed", "PMID 11000002", "2001", "J Kettles. 2001 Feb"),)


def test_type_alone_marks_a_retraction() -> None:
    """A work of the type Retracted Publication is retracted, even if no link leads to the notice."""
    (notice,) = make_notices(["Retracted Publication"], [])
    assert notice.kind == "retraction"
    assert make_notices(["Retraction of Publication"], [("RetractionOf", "J Kettles. 1998", "1")]) == ()
    (concern,) = make_notices([], [("ExpressionOfConcernIn", "J Kettles. 2003", "")])
    assert (concern.kind, concern.date) == ("concern", "2003")


@pytest.mark.parametrize(
    ("body", "existence"),
    [
        (ESUMMARY, "missing"),
        ({"result": {"uids": []}}, "unchecked"),
        ({"error": "API rate limit exceeded", "count": "11"}, "unchecked"),
        ({"esummaryresult": ["Unable to obtain query #1"]}, "unchecked"),
        ({"result": {"99999999": {"uid": "99999999", "error": "backend timed out"}}}, "unchecked"),
        ({"result": {"11000001": SUMMARY}}, "unchecked"),
        ("<html>Service unavailable</html>", "unchecked"),
        ("", "unchecked"),
        ("[]", "unchecked"),
        (404, "unchecked"),
        (429, "unchecked"),
        (500, "unchecked"),
    ],
)
def test_missing_needs_the_word_of_pubmed(body: Answer, existence: str) -> None:
    """Only an error about that very id makes it missing."""
    lookup = parse_summary(make_reply(body), "99999999")
    assert lookup.existence == existence
    assert existence == "missing" or lookup.reason


async def test_batch() -> None:
    """Records come with one request; the second one is only about ids without a record."""
    web = FakeWeb({EFETCH: PUBMED_XML, BRIEF: ESUMMARY})
    found = await look_up_pmids(["11000001", "11000003", "99999999"], web)
    assert [found[each].existence for each in ("11000001", "11000003", "99999999")] == ["found", "found", "missing"]
    assert [query["id"] for _, _, query in web.asked] == ["11000001,11000003,99999999", "99999999"]


async def test_batches_are_bounded() -> None:
    """A thousand ids are queried in parts that fit into an address."""
    web = FakeWeb({EFETCH: "<PubmedArticleSet/>", BRIEF: {"result": {"uids": []}}})
    found = await look_up_pmids(map(str, range(1, 502)), web)
    assert len(found) == 501
    assert max(query["id"].count(",") for _, _, query in web.asked) == 199


async def test_summary_stands_in() -> None:
    """When efetch fails, esummary still has the record; offline nothing more is requested."""
    lookup = await look_up_pmid("11000001", FakeWeb({EFETCH: 500, BRIEF: ESUMMARY}))
    assert lookup.existence == "found"
    web = FakeWeb({EFETCH: Reply("", trouble="offline", why="was not asked")})
    assert (await look_up_pmid("11000001", web)).reason == "offline"
    assert len(web.asked) == 1


@pytest.mark.parametrize("status", [200, 400, 403, 404, 429, 500, 503])
@pytest.mark.parametrize("body", [b"", b"<html>", b"{", b"<ERROR>x</ERROR>", b"<PubmedArticleSet/>", b"\xff\xfe"])
async def test_no_fault_makes_an_id_missing(status: int, body: bytes) -> None:
    """Whatever both services send, only the sentence of PubMed about the id counts."""
    reply = Reply("", status, data=body)
    for look_up, name in ((look_up_pmid, "99999999"), (look_up_pmcid, "PMC9999999")):
        lookup = await look_up(name, FakeWeb({EFETCH: reply, BRIEF: reply, CONVERTER: reply}))
        assert lookup.existence == "unchecked"
        assert lookup.reason


def test_conversion() -> None:
    """The converter gives all ids of an article; ids that it does not know are left out."""
    assert parse_conversion(make_reply(IDCONV)) == {
        "PMC7000001": {"doi": "10.5555/kettle.1", "pmid": "11000001", "pmcid": "PMC7000001"}
    }
    refused = parse_conversion(Reply("", 400, data=b'{"status": "error"}'))
    assert isinstance(refused, Lookup)


async def test_article_of_pmc() -> None:
    """A PMCID leads to the record of PubMed, or to that of PMC for an article that PubMed does not have."""
    web = FakeWeb({CONVERTER: IDCONV, EFETCH: PUBMED_XML})
    record = (await look_up_pmcid("PMC7000001", web)).record
    assert record
    assert record.identifiers["pmcid"] == "PMC7000001"
    only = {"uid": "8000001", "title": "Spouts", "pubdate": "2020", "articleids": [{"idtype": "pmid", "value": "0"}]}
    converted = {"records": [{"pmcid": "PMC8000001", "doi": "10.5555/spout"}]}
    web = FakeWeb({CONVERTER: converted, BRIEF: {"result": {"8000001": only}}})
    record = (await look_up_pmcid("pmc8000001", web)).record
    assert record
    assert (record.service, record.id, record.title) == ("pmc", "PMC8000001", "Spouts")
    assert record.identifiers == {"doi": "10.5555/spout", "pmcid": "PMC8000001"}


async def test_missing_in_pmc() -> None:
    """A PMCID is missing when the converter and the record database agree; one alone does not count."""
    gone: dict[str, Any] = {"result": {"9999999": {"error": "cannot get document summary"}}}
    lookup = await look_up_pmcid("PMC9999999", FakeWeb({CONVERTER: IDCONV, BRIEF: gone}))
    assert lookup.existence == "missing"
    lookup = await look_up_pmcid("PMC9999999", FakeWeb({CONVERTER: 503, BRIEF: gone}))
    assert lookup.existence == "unchecked"
    lookup = await look_up_pmcid("PMC9999999", FakeWeb({CONVERTER: IDCONV, BRIEF: 503}))
    assert lookup.existence == "unchecked"


def test_titles_and_pages() -> None:
    """Translated titles lose their brackets, and short ranges get their whole last page."""
    assert name_title("[Tea in winter].", "Tee im Winter.") == ["Tea in winter", "Tee im Winter"]
    assert name_title("") == [""]
    assert spell_out_pages("1000-9") == "1000-1009"
    assert spell_out_pages("S12-9") == "S12-S19"
    assert spell_out_pages("e1002") == "e1002"
    assert spell_out_pages("9-12") == "9-12"
    assert spell_out_pages("12-9, 30") == "12-9, 30"


@given(damaged(ESUMMARY), damaged(IDCONV), JSON)
def test_any_json(summary: Any, conversion: Any, other: Any) -> None:
    """No JSON value in any field raises, and none but the sentence about an id makes it missing."""
    for value in (summary, other):
        assert parse_summary(make_json_reply(value), "11000001").existence in {"found", "unchecked"}
    parse_conversion(make_json_reply(conversion))


@given(st.data())
def test_any_xml(data: st.DataObject) -> None:
    """XML that is cut or shuffled at any place gives records or a reason, never an exception."""
    start = data.draw(st.integers(0, len(PUBMED_XML)))
    end = data.draw(st.integers(start, len(PUBMED_XML)))
    found = parse_pubmed_xml(make_reply(PUBMED_XML[:start] + PUBMED_XML[end:]))
    assert isinstance(found, Lookup) or all(found)


async def test_europe_pmc_stands_in() -> None:
    """When PubMed is out of reach, Europe PMC has the record; an id that PubMed does not have stays missing."""
    web = FakeWeb({("europepmc", "/search"): EUROPE_PMC})
    found = await look_up_work([("pmid", "11000001")], None, web)
    assert found.record
    assert (found.existence, found.record.service) == ("found", "europepmc")
    gone = FakeWeb({EFETCH: "<PubmedArticleSet/>", BRIEF: ESUMMARY, ("europepmc", ""): EUROPE_PMC})
    assert (await look_up_work([("pmid", "99999999")], None, gone)).existence == "missing"
