"""Bare web addresses in running text."""

from collections.abc import Iterator
from re import IGNORECASE
from re import compile as pattern
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.extract.trim import trimmed
from citevet.model import Span

# Ends at white space, quotes, angle brackets, a table's bar and the full stops and brackets of CJK typography.
_FORM = pattern(
    r"(?:[Hh][Tt](?<![\w@/.-]..)[Tt][Pp][Ss]?://|[Ww][Ww](?<![\w@/.-]..)[Ww]\.(?=[\w-]+\.))"
    r"[^\s<>\"|`\\^{}\0“”‘’「」『』、。，）]+"
)
_HOST = pattern(r"(?!-)[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\]", IGNORECASE)
_SECOND = pattern(r"https?://", IGNORECASE)
_HANGUL = pattern(r"[가-힣]+$")
_TRACKING = pattern(r"utm_\w+|fbclid|gclid|mc_[ce]id|ref_src")


def find(scene: Scene) -> Iterator[Found]:
    """Find bare addresses; sentence punctuation and Korean particles at the end are not part of them."""
    for match in _FORM.finditer(scene.prose):
        written = trimmed(_without_particle(match[0]))
        if len(written) > len("http://"):
            yield Found(
                "url",
                Span(match.start(), match.start() + len(written)),
                normal(_once(written) or written),
                fault=fault(written),
                mend=_once(written),
            )


def normal(url: str) -> str:
    """Return the form by which two addresses of one page are equal: tracking parameters and text fragments go."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        query = urlencode([(key, value) for key, value in parse_qsl(parts.query, True) if not _TRACKING.fullmatch(key)])
    except ValueError:
        return url
    fragment = parts.fragment.split(":~:")[0]
    return urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path, query or "", fragment))


def fault(url: str) -> str | None:
    """Say what is wrong with an address, as far as its form tells."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return "the host or the port makes no sense"
    if _once(url):
        return "pasted twice"
    if not host:
        return "there is no host"
    host = f"[{host}]" if ":" in host else host
    return None if _HOST.fullmatch(host) else f"{host} is no host name"


def _once(url: str) -> str | None:
    """Return the first half of an address that was pasted twice."""
    second = _SECOND.search(url, 8)
    return url[: second.start()] if second and url[second.start() :] == url[: second.start()] else None


def _without_particle(url: str) -> str:
    """Cut Hangul off the end, unless the path is Korean throughout: `…/wiki/서울` is an address, `….com에서` is not."""
    found = _HANGUL.search(url)
    if found is None or url[found.start() - 1] in "/=_-%":
        return url
    return url[: found.start()]
