"""A DOI or an address becomes an entry by what the authority says, and by nothing else."""

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from citevet.errors import CitevetError, MissingInput, ReadError, UsageError
from citevet.library.add import add
from citevet.library.online import from_doi, from_url
from citevet.library.shelf import open_shelf
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
    """The addresses that were asked for, answered from a table."""
    return []


def answering(monkeypatch: pytest.MonkeyPatch, asked: list[str], *, status: int = 200, **answer: object) -> None:
    """Let every address give one answer."""
    data = answer.get("data", json.dumps(answer.get("item", ITEM)).encode())
    assert isinstance(data, bytes)

    def get(url: str, **_: object) -> Response:
        asked.append(url)
        return Response(status, url, str(answer.get("media_type", "application/json")), data)

    monkeypatch.setattr(web, "get", get)


def test_a_doi_becomes_what_its_registry_says(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    """Title without tags, authors one by one, year, kind, venue; its own address adds nothing to the DOI."""
    answering(monkeypatch, asked)
    record = from_doi("https://doi.org/10.1234/ROOFS.7", online=True)
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


def test_another_resolver_may_be_named(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    """The suffix of a DOI may have any sign, and travels quoted."""
    answering(monkeypatch, asked, item={**ITEM, "DOI": "10.1234/a(b)<c>#d"})
    monkeypatch.setenv("CITEVET_DOI_RESOLVER", "http://127.0.0.1:8/")
    from_doi("10.1234/a(b)<c>#d", online=True)
    assert ["http://127.0.0.1:8/10.1234/a%28b%29%3Cc%3E%23d"] == asked


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        ({"status": 404}, MissingInput, "the DOI is not registered"),
        ({"status": 503}, ReadError, "could not look: the registry answered 503"),
        ({"data": b"<html>"}, ReadError, "could not look: the registry's answer is no CSL-JSON"),
        ({"data": b"[1]"}, ReadError, "could not look: the registry's answer is no CSL-JSON"),
        ({"data": b"[" * 100_000}, ReadError, "could not look: the registry's answer is no CSL-JSON"),
        ({"item": {**ITEM, "DOI": "10.1234/other"}}, ReadError, "answered for another work"),
    ],
)
def test_no_answer_makes_no_entry(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], answer: Mapping[str, object], kind: type[CitevetError], said: str
) -> None:
    """Not registered and could not look are two things; neither invents a record."""
    answering(monkeypatch, asked, **answer)  # type: ignore[arg-type]  # a status is an int
    with pytest.raises(kind, match=said):
        from_doi("10.1234/roofs.7", online=True)


@pytest.mark.parametrize(
    "item",
    [{}, {"title": [], "author": "x", "issued": {"date-parts": [[None]]}, "type": ["y"], "URL": 7}, {"issued": "2019"}],
)
def test_what_the_registry_does_not_say_is_left_out(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], item: Mapping[str, object]
) -> None:
    """A record with holes has holes."""
    answering(monkeypatch, asked, item=item)
    record = from_doi("10.1234/roofs.7", online=True)
    assert ("", None, None, {"doi": "10.1234/roofs.7"}) == (
        record.title,
        record.year,
        record.source_type,
        record.identifiers,
    )


def test_offline_nothing_is_asked(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    """It says so, and names the flag."""
    answering(monkeypatch, asked)
    with pytest.raises(UsageError, match="--online"):
        from_doi("10.1234/x", online=False)
    with pytest.raises(UsageError, match="--online"):
        from_url("https://a.example/", online=False)
    assert [] == asked


def test_what_is_no_doi_is_not_asked_for(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    """A typing mistake needs no network."""
    answering(monkeypatch, asked)
    with pytest.raises(UsageError, match="this is no DOI"):
        from_doi("11.1234/x", online=True)
    assert [] == asked


def test_a_page_is_filed_with_its_address(monkeypatch: pytest.MonkeyPatch, asked: list[str], tmp_path: Path) -> None:
    """The file is kept, so that quotations can be compared; the entry knows where it came from."""
    page = b"<html><head><title>Roofs</title></head><body><p>Roofs are warm.</p></body></html>"
    answering(monkeypatch, asked, data=page, media_type="text/html")
    record = from_url("https://a.example/roofs", online=True)
    done = add(tmp_path, tmp_path / ".citevet/corpus", record, today=date(2026, 11, 15))
    shelf = open_shelf(tmp_path)
    (entry,) = shelf.called(done.entry)
    assert {"url": "https://a.example/roofs"} == entry.identifiers
    assert page == done.path.with_suffix(".html").read_bytes()
    assert "Roofs are warm." in shelf.body(entry).pages[0].text


@pytest.mark.parametrize(("status", "media_type"), [(404, "text/html"), (200, "image/png"), (200, "")])
def test_a_page_that_cannot_be_had_is_not_filed(
    monkeypatch: pytest.MonkeyPatch, asked: list[str], status: int, media_type: str
) -> None:
    """No page, a picture, and something without a kind."""
    answering(monkeypatch, asked, status=status, data=b"x", media_type=media_type)
    with pytest.raises(ReadError, match="could not look"):
        from_url("https://a.example/roofs", online=True)
