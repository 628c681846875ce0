"""The recorded answers of Open Library, Google Books and Wikipedia give the right records or refusals."""

import json

import pytest
from tests.resolve.recorded_answers import RecordedAnswer, list_recorded

from citevet.model import Reply
from citevet.resolve.registries.books import parse_google_books, parse_open_library, read_isbn
from citevet.resolve.registries.wikipedia import WikipediaPage, parse_wikipedia

EDITIONS = {"book": ("0743273567", 180, 2004), "ol_edition": ("0060273224", 491, 1996)}
VOLUMES = {"gbooks_1_items1": 153, "gbooks_5_items1": 153, "gbooks_6_items1": None}


@pytest.mark.parametrize("answer", list_recorded("openlibrary"), ids=lambda answer: answer.name)
def test_open_library(answer: RecordedAnswer) -> None:
    """Answers of other addresses are never a book with an ISBN of ours; an edition is read as part of one."""
    found = json.loads(answer.reply.data)
    if not any(key.startswith("ISBN:") for key in found):
        assert parse_open_library(answer.reply, "9780306406157").existence == "unchecked"
    if answer.name in EDITIONS:
        isbn, pages, year = EDITIONS[answer.name]
        wrapped = Reply("", 200, data=json.dumps({f"ISBN:{isbn}": found}).encode())
        record = parse_open_library(wrapped, isbn).record
        assert record
        assert (record.extent, record.years, record.identifiers["isbn"]) == (pages, (year,), read_isbn(isbn))


@pytest.mark.parametrize("answer", list_recorded("googlebooks"), ids=lambda answer: answer.name)
def test_google_books(answer: RecordedAnswer) -> None:
    """Either form of the ISBN finds the volume; volumes without one are candidates."""
    lookup = parse_google_books(answer.reply, "5699350136")
    if answer.name in VOLUMES:
        assert lookup.record
        assert (lookup.record.title, lookup.record.extent) == ("Бал моей мечты", VOLUMES[answer.name])
    elif answer.name == "gbooks_3_items2":
        assert (lookup.existence, len(lookup.candidates)) == ("ambiguous", 2)
    assert lookup.existence != "missing"


@pytest.mark.parametrize("answer", list_recorded("wikipedia"), ids=lambda answer: answer.name)
def test_wikipedia(answer: RecordedAnswer) -> None:
    """A page is missing only when its answer says so, and every other shape is refused."""
    lookup = parse_wikipedia(answer.reply, WikipediaPage("en", "Any"))
    data = answer.reply.data.replace(b" ", b"")
    says_missing = b'"missing":""' in data and b'"known":""' not in data and "generator=" not in answer.url
    assert (lookup.existence == "missing") == says_missing
    if b'"disambiguation":""' in data:
        assert lookup.existence == "ambiguous"
    if b'"error":{' in data or data[:1] == b"<" or "list=" in answer.url:
        assert lookup.existence == "unchecked"
    if "prop=info" in answer.url and b'"23862":' in data:
        assert lookup.record
        assert lookup.record.title == "Python (programming language)"
