"""What an HTML page says about itself: title, authors, date, site, its main text, and the words that a visitor sees."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import unescape
from importlib import import_module
from json import loads
from typing import Any

from citevet.errors import ReadError
from citevet.read.files import decode
from citevet.read.html_page import HtmlToken, tokenize_html
from citevet.records import dataclass, field
from citevet.tables import read_words

_MAX_PAGE = 4_000_000  # characters of a page that are read
_MAX_VALUE = 1_000  # characters of one value
_MAX_VALUES = 500  # of one name
_MAX_DATA = 200_000  # characters of one JSON-LD block
_MAX_NODES = 500  # of one JSON-LD block
_CHARSET = re.compile(r"charset\s{0,5}=\s{0,5}[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_WESTERN = frozenset({"iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "us-ascii", "ascii"})
_HEAD = 4_096  # bytes in which a page names its encoding
_LINKED_DATA = re.compile(r"<script[^<>]{0,300}application/ld\+json[^<>]{0,300}>", re.IGNORECASE)
_HTML_START = re.compile(rb"\s*(?:<!doctype\s+html|<html|<head|<body|<title|<meta|<script|<!--)", re.IGNORECASE)
_MISTAKEN = frozenset({"", "text/plain", "application/octet-stream", "application/pdf", "application/json"})
_OPENED = re.compile(r"<(?:html|body)[\s>]", re.IGNORECASE)
_TAIL = 2_000  # characters in which a page ends; some sites add comments and scripts after it
YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")

_TITLES = ("citation_title", "dc.title", "dcterms.title", "og:title", "twitter:title")
_AUTHORS = ("citation_author", "dc.creator", "dcterms.creator", "author", "article:author", "parsely-author")
_DATES = tuple(
    "citation_publication_date citation_date citation_online_date article:published_time dc.date dcterms.date date "
    "parsely-pub-date".split()
)
_SITES = ("citation_journal_title", "og:site_name", "application-name", "citation_publisher", "dc.publisher")
_MAX_CONTENT = 2_000_000  # characters of a page whose main text is looked for
_MAX_TAGS = 25_000  # with 280,000 the extraction took 90 s; a long encyclopedia article has 20,000
_IN_ONE_LINE = read_words("a abbr b em font i small span strong sub sup u")  # elements of a page of law
_FEWEST = 250  # characters; less is a caption or a notice, not the content


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page as its markup describes it."""

    source: str = ""  # the decoded page, cut to a limit
    title: str = ""  # of the <title> element
    heading: str = ""  # the first <h1> with words
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # <meta> by name or property, in lower case
    data: tuple[Mapping[str, Any], ...] = ()  # objects of its JSON-LD
    canonical: str = ""
    language: str = ""
    words: str = ""  # all visible text, menus included
    asks_password: bool = False

    @property
    def titles(self) -> tuple[str, ...]:
        """Every title of the page, the most deliberate first."""
        headlines = (_text(node.get("headline")) for node in self.data)
        found = (*self._values(_TITLES), *headlines, self.heading, self.title)
        return tuple(dict.fromkeys(filter(None, found)))

    @property
    def authors(self) -> tuple[str, ...]:
        """Names of people or groups; addresses of their profiles are left out."""
        named = next((self.named[key] for key in _AUTHORS if self.named.get(key)), ())
        found = named or tuple(name for node in self.data for name in _names(node.get("author")))
        return tuple(dict.fromkeys(name for name in found if name and "://" not in name))

    @property
    def date(self) -> str:
        """When it was published, as the page writes it."""
        dates = (_text(node.get("datePublished")) for node in self.data)
        return next(filter(YEAR.search, (*self._values(_DATES), *dates)), "")

    @property
    def year(self) -> int | None:
        """The year of publication."""
        found = YEAR.search(self.date)
        return int(found[0]) if found else None

    @property
    def site(self) -> str:
        """The journal, newspaper or site."""
        return next(iter(self._values(_SITES)), "")

    def first(self, *keys: str) -> str:
        """Return the first value of these <meta> names."""
        return next(iter(self._values(keys)), "")

    def _values(self, keys: tuple[str, ...]) -> Iterator[str]:
        return (value for key in keys for value in self.named.get(key, ()) if value)


def is_html(data: bytes, media_type: str) -> bool:
    """Check whether a body is a page: by its media type, or by how it starts; a login page may come as a PDF."""
    kind = media_type.partition(";")[0].strip().lower()
    if kind in {"text/html", "application/xhtml+xml"}:
        return not data.startswith(b"%PDF-")
    return kind in _MISTAKEN and _HTML_START.match(data[:_HEAD]) is not None


def decode_page(data: bytes, media_type: str = "") -> str:
    """Return the text of a page in the encoding that its header or head names, or one that fits; none for binary."""
    declared = _CHARSET.search(media_type) or _CHARSET.search(data[:_HEAD].decode("latin-1"))
    for encoding in _list_encodings(declared[1].lower() if declared else ""):
        with suppress(LookupError, ValueError):
            return data.decode(encoding)
    try:
        return decode(data, "page").text
    except ReadError:
        return ""


def _list_encodings(declared: str) -> tuple[str, ...]:
    """Return the encodings to try: many pages that declare a Western one are in UTF-8 or that of Windows."""
    return ("utf-8", "cp1252", declared) if declared in _WESTERN else (declared,) if declared else ()


def is_whole(page: str) -> bool:
    """Check that a page ends, and does not break off."""
    return "</html>" in page[-_TAIL:].lower()


def breaks_off(page: str) -> bool:
    """Check whether a page opens its body and closes neither it nor the page; both may be left out altogether."""
    return _OPENED.search(page) is not None and not is_whole(page) and "</body>" not in page[-_TAIL:].lower()


def read_web_page(data: bytes, media_type: str = "") -> WebPage:
    """Read a page; broken markup gives what could be read of it."""
    text = decode_page(data, media_type)[:_MAX_PAGE]
    walk = _PageWalk(text)
    at = 0
    for token in tokenize_html(text):
        walk.add_words(at, token.span.start)
        walk.take(token)
        at = token.span.end
    walk.add_words(at, len(text))
    return WebPage(
        text,
        walk.title,
        walk.heading,
        {key: tuple(values) for key, values in walk.named.items()},
        tuple(walk.data),
        walk.canonical,
        walk.language,
        " ".join(" ".join(walk.words).split()),
        walk.asks_password,
    )


class _PageWalk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.named: defaultdict[str, list[str]] = defaultdict(list)
        self.data: list[Mapping[str, Any]] = []
        self.words: list[str] = []
        self.title = self.heading = self.canonical = self.language = ""
        self.asks_password = False
        self._heading: list[str] | None = None  # words of the open <h1>

    def add_words(self, start: int, end: int) -> None:
        words = unescape(self.text[start:end])
        if not words.isspace() and words:
            self.words.append(words)
            if self._heading is not None:
                self._heading.append(words)

    def take(self, token: HtmlToken) -> None:
        if token.kind == "raw":
            self._take_raw(token)
        elif token.kind == "start":
            self._take_start(token)
        elif token.kind == "end" and token.name == "h1" and self._heading is not None:
            self.heading = self.heading or put_on_one_line(" ".join(self._heading))
            self._heading = None

    def _take_raw(self, token: HtmlToken) -> None:
        raw = token.span.of(self.text)
        if token.name == "title" and not self.title:
            self.title = put_on_one_line(unescape(raw[raw.find(">") + 1 : raw.rfind("<")]))
        elif token.name == "script" and _LINKED_DATA.match(raw):
            self.data += _read_linked_data(raw[raw.find(">") + 1 : raw.rfind("<")])

    def _take_start(self, token: HtmlToken) -> None:
        attributes = token.parsed() if token.attributes else {}
        if token.name == "meta":
            key = (attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or "").lower()
            if key and len(self.named[key]) < _MAX_VALUES:
                self.named[key].append(put_on_one_line(attributes.get("content", "")))
        elif token.name == "link" and attributes.get("rel", "").lower() == "canonical":
            self.canonical = attributes.get("href", "")
        elif token.name == "input":
            self.asks_password |= attributes.get("type", "").lower() == "password"
        elif token.name == "html":
            self.language = self.language or attributes.get("lang", "")[:20]
        elif token.name == "h1" and not self.heading:
            self._heading = []


def _read_linked_data(text: str) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a JSON-LD block, nested graphs included."""
    try:
        waiting = [loads(text)] if len(text) <= _MAX_DATA else []
    except (ValueError, RecursionError):
        return
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        node = waiting.pop(0)
        if isinstance(node, list):
            waiting += node[:_MAX_NODES]
        elif isinstance(node, dict):
            yield node
            waiting += [node[key] for key in ("@graph", "mainEntity") if key in node]


def _names(value: object) -> Iterator[str]:
    """Yield the names of a JSON-LD author: a text, an object, or a list of either."""
    for each in value[:_MAX_VALUES] if isinstance(value, list) else [value]:
        if name := _text(each.get("name") if isinstance(each, dict) else each):
            yield name


def _text(value: object) -> str:
    return put_on_one_line(unescape(value)) if isinstance(value, str) else ""


def put_on_one_line(value: str) -> str:
    """Return a value of a file's metadata on one line, without control characters, cut to a limit."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in value[:_MAX_VALUE]).split())


def extract_main_text(html: str) -> str:
    """Return the main text, or nothing where it is not clear, or the library for it is not installed."""
    if len(html) > _MAX_CONTENT or html.count("<") > _MAX_TAGS:
        return ""
    try:
        found = import_module("trafilatura").extract(
            html, include_comments=False, include_tables=True, deduplicate=False
        )
    except Exception:  # noqa: BLE001 - it fails in many ways on broken pages; the whole page is the fallback
        return ""
    return found if isinstance(found, str) and len(found) >= _FEWEST else ""


def split_lines(page: str) -> list[str]:
    """Return the text of each block, cell and line, without tags, scripts and empty lines."""
    lines = [""]
    at = 0
    for token in tokenize_html(page):
        lines[-1] += page[at : token.span.start]
        at = token.span.end
        if token.name not in _IN_ONE_LINE and token.kind != "comment":
            lines.append("")
    lines[-1] += page[at:]
    return [line for raw in lines if (line := " ".join(unescape(raw).split()))]
