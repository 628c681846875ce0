"""Make records from the answer of a DOI registry or a URL."""

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from citevet.corpus.additions import add_source
from citevet.corpus.indexed_corpus import open_corpus
from citevet.corpus.source_records import fetch_doi, fetch_url
from citevet.errors import CitevetError, MissingInput, ReadError, UsageError
from citevet.world import web
from citevet.world.web import Response

ITEM = {
    "DOI": "10.1234/Roofs.7",
    "title": "Warm <i>roofs</i> of old houses",
    "author": [{"family": "Lee", "given": "Ann"}, {"literal": "Roof Society"}],
    "issued": {"date-parts": [[2019, 3]]},
    "type": "article-journal",
    "container-title": "Journal of Roofs",
    "URL": "http://dx.doi.org/10.1234/roofs.7",
}


@pytest.fixture
def asked() -> list[str]:
    """The URLs that were requested."""
    return []


def answering(monkeypatch: pytest.MonkeyPatch, asked: list[str], *, status: int = 200, **answer: object) -> None:
    """Give every URL one answer."""
    data = answer.get("data", json.dumps(answer.get("item", ITEM)).encode())
    assert isinstance(data, bytes)

    def get(url: str, **_: object) -> Response:
        asked.append(url)
        return Response(status, url, str(answer.get("media_type", "application/json")), data)

    monkeypatch.setattr(web, "get", get)


def test_doi_becomes_record_of_registry(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    """Title without tags, each author, year, type and venue; the URL of the DOI itself adds nothing."""
    answering(monkeypatch, asked)
    record = fetch_doi("https://doi.org/10.1234/ROOFS.7")
    assert ["https://doi.org/10.1234/roofs.7"] == asked
    assert ("Warm roofs of old houses", ("Lee, Ann", "Roof Society"), "2019", "journal", "Journal of Roofs") == (
        record.title,
        record.authors,
        record.year,
        record.source_type,
        record.venue,
    )
    assert {"doi": "10.1234/roofs.7"} == record.identifiers
    assert () == record.lacks


def test_other_resolver_can_be_configured(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    """The suffix of a DOI is quoted."""
    answering(monkeypatch, asked, item={**ITEM, "DOI": "10.1234/a(b)<1>;2-#"})
    monkeypatch.setenv("CITEVET_DOI_RESOLVER", "http://127.0.0.1:8/")
    fetch_doi("10.1234/a(b)<1>;2-#")
    assert ["http://127.0.0.1:8/10.1234/a%28b%29%3C1%3E%3B2-%23"] == asked


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        ({"status": 404}, MissingInput, "the DOI is not registered"),
        ({"status": 503}, ReadError, "could not look: the registry answered 503"),
        ({"data": b"<html>"}, ReadError, "could not look: the registry's answer is not CSL-JSON"),
        ({"data": b"[1]"}, ReadError, "could not look: the registry's answer is not CSL-JSON"),
        ({"data": b"[" * 100_000}, ReadError, "could not look: the registry's answer is not CSL-JSON"),
        ({"item": {**ITEM, "DOI": "10.1234/other"}}, ReadError, "answered for another work"),
    ],
)
def test_failed_lookup_makes_no_record(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], answer: Mapping[str, object], kind: type[CitevetError], said: str
) -> None:
    """An unregistered DOI and a failed lookup are different errors."""
    answering(monkeypatch, asked, **answer)  # type: ignore[arg-type]  # a status is an int
    with pytest.raises(kind, match=said):
        fetch_doi("10.1234/roofs.7")


@pytest.mark.parametrize(
    "item",
    [{}, {"title": [], "author": "x", "issued": {"date-parts": [[None]]}, "type": ["y"], "URL": 7}, {"issued": "2019"}],
)
def test_missing_registry_fields_stay_empty(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], item: Mapping[str, object]
) -> None:
    """Nothing is made up for a record with gaps."""
    answering(monkeypatch, asked, item=item)
    record = fetch_doi("10.1234/roofs.7")
    assert ("", None, None, {"doi": "10.1234/roofs.7"}) == (
        record.title,
        record.year,
        record.source_type,
        record.identifiers,
    )


def test_invalid_doi_is_not_requested(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    """A typing error needs no network."""
    answering(monkeypatch, asked)
    with pytest.raises(UsageError, match="this is not a DOI"):
        fetch_doi("11.1234/x")
    assert [] == asked


def test_web_page_is_added_with_url(monkeypatch: pytest.MonkeyPatch, asked: list[str], tmp_path: Path) -> None:
    """The file is kept, so that quotations can be checked."""
    page = b"<html><head><title>Roofs</title></head><body><p>Roofs are warm.</p></body></html>"
    answering(monkeypatch, asked, data=page, media_type="text/html")
    record = fetch_url("https://a.example/roofs")
    done = add_source(tmp_path, tmp_path / ".citevet/corpus", record, today=date(2026, 11, 15))
    corpus = open_corpus(tmp_path)
    (entry,) = corpus.entries_by_id(done.entry)
    assert {"url": "https://a.example/roofs"} == entry.identifiers
    assert page == done.path.with_suffix(".html").read_bytes()
    assert "Roofs are warm." in corpus.body(entry).pages[0].text


@pytest.mark.parametrize(("status", "media_type"), [(404, "text/html"), (200, "image/png"), (200, "")])
def test_unreadable_web_page_is_not_added(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], status: int, media_type: str
) -> None:
    """A missing page, a picture, and an unknown type."""
    answering(monkeypatch, asked, status=status, data=b"x", media_type=media_type)
    with pytest.raises(ReadError, match="could not look"):
        fetch_url("https://a.example/roofs")
