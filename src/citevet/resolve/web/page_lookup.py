"""Look up a cited page: does it exist, under which title, and is there a copy if it is gone?"""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from citevet.contracts import Web
from citevet.model import Flag, Lookup, Reason, Record
from citevet.resolve.web.page_visit import PageState, PageVisit, visit_page
from citevet.resolve.web.wayback import Captures, compare_with_today, find_copy

_MAX_COPIES = 3
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


async def look_up_page(url: str, web: Web, *, cited: str = "", drift: bool = False) -> Lookup:
    """Visit a page; where it is dead, find its copy nearest to `cited`, the ISO date of the document.

    With `drift`, a live page is compared with the copy of that time.
    """
    visit = await visit_page(url, web)
    if visit.state in _DEAD:
        return describe_dead_page(visit, await find_copy(url, web, near=cited))
    lookup = describe_page(visit)
    if drift and cited and lookup.existence == "found":
        change = await compare_with_today(url, web, cited=cited, body=visit.reply.data)
        if change.change == "changed" and change.then:
            return replace(
                lookup, flags=(*lookup.flags, "drifted"), why=change.why, record=_add_copy(lookup, change.then.url)
            )
    return lookup


def _add_copy(lookup: Lookup, url: str) -> Record | None:
    return replace(lookup.record, copies=(*lookup.record.copies, url)) if lookup.record else None


def describe_page(visit: PageVisit) -> Lookup:
    """Return the outcome of a visit alone; a dead page needs `describe_dead_page`."""
    reply = visit.reply
    if reply.trouble:
        return Lookup(reason=reply.trouble, why=f"{_host(reply.url)} {reply.why}")
    readable = visit.state == "paywalled" and visit.page is not None and visit.page.titles
    if visit.state in {"live", "moved"} or readable:
        why = (
            f"moved to {visit.address}" if visit.state == "moved" else "only a part is free to read" if readable else ""
        )
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
    try:
        return urlsplit(url).hostname or url
    except ValueError:
        return url
