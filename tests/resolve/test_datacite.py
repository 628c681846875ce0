"""DataCite: datasets, software, theses and preprints."""

from typing import Any

import pytest
from hypothesis import given, settings
from tests.resolve.fake_web import FakeWeb, make_reply
from tests.resolve.json_values import damaged

from citevet.model import Record, Reply
from citevet.resolve.registries.datacite import look_up_datacite, parse_doi

DOI = "10.5281/zenodo.1"
WORK: dict[str, Any] = {
    "doi": DOI,
    "titles": [
        {"title": "Registre des arbres", "titleType": "TranslatedTitle"},
        {"title": "Tree register"},
        {"title": "240 streets", "titleType": "Subtitle"},
    ],
    "creators": [
        {"name": "Ash, Rowan", "nameType": "Personal", "givenName": "Rowan", "familyName": "Ash"},
        {"name": "Tree Office", "nameType": "Organizational"},
    ],
    "publisher": "Zenodo",
    "publicationYear": 2020,
    "dates": [{"date": "2019-03-02", "dateType": "Issued"}, {"date": "2001", "dateType": "Collected"}],
    "types": {"resourceTypeGeneral": "Dataset"},
    "descriptions": [{"descriptionType": "Abstract", "description": "<p>All trees.</p>"}],
    "relatedIdentifiers": [{"relationType": "IsPreviousVersionOf", "relatedIdentifier": "10.5281/zenodo.2"}],
    "language": "en",
}


def enveloped(work: object) -> dict[str, Any]:
    """Return an answer."""
    return {"data": {"id": DOI, "type": "dois", "attributes": work}}


def record_of(change: dict[str, Any]) -> Record:
    """Return the record of a work with changed fields."""
    found = parse_doi(make_reply(enveloped({**WORK, **change})), change.get("doi", DOI)).record
    assert found
    return found


async def test_the_main_title_comes_first() -> None:
    """Fields arrive in their normal form, the main title first."""
    web = FakeWeb({("datacite", "/dois/10.5281/zenodo.1"): enveloped(WORK)})
    record = (await look_up_datacite(DOI.upper().replace("ZENODO", "zenodo"), web)).record
    assert record
    assert (record.title, record.titles) == ("Tree register", ("Tree register: 240 streets", "Registre des arbres"))
    assert (record.authors, record.years) == (("Ash, Rowan", "Tree Office"), (2020, 2019))
    assert (record.type, record.venue, record.abstract) == ("dataset", "Zenodo", "All trees.")
    assert [(each.kind, each.id) for each in record.notices] == [("new-version", "10.5281/zenodo.2")]


def test_odd_fields() -> None:
    """The publisher may be an object, the year a text, a type a list."""
    record = record_of({"publisher": {"name": "Dryad"}, "publicationYear": "2018", "dates": None, "types": []})
    assert (record.venue, record.years, record.type) == ("Dryad", (2018,), "")


def test_withdrawn_preprint() -> None:
    """The DOI of an arXiv paper shows its withdrawal and its published version."""
    said = {"descriptionType": "Other", "description": "This paper has been withdrawn by the author"}
    link = {"relationType": "IsVersionOf", "relatedIdentifier": "10.5555/final", "relatedIdentifierType": "DOI"}
    record = record_of(
        {"doi": "10.48550/arxiv.2001.00001", "descriptions": [said], "relatedIdentifiers": link, "publisher": "arXiv"}
    )
    assert [each.kind for each in record.notices] == ["new-version", "retraction"]
    assert (record.type, record.identifiers["arxiv"]) == ("preprint", "2001.00001")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Reply("", 404, data=b'{"errors":[{"status":"404"}]}'), "abstained"),
        (429, "blocked"),
        (500, "unreadable"),
        (b"<resource/>", "unreadable"),
        (enveloped({**WORK, "doi": "10.5281/zenodo.3"}), "unreadable"),
        ({"data": []}, "unreadable"),
    ],
)
def test_what_datacite_cannot_say_is_unchecked(answer: Any, reason: str) -> None:
    """What DataCite does not know or cannot say is unchecked."""
    found = parse_doi(make_reply(answer), DOI)
    assert (found.existence, found.reason) == ("unchecked", reason)


@settings(max_examples=60)
@given(damaged(enveloped(WORK)))
def test_any_value_in_any_field(answer: Any) -> None:
    """No JSON value raises."""
    reply = make_reply([answer] if isinstance(answer, int | str) else answer)
    assert parse_doi(reply, DOI).existence in {"found", "unchecked"}
