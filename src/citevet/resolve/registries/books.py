"""Books by ISBN at Open Library and Google Books or by title, and journals by ISSN at Crossref and the ISSN portal.

No registry knows every ISBN or ISSN, so none is ever missing.
"""

from collections.abc import Iterable
from dataclasses import replace

from citevet.contracts import Web
from citevet.identifiers import keep_known, read
from citevet.model import Lookup, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import (
    dig,
    items_at,
    not_known,
    number_at,
    plain_text_at,
    read_json,
    text_at,
    texts_at,
    years_in,
)

OPEN_LIBRARY, GOOGLE_BOOKS = "Open Library", "Google Books"
_FIELDS = "key,title,subtitle,author_name,first_publish_year,publish_year,publisher"
_ROWS = "20"
_MOST_YEARS = 500  # of the editions of one book
_PAGES = lazy_pattern(r"(?<!\d)(\d{1,5})\s?(?:p\b|pp\b|pages\b|S\.|s\.)")
_LENGTHS = frozenset({10, 13})  # of an ISBN
_CROSSREF, _PORTAL = "Crossref", "ISSN Portal"


async def look_up_isbn(isbn: str, web: Web) -> Lookup:
    """Look for a book; Google Books is queried where Open Library lacks the book or its number of pages."""
    wanted = read_isbn(isbn)
    params = {"bibkeys": f"ISBN:{wanted or isbn}", "jscmd": "data", "format": "json"}
    first = parse_open_library(await web.ask("openlibrary", "/api/books", params=params), isbn)
    if first.reason == "offline" or (first.record and first.record.extent):
        return first
    reply = await web.ask("googlebooks", "/volumes", params={"q": f"isbn:{wanted or isbn}"})
    second = parse_google_books(reply, isbn)
    if first.record is None:
        return first if second.reason and first.reason != "abstained" else second
    extent = second.record.extent if second.record else None
    return replace(first, record=replace(first.record, extent=extent))


async def search_books(title: str, author: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return books by main title and author, each with the years of all its editions."""
    params = {"title": title.partition(":")[0], "author": author, "fields": _FIELDS, "limit": _ROWS}
    return parse_book_list(await web.ask("openlibrary", "/search.json", params=params))


def parse_book_list(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the books of a list."""
    found, refusal = read_json(reply, OPEN_LIBRARY, "this query")
    books = dig(found, "docs")
    if not isinstance(books, list):
        return refusal
    return tuple(record for record in map(_read_book, items_at(books)) if record.id and record.title)


def _read_book(book: object) -> Record:
    title, key = plain_text_at(book, "title"), text_at(book, "key")
    years = [text_at(book, "first_publish_year"), *map(text_at, items_at(book, "publish_year")[:_MOST_YEARS])]
    return Record(
        "openlibrary",
        key.rpartition("/")[2],
        "book",
        title,
        _with_subtitle(title, plain_text_at(book, "subtitle")),
        authors=texts_at(book, "author_name"),
        years=years_in(*years),
        url=f"https://openlibrary.org{key}" if key.startswith("/works/") else "",
    )


def read_isbn(text: str) -> str:
    """Return the thirteen digits of an ISBN in any form; catalogues also have numbers with a wrong check digit."""
    found = read("isbn", text)
    return found.normal if found and len(found.normal) in _LENGTHS else ""


def parse_open_library(reply: Reply, isbn: str) -> Lookup:
    """Return the book in an answer of api/books, which is an empty object for an unknown ISBN."""
    found, refusal = read_json(reply, OPEN_LIBRARY, isbn)
    if not isinstance(found, dict):
        return refusal
    if not found:
        return not_known(OPEN_LIBRARY, f"the ISBN {isbn}")
    wanted = read_isbn(isbn)
    book = next((value for key, value in found.items() if read_isbn(key.removeprefix("ISBN:")) == wanted), None)
    record = _read_edition(book, wanted)
    return Lookup("found", record=record) if record.title else refusal


async def search_google_books(title: str, author: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return volumes by main title and author."""
    words = title.partition(":")[0].replace('"', " ")
    query = f'intitle:"{" ".join(words.split())}"' + (f' inauthor:"{author}"' if author else "")
    found = await web.ask("googlebooks", "/volumes", params={"q": query, "maxResults": _ROWS})
    return parse_volume_list(found)


def parse_volume_list(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the volumes of a list, each with all that it states; an empty one has no items at all."""
    found, refusal = read_json(reply, GOOGLE_BOOKS, "this query")
    if not isinstance(found, dict) or "totalItems" not in found:
        return refusal
    records = (_read_volume(item, "") for item in items_at(found, "items"))
    return tuple(record for record in records if record.id and record.title)


def parse_google_books(reply: Reply, isbn: str) -> Lookup:
    """Return the volume with an ISBN; volumes that do not state theirs are only candidates."""
    found, refusal = read_json(reply, GOOGLE_BOOKS, isbn)
    if not isinstance(found, dict) or "totalItems" not in found:
        return refusal
    wanted = read_isbn(isbn)
    records = [record for item in items_at(found, "items") if (record := _read_volume(item, wanted)).title]
    same = [record for record in records if wanted and record.identifiers.get("isbn") == wanted]
    if same:
        return Lookup("found", record=max(same, key=lambda record: (bool(record.authors), record.extent or 0)))
    if records and not any("isbn" in record.identifiers for record in records):
        return Lookup("ambiguous", why=f"{GOOGLE_BOOKS} has several volumes for {isbn}", candidates=tuple(records))
    return not_known(GOOGLE_BOOKS, f"the ISBN {isbn}")


def _read_edition(book: object, isbn: str) -> Record:
    title, subtitle = plain_text_at(book, "title"), plain_text_at(book, "subtitle")
    ids = [*texts_at(book, "identifiers", "isbn_13"), *texts_at(book, "identifiers", "isbn_10")]
    return Record(
        "openlibrary",
        text_at(book, "key").rpartition("/")[2],
        "book",
        title,
        _with_subtitle(title, subtitle),
        authors=_read_names(items_at(book, "authors")) or _read_statement(text_at(book, "by_statement")),
        years=years_in(text_at(book, "publish_date")),
        venue=next(iter(_read_names(items_at(book, "publishers"))), ""),
        extent=number_at(book, "number_of_pages") or _count_pages(text_at(book, "pagination")),
        identifiers=keep_known(isbn=isbn or next(filter(None, map(read_isbn, ids)), "")),
        url=text_at(book, "url"),
    )


def _read_volume(item: object, wanted: str) -> Record:
    volume = dig(item, "volumeInfo")
    title, subtitle = plain_text_at(volume, "title"), plain_text_at(volume, "subtitle")
    ids = [read_isbn(text_at(each, "identifier")) for each in items_at(volume, "industryIdentifiers")]
    return Record(
        "googlebooks",
        text_at(item, "id"),
        "book",
        title,
        _with_subtitle(title, subtitle),
        authors=texts_at(volume, "authors"),
        years=years_in(text_at(volume, "publishedDate")),
        venue=plain_text_at(volume, "publisher"),
        extent=number_at(volume, "pageCount"),
        identifiers=keep_known(isbn=wanted if wanted in ids else next(filter(None, ids), "")),
        url=text_at(volume, "infoLink"),
        language=text_at(volume, "language"),
    )


def _with_subtitle(title: str, subtitle: str) -> tuple[str, ...]:
    return (f"{title}: {subtitle}",) if title and subtitle else ()


def _read_names(found: Iterable[object]) -> tuple[str, ...]:
    """Return names that come as objects or as texts."""
    return tuple(filter(None, (text_at(each, "name") or text_at(each) for each in found)))


def _read_statement(statement: str) -> tuple[str, ...]:
    return (statement.removesuffix("."),) if statement else ()


def _count_pages(pagination: str) -> int | None:
    """Return the pages of "xii, 491 p. :"."""
    match = _PAGES.search(pagination)
    return int(match[1]) or None if match else None


async def look_up_issn(issn: str, web: Web) -> Lookup:
    """Look for a journal or series; no answer says that an ISSN does not exist."""
    first = parse_crossref_journal(await web.ask("crossref", f"/journals/{issn}"), issn)
    if first.record or first.reason == "offline":
        return first
    reply = await web.ask("issn", f"/resource/ISSN/{issn}.jsonld", headers={"Accept": "application/ld+json"})
    second = parse_issn_portal(reply, issn)
    return second if second.record else first


def parse_crossref_journal(reply: Reply, issn: str) -> Lookup:
    """Return the journal in an answer of Crossref."""
    found, refusal = read_json(reply, _CROSSREF, f"the ISSN {issn}")
    journal = dig(found, "message")
    title, names = plain_text_at(journal, "title"), texts_at(journal, "ISSN")
    if not title:
        return refusal
    if names and issn.upper() not in {name.upper() for name in names}:
        return not_known(_CROSSREF, f"the ISSN {issn}")
    record = Record(
        "crossref", issn, "journal", title, venue=plain_text_at(journal, "publisher"), identifiers=keep_known(issn=issn)
    )
    return Lookup("found", record=record)


def parse_issn_portal(reply: Reply, issn: str) -> Lookup:
    """Return the title in the JSON-LD of the portal: one object for the resource, or until 2025 a node of a graph."""
    found, refusal = read_json(reply, _PORTAL, f"the ISSN {issn}")
    nodes = items_at(found, "@graph") or [found]
    own = [node for node in nodes if _names_issn(node, issn)]
    keys = (("mainTitle",), ("identifiedBy", "#KeyTitle", "value"), ("name",))
    listed = (name for node in own for key in keys for name in items_at(node, *key))
    names = (plain_text_at(name) or plain_text_at(name, "@value") for name in listed)
    titles = tuple(dict.fromkeys(filter(None, names)))
    if not titles:
        return refusal
    url = f"https://portal.issn.org/resource/ISSN/{issn}"
    record = Record("issn", issn, "journal", titles[0], titles[1:], identifiers=keep_known(issn=issn), url=url)
    return Lookup("found", record=record)


def _names_issn(node: object, issn: str) -> bool:
    """Return whether a node describes the resource with this ISSN, and not another format of it."""
    own = (text_at(node, "identifiedBy", "#ISSN", "value"), text_at(node, "@id").rpartition("/")[2])
    return issn.casefold() in {name.casefold() for name in own}
