"""Wikipedia, the authority for its own pages: redirects, disambiguation pages, revisions."""

import re
from urllib.parse import parse_qs, unquote

from citevet.contracts import Web
from citevet.identifiers import keep_known
from citevet.identifiers.page_keys import split_address
from citevet.model import Lookup, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.records import dataclass
from citevet.resolve.answers import dig, items_at, plain_text_at, read_json, text_at, years_in

_LABEL = "Wikipedia"
_HOST = lazy_pattern(r"([a-z]{2,3}(?:-[a-z-]{2,12})?|simple)\.(?:m\.)?wikipedia\.org")
_PERMANENT = lazy_pattern(r"[^/:]{1,20}:Perma(?:nent)?link/(\d{1,12})", re.IGNORECASE)
_QUERY = {
    "action": "query",
    "format": "json",
    "prop": "info|pageprops|revisions|extracts|links",
    "inprop": "url",
    "ppprop": "disambiguation",
    "rvprop": "ids|timestamp",
    "exintro": "1",
    "explaintext": "1",
    "plnamespace": "0",
    "pllimit": "20",  # the candidates of a disambiguation page
    "redirects": "1",
}


@dataclass(frozen=True, slots=True)
class WikipediaPage:
    """What an address of Wikipedia names."""

    language: str
    title: str
    revision: str = ""  # of a permanent link


def read_wikipedia_url(url: str) -> WikipediaPage | None:
    """Return the page that an address leads to; none for other sites and for pages without a title."""
    parts = split_address(url)
    host, query = _HOST.fullmatch(parts.hostname or ""), parse_qs(parts.query)
    if host is None:
        return None
    start, _, rest = parts.path.lstrip("/").partition("/")
    title = query.get("title", [""])[0] if start == "w" else unquote(rest)  # /wiki/…, and /zh-hant/… in some languages
    title, revision = " ".join(title.replace("_", " ").split()), query.get("oldid", [""])[0]
    if permanent := _PERMANENT.fullmatch(title):
        return WikipediaPage(host[1], "", permanent[1])
    is_number = revision.isascii() and revision.isdigit()
    return WikipediaPage(host[1], title, revision if is_number else "") if title or is_number else None


async def look_up_wikipedia(page: WikipediaPage, web: Web) -> Lookup:
    """Look for a page, or one revision of it."""
    key = {"revids": page.revision} if page.revision else {"titles": page.title}
    reply = await web.ask(f"wikipedia:{page.language}", "/w/api.php", params={**_QUERY, **key})
    return parse_wikipedia(reply, page)


def parse_wikipedia(reply: Reply, page: WikipediaPage) -> Lookup:
    """Return the page in an answer of the query API, in both versions of its format."""
    found, refusal = read_json(reply, _LABEL, page.title)
    if code := text_at(found, "error", "code"):  # errors come with status 200
        return Lookup(reason="unreadable", why=f"{_LABEL} answered: {code[:200]}")
    if dig(found, "query", "badrevids"):
        return _miss(page, f"no revision {page.revision}")
    listed = dig(found, "query", "pages")
    pages = [*listed.values()] if isinstance(listed, dict) else [*items_at(listed)]
    if len(pages) != 1 or not isinstance(pages[0], dict) or "title" not in pages[0]:
        return refusal
    if _is_set(pages[0], "special") or _is_set(pages[0], "invalid"):
        return Lookup(reason="abstained", why=f"{_LABEL} cannot have an article of this name")
    if _is_set(pages[0], "missing") and not _is_set(pages[0], "known"):  # files of Commons are missing and known
        return _miss(page, f'no page "{page.title}"')
    record = _read_page(pages[0], found, page.language)
    if isinstance(props := dig(pages[0], "pageprops"), dict) and "disambiguation" in props:
        names = [text_at(link, "title") for link in items_at(pages[0], "links")]
        others = tuple(Record("wikipedia", name, "page", name, language=page.language) for name in names if name)
        why = f'{_LABEL}: "{record.title}" is a list of pages with this name'
        return Lookup("ambiguous", why=why, record=record, candidates=others)
    return Lookup("found", record=record)


def _is_set(page: object, key: str) -> bool:
    """Check a flag: an empty text in the first version of the format, true in the second."""
    return dig(page, key) in ("", True)


def _miss(page: WikipediaPage, what: str) -> Lookup:
    return Lookup("missing", why=f"{_LABEL} ({page.language}) has {what}; it may have been deleted or renamed")


def _read_page(page: object, answer: object, language: str) -> Record:
    title, revision = text_at(page, "title"), dig(page, "revisions", 0)
    time = text_at(revision, "timestamp")
    asked = [text_at(each, "from") for key in ("redirects", "normalized") for each in items_at(answer, "query", key)]
    return Record(
        "wikipedia",
        f"{language}:{title}",
        "page",
        title,
        tuple(dict.fromkeys(name for name in asked if name and name != title)),
        years=years_in(time),
        venue=_LABEL,
        identifiers=keep_known(revision=text_at(revision, "revid"), revised=time),
        url=text_at(page, "fullurl"),
        abstract=plain_text_at(page, "extract"),
        language=text_at(page, "pagelanguage") or language,
    )
