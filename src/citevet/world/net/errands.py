"""What is to be fetched: the request as it is sent, and as it may be shown, without keys and contact address."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote, urldefrag, urlencode, urljoin, urlsplit

from citevet.model import Reply
from citevet.records import dataclass, field, replace
from citevet.version import __version__
from citevet.world.net.ledger import Allowance, Kind
from citevet.world.net.services import PAGES, SERVICES, Service

_PURPOSE = "checks citations of documents"
HIDDEN = "SCRUBBED"
HIDDEN_MAIL = "scrubbed@example.org"
_SHORT = 8  # characters; a shorter key may be an ordinary word, and is hidden only as a parameter
_SEARCHED = frozenset({"query.bibliographic", "query", "q", "title", "author", "filter"})  # parameters for words
_CODE = re.compile(r"(?:isbn|updates|is-update):\S+")  # what they have in a look-up by identifier
_REFUSALS = frozenset({401, 403, 407, 429, 451})
_SERVER_ERROR = 500
_GET = frozenset({301, 302, 303})  # a POST goes on as a GET
_PUBLIC_HEADERS = frozenset({"user-agent", "accept", "accept-encoding", "accept-language"})  # kept for another host


@dataclass(frozen=True, slots=True)
class NetSettings:
    """What the user allows and wants of the network."""

    offline: bool = False
    mailto: str = ""  # the user's contact address, for services that ask for one
    services: Mapping[str, str] = field(default_factory=dict)  # name → address in place of the usual one
    allowance: Allowance = field(default_factory=Allowance)
    record: Path | None = None  # write every exchange to this folder
    replay: Path | None = None  # answer from this folder only
    cache: Path | None = None  # a file; none: nothing is kept
    allow_private: tuple[str, ...] = ()  # hosts and networks that may be private


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request as it is sent, keys included."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def size(self) -> int:
        """How many bytes it takes, roughly."""
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers.items()) + len(self.body)


@dataclass(frozen=True, slots=True)
class Errand:
    """A request, who it is for, and what of it stays between us."""

    sent: Outgoing
    shown: str
    service: Service = PAGES
    name: str = ""  # of the service; none for a page
    own: str = ""  # the address that the user gave for the service
    kind: Kind = "page address"
    secrets: tuple[tuple[str, str], ...] = ()  # what must not be shown → what is shown instead
    has_key: bool = True  # or its service takes none

    @property
    def host(self) -> str:
        """The host that is queried."""
        return urlsplit(self.sent.url).netloc.lower()

    @property
    def accept(self) -> str:
        """The types that the answer may have."""
        return self.sent.headers.get("Accept", "*/*")


def make_ask(
    service: str,
    path: str,
    settings: NetSettings,
    *,
    params: Mapping[str, str] | Sequence[tuple[str, str]] = (),
    headers: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    json_body: object = None,
) -> Errand | Reply:
    """Return the request for a service, or why there is none."""
    name, _, language = service.partition(":")
    known = SERVICES[name]
    own = _find_own_address(name, settings)
    base = (own or known.url).rstrip("/").replace("{language}", quote(language or "en", safe=""))
    shown = _add_query(base + path, params)
    key = _read_variable(known.key_env)
    if why := find_lack(name, settings, path):
        return Reply(shown, trouble="blocked", why=why)
    body, typed = _make_body(form, json_body)
    private = {known.key_param: key, known.mail_param: settings.mailto}
    url = _add_query(shown, [(param, value) for param, value in private.items() if param and value])
    header, _, value = known.key_header.format(key=key).partition(": ") if key else ("", "", "")
    sent = {**base_headers(settings.mailto), **typed, **(headers or {}), **({header: value} if header else {})}
    pairs = [*(params.items() if isinstance(params, Mapping) else params), *(form or {}).items()]
    return Errand(
        Outgoing(url, "POST" if body else "GET", sent, body),
        shown,
        known,
        name,
        base if own else "",
        known.sends or _find_kind(dict(pairs), has_json=json_body is not None),
        _list_secrets(key, known.key_param, settings.mailto),
        has_key=bool(key) or not known.key_env,
    )


def make_visit(url: str, accept: str, settings: NetSettings) -> Errand:
    """Return the request for a page that a document names."""
    return _make_get(urldefrag(url.strip()).url, accept, settings)


def make_question(url: str, settings: NetSettings, *, kind: Kind) -> Errand:
    """Return the request for an endpoint that the user named; it may be in a private network."""
    own = urlsplit(url)._replace(path="", query="", fragment="").geturl()
    return replace(_make_get(url, "application/json", settings), own=own, kind=kind)


def _make_get(url: str, accept: str, settings: NetSettings) -> Errand:
    headers = {**base_headers(settings.mailto), "Accept": accept}
    return Errand(Outgoing(url, headers=headers), url, secrets=_list_secrets("", "", settings.mailto))


def follow(errand: Errand, status: int, location: str) -> Errand:
    """Return the request that a redirect asks for; another host gets no key and nothing that was posted."""
    target = urldefrag(urljoin(errand.sent.url, location)).url
    sent = errand.sent
    if status in _GET and sent.method == "POST":
        sent = replace(sent, method="GET", body=b"")
    is_same = urlsplit(target)[:2] == urlsplit(errand.sent.url)[:2]
    headers = {name: value for name, value in sent.headers.items() if is_same or name.lower() in _PUBLIC_HEADERS}
    body = sent.body if is_same else b""
    moved = replace(sent, url=target, headers=headers, body=body, method=sent.method if body else "GET")
    return replace(errand, sent=moved, shown=hide(target, errand.secrets), name=errand.name if is_same else "")


def add_headers(errand: Errand, headers: Mapping[str, str]) -> Errand:
    """Return the same request with more headers."""
    return replace(errand, sent=replace(errand.sent, headers={**errand.sent.headers, **headers}))


def make_key(errand: Errand) -> str:
    """Return what tells a request from others, without its keys."""
    language = errand.sent.headers.get("Accept-Language", "")
    asked = [errand.sent.method, errand.shown, errand.accept, language, errand.sent.body.decode("utf-8", "replace")]
    return sha256(json.dumps(asked).encode()).hexdigest()


def judge_status(reply: Reply) -> Reply:
    """Mark an answer that says nothing about what was asked for: a refusal, or a failing service."""
    if "memento-datetime" in reply.headers:
        return reply  # the status of an archived page
    if reply.status in _REFUSALS:
        return replace(reply, trouble="blocked", why=f"answered {reply.status}")
    if reply.status >= _SERVER_ERROR:
        return replace(reply, trouble="unreadable", why=f"answered {reply.status}")
    return reply


def base_headers(mailto: str) -> dict[str, str]:
    """Return the headers of every request: who asks, and how to reach them."""
    contact = f"; mailto:{mailto}" if mailto else ""
    agent = f"citevet/{__version__} ({_PURPOSE}{contact})"
    return {"User-Agent": agent, "Accept": "*/*", "Accept-Encoding": "gzip, deflate"}


def hide(text: str, secrets: Sequence[tuple[str, str]]) -> str:
    """Return a text without keys and contact address."""
    for secret, shown in secrets:
        text = text.replace(secret, shown)
    return text


def hide_in_reply(reply: Reply, errand: Errand) -> Reply:
    """Return a reply without keys and contact address: some services repeat them in links."""
    if not errand.secrets:
        return reply
    data = reply.data
    for secret, shown in errand.secrets:
        data = data.replace(secret.encode(), shown.encode())
    headers = {name: hide(value, errand.secrets) for name, value in reply.headers.items()}
    return replace(reply, data=data, headers=headers)


def _list_secrets(key: str, param: str, mailto: str) -> tuple[tuple[str, str], ...]:
    found = [(key, HIDDEN), (quote(key, safe=""), HIDDEN)] if len(key) >= _SHORT else []
    if key and param:
        found.append((f"{param}={quote(key, safe='')}", f"{param}={HIDDEN}"))
    if mailto:
        found += [(mailto, HIDDEN_MAIL), (quote(mailto, safe=""), HIDDEN_MAIL)]
    return tuple(dict.fromkeys(found))


def find_lack(name: str, settings: NetSettings, path: str = "") -> str:
    """Return what has to be set before a service can be asked; recorded answers need no key."""
    service = SERVICES[name]
    if not (_find_own_address(name, settings) or service.url):
        return f"has no address; set {service.url_env}, or name yours with --services"
    needs_key = service.needs_key or (path and path == service.keyed_path)
    if needs_key and not settings.replay and not _read_variable(service.key_env):
        return f"was not asked: it needs a key; set {service.key_env}"
    if service.needs_mail and not settings.mailto:
        return "was not asked: it needs your e-mail address; set --mailto"
    return ""


def _find_own_address(name: str, settings: NetSettings) -> str:
    """Return the address that the user gave for a service."""
    return settings.services.get(name) or _read_variable(SERVICES[name].url_env)


def _read_variable(name: str) -> str:
    return os.environ.get(name, "").strip() if name else ""


def _make_body(form: Mapping[str, str] | None, json_body: object) -> tuple[bytes, dict[str, str]]:
    if form is not None:
        return urlencode(form).encode(), {"Content-Type": "application/x-www-form-urlencoded"}
    if json_body is not None:
        return json.dumps(json_body, ensure_ascii=False).encode(), {"Content-Type": "application/json"}
    return b"", {}


def _add_query(url: str, params: Mapping[str, str] | Sequence[tuple[str, str]]) -> str:
    return f"{url}{'&' if '?' in url else '?'}{urlencode(params)}" if params else url


def _find_kind(params: Mapping[str, str], *, has_json: bool) -> Kind:
    """Tell the words of a search from an identifier by the parameter; only search services take JSON."""
    if has_json or any(value and not _CODE.fullmatch(value) for name, value in params.items() if name in _SEARCHED):
        return "search words"
    return "identifier"
