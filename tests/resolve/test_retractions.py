"""Notices about a work: who says so, who does not, and what the installed data adds offline."""

from pathlib import Path

import pytest
from tests.shipped_tagger import extract
from tests.world.test_retraction_watch import make_row, write_csv

from citevet.model import Notice, Record, Resolution, Source
from citevet.read import parse_text
from citevet.resolve.retractions import add_known_work, find_known_work, gather_notices, list_identifiers
from citevet.world.retraction_watch import import_retractions

DOI = "10.5555/kettle.1"
RETRACTED = Notice("retraction", "OpenAlex", why="is_retracted")


@pytest.fixture
def data(tmp_path: Path) -> None:
    """A retracted paper, a doubted one, and one that was reinstated."""
    rows = [
        make_row(),
        make_row("10.5555/doubted", RetractionNature="Expression of concern"),
        make_row("10.5555/back", RetractionDate="1/1/2019 0:00"),
        make_row("10.5555/back", RetractionDate="1/1/2020 0:00", RetractionNature="Reinstatement"),
        make_row("10.5555/twice", RetractionDate="1/1/2020 0:00", RetractionNature="Reinstatement"),
        make_row("10.5555/twice", RetractionDate="1/1/2021 0:00"),
        make_row("10.5555/odd", RetractionNature="Something new"),
    ]
    import_retractions(write_csv(tmp_path / "rw.csv", *rows))


def test_everybody_says_so() -> None:
    """Notices of all records are kept, each with its witness."""
    records = [
        Record("pubmed", "1", notices=(Notice("retraction", "PubMed", "PMID 2", "2001"),)),
        Record("openalex", "W1", notices=(RETRACTED,)),
    ]
    assert [notice.by for notice in gather_notices(records)] == ["PubMed", "OpenAlex"]
    assert gather_notices(records)[1].why == "is_retracted"


def test_dissent_is_visible() -> None:
    """A retraction names the services that have the work and do not say so; corrections need no agreement."""
    records = [
        Record("pubmed", "1", notices=(Notice("correction", "PubMed"),)),
        Record("crossref", DOI),
        Record("openalex", "W1", notices=(RETRACTED,)),
        Record("unpaywall", DOI),
    ]
    correction, retraction = gather_notices(records)
    assert correction.why == ""
    assert retraction.why == "is_retracted; PubMed and Crossref do not say so"
    assert gather_notices([Record("crossref", DOI)]) == ()


@pytest.mark.usefixtures("data")
def test_installed_data() -> None:
    """The data speaks beside the services."""
    known = find_known_work((DOI, ""))
    assert known
    (notice,) = gather_notices([Record("crossref", DOI), known])
    assert (notice.kind, notice.by, notice.id, notice.date) == (
        "retraction",
        "Retraction Watch",
        "10.5555/kettle.2",
        "2001-02-28",
    )
    assert notice.why == "Error in Data; Unreliable Results; Crossref does not say so"


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize(
    ("doi", "kinds"),
    [
        (DOI, ["retraction"]),
        ("10.5555/doubted", ["concern"]),
        ("10.5555/back", ["correction"]),
        ("10.5555/twice", ["correction", "retraction"]),
        ("10.5555/odd", []),
        ("10.5555/kettle.2", []),
    ],
)
def test_a_reinstated_paper_is_not_retracted(doi: str, kinds: list[str]) -> None:
    """A reinstated paper is not retracted, one that was retracted again is, and the notice itself never is."""
    known = find_known_work((doi, ""))
    assert [notice.kind for notice in (known.notices if known else ())] == kinds


@pytest.mark.usefixtures("data")
def test_offline_resolution() -> None:
    """The data finds a work that nothing else was asked about, and adds to one that the corpus has."""
    known = find_known_work((DOI, ""))
    found = add_known_work(Resolution(reason="offline"), known)
    assert (found.existence, found.reason, found.flags) == ("found", None, ("retracted",))
    assert found.source
    assert (found.source.id, found.source.scope, found.source.title) == (DOI, "title", "Growth in tea, again")
    assert found.source.record
    assert found.source.record.authors == ("Ada B Teegarden", "Çay Göktürk")
    filed = add_known_work(Resolution("found", source=Source("REF-001", "corpus")), known)
    assert filed.source
    assert filed.source.id == "REF-001"
    assert filed.source.record
    assert filed.source.record.notices[0].by == "Retraction Watch"
    assert add_known_work(Resolution("missing"), known) == Resolution("missing")
    assert add_known_work(Resolution(reason="offline"), None) == Resolution(reason="offline")


@pytest.mark.parametrize("address", ["https://doi.org/10.5555/tea", "https://journal.example/doi/full/10.5555/tea"])
def test_a_link_names_its_work(address: str) -> None:
    """A link to a DOI, or to a page of a publisher, is looked up in the data by the DOI."""
    (citation,) = extract(parse_text(f"Tea grows ([Lee]({address})).")).citations
    assert ("10.5555/tea", "") == list_identifiers(citation, None)
