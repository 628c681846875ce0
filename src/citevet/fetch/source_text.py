"""Fetch the text of a record: the ways are a table, tried until one gives the whole text."""

import re
from asyncio import to_thread
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import quote

from citevet.contracts import Web
from citevet.fetch.reply_text import FetchedText, read_reply
from citevet.model import SCOPES, Body, Page, Record, Reply

_MAX_COPIES = 4
_ARCHIVED = re.compile(r"https?://web\.archive\.org/web/(\d{14})(?:[a-z]{2}_)?/(.+)")
_ARXIV = re.compile(r"(?:[a-z.-]+/\d{7}|\d{4}\.\d{4,5})(v\d{1,3})?", re.IGNORECASE)
_PMCID = re.compile(r"PMC\d{1,9}", re.IGNORECASE)
_SCHOLARLY = ("doi", "pmid", "pmcid", "arxiv", "isbn")  # the address of such a work leads to its description


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to a text: a service and a path, or an address."""

    path: str
    service: str = ""
    version: str = ""

    async def go(self, web: Web) -> Reply:
        return await (web.ask(self.service, self.path) if self.service else web.visit(self.path))


async def fetch_text(record: Record, web: Web) -> FetchedText:
    """Return the fullest text that can be had: full text, else an abstract, else the reason why there is none.

    Nothing is fetched twice; a service that fails only means that the next way is tried.
    """
    best = _describe_record(record)
    for way in dict.fromkeys(_list_ways(record)):
        reply = await way.go(web)
        found = await to_thread(read_reply, _check_copy(way, reply), version=way.version)
        best = _pick(best, found)
        if best.body.pages and best.body.scope == "full":
            break
    return best


async def fetch_address(url: str, web: Web) -> FetchedText:
    """Return the text of one address, such as a hit of a search."""
    return await to_thread(read_reply, await web.visit(url))


def _list_ways(record: Record) -> Iterator[_Way]:
    identifiers = record.identifiers
    if _PMCID.fullmatch(pmcid := identifiers.get("pmcid", "")):
        yield _Way(f"/{pmcid.upper()}/fullTextXML", "europepmc")
    if found := _ARXIV.fullmatch(arxiv := identifiers.get("arxiv", "")):
        yield _Way(f"/html/{arxiv}", "arxiv", found[1] or "")
        yield _Way(f"/pdf/{arxiv}", "arxiv", found[1] or "")
    addresses = [*record.copies[:_MAX_COPIES]]
    if record.url and not any(identifiers.get(kind) for kind in _SCHOLARLY):
        gone = record.service == "web" and any(map(_ARCHIVED.match, record.copies))
        addresses = [*addresses, record.url] if gone else [record.url, *addresses]
    for address in addresses:
        if archived := _ARCHIVED.fullmatch(address):
            yield _Way(f"/web/{archived[1]}id_/{quote(archived[2], safe=':/?&=%#+,;@!~*()')}", "wayback")
        else:
            yield _Way(address)


def _check_copy(way: _Way, reply: Reply) -> Reply:
    """Refuse an answer of the archive that is not a copy: its own pages come with status 200, too."""
    if way.service == "wayback" and not reply.trouble and "memento-datetime" not in reply.headers:
        return replace(reply, trouble="unreadable", why="sent no copy")
    return reply


def _describe_record(record: Record) -> FetchedText:
    """Return what the record itself says of the work: its abstract, or nothing."""
    if record.abstract.strip():
        body = Body((Page(record.abstract),), "abstract", "no-text", "only the abstract is free to read")
    else:
        body = Body(scope="title", reason="no-text", why="no free text is known")
    return FetchedText(body, record.url, title=record.title)


def _pick(best: FetchedText, found: FetchedText) -> FetchedText:
    """Return the one with more of the text; of two without any, the one whose way failed, which says why."""
    if not found.body.pages:
        return best if best.body.pages else found
    if best.body.pages and SCOPES.index(best.body.scope) <= SCOPES.index(found.body.scope):
        return best
    return found
