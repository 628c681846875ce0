"""Books and journals: both forms of an ISBN, page counts, and registries that know nothing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.resolve.fake_web import Answer, FakeWeb, make_json_reply, make_reply
from tests.resolve.json_values import JSON, damaged
from tests.resolve.registry_shapes import CROSSREF_JOURNAL, GOOGLE_BOOKS, ISSN_COMPACT, ISSN_PORTAL, OPEN_LIBRARY

from citevet.model import Reply
from citevet.resolve.registries.books import (
    look_up_isbn,
    look_up_issn,
    parse_crossref_journal,
    parse_google_books,
    parse_issn_portal,
    parse_open_library,
    read_isbn,
)

ISBN, SHORT, ISSN = "9780306406157", "0306406152", "1234-5679"
LIBRARY, GOOGLE = ("openlibrary", "/api/books"), ("googlebooks", "/volumes")


@pytest.mark.parametrize("isbn", [ISBN, SHORT, "978-0-306-40615-7"])
async def test_both_forms_of_an_isbn_find_the_book(isbn: str) -> None:
    """Both forms of an ISBN lead to the book, with the pages that it has."""
    web = FakeWeb({LIBRARY: OPEN_LIBRARY})
    record = (await look_up_isbn(isbn, web)).record
    assert record
    assert web.asked[0][2]["bibkeys"] == f"ISBN:{ISBN}"
    assert (record.title, record.titles, record.authors) == (
        "All about pots",
        ("All about pots: a guide",),
        ("Pat Potter",),
    )
    assert (record.years, record.venue, record.extent) == ((2015,), "Pot Press", 491)
    assert record.identifiers == {"isbn": ISBN}
    assert len(web.asked) == 1


async def test_google_stands_in() -> None:
    """Google Books answers where Open Library knows nothing or fails, and adds a page count that it lacks."""
    failures: tuple[Answer, ...] = ({}, 500, "<html>")
    for first in failures:
        record = (await look_up_isbn(ISBN, FakeWeb({LIBRARY: first, GOOGLE: GOOGLE_BOOKS}))).record
        assert record
        assert (record.service, record.extent, record.identifiers) == ("googlebooks", 491, {"isbn": ISBN})
    uncounted = {f"ISBN:{ISBN}": {**OPEN_LIBRARY[f"ISBN:{ISBN}"], "number_of_pages": None}}
    record = (await look_up_isbn(ISBN, FakeWeb({LIBRARY: uncounted, GOOGLE: GOOGLE_BOOKS}))).record
    assert record
    assert (record.service, record.extent) == ("openlibrary", 491)
    record = (await look_up_isbn(ISBN, FakeWeb({LIBRARY: uncounted, GOOGLE: 429}))).record
    assert record
    assert record.extent is None


def test_pagination_in_words() -> None:
    """A page count may be in the description of the volume; front matter does not count."""
    book = {"ISBN:9780306406157": {"title": "Pots", "pagination": "xii, 491 p. :", "by_statement": "Pat Potter."}}
    record = parse_open_library(make_reply(book), ISBN).record
    assert record
    assert (record.extent, record.authors) == (491, ("Pat Potter",))


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ({}, {"kind": "books#volumes", "totalItems": 0}, "abstained"),
        ({}, 429, "blocked"),
        (503, {"totalItems": 0}, "unreadable"),
        (Reply("", trouble="offline", why="was not asked"), GOOGLE_BOOKS, "offline"),
        ("[]", "[]", "unreadable"),
    ],
)
async def test_unknown_book(first: Answer, second: Answer, reason: str) -> None:
    """No registry has all books, so none is missing; a service that failed is the reason."""
    lookup = await look_up_isbn(ISBN, FakeWeb({LIBRARY: first, GOOGLE: second}))
    assert (lookup.existence, lookup.reason) == ("unchecked", reason)


def test_volumes_without_isbn() -> None:
    """Volumes that state another ISBN are not the book; those that state none are candidates."""
    other = {
        "totalItems": 1,
        "items": [{"volumeInfo": {"title": "Lids", "industryIdentifiers": [{"identifier": SHORT}]}}],
    }
    assert parse_google_books(make_reply(other), "9780262033848").reason == "abstained"
    bare = {"totalItems": 2, "items": [{"volumeInfo": {"title": "One"}}, {"volumeInfo": {"title": "Two"}}]}
    lookup = parse_google_books(make_reply(bare), ISBN)
    assert (lookup.existence, len(lookup.candidates)) == ("ambiguous", 2)


def test_isbn_forms() -> None:
    """Ten digits become thirteen; a wrong check digit or length is not repaired."""
    assert read_isbn("0-306-40615-2") == ISBN
    assert read_isbn("0306406153") == "0306406153"
    assert read_isbn("080442957X") == "9780804429573"
    assert read_isbn("12345X7890") == ""
    assert read_isbn("") == ""


async def test_journal() -> None:
    """Crossref knows a journal by any of its numbers; the portal is queried where Crossref does not."""
    record = (await look_up_issn(ISSN, FakeWeb({("crossref", f"/journals/{ISSN}"): CROSSREF_JOURNAL}))).record
    assert record
    assert (record.type, record.title, record.venue) == ("journal", "Journal of Kettles", "Kettle Society")
    for portal in (ISSN_PORTAL, ISSN_COMPACT):
        web = FakeWeb({("crossref", ""): 404, ("issn", f"/resource/ISSN/{ISSN}.jsonld"): portal})
        record = (await look_up_issn(ISSN, web)).record
        assert record
        assert (record.title, record.titles) == ("Journal of Kettles", ("Journal of Kettles (Print)",))


@pytest.mark.parametrize("crossref", [404, 429, 500, "Resource not found.", "{}", CROSSREF_JOURNAL])
@pytest.mark.parametrize("portal", [404, 403, "<html>", "{}", ISSN_PORTAL, ISSN_COMPACT])
async def test_unknown_journal(crossref: Answer, portal: Answer) -> None:
    """An ISSN is never missing, and another journal's answer is not this journal."""
    lookup = await look_up_issn("9999-9994", FakeWeb({("crossref", ""): crossref, ("issn", ""): portal}))
    assert lookup.existence == "unchecked"
    assert lookup.reason


SHAPES = (OPEN_LIBRARY, GOOGLE_BOOKS, CROSSREF_JOURNAL, ISSN_PORTAL, ISSN_COMPACT)


@given(st.one_of(*map(damaged, SHAPES), JSON))
def test_any_json(value: Any) -> None:
    """No JSON value in any field raises, and nothing is missing."""
    reply = make_json_reply(value)
    for parse in (parse_open_library, parse_google_books):
        assert parse(reply, ISBN).existence != "missing"
    for parse_journal in (parse_crossref_journal, parse_issn_portal):
        assert parse_journal(reply, ISSN).existence != "missing"
