"""The pages of a web site, whose links are checked: one page, those of its sitemap, or all that it links to."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

from citevet.jobs.links import LinkSettings
from citevet.model import Document, Mark, Unread
from citevet.read.document_links import list_links
from citevet.records import replace
from citevet.resolve.web.link_check import LinkChecker
from citevet.world.net.host_names import HostNames
from citevet.world.net.wire import Answer, Wire

_OK = 200
_PAGE_BYTES = 8_000_000
_LOCATION = re.compile(r"<loc>\s*([^<>\s]{1,2000})\s*</loc>", re.IGNORECASE)
_MOST_SITEMAPS = 50  # that an index of sitemaps lists
_HTML = ("text/html", "application/xhtml+xml")


def read_site(
    urls: Sequence[str], settings: LinkSettings, *, recursive: bool, depth: int | None, sitemap: bool, max_pages: int
) -> tuple[list[Document], list[Unread]]:
    """Return the pages with addresses in place of paths, their links made absolute, and what could not be read."""
    most = depth if depth is not None else (1_000 if recursive else 0)
    return asyncio.run(_read_site(urls, settings, depth=most, sitemap=sitemap, max_pages=max_pages))


async def _read_site(
    urls: Sequence[str], settings: LinkSettings, *, depth: int, sitemap: bool, max_pages: int
) -> tuple[list[Document], list[Unread]]:
    wire = Wire(HostNames(settings.allow_private), routes=settings.routes)
    checker = LinkChecker(wire, settings.check)
    try:
        starts = list(urls)
        if sitemap:
            listed = [page for url in urls for page in await _read_sitemap(url, checker)]
            starts = [*starts, *listed]
        return await _crawl(starts, checker, hosts={urlsplit(url).netloc for url in urls}, depth=depth, most=max_pages)
    finally:
        wire.close()


async def _crawl(
    starts: Sequence[str], checker: LinkChecker, *, hosts: set[str], depth: int, most: int
) -> tuple[list[Document], list[Unread]]:
    """Read pages level by level, each once, and follow their links on the same hosts."""
    pages, unread = list[Document](), list[Unread]()
    level, seen = list(dict.fromkeys(urldefrag(url).url for url in starts))[:most], set[str]()
    for number in range(depth + 1):
        seen.update(level)
        answers = await asyncio.gather(*(checker.fetch(url, wanted=_PAGE_BYTES) for url in level))
        following: dict[str, None] = {}
        for url, (answer, final) in zip(level, answers, strict=True):
            page = _make_page(url, final, answer)
            if page is None and number == 0 and url in starts:
                why = answer.why or f"answered {answer.status}, and no page"
                unread.append(Unread(url, f"{url}: {why}. Check the address."))
            if page:
                pages.append(page)
                following.update(dict.fromkeys(_list_same_site(page, hosts)))
        level = [url for url in following if url not in seen][: max(0, most - len(seen))]
        if not level:
            break
    return pages, unread


def _make_page(url: str, final: str, answer: Answer) -> Document | None:
    """Return a page as a document whose links are absolute; none for what is no page."""
    from citevet.read import parse_text
    from citevet.read.page_links import list_page_links
    from citevet.read.web_page import decode_page

    kind = answer.headers.get("content-type", "")
    if answer.status != _OK or kind.partition(";")[0].strip().lower() not in _HTML:
        return None
    page = parse_text(decode_page(answer.body, kind), "page.html")
    links = (
        Mark("image" if link.kind != "link" else "link", link.span, _join(link.target, final))
        for link in list_page_links(page.text)
    )
    return replace(page, path=url, marks=tuple(links))


def _join(target: str, base: str) -> str:
    """Return the whole address of a target; one to a place of the page gets its address too."""
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", target):
        return target
    try:
        return urljoin(base, target)
    except ValueError:
        return target


def _list_same_site(page: Document, hosts: set[str]) -> Iterator[str]:
    for link in list_links(page):
        if link.kind == "link" and link.target.startswith(("http://", "https://")):
            url = urldefrag(link.target).url
            if urlsplit(url).netloc in hosts:
                yield url


async def _read_sitemap(url: str, checker: LinkChecker) -> list[str]:
    """Return the pages that a site lists, also in the sitemaps that its sitemap lists."""
    first = url if url.endswith(".xml") else urljoin(url, "/sitemap.xml")
    waiting, pages, seen = [first], list[str](), 0
    while waiting and seen < _MOST_SITEMAPS:
        address = waiting.pop(0)
        seen += 1
        answer, _ = await checker.fetch(address, wanted=_PAGE_BYTES)
        text = answer.body.decode("utf-8", "replace")
        found = [unescape(each) for each in _LOCATION.findall(text)]
        if "<sitemapindex" in text[:2_000]:
            waiting += found
        else:
            pages += [each for each in found if urlsplit(each).netloc == urlsplit(url).netloc]
    return pages
