"""Europe PMC, OpenAlex, Semantic Scholar and Unpaywall: records, refusals, and what they do not know."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.fake_web import Answer, FakeWeb, make_json_reply, make_reply
from tests.resolve.json_values import JSON, damaged
from tests.resolve.registry_shapes import DBLP, EUROPE_PMC, OPENALEX, S2_PAPER, UNPAYWALL

from citevet.contracts import Web
from citevet.model import Lookup, Notice, Reply
from citevet.resolve.registries.europepmc import look_up_europepmc, parse_europepmc
from citevet.resolve.registries.indexes import (
    look_up_openalex,
    look_up_semantic_scholar,
    look_up_unpaywall,
    parse_openalex,
    parse_openalex_list,
    parse_paper,
    parse_unpaywall,
    search_dblp,
    search_openalex,
)

DOI = "10.5555/kettle.1"


async def test_europe_pmc() -> None:
    """A record has its people, the years of print and online, the retraction, and the full text as XML first."""
    web = FakeWeb({("europepmc", "/search"): EUROPE_PMC})
    record = (await look_up_europepmc("pmid", "11000001", web)).record
    assert record
    assert web.asked[0][2]["query"] == "EXT_ID:11000001 AND SRC:MED"
    assert record.title == "Growth of Lactobacillus in tea"
    assert record.authors == ("Teegarden, Ada B", "Kettle Study Group")
    assert (record.years, record.pages, record.venue) == ((1998,), "1000-1009", "Journal of Kettles")
    assert record.notices == (Notice("retraction", "Europe PMC", why="publication type: Retracted Publication"),)
    assert record.copies == (
        "https://www.ebi.ac.uk/europepmc/webservices/rest/PMC7000001/fullTextXML",
        "https://kettles.example/1.pdf",
    )
    assert record.abstract == "Background Tea is warm."


async def test_europe_pmc_knows_nothing() -> None:
    """An empty list, or a hit with another id, is not an answer about the work."""
    for body in ({"hitCount": 0, "resultList": {"result": []}}, EUROPE_PMC):
        lookup = await look_up_europepmc("pmid", "22", FakeWeb({("europepmc", "/search"): body}))
        assert (lookup.existence, lookup.reason) == ("unchecked", "abstained")


async def test_openalex() -> None:
    """A work has its identifiers without addresses, the abstract in order, and the flag for retracted ones."""
    web = FakeWeb({("openalex", "/works/https://doi.org/10.5555/kettle.1"): OPENALEX})
    record = (await look_up_openalex(DOI, web)).record
    assert record
    assert record.identifiers == {"doi": DOI, "pmid": "11000001", "pmcid": "PMC7000001", "issn": "1234-5679"}
    assert record.abstract == "Tea is warm and is wet"
    assert (record.years, record.pages, record.type) == ((1999, 1998), "1000-1009", "journal-article")
    assert record.notices == (Notice("retraction", "OpenAlex", why="is_retracted"),)
    assert record.copies == ("https://repo.example/1.pdf",)
    other = {**OPENALEX, "doi": "https://doi.org/10.5555/other"}
    assert (await look_up_openalex(DOI, FakeWeb({("openalex", ""): other}))).reason == "abstained"


async def test_openalex_search() -> None:
    """A title loses the signs that separate filters."""
    web = FakeWeb({("openalex", "/works"): {"meta": {"count": 1}, "results": [OPENALEX]}})
    records = await search_openalex("Tea: cold, warm | hot", web)
    assert not isinstance(records, Lookup)
    assert [record.id for record in records] == ["W7000001"]
    assert web.asked[0][2] == {"filter": "title.search:Tea cold warm hot"}


async def test_dblp_search() -> None:
    """Signs of the title would be operators; names lose the numbers of namesakes, and a preprint has its arXiv id."""
    web = FakeWeb({("dblp", "/search/publ/api"): {"result": {"hits": DBLP}}})
    found = await search_dblp("Kettles & Cups: a spectral approach", web)
    assert not isinstance(found, Lookup)
    paper, preprint = found
    assert web.asked[0][2]["q"] == "Kettles Cups a spectral approach"
    assert (paper.title, paper.authors) == ("Kettles & Cups: A Spectral Approach", ("Ada Teegarden", "Bo Lee"))
    assert (paper.type, paper.venue, paper.years, paper.identifiers) == ("proceedings-article", "ICLR", (2018,), {})
    assert (preprint.type, preprint.volume, preprint.identifiers) == ("preprint", "", {"arxiv": "1706.00764"})


@pytest.mark.parametrize("answer", [{"result": {}}, {"result": {"hits": "none"}}, {}, 404, 503])
async def test_dblp_refusals(answer: Answer) -> None:
    """Another shape or a failure is no empty list: it does not say that dblp has no such work."""
    assert isinstance(await search_dblp("Kettles and cups", FakeWeb({("dblp", ""): answer})), Lookup)


async def test_semantic_scholar() -> None:
    """Numbers of PMC get their letters, and an empty address is not a copy."""
    web = FakeWeb({("semanticscholar", "/paper/ARXIV:1706.00001"): S2_PAPER})
    record = (await look_up_semantic_scholar("1706.00001", web)).record
    assert record
    assert record.identifiers == {"doi": DOI, "pmid": "11000001", "pmcid": "PMC7000001", "issn": "1234-5679"}
    assert (record.venue, record.venues, record.pages) == ("Journal of Kettles", ("J Kettles",), "1000-1009")
    assert record.copies == ()


async def test_unpaywall() -> None:
    """Copies in repositories come first, since publishers refuse programs."""
    record = (await look_up_unpaywall(DOI, FakeWeb({("unpaywall", f"/{DOI}"): UNPAYWALL}))).record
    assert record
    assert record.copies == (
        "https://repo.example/1.pdf",
        "https://publisher.example/1.pdf",
        "https://repo.example/1",
        "https://doi.org/10.5555/kettle.1",
    )
    assert record.authors == ("Teegarden, Ada", "Kettle Study Group")
    refused = await look_up_unpaywall(DOI, FakeWeb({("unpaywall", ""): 422}))
    assert refused.reason == "not-asked"
    assert "mailto" in refused.why


async def _europe_pmc(web: Web) -> Lookup:
    return await look_up_europepmc("doi", DOI, web)


async def _openalex(web: Web) -> Lookup:
    return await look_up_openalex(DOI, web)


async def _semantic_scholar(web: Web) -> Lookup:
    return await look_up_semantic_scholar("1706.00001", web)


async def _unpaywall(web: Web) -> Lookup:
    return await look_up_unpaywall(DOI, web)


@pytest.mark.parametrize(
    "answer",
    [
        *(400, 401, 403, 404, 405, 410, 429, 500, 503),
        *("", "{", "[]", "{}", "null", "<html>Not found</html>", b"\xff\xfe\x00", '{"error": "x"}', "[" * 100_000),
        Reply("", 404, data=b"<!doctype html><title>404 Not Found</title>"),
        Reply("", trouble="timeout", why="sent no byte for 20 s"),
        Reply("", trouble="offline", why="was not asked"),
    ],
)
@pytest.mark.parametrize("look_up", [_europe_pmc, _openalex, _semantic_scholar, _unpaywall])
async def test_failures(look_up: Any, answer: Answer) -> None:
    """None of these services is an authority: every failure is unchecked, with its reason."""
    table = {(service, ""): answer for service in ("europepmc", "openalex", "semanticscholar", "unpaywall")}
    lookup = await look_up(FakeWeb(table))
    assert lookup.existence == "unchecked"
    assert lookup.reason
    assert lookup.why


SHAPES = st.one_of(*(damaged(each) for each in (EUROPE_PMC, OPENALEX, S2_PAPER, UNPAYWALL)), JSON)


@given(SHAPES)
def test_any_json(value: Any) -> None:
    """No JSON value in any field raises, and no lookup is missing."""
    reply = make_json_reply(value)
    for parse in (parse_openalex, parse_paper, parse_unpaywall):
        assert parse(reply, DOI).existence in {"found", "unchecked"}
    for parse_list in (parse_europepmc, parse_openalex_list):
        found = parse_list(reply)
        assert isinstance(found, Lookup) or all(record.id for record in found)


def test_short_form_of_europe_pmc() -> None:
    """The short form has authors in one text and the journal beside the title."""
    short = {
        "id": "7",
        "source": "MED",
        "title": "Tea.",
        "authorString": "Teegarden AB, O'Pot C.",
        "journalTitle": "J Kettles",
        "journalVolume": "3",
        "journalIssn": "0162-220x; 1538-9804; ",
        "pubYear": "1987",
        "pubType": "journal article; retracted publication",
    }
    records = parse_europepmc(make_reply({"resultList": {"result": [short]}}))
    assert not isinstance(records, Lookup)
    (record,) = records
    assert record.authors == ("Teegarden, AB", "O'Pot, C")
    assert (record.venue, record.volume, record.identifiers["issn"]) == ("J Kettles", "3", "0162-220X")
    assert record.notices
