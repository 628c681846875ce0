"""The text of an answer: a page, a PDF, XML of publishers and legislators, a plain text."""

from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from hashlib import sha256

from citevet.corpus.document_text import split_pages
from citevet.errors import ReadError, TooLarge
from citevet.model import Body, Document, Page, Reason, Reply, Scope
from citevet.read import parse
from citevet.read.page_kind import PageKind, tell_page_kind
from citevet.read.service_xml import is_abstract_only, read_xml_text
from citevet.read.web_page import WebPage, breaks_off, extract_main_text, is_html, read_web_page

_MAX_BYTES = 32 * 1_048_576
_ARTICLE = 8_000  # characters; with less text than this the page of an article has its abstract only
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
    refusal = _refuse(reply)
    if refusal:
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
    return FetchedText(
        body, reply.final_url, sha256(reply.data).hexdigest(), _sent(reply), version or _archived(reply), title, whole
    )


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
    return Body(
        reason="no-text", why="has pictures of pages, but no text" if document.format == "pdf" else "has no text"
    )


def _sent(reply: Reply) -> str:
    return _iso_time(reply.headers.get("date", ""))


def _archived(reply: Reply) -> str:
    """Return the time of an archived copy."""
    return _iso_time(reply.headers.get("memento-datetime", ""))


def _iso_time(value: str) -> str:
    try:
        return parsedate_to_datetime(value).isoformat()
    except (TypeError, ValueError, IndexError, OverflowError):
        return ""
