"""The state of a cited page today, told apart from what is in front of it: live, moved, gone, blocked …"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from citevet.contracts import Web
from citevet.model import Reply
from citevet.read.page_kind import PageKind, says_not_found, tell_page_kind
from citevet.read.web_page import WebPage, is_html, read_web_page
from citevet.records import dataclass
from citevet.text.identifiers import make_page_key

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
    if visit.state not in {"live", "moved"} or visit.page is None or not _sounds_missing(visit):
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
    try:
        asked, final = urlsplit(reply.url), urlsplit(reply.final_url)
    except ValueError:
        return False
    names = _segments(asked)
    if not reply.hops or _is_home(asked) or not _is_home(final):
        return False
    return not (len(names) == 1 and _host(asked) != _host(final) and names[0].lower() in _host(final))


def _is_home(parts: SplitResult) -> bool:
    """Check for a start page: no path, index.html, or the start page of a language."""
    names = [name.partition(".")[0].lower() for name in _segments(parts)]
    rest = [name for name in names if name not in _HOMES and not _is_language(name)]
    return not rest and not parts.query and not parts.fragment.startswith(("/", "!"))


def _is_language(name: str) -> bool:
    return len(name) in {2, 5} and name.replace("-", "").isalpha() and len(name.partition("-")[0]) == 2  # noqa: PLR2004 - en, en-us


def _segments(parts: SplitResult) -> list[str]:
    return [name for name in parts.path.split("/") if name]


def _host(parts: SplitResult) -> str:
    return (parts.hostname or "").removeprefix("www.")


def _sounds_missing(visit: PageVisit) -> bool:
    final = visit.reply.final_url.partition("?")[0].rstrip("/").rpartition("/")[2].partition(".")[0].lower()
    return (visit.page is not None and says_not_found(visit.page)) or (
        bool(visit.reply.hops) and final in _ERROR_SEGMENTS
    )


def make_sibling(url: str) -> str:
    """Return an address in the same folder that no site has; the same one each time, so that runs can be replayed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
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
