"""Recorded exchanges: one JSON file each, to run again without the network.

    {"request": {"method": "GET", "url": "https://api.crossref.org/works/10.1000/1", "accept": "*/*", "body": "…"},
     "status": 200, "headers": {"content-type": "application/json"}, "body": "…" or "body_base64": "…"}

`accept` and `body` of a request may be absent. Keys and contact addresses are never in a file. A redirect is an
exchange of its own. A request is found by its method and address: the scheme, the order of parameters,
percent-encoding, keys and contact addresses do not count. Of several recordings, the one with the same body, then the
same scheme, then the same `accept` is taken. If there is none, these do not count either: the case of a DOI or of
`arXiv:` in a path, the address or label before a DOI, parameters without a value or with 0, and those that only select
parts of an answer (`fields`, `select`, `include`, `max_results`, `rettype`).
"""

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from citevet.errors import WriteError, first_line
from citevet.model import Reply
from citevet.records import collect_values, dataclass
from citevet.version import __version__
from citevet.world.net.errands import HIDDEN, Errand

_UNCOUNTED = frozenset({"mailto", "email", "api_key", "apikey", "oc", "token", "client_id"})  # parameters
_SELECTING = frozenset("fields select include max_results rettype sortby sortorder tool affiliation".split())
_DROPPED = frozenset(
    "set-cookie content-encoding content-length transfer-encoding connection keep-alive alt-svc".split()
)
_CHARSET = re.compile(r"charset=[\"']?([\w-]+)", re.IGNORECASE)
_XML_ENCODING = re.compile(r"<\?xml[^>]{0,80}?encoding=[\"']([\w-]+)")
_BEFORE_DOI = re.compile(r"/(?:https?:/{1,2}(?:dx\.)?doi\.org/|doi:)(?=10\.)", re.IGNORECASE)
_SLUG = re.compile(r"\W+")
_MAX_SLUG = 60
_GZIP = 31  # the window of zlib
_MAX_BYTES = 32 * 1_048_576

Key = tuple[str, str, str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class Recording:
    """Where an exchange is, and what tells it from others of the same address."""

    file: Path
    accept: str
    body: str
    scheme: str


class Cassettes:
    """A folder of recorded exchanges."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index: dict[Key, list[Recording]] | None = None
        self._loose: dict[Key, list[Recording]] = {}

    def find(self, errand: Errand) -> Reply | None:
        """Return the recorded answer to a request, if there is one."""
        if self._index is None:
            self._index = _index_folder(self._folder)
            for name, recordings in self._index.items():
                self._loose.setdefault(_loosen(name), []).extend(recordings)
        key = find_key(errand.sent.method, errand.shown)
        found = self._index.get(key) or self._loose.get(_loosen(key)) or []
        body = _normalise_body(errand.sent.body.decode("utf-8", "replace"))
        fitting = [each for each in found if each.body in {"", body}]
        scheme = urlsplit(errand.shown).scheme
        best = max(
            fitting,
            key=lambda each: (each.body == body, each.scheme == scheme, each.accept == errand.accept),
            default=None,
        )
        return _load(best.file, errand.shown) if best else None

    def record(self, errand: Errand, reply: Reply) -> None:
        """Write an exchange; the same request again replaces it."""
        body = errand.sent.body.decode("utf-8", "replace")
        request = {"method": errand.sent.method, "url": errand.shown, "accept": errand.accept}
        headers = {name: value for name, value in reply.headers.items() if name not in _DROPPED}
        text = _to_text(reply.data, headers)
        content = {"body_base64": b64encode(reply.data).decode()} if text is None else {"body": text}
        whole = {
            "request": {**request, **({"body": body} if body else {})},
            "status": reply.status,
            "headers": headers,
            **content,
            "from": f"citevet {__version__}",
            "evidence": "recorded",
        }
        digest = sha256(json.dumps(whole["request"], sort_keys=True).encode()).hexdigest()[:10]
        parts = urlsplit(errand.shown)
        folder = self._folder / _SLUG.sub("_", parts.netloc)
        file = folder / f"{_SLUG.sub('_', parts.path).strip('_')[:_MAX_SLUG]}_{digest}.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(whole, ensure_ascii=False, indent=1), "utf-8")
        except OSError as error:
            raise WriteError(
                f"cannot be written ({first_line(error)})", to=str(file), advice="Change --record."
            ) from None


def find_key(method: str, url: str) -> Key:
    """Return what a request is found by."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    counted = sorted((name, value) for name, value in pairs if name.lower() not in _UNCOUNTED and value != HIDDEN)
    return method.upper(), parts.netloc.lower(), unquote(parts.path), tuple(counted)


def _loosen(key: Key) -> Key:
    """Return what a request is found by if exactly this one was not recorded."""
    method, host, path, pairs = key
    counted = tuple(pair for pair in pairs if pair[1] not in {"", "0"} and pair[0].lower() not in _SELECTING)
    path = _BEFORE_DOI.sub("/", path)
    has_identifier = "/10." in path or "/arxiv:" in path.lower()
    return method, host, path.lower() if has_identifier else path, counted


def _index_folder(folder: Path) -> dict[Key, list[Recording]]:
    return collect_values(pair for file in sorted(folder.rglob("*.json")) for pair in _read_request(file))


def _read_request(file: Path) -> Iterator[tuple[Key, Recording]]:
    """Yield the request of a file; a file that is not a recording has none."""
    request = _read_file(file).get("request")
    if isinstance(request, dict) and isinstance(request.get("url"), str):
        body = _normalise_body(str(request.get("body") or ""))
        try:
            key = find_key(str(request.get("method", "GET")), request["url"])
        except ValueError:
            return
        yield key, Recording(file, str(request.get("accept", "*/*")), body, urlsplit(request["url"]).scheme)


def _read_file(file: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _load(file: Path, url: str) -> Reply:
    found = _read_file(file)
    headers = found.get("headers") if isinstance(found.get("headers"), dict) else {}
    named = {str(name).lower(): str(value) for name, value in (headers or {}).items()}
    try:
        packed = found.get("body_base64")
        data = _unpack(b64decode(packed), named) if packed else _to_bytes(str(found.get("body", "")), named)
        return Reply(url, int(found["status"]), named, data)
    except (KeyError, TypeError, ValueError, zlib.error):
        return Reply(url, trouble="unreadable", why=f"is recorded in a file that cannot be read ({file.name})")


def _unpack(data: bytes, headers: Mapping[str, str]) -> bytes:
    """Return a body that another recorder kept as it was sent, compressed."""
    if "gzip" not in headers.get("content-encoding", "") or not data.startswith(b"\x1f\x8b"):
        return data
    unpacking = zlib.decompressobj(_GZIP)
    whole = unpacking.decompress(data, _MAX_BYTES)
    if not unpacking.eof:
        raise ValueError("it breaks off, or is too large")
    return whole


def _to_bytes(text: str, headers: Mapping[str, str]) -> bytes:
    """Return a recorded body as it was sent, in the encoding that it names."""
    found = _CHARSET.search(headers.get("content-type", "")) or _XML_ENCODING.match(text)
    try:
        return text.encode(found[1] if found else "utf-8")
    except (LookupError, UnicodeError):
        return text.encode("utf-8", "replace")


def _to_text(data: bytes, headers: Mapping[str, str]) -> str | None:
    """Return a body as text, if that gives the same bytes when it is read again."""
    found = _CHARSET.search(headers.get("content-type", ""))
    try:
        text = data.decode(found[1] if found else "utf-8")
    except (LookupError, UnicodeError):
        return None
    return text if _to_bytes(text, headers) == data else None


def _normalise_body(body: str) -> str:
    """Return a form or JSON without what does not count: order, spaces, keys."""
    try:
        return json.dumps(json.loads(body), sort_keys=True)
    except (ValueError, RecursionError):
        pairs = parse_qsl(body)
        kept = sorted((name, value) for name, value in pairs if name.lower() not in _UNCOUNTED and value != HIDDEN)
        return repr(kept) if pairs else body
