"""Web addresses: where one ends in a sentence, what is wrong with it, and its form without tracking.

The form is defined in https://www.rfc-editor.org/rfc/rfc3986.
"""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from citevet.identifiers.edges import trim_identifier
from citevet.identifiers.page_keys import TRACKING
from citevet.model.document import Span
from citevet.model.extraction import FormFaultKind, Identifier
from citevet.patterns import lazy_pattern

# Ends at white space, quotes, angle brackets, a table bar, and CJK full stops and brackets.
_REST = r"[^\s<>\"|`\\^{}\0“”‘’«»「」『』【】《》、。，；（）]+"
_URL = lazy_pattern(r"(?:[Hh][Tt](?<![\w@/.-]..)[Tt][Pp][Ss]?://|[Ww][Ww](?<![\w@/.-]..)[Ww]\.(?=[\w-]+\.))" + _REST)
# Slips of the keyboard; hxxp:// is written on purpose.
_MISSPELT = lazy_pattern(
    r"h(?<![\w@/.-].)(?P<scheme>tps?|t{3}ps?|ttpss|http?s?|tpps?|tts|ttsp|ptts?)://(?P<rest>[\w-]++\.[\w-]"
    rf"{_REST})|h(?<![\w@/.-].)(?P<ttp>ttps?)(?::/|(?P<bare>//))(?P<path>[\w-]++\.[\w-]{_REST})"
)
_HOST = lazy_pattern(r"(?!-)[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\]", re.IGNORECASE)
_END_OF_HOST = lazy_pattern(r"[),;!'*]")
_FIELD = lazy_pattern(r"\{\{|\{%|\$\{|<%|%[({]|\$[A-Z_]|%[A-Z_]{2,40}%")  # a template or a shell fills the address in
_STAND_IN = lazy_pattern(
    r"[^/?#]{0,200}:[A-Z_]{0,20}port(?:_?(?:number|nr|no))?(?=[/?#]|$)", re.IGNORECASE
)  # server:port
_SECOND_URL = lazy_pattern(r"https?://", re.IGNORECASE)
_HANGUL = lazy_pattern(r"[가-힣]+$")
_DISARMED = lazy_pattern(r"\[(?:\.|dot)\]|\(dot\)", re.IGNORECASE)  # 203[.]0[.]113[.]9: made unusable on purpose


def find_addresses(text: str) -> Iterator[Identifier]:
    """Find bare addresses without the punctuation and Korean particles after them."""
    for match in _URL.finditer(text):
        written = trim_identifier(_strip_particle(match[0]))
        if len(written) > len("http://") and not _DISARMED.search(written):
            span, once = Span(match.start(), match.start() + len(written)), _drop_repetition(written)
            fault, kind = check_url(written)
            normal = normalize_url(once or written)
            yield Identifier("url", span, written, normal, fault, once, kind)
    for match in _MISSPELT.finditer(text):
        written = trim_identifier(_strip_particle(match[0]))
        scheme = "https" if "s" in (match["scheme"] or match["ttp"]) else "http"
        right = f"{scheme}://{written.split('/', 1)[1].lstrip('/')}"
        fault = f'"{match[0].partition("/")[0]}" should be "{scheme}:"'
        if not match["scheme"]:
            fault = "a colon is missing" if match["bare"] else "a slash is missing"
        span = Span(match.start(), match.start() + len(written))
        yield Identifier("url", span, written, normalize_url(right), fault, right)


def normalize_url(url: str) -> str:
    """Return an address without tracking parameters and text fragments, so that addresses of one page are equal."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        query = urlencode([(key, value) for key, value in parse_qsl(parts.query, True) if not TRACKING.fullmatch(key)])
    except ValueError:
        return url
    fragment = parts.fragment.split(":~:")[0]
    return urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path, query or "", fragment))


def check_url(url: str) -> tuple[str | None, FormFaultKind]:
    """Return what is wrong with an address, and the kind of fault."""
    return _find_url_fault(url), "pasted-twice" if _drop_repetition(url) else "malformed"


def _find_url_fault(url: str) -> str | None:
    if _FIELD.search(url):
        return None
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        is_pattern = _STAND_IN.match(url.partition("://")[2] or url) is not None
        return None if is_pattern else "the host or the port makes no sense"
    if _drop_repetition(url):
        return "pasted twice"
    if not host:
        return "no host"
    if host.startswith("*."):  # a pattern: all hosts of a domain
        return None
    host = f"[{host}]" if ":" in host else host
    # "(www.nmpa.org).You", "www.nmpa.org;": the sentence goes on, and the address is fine.
    return None if _HOST.fullmatch(_END_OF_HOST.split(host, maxsplit=1)[0]) else f"{host} is not a host name"


def _drop_repetition(url: str) -> str | None:
    """Return the first half of an address that was pasted twice, else None."""
    second = _SECOND_URL.search(url, 8)
    return url[: second.start()] if second and url[second.start() :] == url[: second.start()] else None


def _strip_particle(url: str) -> str:
    """Remove Hangul from the end, unless it is part of the path: `…/wiki/서울`, but not `….com에서`."""
    found = _HANGUL.search(url)
    return url[: found.start()] if found and url[found.start() - 1] not in "/=_-%" else url
