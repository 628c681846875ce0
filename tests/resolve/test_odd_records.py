"""Shapes of records that the services send now and then; each is read to the right record or refused."""

from functools import partial
from typing import Any

import pytest
from tests.resolve.fake_web import Answer, make_reply
from tests.resolve.registry_shapes import ESUMMARY, EUROPE_PMC, GOOGLE_BOOKS, OPENALEX, PUBMED_XML, SUMMARY

from citevet.model import Lookup, Record, Reply
from citevet.resolve.registries.arxiv import parse_feed
from citevet.resolve.registries.books import parse_google_books
from citevet.resolve.registries.crossref import parse_work
from citevet.resolve.registries.datacite import parse_doi
from citevet.resolve.registries.europepmc import parse_europepmc
from citevet.resolve.registries.indexes import parse_openalex
from citevet.resolve.registries.pubmed import parse_pubmed_xml, parse_summary
from citevet.resolve.registries.registered_dois import parse_description
from citevet.resolve.registries.wikipedia import WikipediaPage, parse_wikipedia

DOI, PMID = "10.5555/x", "11000001"
CHAPTER = {"DOI": DOI, "title": ["Lids"], "container-title": ["Lecture Notes in Pots", "All about pots"]}
UNKNOWN = {"titles": [{"title": ":unav"}], "creators": [{"name": "(:tba)"}], "publisher": ":none"}
HIT = EUROPE_PMC["resultList"]["result"][0]
NOTICE = {"type": "Retraction in", "reference": "J Pots 2001", "id": "7", "source": "MED"}
VOLUME = GOOGLE_BOOKS["items"][0]
ISBNS = [{"type": "ISBN_13", "identifier": isbn} for isbn in ("9780306406157", "9780262033848")]
FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><o:totalResults>1'
    "</o:totalResults><entry><id>http://arxiv.org/abs/2001.99999</id><title/></entry></feed>"
)


def _datacite(work: dict[str, Any]) -> dict[str, Any]:
    return {"data": {"id": DOI, "attributes": {"doi": DOI, **work}}}


def _hit(**fields: Any) -> dict[str, Any]:
    return {"resultList": {"result": [{**HIT, "pubTypeList": {"pubType": "Journal Article"}, **fields}]}}


def _first_hit(reply: Reply) -> Lookup:
    found = parse_europepmc(reply)
    return found if isinstance(found, Lookup) else Lookup("found", record=found[0])


def _first_article(reply: Reply) -> Lookup:
    found = parse_pubmed_xml(reply)
    return found if isinstance(found, Lookup) else Lookup("found", record=found[PMID])


CROSSREF, CSL, SUMMARIES = (
    partial(parse_work, doi=DOI),
    partial(parse_description, doi=DOI),
    partial(parse_summary, uid=PMID),
)
DATACITE, BOOKS = partial(parse_doi, doi=DOI), partial(parse_google_books, isbn="9780262033848")


@pytest.mark.parametrize(
    ("parse", "answer", "fields"),
    [
        (CROSSREF, {"message": CHAPTER}, {"venue": "Lecture Notes in Pots", "venues": ("All about pots",)}),
        (CROSSREF, {"message": {"DOI": DOI, "type": "grant", "project": [{"project-title": [{"title": "Pots"}]}]}},
         {"title": "Pots", "type": "grant"}),
        (CROSSREF, {"message": {"DOI": DOI, "title": ["Pots"], "type": "dissertation",
                                "issued": {"date-parts": [[None]]}, "approved": {"date-parts": [[2020, 5]]}}},
         {"years": (2020,)}),
        (CSL, {"title": "Vasi", "issued": "2011"}, {"id": DOI, "identifiers": {"doi": DOI}, "years": (2011,)}),
        (DATACITE, _datacite(UNKNOWN), {"title": "", "authors": (), "venue": ""}),
        (_first_article, PUBMED_XML.replace("MedlinePgn", "StartPage"), {"pages": "1000-1009"}),
        (_first_article, PUBMED_XML.replace("Growth of <i>Lactobacillus</i> in tea &amp; coffee", "[Not Available]"),
         {"title": "Wachstum in Tee"}),
        (_first_article, PUBMED_XML.replace("Growth of <i>Lactobacillus</i> in tea &amp; coffee", "[Tea] and [pots]"),
         {"title": "[Tea] and [pots]"}),
        (SUMMARIES, {"result": {PMID: {**SUMMARY, "booktitle": "All about pots"}}}, {"type": "book-chapter"}),
        (SUMMARIES, {"result": {PMID: {**SUMMARY, "articleids": [
            {"idtype": "pmc", "value": "PMC77"}, {"idtype": "pmcid", "value": "pmc-id: PMC77;"}]}}},
         {"identifiers": {"pmid": PMID, "pmcid": "PMC77", "issn": "1234-5679"}}),
        (_first_hit, _hit(source="PPR", journalInfo=None, bookOrReportDetails={"publisher": "bioRxiv"}),
         {"type": "preprint", "venue": "bioRxiv"}),
        (BOOKS, {"totalItems": 1, "items": [{**VOLUME, "volumeInfo": {
            **VOLUME["volumeInfo"], "industryIdentifiers": ISBNS}}]}, {"identifiers": {"isbn": "9780262033848"}}),
    ],
)  # fmt: skip
def test_odd_record(parse: Any, answer: Answer, fields: dict[str, Any]) -> None:
    """Series beside books, absent DOIs, words for unknown values and ids in words are read for what they are."""
    record: Record = parse(make_reply(answer)).record
    assert {name: getattr(record, name) for name in fields} == fields


@pytest.mark.parametrize("before", [b"", b"\n\n", b"\xef\xbb\xbf\r\n"])
def test_xml_that_is_nearly_well_formed(before: bytes) -> None:
    """Blank lines before the declaration and control characters in a text do not cost the whole answer."""
    data = before + PUBMED_XML.replace("Tea is warm", "Tea\x0b is\x1f warm").encode()
    record = _first_article(Reply("", 200, data=data)).record
    assert record
    assert record.abstract.startswith("BACKGROUND: Tea is warm.")


def test_list_of_ids() -> None:
    """Ids without descriptions are not records of works."""
    ids = [{"id": "1", "source": "MED", "pmid": "1"}, {"id": "2", "source": "PPR"}]
    assert parse_europepmc(make_reply({"hitCount": 2, "resultList": {"result": ids}})) == ()


def test_notices_of_europe_pmc() -> None:
    """A link to the notice is enough; the publication type may lack the word."""
    record = _first_hit(make_reply(_hit(commentCorrectionList={"commentCorrection": [NOTICE]}))).record
    assert record
    assert [(each.kind, each.by, each.id) for each in record.notices] == [("retraction", "Europe PMC", "PMID 7")]


@pytest.mark.parametrize(
    ("parse", "answer"),
    [
        (CSL, 204),
        (CSL, {"type": "about:blank", "title": "Not Found", "status": 404}),
        (partial(parse_openalex, sought=DOI), {**OPENALEX, "id": "https://openalex.org/W4285719527", "doi": None}),
        (lambda reply: parse_feed(reply, ["2001.99999"])["2001.99999"], FEED),
        (SUMMARIES, {**ESUMMARY, "result": {PMID: {"uid": PMID, "error": "Failed to retrieve"}}}),
        (partial(parse_wikipedia, page=WikipediaPage("en", "Special:Random")),
         {"query": {"pages": {"-1": {"ns": -1, "title": "Special:Random", "missing": "", "special": ""}}}}),
    ],
)  # fmt: skip
def test_odd_refusal(parse: Any, answer: Answer) -> None:
    """A deleted work, an entry with an id only, an error of the service and a special page say nothing of a work."""
    found: Lookup = parse(make_reply(answer))
    assert (found.existence, found.record) == ("unchecked", None)
    assert found.reason
