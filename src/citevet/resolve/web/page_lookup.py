"""Look up a cited page: what is there today, under which title, and is there a copy if it is gone?"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Literal
from urllib.parse import SplitResult, urljoin

from citevet.contracts import Web
from citevet.identifiers.page_keys import make_page_key, split_address
from citevet.model import Flag, Lookup, Reason, Record, Reply
from citevet.read.page_kind import PageKind, says_not_found, tell_page_kind
from citevet.read.web_page import WebPage, is_html, read_web_page
from citevet.records import dataclass
from citevet.resolve.web.wayback import Captures, compare_with_today, find_copy

PageState = Literal[
    "live",
    "moved",  # permanent redirects lead to it
    "gone",  # 404 or 410
    "no-host",  # the host name was not found
    "soft-404",  # it answers with 200 that there is no such page
    "home",  # it leads to the start page of a site
    "parked",
    "paywalled",
    "consent",
    "login",
    "challenge",  # a test for robots
    "blocked",
    "empty",  # no words without JavaScript
    "failed",  # nothing follows from the answer
]
_STATUS_STATES: Mapping[int, PageState] = {402: "paywalled", 404: "gone", 410: "gone"}
_PERMANENT = frozenset({301, 308})
_CLIENT_ERRORS = range(400, 500)
_REFUSED = 999  # LinkedIn
_HOMES = frozenset({"", "index", "home", "default", "main", "start", "welcome"})
_KIND_STATES: Mapping[PageKind, PageState] = {
    "challenge": "challenge",
    "parked": "parked",
    "consent": "consent",
    "login": "login",
    "paywall": "paywalled",
    "empty": "empty",
}
_ERROR_SEGMENTS = frozenset({"404", "notfound", "not-found", "not_found", "pagenotfound", "page-not-found", "error404"})
_SAME_WORDS = 0.9  # share of words that two answers with the same text have in common; the address may be part of it
_MAX_COPIES = 3
_ARCHIVE_SECONDS = 20.0  # for the copies of a page, after it has answered
# The answers that leave it open whether there is such a page, with the reason and the words for it.
_OPEN: Mapping[PageState, tuple[Reason, str]] = {
    "soft-404": ("no-text", "answers that there is no such page, though with status 200"),
    "home": ("no-text", "leads to the start page of the site"),
    "parked": ("no-text", "is a parked domain"),
    "paywalled": ("paywalled", "asks for payment"),
    "consent": ("blocked", "asks for consent first"),
    "login": ("blocked", "asks for a login"),
    "challenge": ("blocked", "asks its visitors to prove that they are human"),
    "blocked": ("blocked", "refuses to answer"),
    "empty": ("no-text", "shows nothing without JavaScript"),
    "failed": ("unreadable", "gave no clear answer"),
}
_STATE_FLAGS: Mapping[PageState, Flag] = {
    "moved": "moved",
    "gone": "gone",
    "no-host": "gone",
    "soft-404": "soft-404",
    "home": "redirected-home",
    "parked": "parked",
}
_DEAD: frozenset[PageState] = frozenset({"gone", "no-host", "soft-404", "home", "parked"})


@dataclass(frozen=True, slots=True)
class PageVisit:
    """A visit to an address: the answer, what it is, and where the page lives now."""

    reply: Reply
    state: PageState
    page: WebPage | None = None  # of an HTML answer
    address: str = ""  # after the permanent redirects


async def visit_page(url: str, web: Web) -> PageVisit:
    """Visit an address, and the address of a page that cannot exist next to it where an answer sounds like none."""
    reply = await web.visit(url)
    visit = classify_reply(reply)
    if visit.state not in {"live", "moved"} or visit.page is None or not sounds_missing(visit):
        return visit
    sibling = make_sibling(url)
    other = classify_reply(await web.visit(sibling)) if sibling else None
    if other is None or other.state == "gone":
        return visit  # the host can say 404, and did not say it here
    same = other.page is not None and is_same_page(visit.page, other.page)
    return PageVisit(reply, "soft-404" if same else "failed", visit.page, visit.address)


def classify_reply(reply: Reply) -> PageVisit:
    """Return what an answer is, by itself; a page that says "not found" needs a second visit."""
    if reply.unknown_host:
        return PageVisit(reply, "no-host")
    if reply.trouble:
        return PageVisit(reply, "blocked" if reply.trouble == "blocked" else "failed")
    page = read_web_page(reply.data, reply.content_type) if is_html(reply.data, reply.content_type) else None
    kind = tell_page_kind(page, reply.final_url, reply.headers) if page else "content"
    return PageVisit(reply, _find_state(reply, kind), page, find_permanent_address(reply))


def _find_state(reply: Reply, kind: PageKind) -> PageState:
    if kind == "challenge":
        return "challenge"
    if not reply.is_success:
        refused = reply.status in _CLIENT_ERRORS or reply.status == _REFUSED
        return _STATUS_STATES.get(reply.status, "blocked" if refused else "failed")
    if kind in _KIND_STATES or not reply.data.strip():
        return _KIND_STATES.get(kind, "empty")
    if _leads_home(reply):
        return "home"
    moved = make_page_key(find_permanent_address(reply)) != make_page_key(reply.url)
    return "moved" if moved else "live"


def find_permanent_address(reply: Reply) -> str:
    """Return the address after the permanent redirects at the start; a temporary one may lead elsewhere tomorrow."""
    address = reply.url
    for hop in reply.hops:
        if hop.status not in _PERMANENT:
            break
        address = hop.to
    return address


def _leads_home(reply: Reply) -> bool:
    """Check whether a deep address was answered by a start page; a project that got a site of its own moved."""
    asked, final = split_address(reply.url), split_address(reply.final_url)
    names = _segments(asked)
    if not reply.hops or _is_home(asked) or not _is_home(final):
        return False
    return not (len(names) == 1 and _bare_host(asked) != _bare_host(final) and names[0].lower() in _bare_host(final))


def _is_home(parts: SplitResult) -> bool:
    """Check for a start page: no path, index.html, or the start page of a language."""
    names = [name.partition(".")[0].lower() for name in _segments(parts)]
    rest = [name for name in names if name not in _HOMES and not _is_language(name)]
    return not rest and not parts.query and not parts.fragment.startswith(("/", "!"))


def _is_language(name: str) -> bool:
    return len(name) in {2, 5} and name.replace("-", "").isalpha() and len(name.partition("-")[0]) == 2  # noqa: PLR2004 - en, en-us


def _segments(parts: SplitResult) -> list[str]:
    return [name for name in parts.path.split("/") if name]


def _bare_host(parts: SplitResult) -> str:
    return (parts.hostname or "").removeprefix("www.")


def explain_state(state: PageState) -> str:
    """Return what a state means, for people; nothing for a page that is there."""
    return _OPEN[state][1] if state in _OPEN else ""


def sounds_missing(visit: PageVisit) -> bool:
    """Check whether an answer says that there is no such page, though its status says that there is."""
    final = visit.reply.final_url.partition("?")[0].rstrip("/").rpartition("/")[2].partition(".")[0].lower()
    return (visit.page is not None and says_not_found(visit.page)) or (
        bool(visit.reply.hops) and final in _ERROR_SEGMENTS
    )


def make_sibling(url: str) -> str:
    """Return an address in the same folder that no site has; the same one each time, so that runs can be replayed."""
    parts = split_address(url)
    folder, _, last = parts.path.rstrip("/").rpartition("/")
    if not last:
        return ""
    name = sha256(url.encode("utf-8", "replace")).hexdigest()[:20]
    dot, ending = last.rpartition(".")[1:] if "." in last else ("", "")
    return parts._replace(path=f"{folder}/{name}{dot}{ending}", query="", fragment="").geturl()


def is_same_page(page: WebPage, other: WebPage) -> bool:
    """Check whether two answers have the same title, heading and nearly the same words."""
    if (page.title, page.heading) != (other.title, other.heading):
        return False
    words, others = set(page.words.split()), set(other.words.split())
    return len(words & others) >= _SAME_WORDS * len(words | others)


async def look_up_page(url: str, web: Web, *, cited: str = "", drift: bool = False) -> Lookup:
    """Visit a page; where it is dead, find its copy nearest to `cited`, the ISO date of the document.

    With `drift`, a live page is compared with the copy of that time.
    """
    visit = await visit_page(url, web)
    if visit.state in _DEAD:
        return describe_dead_page(visit, await _find_copy_in_time(url, web, cited))
    lookup = describe_page(visit)
    if drift and cited and lookup.existence == "found":
        change = await compare_with_today(url, web, cited=cited, body=visit.reply.data)
        if change.change == "changed" and change.then:
            return replace(
                lookup, flags=(*lookup.flags, "drifted"), why=change.why, record=_add_copy(lookup, change.then.url)
            )
    return lookup


async def _find_copy_in_time(url: str, web: Web, cited: str) -> Captures:
    """Return the copies of a dead page; the archive answers one question a second, and must not hold up a run."""
    try:
        async with asyncio.timeout(_ARCHIVE_SECONDS):
            return await find_copy(url, web, near=cited)
    except TimeoutError:
        return Captures(refusal=Lookup(reason="timeout", why="the Wayback Machine did not answer in time"))


def _add_copy(lookup: Lookup, url: str) -> Record | None:
    return replace(lookup.record, copies=(*lookup.record.copies, url)) if lookup.record else None


def describe_page(visit: PageVisit) -> Lookup:
    """Return the outcome of a visit alone; a dead page needs `describe_dead_page`."""
    reply = visit.reply
    if reply.trouble:
        return Lookup(reason=reply.trouble, why=f"{_host(reply.url)} {reply.why}")
    readable = visit.state == "paywalled" and visit.page is not None and visit.page.titles
    if visit.state in {"live", "moved"} or readable:
        why = f"moved to {visit.address}" if visit.state == "moved" else ""
        why = "only a part is free to read" if readable else why
        return Lookup("found", why=why, record=make_record(visit), flags=_flags(visit))
    reason, words = _OPEN[visit.state]
    status = f" (status {reply.status})" if visit.state in {"blocked", "failed"} else ""
    return Lookup(reason=reason, why=f"{_host(reply.url)} {words}{status}", record=None, flags=_flags(visit))


def describe_dead_page(visit: PageVisit, copies: Captures) -> Lookup:
    """Return the outcome for a page that is not there any more.

    A host that answers 404 is the authority on its addresses, but a copy proves that the page was there: it exists,
    archived. Where the archive could not be asked, both stay open.
    """
    host, reply = _host(visit.reply.url), visit.reply
    addresses = tuple(each.url for each in copies.found[:_MAX_COPIES])
    record = Record("web", reply.url, "page", venue=host, url=reply.url, copies=addresses) if addresses else None
    flags = (*_flags(visit), *(("archived",) if addresses else ()))
    if visit.state == "no-host":
        return _describe_unknown_host(visit, copies, record)
    if visit.state != "gone":
        reason, words = _OPEN[visit.state]
        return Lookup(reason=reason, why=f"{host} {words}", record=record, flags=flags)
    answer = f"{host} answered {reply.status}"
    if record:
        why = f"{answer}; the Wayback Machine has a copy of {copies.found[0].date}"
        return Lookup("found", why=why, record=record, flags=flags)
    if copies.refusal:
        why = f"{answer}; whether there was such a page is open: {copies.refusal.why}"
        return Lookup(reason=copies.refusal.reason, why=why, flags=flags)
    return Lookup("missing", why=f"{answer}, and the Wayback Machine has no copy", flags=flags)


def _describe_unknown_host(visit: PageVisit, copies: Captures, record: Record | None) -> Lookup:
    """Return the outcome for a host name that was not found.

    The name may exist in another network only, so the page is never called missing. Where the archive cannot be
    reached either, the network of this machine may be down, and the link is not called dead.
    """
    host = f'there is no host "{_host(visit.reply.url)}"'
    if record:
        why = f"{host}; the Wayback Machine has a copy of {copies.found[0].date}"
        return Lookup("found", why=why, record=record, flags=("gone", "archived"))
    if copies.refusal:
        return Lookup(reason="blocked", why=f"{host}, or this machine is offline: {copies.refusal.why}")
    return Lookup(reason="blocked", why=f"{host}, and the Wayback Machine has no copy of the page", flags=("gone",))


def make_record(visit: PageVisit) -> Record:
    """Describe a live page by its own metadata; a file without markup has only its address."""
    reply, page = visit.reply, visit.page
    if page is None:
        return Record("web", reply.url, "file", venue=_host(visit.address), url=visit.address)
    titles = page.titles
    doi = page.first("citation_doi", "prism.doi").removeprefix("doi:").strip()
    files = (page.first("citation_pdf_url"), page.first("citation_fulltext_html_url"))
    return Record(
        "web",
        reply.url,
        "page",
        title=titles[0] if titles else "",
        titles=titles[1:],
        authors=page.authors,
        years=(page.year,) if page.year else (),
        venue=page.site or _host(visit.address),
        identifiers={"doi": doi.lower()} if doi.startswith("10.") else {},
        url=visit.address,
        abstract=page.first("citation_abstract"),
        copies=tuple(_join(reply.final_url, file) for file in files if file),
        language=page.language,
    )


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def _flags(visit: PageVisit) -> tuple[Flag, ...]:
    flag = _STATE_FLAGS.get(visit.state)
    return (flag,) if flag else ()


def _host(url: str) -> str:
    return split_address(url).hostname or url
