"""Web addresses, by the page that they lead to: many spellings of an address are one page."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from citevet.patterns import lazy_pattern
from citevet.records import collect_values
from citevet.tables import read_rows

# What changes the way to a page and not the page: parameters that measure visits, hosts of phones, and other names of
# a site.
_FILE = Path(__file__).with_suffix(".tsv")
_TABLE = {
    sort: {row.partition("=")[0]: row.partition("=")[2] for row in rows}
    for sort, rows in collect_values((row[0], row[1]) for row in read_rows(_FILE)).items()
}
TRACKING = lazy_pattern("|".join(_TABLE["tracking"]), re.IGNORECASE)
_MIRRORS = frozenset(_TABLE["mirror"])  # labels of a host
_SAME_SITE = _TABLE["site"]
_ROUTE = ("!", "/")  # a fragment that starts like this is a page of its own
_ESCAPE = lazy_pattern(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_START_PAGE = lazy_pattern(r"/index\.html?\Z", re.IGNORECASE)
_FOR_PHONES = lazy_pattern(r"(?<=[^/])/amp(?:\.html?)?/?\Z|\.amp(?=(?:\.html?)?/?\Z)|\A/amp(?=/[^/])", re.IGNORECASE)
# The copies that caches keep of a page: https://www.google.com/amp/s/host/path, https://host.cdn.ampproject.org/c/s/host
_CACHED = lazy_pattern(
    r"(?:(?:www\.)?google\.[a-z.]{2,6}/amp|[\w-]{1,80}\.cdn\.ampproject\.org/[civ])/(?:s/)?(?=[^/]+\.)"
)
_WATCH = "youtube.com/watch"
_FEWEST_LABELS = 2  # of a host without its mirror: example.org
_LONGEST = 8_000  # characters of an address that is taken apart


def split_address(url: str) -> SplitResult:
    """Return the parts of an address; all are empty where it cannot be read."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def make_page_key(url: str) -> str:
    """Return an address without what does not change its page, so that all spellings of one page are equal.

    That is scheme, port of the scheme, `www.`, hosts for phones, tracking, the order of parameters, fragment, last
    slash and escapes. Two parameters or the case of a path make two pages.
    """
    if len(url) > _LONGEST:
        return url
    try:
        rest = url.partition("://")[2] if "://" in url else url
        parts = urlsplit(f"http://{_CACHED.sub('', rest, count=1)}")
        host, port = _fold_host(parts.hostname or ""), parts.port
        query = parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        return url
    path = _fold_path(parts.path)
    site = f"{host}{'' if port in {None, 80, 443} else f':{port}'}"
    if site == "youtu.be" and path.strip("/"):
        site, path, query = "youtube.com", "/watch", [("v", path.strip("/")), *query]
    dropped = {"si", "feature", "ab_channel"} if f"{site}{path}" == _WATCH else {"amp"}
    kept = urlencode(sorted(_list_kept(query, dropped)))
    fragment = f"#{parts.fragment}" if parts.fragment.startswith(_ROUTE) else ""
    return f"{site}{path}{'?' if kept else ''}{kept}{fragment}"


def _list_kept(query: list[tuple[str, str]], dropped: set[str]) -> Iterator[tuple[str, str]]:
    for key, value in query:
        if not TRACKING.fullmatch(key) and key not in dropped and (key.casefold(), value) != ("outputtype", "amp"):
            yield key, value


def _fold_host(host: str) -> str:
    """Return a host in lower case and ASCII, without `www.` and the label of a mirror."""
    name = host.rstrip(".").lower()
    if not name.isascii():
        try:
            name = name.encode("idna").decode()
        except UnicodeError:
            return name
    labels = name.removeprefix("www.").split(".")
    # The mirror comes first, or after a language: m.example.org, en.m.wikipedia.org.
    for at in (0, 1):
        if len(labels) - 1 >= _FEWEST_LABELS + at and labels[at] in _MIRRORS:
            labels = [*labels[:at], *labels[at + 1 :]]
    folded = ".".join(labels).removeprefix("www.")
    return _SAME_SITE.get(folded, folded)


def _fold_path(path: str) -> str:
    raw = "".join(char if char.isascii() else "".join(f"%{byte:02X}" for byte in _encode(char)) for char in path)
    plain = _ESCAPE.sub(_fold_escape, raw)
    shorter = _FOR_PHONES.sub("", _START_PAGE.sub("", plain))
    return shorter.rstrip("/")


def _encode(char: str) -> bytes:
    return char.encode("utf-8", "replace")


def _fold_escape(found: re.Match[str]) -> str:
    char = chr(int(found[1], 16))
    return char if char in _UNRESERVED else found[0].upper()
