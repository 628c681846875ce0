"""Check addresses for `citevet links`: does the page answer, is it the page, and has it the cited place?

A page is classified by `page_lookup`, as everywhere; but most pages show in their title that nothing is wrong with
them, and those are not parsed.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Container, Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import SplitResult, quote, unquote, urldefrag, urljoin, urlsplit

from citevet.errors import UsageError
from citevet.model import Hop, Reply
from citevet.model.links import LinkState, PageCheck
from citevet.read.anchors import PageAnchors
from citevet.records import dataclass, field, replace
from citevet.version import __version__
from citevet.world.address_guard import MAX_REDIRECTS, PORTS, REDIRECTS, is_this_machine, split_url
from citevet.world.net.pace import HostPace, back_off, read_retry_after
from citevet.world.net.wire import Answer, Wire

if TYPE_CHECKING:
    from protego import Protego

_FAULT_STATES: Mapping[str, LinkState] = {
    "private": "private",
    "unknown-host": "no-host",
    "unreachable": "unreachable",
    "tls": "tls",
    "timeout": "timeout",
    "broken-off": "broken-off",
    "not-http": "broken-off",
}
_STATUS_STATES: Mapping[int, LinkState] = {404: "gone", 410: "gone"}
_AGAIN = frozenset({429, 502, 503, 504})
_TOO_MANY, _SERVER_ERROR, _OK, _REDIRECTION, _UNCHANGED = 429, 500, 200, 300, 304
_PERMANENT = frozenset({301, 308})
_REFUSED = 999  # by LinkedIn
_TRIES = 3
_LONGEST_WAIT = 30.0  # seconds for one retry
_CONTENT = 65_536  # bytes of a page that show what it is
_WHOLE = 4_000_000  # bytes of a page whose anchors are looked for
_LOCAL_PARALLEL, _PARALLEL, _PER_SECOND = 8, 6, 10.0
_MOST_ANCHORS = 5_000  # of one page that are kept
_ROBOT = "citevet"
_SAFE = "%/:=&?~#+!$,;'@()*[]"
_PLAIN_PATH = re.compile(r"[\w%/:=&?~#+!$,;'@()*.-]+", re.ASCII)
_RULED = re.compile(r"^\s*(?:disallow|crawl-delay)", re.IGNORECASE | re.MULTILINE)
_AGENT = f"citevet/{__version__} (checks the links of documents)"
_ACCEPT = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\nAccept-Encoding: gzip, deflate\r\n"
_HEADERS = f"User-Agent: {_AGENT}\r\n{_ACCEPT}"
_TITLE = re.compile(rb"<(?:title|h1)\b[^<>]{0,500}>(.{0,400}?)</", re.DOTALL)
# A page whose title or heading has one of these, or no title, is looked at as a whole: see `read.page_kind`.
_TELLING = re.compile(
    rb"(?<![/\d])4(?:04|10)(?!\d)|not (?:be )?f|find t|no longer|exist|available|be found|gefunden|trouv"
    rb"|encontrad|trovat|gevonden"
    rb"|hitta|znal|istnieje|moment|attention r|denied|pardon|human|robot|\bbot\b|checking|security|verif|blocked"
    rb"|rejected|unsuccess|satisf|ddos|more step|challenge|log.?in|sign.?in|sign.on|authentic|anmeld|einlogg|connex"
    rb"|connect|iniciar|accedi|before you|bevor sie|avant de|antes de|prima di|privacy|cookie|consent|[\x80-\xff]"
)
# Marks in the source of what stands in front of a page, or instead of it. They count only on a page with little text,
# as in `read.page_kind`: reading a page for each mark is half of what a good link costs.
_MARKS = (
    b"this domain",
    b"for sale",
    *b"""_cf_chl_opt cf-challenge captcha incapsula awswaf anubis_ cp_challenge jschl bodis.com data-adblockkey
    /lander""".split(),
)
_SHARED_MARKS = (
    (b"password", (b'type="password"', b"type=password", b"type='password'")),
    (b"park", (b"sedoparking", b"parkingcrew", b"parklogic", b"window.park")),
)
_MUCH = 2_500  # characters of text, as `read.page_kind` has it
_HTML = ("text/html", "application/xhtml+xml")
# Sites whose fragments are made by scripts: a missing id says nothing there.
_SCRIPTED = frozenset(
    """github.com gist.github.com gitlab.com bitbucket.org docs.google.com twitter.com x.com linkedin.com medium.com
    npmjs.com crates.io hub.docker.com huggingface.co colab.research.google.com notion.so figma.com app.slack.com
    groups.google.com matrix.to codepen.io stackblitz.com play.rust-lang.org godbolt.org""".split()
)


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What the user wants of a check."""

    timeout: float = 20.0
    accepted: frozenset[int] = frozenset()  # statuses that count as an answer
    headers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by host
    respects_robots: bool = True
    digests: bool = False  # keep a digest of each page's words
    parallel: int = 0  # requests to one host at once; 0: the usual number


class LinkChecker:
    """Checks addresses by one `Wire`; each host at its own pace."""

    def __init__(
        self,
        wire: Wire,
        settings: CheckSettings,
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._wire, self._settings, self._sleep = wire, settings, sleep
        self.paces: dict[str, HostPace] = {}
        self._robots: dict[str, Protego | None] = {}
        self._closed: dict[str, tuple[LinkState, str]] = {}  # hosts that cannot be reached, and why
        self._locks: dict[str, asyncio.Lock] = {}
        self._hosts: dict[str, _Host] = {}
        self.requests = 0

    async def check(self, url: str, *, wants_anchors: bool = False, known: PageCheck | None = None) -> PageCheck:
        """Return what becomes of an address; `known` is an older result that is asked for again if it changed."""
        conditions = _make_conditions(known) if known else {}
        wanted = _WHOLE if wants_anchors else _CONTENT
        outcome = await self._follow(url, wanted=wanted, conditions=conditions)
        if isinstance(outcome, PageCheck):
            return outcome
        answer, hops = outcome
        if known and answer.status == _UNCHANGED:
            return replace(known, cached=True)
        found = classify(url, answer, hops, self._settings.accepted)
        if found is None:  # only the whole page shows it
            found = await self._look_closely(url, answer, hops)
        if found.state in {"ok", "moved", "unencrypted"}:
            found = self._add_content(found, answer, hops, wants_anchors=wants_anchors)
        return found

    async def fetch(self, url: str, *, wanted: int) -> tuple[Answer, str]:
        """Return a page of a site with its address after all redirects, or an answer that says why there is none."""
        outcome = await self._follow(url, wanted=wanted, conditions={})
        if isinstance(outcome, PageCheck):
            return Answer(outcome.status, why=outcome.why), url
        answer, hops = outcome
        return answer, hops[-1].to if hops else url

    def _add_content(
        self, found: PageCheck, answer: Answer, hops: tuple[Hop, ...], *, wants_anchors: bool
    ) -> PageCheck:
        anchors = list_anchors(answer, hops[-1].to if hops else found.url) if wants_anchors else None
        digest = _make_digest(answer) if self._settings.digests else ""
        etag, modified = answer.headers.get("etag", ""), answer.headers.get("last-modified", "")
        return PageCheck(
            found.url, found.state, found.why, found.status, found.address, anchors, etag, modified, digest
        )

    async def _look_closely(self, url: str, answer: Answer, hops: tuple[Hop, ...]) -> PageCheck:
        from citevet.resolve.web import page_lookup  # most pages need no closer look

        visit = page_lookup.classify_reply(_make_reply(url, answer, hops))
        if page_lookup.sounds_missing(visit):
            sibling = page_lookup.make_sibling(url)
            other = await self._follow(sibling, wanted=_CONTENT, conditions={}) if sibling else None
            if isinstance(other, tuple):
                again = page_lookup.classify_reply(_make_reply(sibling, *other))
                if again.page and visit.page and page_lookup.is_same_page(visit.page, again.page):
                    return PageCheck(url, "soft-404", page_lookup.explain_state("soft-404"), answer.status)
        return _judge_visit(url, visit.state, visit.address, answer.status, page_lookup.explain_state(visit.state))

    async def _follow(
        self, url: str, *, wanted: int, conditions: Mapping[str, str]
    ) -> PageCheck | tuple[Answer, tuple[Hop, ...]]:
        """Return the answer at the end of all redirects with the way there, or why there is none."""
        hops: list[Hop] = []
        cookies: dict[str, str] = {}
        target, end = url, asyncio.get_running_loop().time() + self._settings.timeout
        while True:
            try:
                parts = urlsplit(target)
                place = self._hosts.get(f"{parts.scheme}://{parts.netloc}")
                if place is None or not target.isprintable() or " " in target:
                    parts = split_url(target)
                    place = self._hosts[f"{parts.scheme}://{parts.netloc}"] = _Host.of(parts)
            except (UsageError, ValueError) as error:
                why = error.what if isinstance(error, UsageError) else "it is not a web address"
                return PageCheck(url, "malformed" if not hops else "broken-off", f"was not asked: {why}")
            if self._settings.respects_robots and (why := await self._find_refusal(target, place)):
                return PageCheck(url, "robots", why)
            headers = {**self._settings.headers.get(place.host, {}), **conditions}
            request = _make_request(place, parts, headers, cookies)
            answer = await self._ask(place, request, wanted=wanted, end=end)
            if answer.fault and not (answer.fault == "broken-off" and answer.status in REDIRECTS):
                return self._describe_fault(url, place, answer)
            if answer.status not in REDIRECTS or answer.status in self._settings.accepted:
                return answer, tuple(hops)
            location = answer.headers.get("location", "")
            if not location or len(hops) == MAX_REDIRECTS:
                why = "redirects without end" if location else "redirects to nowhere"
                return PageCheck(url, "loop", why, answer.status)
            try:
                target = urldefrag(urljoin(target, location)).url
                is_same = urlsplit(target).netloc == parts.netloc
            except ValueError:
                return PageCheck(url, "broken-off", "redirects to what is not a web address", answer.status)
            cookies = {**cookies, **_read_cookies(answer)} if is_same else {}
            hops.append(Hop(answer.status, target))

    async def _ask(self, place: "_Host", request: bytes, *, wanted: int, end: float) -> Answer:
        """Ask one host at its pace, again where it was busy."""
        now = asyncio.get_running_loop().time
        pace = self._find_pace(place)
        answer = Answer()
        for attempt in range(_TRIES):
            if pace.given_up:
                return Answer(fault="given-up", why=f"was not asked: it {pace.given_up}")
            async with pace:
                if pace.paused_until and (paused := pace.seconds_paused()):
                    if paused > _LONGEST_WAIT:
                        return Answer(fault="given-up", why="was not asked: it wants to be left alone for now")
                    await self._sleep(paused)
                asked = now()
                end = max(end, asked + self._settings.timeout) if attempt == 0 else max(end, asked + 1)
                self.requests += 1
                answer = await self._wire.send(place.origin, request, wanted=wanted, seconds=end - asked)
            wait = _learn(pace, answer, attempt, asked)
            if wait is None or attempt == _TRIES - 1 or answer.status in self._settings.accepted:
                break
            await self._sleep(wait)
            end += wait
        return answer

    def _describe_fault(self, url: str, place: "_Host", answer: Answer) -> PageCheck:
        """Return the result of a page that did not answer; that of a host that was given up is its last one."""
        if answer.fault == "given-up":
            state, why = self._closed.get(place.key, ("blocked", answer.why))
            return PageCheck(url, state, why, answer.status)
        state = _FAULT_STATES[answer.fault]
        if state == "unreachable":
            self._closed[place.key] = state, answer.why
        return PageCheck(url, state, answer.why, answer.status)

    def _find_pace(self, place: "_Host") -> HostPace:
        pace = self.paces.get(place.key)
        if pace is None:
            is_local = is_this_machine(place.host)
            parallel = self._settings.parallel or (_LOCAL_PARALLEL if is_local else _PARALLEL)
            now = asyncio.get_running_loop().time
            pace = HostPace(0.0 if is_local else _PER_SECOND, parallel, now=now, sleep=self._sleep)
            self.paces[place.key] = pace
        return pace

    async def _find_refusal(self, url: str, place: "_Host") -> str:
        """Return why a page is not asked for: the robots.txt of its host forbids it."""
        key = f"{place.origin[0]}://{place.key}"
        if key not in self._robots:
            async with self._locks.setdefault(key, asyncio.Lock()):
                if key not in self._robots:
                    self._robots[key] = await self._read_robots(f"{key}/robots.txt", place)
        rules = self._robots[key]
        if rules is None or rules.can_fetch(url, _ROBOT):
            return ""
        return "was not asked: its robots.txt forbids it"

    async def _read_robots(self, url: str, place: "_Host") -> "Protego | None":
        end = asyncio.get_running_loop().time() + self._settings.timeout
        answer = await self._ask(place, _make_request(place, urlsplit(url), {}, {}), wanted=_CONTENT, end=end)
        body = answer.body.decode("utf-8", "replace")
        if not _OK <= answer.status < _REDIRECTION or not _RULED.search(body):
            return None
        try:
            from protego import Protego  # most hosts forbid nothing
        except ImportError:
            return None
        rules = Protego.parse(body)
        if delay := rules.crawl_delay(_ROBOT):
            self._find_pace(place).slow_to(float(delay))
        return rules


class _Host(NamedTuple):
    """The host of an address."""

    key: str  # with its port, in lower case
    host: str
    origin: tuple[str, str, int]  # scheme, host, port

    @classmethod
    def of(cls, parts: SplitResult) -> "_Host":
        """Return the host of the parts of an address."""
        host, key = parts.hostname or "", parts.netloc.lower()
        if not key.isascii():
            host, key = host.encode("idna").decode(), key.encode("idna").decode()
        return cls(key, host, (parts.scheme, host, parts.port or PORTS[parts.scheme]))


def classify(url: str, answer: Answer, hops: tuple[Hop, ...], accepted: Container[int] = ()) -> PageCheck | None:
    """Return what an answer is by its status and its first words; None where the page has to be parsed."""
    status = answer.status
    if status in accepted:
        return PageCheck(url, "ok", status=status)
    if not _OK <= status < _REDIRECTION:
        return _classify_status(url, status)
    if hops or "cf-mitigated" in answer.headers:
        return None
    media = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in _HTML and media not in {"", "text/plain"}:
        return PageCheck(url, "ok", status=status)
    body = answer.body
    if media == "text/plain" and not body[:200].lstrip().startswith(b"<"):
        return PageCheck(url, "ok", status=status)
    lower = body.lower()
    titles = set(_TITLE.findall(lower)[:3])
    if not titles or any(map(_TELLING.search, titles)) or not (_is_long(lower) or not _has_mark(lower)):
        return None
    return PageCheck(url, "ok", status=status)


def _is_long(lower: bytes) -> bool:
    """Return whether a page has much text, as no page has that stands in front of another one."""
    size, at = 0, lower.find(b"<p")
    while at >= 0 and size <= _MUCH:
        end = lower.find(b"<", at + 1)
        tag, _, words = lower[at : end if end >= 0 else None].partition(b">")
        if tag[2:3] in b" \t\r\n" and words.isascii():  # else a byte is no character
            size += len(words)
        at = lower.find(b"<p", end) if end >= 0 else -1
    return size > _MUCH


def _has_mark(lower: bytes) -> bool:
    contains = lower.__contains__
    return any(map(contains, _MARKS)) or any(
        contains(word) and any(map(contains, marks)) for word, marks in _SHARED_MARKS
    )


def _classify_status(url: str, status: int) -> PageCheck:
    if status in _STATUS_STATES:
        return PageCheck(url, _STATUS_STATES[status], f"answered {status}", status)
    if status >= _SERVER_ERROR and status != _REFUSED:
        return PageCheck(url, "server-error", f"answered {status}", status)
    return PageCheck(url, "blocked", f"refuses to answer (status {status})", status)


def _judge_visit(url: str, state: str, address: str, status: int, why: str) -> PageCheck:
    """Return the result of a page that was parsed."""
    if state == "moved":
        old, new = urlsplit(url), urlsplit(address)
        secure = (old.scheme, new.scheme) == ("http", "https") and old[1:4] == new[1:4]
        return PageCheck(url, "unencrypted" if secure else "moved", f"moved to {address}", status, address)
    if state == "live":
        old, new = urlsplit(url), urlsplit(address)
        if (old.scheme, new.scheme) == ("http", "https") and old[1:4] == new[1:4]:
            return PageCheck(url, "unencrypted", f"moved to {address}", status, address)
        return PageCheck(url, "ok", status=status)
    if state in {"soft-404", "home", "parked", "gone"}:
        return PageCheck(url, state, why, status)  # type: ignore[arg-type]
    if state in {"empty", "paywalled"}:
        return PageCheck(url, "ok", why, status)
    return PageCheck(url, "blocked", why, status)


def _learn(pace: HostPace, answer: Answer, attempt: int, asked: float) -> float | None:
    """Take over what an answer says about limits; return how long to wait for another try, if one helps."""
    pace.learn(answer.headers)
    pace.count_failure(failed=not answer.status)
    if answer.is_stale:
        return back_off(attempt)
    if answer.status not in _AGAIN:
        if answer.status:
            pace.speed_up()
        return None
    wait = read_retry_after(answer.headers)
    if answer.status == _TOO_MANY:
        pace.slow_down(asked)
    if wait is None:
        return back_off(attempt)
    pace.pause(wait)
    return 0.0 if wait <= _LONGEST_WAIT else None


def _make_request(place: _Host, parts: SplitResult, headers: Mapping[str, str], cookies: Mapping[str, str]) -> bytes:
    path = parts.path or "/"
    if parts.query:
        path = f"{path}?{parts.query}"
    if not _PLAIN_PATH.fullmatch(path):
        path = quote(path, safe=_SAFE)
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    if cookies:
        more += f"Cookie: {'; '.join(f'{name}={value}' for name, value in cookies.items())}\r\n"
    return f"GET {path} HTTP/1.1\r\nHost: {place.key}\r\n{_HEADERS}{more}\r\n".encode("latin-1", "replace")


def _read_cookies(answer: Answer) -> dict[str, str]:
    lines = answer.headers.get("set-cookie", "").split("\n")
    pairs = (line.partition(";")[0].partition("=") for line in lines)
    return {name.strip(): value.strip() for name, equals, value in pairs if equals and name.strip()}


def _make_conditions(known: PageCheck) -> dict[str, str]:
    named = {"If-None-Match": known.etag, "If-Modified-Since": known.modified}
    return {name: value for name, value in named.items() if value}


def _make_reply(url: str, answer: Answer, hops: tuple[Hop, ...]) -> Reply:
    return Reply(url, answer.status, answer.headers, answer.body, hops)


def list_anchors(answer: Answer, url: str) -> tuple[str, ...] | None:
    """Return the anchors of a page; None where it is no page, was not read to its end, or scripts make them."""
    media = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    if media not in _HTML or not answer.is_whole or host in _SCRIPTED:
        return None
    from citevet.read.web_page import decode_page  # most links have no fragment

    anchors = PageAnchors(decode_page(answer.body, answer.headers.get("content-type", "")), ".html")
    if anchors.is_open or len(anchors.named) > _MOST_ANCHORS:
        return None
    return tuple(sorted(anchors.named))


def _make_digest(answer: Answer) -> str:
    """Return a digest of the words of a page, without numbers: a clock or a counter is no change."""
    from hashlib import sha256

    from citevet.read.web_page import decode_page, extract_main_text, is_html, split_lines

    kind = answer.headers.get("content-type", "")
    if not is_html(answer.body, kind):
        return sha256(answer.body).hexdigest()[:16]
    page = decode_page(answer.body, kind)
    words = extract_main_text(page) or " ".join(split_lines(page))
    return sha256(re.sub(r"[\d\W]+", " ", words).encode("utf-8", "replace")).hexdigest()[:16]


def has_fragment(page: PageCheck, fragment: str) -> bool | None:
    """Return whether a page has the place that a fragment names; None where that is not known."""
    if page.anchors is None:
        return None
    anchors = PageAnchors("", ".html")
    if anchors.has(fragment, ()):  # the top, a route of a script, lines of a file
        return True
    wanted = unquote(fragment).partition(":~:")[0]
    return bool({wanted, fragment, f"user-content-{wanted}"} & set(page.anchors))
