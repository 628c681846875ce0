"""Fetch the text of a record: the ways are a table, tried until one gives the whole text."""

import re
from asyncio import to_thread
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from urllib.parse import quote, unquote, urldefrag

from citevet.contracts import Web
from citevet.fetch.reply_text import FetchedText, read_reply
from citevet.model import SCOPES, Body, Page, Record, Reply
from citevet.world.net.services import SERVICES

_MAX_COPIES = 4
_ARCHIVED = re.compile(r"https?://web\.archive\.org/web/(\d{14})(?:[a-z]{2}_)?/(.+)")
_ARXIV = re.compile(r"(?:[a-z.-]+/\d{7}|\d{4}\.\d{4,5})(v\d{1,3})?", re.IGNORECASE)
_PMCID = re.compile(r"PMC\d{1,9}", re.IGNORECASE)
_LAW_SERVICES = ("ecfr", "eurlex", "findcaselaw", "gesetze", "govinfo", "lawgokr", "legislation_uk", "lii")
_LAW_SITES = {name: SERVICES[name].url for name in _LAW_SERVICES}
_EU_TEXTS = ("application/xhtml+xml", "text/html")
_SCHOLARLY = ("doi", "pmid", "pmcid", "arxiv", "isbn")  # the address of such a work leads to its description


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to a text: a service and a path, or an address."""

    path: str
    service: str = ""
    version: str = ""
    part: str = ""  # the heading of the part that is cited: "Article 6"
    accept: str = ""

    async def go(self, web: Web) -> Reply:
        if not self.service:
            return await web.visit(self.path)
        headers = {"Accept": self.accept, "Accept-Language": "eng"} if self.accept else None
        return await web.ask(self.service, self.path, headers=headers)


async def fetch_text(record: Record, web: Web) -> FetchedText:
    """Return the fullest text that can be had: full text, else an abstract, else the reason why there is none.

    Nothing is fetched twice; a service that fails only means that the next way is tried.
    """
    best = _describe_record(record)
    ways = [] if record.text else dict.fromkeys(_list_ways(record))
    for way in ways:
        reply = await way.go(web)
        found = await to_thread(read_reply, _check_copy(way, reply), version=way.version)
        found = cut_part(found, way.part) if way.part else found
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
        is_gone = record.service == "web" and any(map(_ARCHIVED.match, record.copies))
        is_last = is_gone or record.service in _LAW_SERVICES  # whose pages for people have more than the law
        addresses = [*addresses, record.url] if is_last else [record.url, *addresses]
    for address in addresses:
        if service := next((name for name, site in _LAW_SITES.items() if address.startswith(f"{site}/")), ""):
            yield from _list_service_ways(address, service)
            continue
        if archived := _ARCHIVED.fullmatch(address):
            yield _Way(f"/web/{archived[1]}id_/{quote(archived[2], safe=':/?&=%#+,;@!~*()')}", "wayback")
        else:
            yield _Way(address)


def _list_service_ways(address: str, service: str) -> Iterator[_Way]:
    """Yield the ways to a text of law: its service takes the user's key and address, and may send several formats."""
    bare, part = urldefrag(address.removeprefix(_LAW_SITES[service]))
    for accept in _EU_TEXTS if service == "eurlex" else ("",):
        yield _Way(bare, service, part=unquote(part), accept=accept)


def _check_copy(way: _Way, reply: Reply) -> Reply:
    """Refuse an answer of the archive that is not a copy: its own pages come with status 200, too."""
    if way.service == "wayback" and not reply.trouble and "memento-datetime" not in reply.headers:
        return replace(reply, trouble="unreadable", why="sent no copy")
    return reply


def _describe_record(record: Record) -> FetchedText:
    """Return what the record itself says of the work: its abstract, or nothing."""
    if record.text.strip():
        digest = sha256(record.text.encode("utf-8", "surrogatepass")).hexdigest()
        return FetchedText(Body((Page(record.text),)), record.url, digest, title=record.title)
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


def cut_part(fetched: FetchedText, heading: str) -> FetchedText:
    """Return the part under a heading such as "Article 6"; without it there is no text."""
    for body in filter(None, (fetched.body, fetched.whole)):
        lines = [line for page in body.pages for line in page.text.splitlines()]
        if found := _find_part(lines, heading):
            return replace(fetched, body=Body((Page(found),), body.scope), whole=None)
    if not fetched.body.pages:
        return fetched
    why = f"{heading} could not be found in the text"
    return replace(fetched, body=Body(reason="unreadable", why=why), whole=None)


def _find_part(lines: list[str], heading: str) -> str:
    """Return the longest part with this heading: a table of contents has the same headings, and nothing below."""
    word = re.escape(heading.partition(" ")[0])
    any_heading = re.compile(rf"\W{{0,4}}(?:►\w{{1,4}} )?{word}\s(\d{{1,4}} ?[a-z]{{0,2}})\W{{0,6}}", re.IGNORECASE)
    starts = [(index, found[1]) for index, line in enumerate(lines) if (found := any_heading.fullmatch(line.strip()))]
    wanted = heading.partition(" ")[2].replace(" ", "")
    ends = [*(index for index, _ in starts), len(lines)][1:]
    parts = [
        "\n".join(lines[start:end])
        for (start, label), end in zip(starts, ends, strict=True)
        if label.replace(" ", "") == wanted
    ]
    return max(parts, key=len, default="").strip()
