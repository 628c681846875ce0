"""Fetch the text of a record: the ways are a table, tried until one gives the whole text.

An answer is a page, a PDF, XML of publishers and legislators, or a plain text.
"""

import re
from asyncio import to_thread
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from hashlib import sha256
from urllib.parse import quote, unquote, urldefrag

from citevet.contracts import Web
from citevet.corpus.document_text import split_pages
from citevet.errors import ReadError, TooLarge
from citevet.identifiers import normalize, read, spell
from citevet.model import SCOPES, Body, Document, Page, Reason, Record, Reply, Scope
from citevet.read import parse
from citevet.read.page_kind import PageKind, tell_page_kind
from citevet.read.service_xml import is_abstract_only, read_xml_text
from citevet.read.web_page import WebPage, breaks_off, extract_main_text, is_html, read_web_page
from citevet.records import dataclass, replace
from citevet.world.net.services import SERVICES

_MAX_BYTES = 32 * 1_048_576
_ARTICLE = 8_000  # characters; with less text than this the page of an article has its abstract only
_DECISION = 1_000  # characters; with less the page of a decision has its date and number only
_GONE = frozenset({404, 410})
_PAYMENT = 402
_ENDINGS: Mapping[str, str] = {
    "application/pdf": ".pdf",
    "application/x-pdf": ".pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/epub+zip": ".epub",
    "application/rtf": ".rtf",
    "text/markdown": ".md",
    "text/plain": ".txt",
}
_IN_FRONT: Mapping[PageKind, tuple[Reason, str]] = {
    "challenge": ("blocked", "asks its visitors to prove that they are human"),
    "consent": ("blocked", "asks for consent first"),
    "login": ("blocked", "asks for a login"),
    "parked": ("no-text", "is a parked domain"),
    "not-found": ("no-text", "says that there is no such page"),
    "empty": ("no-text", "shows nothing without JavaScript"),
}


@dataclass(frozen=True, slots=True)
class FetchedText:
    """The text of a source with its provenance; `body` has the reason where there is none."""

    body: Body
    url: str = ""  # the address that answered
    sha256: str = ""  # of the bytes that came
    fetched: str = ""  # when the answer was sent, ISO
    version: str = ""  # v2 of a preprint, the time of an archived copy
    title: str = ""
    whole: Body | None = None  # the page with its menus and margins, where `body` is its main content only


def read_reply(reply: Reply, *, version: str = "") -> FetchedText:
    """Return the text of an answer; nothing raises, and an answer that is something else has a reason."""
    if refusal := _refuse(reply):
        return FetchedText(refusal, reply.final_url)
    whole = None
    title = ""
    try:
        if is_html(reply.data, reply.content_type):
            page = read_web_page(reply.data, reply.content_type)
            title = page.titles[0] if page.titles else ""
            body, whole = _read_page(page, reply)
        else:
            body = _read_file(reply)
    except TooLarge as error:
        body = Body(reason="too-large", why=error.explanation)
    except (ReadError, RecursionError) as error:
        body = Body(reason="unreadable", why=error.explanation if isinstance(error, ReadError) else "nested too deep")
    sent, archived = (_iso_time(reply.headers.get(name, "")) for name in ("date", "memento-datetime"))
    return FetchedText(body, reply.final_url, sha256(reply.data).hexdigest(), sent, version or archived, title, whole)


def _refuse(reply: Reply) -> Body | None:
    if reply.trouble:
        return Body(reason=reply.trouble, why=reply.why)
    if reply.status in _GONE:
        return Body(reason="no-text", why=f"answered {reply.status}")
    if reply.status == _PAYMENT:
        return Body(reason="paywalled", why=f"answered {reply.status}")
    if not reply.is_success:
        return Body(reason="unreadable", why=f"answered {reply.status}")
    if len(reply.data) > _MAX_BYTES:
        return Body(reason="too-large", why=f"larger than {_MAX_BYTES // 1_048_576} MB")
    return None if reply.data.strip() else Body(reason="no-text", why="sent an empty answer")


def _read_page(page: WebPage, reply: Reply) -> tuple[Body, Body | None]:
    """Return the main content and the whole page, with the scope that the page itself admits to."""
    kind = tell_page_kind(page, reply.final_url, reply.headers)
    if kind in _IN_FRONT:
        return Body(reason=_IN_FRONT[kind][0], why=_IN_FRONT[kind][1]), None
    document = parse(page.source.encode("utf-8", "replace"), "page.html")
    everything = "\n\n".join(each.text for each in split_pages(document))
    main = extract_main_text(page.source)
    text = main or everything
    scope, reason, why = _find_scope(page, kind, text)
    if not text.strip():
        return Body(reason="no-text", why="has no text"), None
    body = Body((Page(text),), scope, reason, why)
    return body, Body((Page(everything),), scope, reason, why) if main and everything else None


def _find_scope(page: WebPage, kind: PageKind, text: str) -> tuple[Scope, Reason | None, str]:
    """Return how much of the work a page has: publishers' pages often have the abstract only."""
    if kind == "paywall":
        return "snippet", "paywalled", "only a part is free to read"
    if page.first("citation_title") and len(text) < _ARTICLE:
        return "abstract", "no-text", "the page has the abstract only"
    if breaks_off(page.source):
        return "snippet", "partial-scope", "the page breaks off: its end is missing"
    return "full", None, ""


def _read_file(reply: Reply) -> Body:
    """Return the text of a file by its first bytes and its media type."""
    media_type = reply.content_type.partition(";")[0].strip().lower()
    start = reply.data[:500].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"%PDF-"):
        return _make_body(parse(reply.data, "source.pdf", ocr=False))
    if start.startswith(b"<"):
        text = read_xml_text(reply.data, "the answer")
        if not text:
            return Body(reason="no-text", why="has no text")
        return Body((Page(text),), "abstract" if is_abstract_only(reply.data) else "full")
    if media_type and media_type not in _ENDINGS:
        return Body(reason="unreadable", why=f"sent {media_type[:60]}, which is not text")
    return _make_body(parse(reply.data, f"source{_ENDINGS.get(media_type, '.txt')}"))


def _make_body(document: Document) -> Body:
    pages = tuple(split_pages(document))
    if any(page.text.strip() for page in pages):
        return Body(pages)
    why = "has pictures of pages, but no text" if document.format == "pdf" else "has no text"
    return Body(reason="no-text", why=why)


def _iso_time(value: str) -> str:
    try:
        return parsedate_to_datetime(value).isoformat()
    except (TypeError, ValueError, IndexError, OverflowError):
        return ""


# Ways to a text

_MAX_COPIES = 4
_ARCHIVED = re.compile(r"https?://web\.archive\.org/web/(\d{14})(?:[a-z]{2}_)?/(.+)")
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
        found = cut_part(found, way.part) if way.part else _doubt_decision(found, record)
        best = _pick(best, found)
        if best.body.pages and best.body.scope == "full":
            break
    return best


def _doubt_decision(found: FetchedText, record: Record) -> FetchedText:
    """Return the page of a case as a snippet if it is too short to have the text of the decision."""
    body = found.body
    if record.type != "case" or body.scope != "full" or sum(len(page.text) for page in body.pages) >= _DECISION:
        return found
    why = "the page does not have the text of the decision"
    return replace(found, body=Body(body.pages, "snippet", "partial-scope", why), whole=None) if body.pages else found


async def fetch_address(url: str, web: Web) -> FetchedText:
    """Return the text of one address, such as a hit of a search."""
    return await to_thread(read_reply, await web.visit(url))


def _list_ways(record: Record) -> Iterator[_Way]:
    identifiers = record.identifiers
    if pmcid := normalize("pmcid", identifiers.get("pmcid", "")):
        yield _Way(f"/{pmcid}/fullTextXML", "europepmc")
    if (found := read("arxiv", identifiers.get("arxiv", ""))) and not found.fault:
        paper, version = spell(found), spell(found).removeprefix(found.normal)
        yield _Way(f"/html/{paper}", "arxiv", version)
        yield _Way(f"/pdf/{paper}", "arxiv", version)
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
    spans = zip(starts, ends, strict=True)
    parts = ["\n".join(lines[start:end]) for (start, label), end in spans if label.replace(" ", "") == wanted]
    return max(parts, key=len, default="").strip()
