"""Crossref: works by DOI with the notices on them, and works by their description."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import quote

from citevet.contracts import Web
from citevet.model import Lookup, Notice, Record, Reply
from citevet.resolve.registries.csl_work import find_notices_on, merge_notices, read_work
from citevet.resolve.service_answers import bare_doi, dig, items_at, read_json, text_at, texts_at

CROSSREF = "Crossref"
_SELECT = (
    "DOI,title,subtitle,original-title,author,editor,issued,published-print,published-online,posted,container-title,"
    "short-container-title,volume,issue,page,type,publisher,update-to,score"
)
_ROWS = "10"
_MAX_QUERY = 400  # characters


async def look_up_crossref(doi: str, web: Web) -> Lookup:
    """Look for a DOI, and for notices that name it."""
    found = parse_work(await web.ask("crossref", f"/works/{quote(doi, safe='')}"), doi)
    record = found.record
    if record is None or record.type == "notice" or record.is_retracted:
        return found
    notices = parse_updates(await _ask_for_notices(record, web), record.id)
    if isinstance(notices, Lookup):
        why = f"whether it was retracted is not known: {notices.why}"
        return replace(found, why=why, flags=(*found.flags, "unknown-notices"))
    return replace(found, record=replace(record, notices=merge_notices(record.notices, notices)))


async def search_crossref(title: str, author: str, year: str, web: Web) -> Sequence[Record] | Lookup:
    """Search works by title, first author and year; Crossref returns the nearest ones, however far they are."""
    query = " ".join(filter(None, (title, author, year)))[:_MAX_QUERY]
    params = {"query.bibliographic": query, "rows": _ROWS, "select": _SELECT}
    return parse_works(await web.ask("crossref", "/works", params=params))


def parse_work(reply: Reply, doi: str) -> Lookup:
    """Return the work with this DOI, or with the one that replaced it."""
    value, refusal = read_json(reply, CROSSREF, doi)
    works = _works_in(value)
    named = [work for work in works if doi.lower() in _names_of(work)]
    replaced = works if reply.hops and len(works) == 1 else []  # a redirect to the DOI that is used now
    record = next(filter(None, (read_work(work, "crossref", CROSSREF) for work in (*named, *replaced))), None)
    return Lookup("found", record=record) if record else refusal


def parse_works(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the works of a list, the nearest first."""
    value, refusal = read_json(reply, CROSSREF, "the search")
    works = _works_in(value)
    if not works and not isinstance(dig(value, "message", "items"), list):
        return refusal
    return tuple(filter(None, (read_work(work, "crossref", CROSSREF) for work in works)))


def parse_updates(reply: Reply, doi: str) -> tuple[Notice, ...] | Lookup:
    """Return the notices on a DOI among the works of a list, or why they are not known."""
    value, refusal = read_json(reply, CROSSREF, "the search for notices")
    if not isinstance(dig(value, "message", "items"), list):
        return refusal
    return find_notices_on(doi, _works_in(value), CROSSREF)


async def _ask_for_notices(record: Record, web: Web) -> Reply:
    """Ask for works that update a DOI; a comma in a DOI ends the filter, so that one is searched by its title."""
    params = {"filter": f"updates:{record.id}", "rows": _ROWS, "select": _SELECT}
    if "," in record.id:
        params |= {"filter": "is-update:true", "query.bibliographic": record.title[:_MAX_QUERY]}
    return await web.ask("crossref", "/works", params=params)


def _works_in(value: object) -> list[object]:
    """Return the works of an answer: one, or those of a list, with or without the envelope."""
    message = dig(value, "message") or value
    found = items_at(message, "items") if isinstance(dig(message, "items"), list) else items_at(message)
    return [each for each in found if text_at(each, "DOI")]


def _names_of(work: object) -> set[str]:
    return {bare_doi(name) for name in (text_at(work, "DOI"), *texts_at(work, "aliases"))}
