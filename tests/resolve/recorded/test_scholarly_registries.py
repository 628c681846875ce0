"""The recorded answers of Europe PMC, OpenAlex, Semantic Scholar and Unpaywall give the right records or refusals."""

from urllib.parse import unquote, urlsplit

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.model import Lookup
from citevet.resolve.registries.europepmc import parse_europepmc
from citevet.resolve.registries.indexes import (
    parse_dblp,
    parse_openalex,
    parse_openalex_list,
    parse_paper,
    parse_unpaywall,
)
from citevet.resolve.registries.inspire import parse_inspire
from citevet.resolve.registries.orcid import parse_people, parse_works
from citevet.resolve.registries.ror import parse_organizations


def _doi(answer: RecordedAnswer) -> str:
    path = unquote(urlsplit(answer.url).path)
    return path[path.find("10.") :]


@pytest.mark.parametrize("answer", list_recorded("europepmc"), ids=lambda answer: answer.name)
def test_europe_pmc(answer: RecordedAnswer) -> None:
    """Every hit of a JSON answer has a title and a year; XML is refused."""
    records = parse_europepmc(answer.reply)
    if b"<?xml" in answer.reply.data[:10]:
        assert isinstance(records, Lookup)
        return
    assert not isinstance(records, Lookup)
    assert all(record.title and record.years for record in records)
    for record in records:
        if record.identifiers.get("pmid") == "39709209":
            assert record.identifiers["doi"] == "10.1016/s0140-6736(24)02600-x"
            assert (record.volume, record.pages, len(record.authors)) == ("404", "2603-2604", 3)
            assert record.copies == ()
        if record.identifiers.get("pmcid") == "PMC12062895":
            assert record.copies[0].endswith("/PMC12062895/fullTextXML")


@pytest.mark.parametrize("answer", list_recorded("openalex"), ids=lambda answer: answer.name)
def test_openalex(answer: RecordedAnswer) -> None:
    """A work has the DOI that was asked, a list its works, and a 404 in HTML is only "does not know"."""
    lookup, records = parse_openalex(answer.reply, _doi(answer)), parse_openalex_list(answer.reply)
    if answer.reply.status == 404:
        assert (lookup.existence, lookup.reason) == ("unchecked", "abstained")
    elif "/works/" in answer.url:
        assert lookup.record
        assert lookup.record.identifiers["doi"] == _doi(answer).lower()
        assert lookup.record.years
        assert lookup.record.notices == ()
    else:
        assert lookup.existence == "unchecked"
        assert not isinstance(records, Lookup)
        assert all(record.title for record in records)


@pytest.mark.parametrize(
    "answer", [each for each in list_recorded("openalex") if "elife_01567" in each.name], ids=lambda answer: answer.name
)
def test_openalex_abstract(answer: RecordedAnswer) -> None:
    """The abstract is put together in order."""
    record = parse_openalex(answer.reply, "10.7554/elife.01567").record
    assert record
    assert record.authors[0] == "Martial Sankar"
    assert (record.venue, record.volume, record.pages) == ("eLife", "3", "e01567")
    assert record.abstract.startswith("Among various advantages, their small size makes model organisms")


@pytest.mark.parametrize("answer", list_recorded("dblp"), ids=lambda answer: answer.name)
def test_dblp(answer: RecordedAnswer) -> None:
    """Each work of a list has its title, year and people, none of them with a number."""
    records = parse_dblp(answer.reply)
    assert not isinstance(records, Lookup)
    assert records
    for record in records:
        assert record.title
        assert record.years
        assert record.authors
        assert not any(character.isdigit() for name in record.authors for character in name)


@pytest.mark.parametrize("answer", list_recorded("semanticscholar"), ids=lambda answer: answer.name)
def test_semantic_scholar(answer: RecordedAnswer) -> None:
    """A paper is found, other shapes and errors are refused, and no failure is a miss of the work."""
    lookup = parse_paper(answer.reply, _doi(answer))
    assert lookup.existence in {"found", "unchecked"}
    if answer.reply.status == 403:
        assert lookup.reason == "blocked"
    elif answer.reply.status == 404:
        assert lookup.reason == "abstained"
    elif answer.reply.status != 200:
        assert lookup.reason == "unreadable"
    elif "/paper/DOI:" in answer.url and "?" in answer.url:
        assert lookup.record
        assert lookup.record.identifiers["doi"] == _doi(answer).lower()
    elif answer.name == "graph_v1":  # a paper without a title cannot be compared with anything
        assert lookup.reason == "unreadable"


@pytest.mark.parametrize("answer", list_recorded("unpaywall"), ids=lambda answer: answer.name)
def test_unpaywall(answer: RecordedAnswer) -> None:
    """A closed work has no copy, an open one has; the list of a search is not an answer about a DOI."""
    lookup = parse_unpaywall(answer.reply, _doi(answer))
    if "/search" in answer.url:
        assert lookup.reason == "unreadable"
        return
    assert lookup.record
    assert lookup.record.title
    assert bool(lookup.record.copies) == (b'"is_oa":true' in answer.reply.data.replace(b" ", b""))
    if lookup.record.id == "10.1038/nature12373":
        assert lookup.record.copies[0].startswith("https://dash.harvard.edu/")


@pytest.mark.parametrize("answer", list_recorded("inspire"), ids=lambda answer: answer.name)
def test_no_recorded_page_of_inspire_is_a_list(answer: RecordedAnswer) -> None:
    """The web page, an unknown record and a refused form are refusals, and not "no such work"."""
    assert isinstance(parse_inspire(answer.reply), Lookup)


@pytest.mark.parametrize("answer", list_recorded("orcid"), ids=lambda answer: answer.name)
def test_recorded_answers_of_orcid_are_neither_people_nor_lists(answer: RecordedAnswer) -> None:
    """A person, works in bulk of version 2, and errors: none says that somebody has no works."""
    assert isinstance(parse_people(answer.reply), Lookup)
    assert isinstance(parse_works(answer.reply, "Garza, Kristian"), Lookup)


@pytest.mark.parametrize("answer", list_recorded("ror"), ids=lambda answer: answer.name)
def test_each_organization_of_ror_has_its_names(answer: RecordedAnswer) -> None:
    """In the fields of version 1."""
    found = parse_organizations(answer.reply)
    assert not isinstance(found, Lookup)
    assert [len(names) > 0 for names in found] == [True]
