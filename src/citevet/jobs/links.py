"""Check the links of documents: files and anchors on disk, and addresses of the web, each once.

The path is lean on purpose: it imports no judge, no corpus and no law, and needs no extra package.
"""

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from citevet.errors import CitevetError
from citevet.model import Document, DocumentLink, Unread
from citevet.model.links import DEAD, OPEN, LinkedDocument, LinkReport, LinkRow, LinkState, PageCheck
from citevet.read.document_links import list_links
from citevet.records import asdict, dataclass, field, replace
from citevet.resolve.link_targets import LinkTargets, is_local
from citevet.resolve.web.link_check import CheckSettings, LinkChecker, has_fragment
from citevet.world import clock
from citevet.world.net.host_names import HostNames
from citevet.world.net.wire import Wire

if TYPE_CHECKING:
    from citevet.world.net.link_cache import LinkCache

_MAIL = re.compile(
    r"mailto:[^@\s?,]{1,64}@(?:[\w-]{1,63}\.)+[\w-]{2,63}(?:,[^@\s?,]{1,64}@(?:[\w-]{1,63}\.)+[\w-]{2,63})*(?:\?.*)?\Z"
)
_LOCAL_STATES: Mapping[str, LinkState] = {"file": "no-file", "image": "no-image", "anchor": "no-anchor"}
_KEPT: frozenset[LinkState] = frozenset({"ok", "moved", "unencrypted", "gone"})
_GONE_SECONDS = 3_600.0  # for which a dead page is believed
_ARCHIVE_SECONDS = 20.0  # for all copies together
_ARCHIVE_PARALLEL = 4
_WORKERS, _MOST_WORKERS = 8, 128  # for one host, and for all
_TICK = 0.1  # seconds between two reports of progress
_MOST_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True)
class IgnoredLink:
    """An entry of the ignore list: addresses that are not checked, why, and until when."""

    pattern: str  # a glob, or a regular expression between slashes
    reason: str = ""
    until: date | None = None

    def holds(self, target: str, today: date) -> bool:
        """Return whether the entry holds for a target."""
        return (self.until is None or today <= self.until) and matches(target, self.pattern)


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """What the user wants of a run."""

    check: CheckSettings = field(default_factory=CheckSettings)
    offline: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    ignored: tuple[IgnoredLink, ...] = ()
    allow_private: tuple[str, ...] = ()
    archive: bool = False
    cache: "LinkCache | None" = None
    max_age: float = 86_400.0  # seconds
    today: date | None = None
    routes: Mapping[str, str] = field(default_factory=dict)
    anchors: bool = True


Progress = Callable[[int, int, str], None]


def matches(target: str, pattern: str) -> bool:
    """Match a target with a glob, a prefix, or a regular expression between slashes."""
    if len(pattern) > len("//") and pattern[0] == pattern[-1] == "/":
        return re.search(pattern[1:-1], target) is not None
    from fnmatch import fnmatchcase

    return target.startswith(pattern) or fnmatchcase(target, pattern)


def read_documents(files: Iterable[Path], show: Callable[[Path], str]) -> tuple[list[Document], list[Unread]]:
    """Return the documents among files, and why others could not be read."""
    from citevet.read import parse
    from citevet.read.files import load_file

    documents, unread = list[Document](), list[Unread]()
    for file in files:
        shown = show(file)
        try:
            documents.append(parse(load_file(file, max_bytes=_MOST_BYTES, shown=shown), shown))
        except CitevetError as error:
            unread.append(Unread(shown, str(error)))
    return documents, unread


def check_links(
    documents: Sequence[tuple[Document, Path | None]],
    find_root: Callable[[Path], Path],
    settings: LinkSettings,
    *,
    progress: Progress | None = None,
) -> LinkReport:
    """Check the links of documents, each with its file on disk, if it has one, in a project with some root."""
    started = time.monotonic()
    projects: dict[Path, LinkTargets] = {}
    found = [(document, file, _choose_links(document, settings)) for document, file in documents]
    remote: dict[str, bool] = {}  # address → whether anchors are wanted
    for _, _, links in found:
        for link, state in links:
            if not state and _is_remote(link.target):
                url, _, fragment = link.target.strip().partition("#")
                remote[url] = remote.get(url, False) or bool(fragment and settings.anchors and link.kind != "image")
    pages, requests = _check_pages(remote, settings, progress)
    copies = _find_copies(pages, settings) if settings.archive else {}
    checked = []
    for document, file, links in found:
        root = find_root(file) if file else Path()
        targets = projects.get(root) or projects.setdefault(root, LinkTargets(root))
        if file:
            targets.expect(file, [link.target for link, state in links if not state])
        rows = (_make_row(document, file, link, state, targets, pages, copies) for link, state in links)
        checked.append(LinkedDocument(document, tuple(row for row in rows if row)))
    notes = _note_trouble(pages)
    cached = sum(page.cached for page in pages.values())
    return LinkReport(tuple(checked), (), requests, cached, time.monotonic() - started, notes)


def _choose_links(document: Document, settings: LinkSettings) -> list[tuple[DocumentLink, LinkState | Literal[""]]]:
    """Return the links that are wanted; those on the ignore list are marked."""
    today = settings.today or clock.today()
    chosen: list[tuple[DocumentLink, LinkState | Literal[""]]] = []
    for link in list_links(document):
        target = link.target
        if settings.include and not any(matches(target, each) for each in settings.include):
            continue
        if any(matches(target, each) for each in settings.exclude):
            continue
        is_ignored = any(each.holds(target, today) for each in settings.ignored)
        chosen.append((link, "ignored" if is_ignored else ""))
    return chosen


def _is_remote(target: str) -> bool:
    return target[:8].lower().startswith(("http://", "https://"))


def _make_row(
    document: Document,
    file: Path | None,
    link: DocumentLink,
    state: LinkState | Literal[""],
    targets: LinkTargets,
    pages: Mapping[str, PageCheck],
    copies: Mapping[str, str],
) -> LinkRow | None:
    line, column = document.lines.position(link.span.start)
    if not state and _is_remote(link.target):
        url, _, fragment = link.target.strip().partition("#")
        page = pages[url]
        if page.state == "ok" and not fragment:
            return LinkRow(link, line, column, "ok", page.why, page.status, digest=page.digest)
        return _judge_page(LinkRow(link, line, column, page.state), page, fragment, copies.get(url, ""))
    row = LinkRow(link, line, column, state or "ok")
    if state:
        return row
    if link.target.lower().startswith("mailto:"):
        if _MAIL.match(link.target):
            return row
        return replace(row, state="malformed", why="is not an e-mail address")
    if file is None or not is_local(link.target):
        return None
    fault = targets.find_fault(file, document.text, link.target, is_image=link.kind == "image")
    if fault is None:
        is_out = targets.leads_out(file, link.target)
        return replace(row, state="outside", why="leads out of the project") if is_out else row
    what = {"file": "no such file", "image": "no such image", "anchor": "no such anchor"}[fault.kind]
    return replace(
        row,
        state=_LOCAL_STATES[fault.kind],
        why=f"{what}: {fault.missing}",
        suggestion=fault.suggestion,
        is_doubtful=fault.is_doubtful,
    )


def _judge_page(row: LinkRow, page: PageCheck, fragment: str, copy: str) -> LinkRow:
    suggestion = (
        f"{page.address}{'#' + fragment if fragment and '#' not in page.address else ''}" if page.address else ""
    )
    is_same = page.state in {"moved", "unencrypted"}
    row = replace(
        row,
        state=page.state,
        why=page.why,
        status=page.status,
        suggestion=suggestion if is_same else copy,
        is_safe=is_same,
        copy=copy,
        digest=page.digest,
    )
    if fragment and page.state in {"ok", "moved", "unencrypted"} and has_fragment(page, fragment) is False:
        return replace(row, state="no-anchor", why=f"the page has no anchor #{fragment}", suggestion="", is_safe=False)
    return row


def _check_pages(
    remote: Mapping[str, bool], settings: LinkSettings, progress: Progress | None
) -> tuple[dict[str, PageCheck], int]:
    """Return what becomes of each address, and how many requests it took."""
    if settings.offline or not remote:
        return {url: PageCheck(url, "offline", "was not asked (offline)") for url in remote}, 0
    known = _load_known(remote, settings)
    fresh = {url: page for url, (page, is_fresh) in known.items() if is_fresh}
    waiting = {url: wants for url, wants in remote.items() if url not in fresh}
    if not waiting:
        return fresh, 0
    older = {url: page for url, (page, is_fresh) in known.items() if not is_fresh}
    found, requests = asyncio.run(_ask_all(waiting, older, settings, progress))
    if settings.cache:
        settings.cache.store({url: asdict(page) for url, page in found.items() if page.state in _KEPT})
    return {**fresh, **found}, requests


def _load_known(remote: Mapping[str, bool], settings: LinkSettings) -> dict[str, tuple[PageCheck, bool]]:
    """Return what earlier runs found, and whether it still holds."""
    if not settings.cache:
        return {}
    now, known = time.time(), dict[str, tuple[PageCheck, bool]]()
    for url, (stored, row) in settings.cache.load(remote).items():
        try:
            page = _read_page(row)
        except (TypeError, ValueError, AttributeError):
            continue  # of another version, or damaged
        if (remote[url] and page.anchors is None and page.state != "gone") or (
            settings.check.digests and not page.digest
        ):
            continue  # it was read for less
        age = min(settings.max_age, _GONE_SECONDS) if page.state == "gone" else settings.max_age
        known[url] = page, now - stored < age
    return known


def _read_page(row: Mapping[str, Any]) -> PageCheck:
    anchors = row.get("anchors")
    if row.get("state") not in _KEPT or not all(isinstance(row.get(each), str) for each in ("url", "why", "address")):
        raise ValueError("not a result")
    return PageCheck(**{**row, "anchors": tuple(anchors) if anchors is not None else None, "cached": True})


async def _ask_all(
    remote: Mapping[str, bool], older: Mapping[str, PageCheck], settings: LinkSettings, progress: Progress | None
) -> tuple[dict[str, PageCheck], int]:
    """Ask all hosts at once, each by a few workers of its own: a slow or closed host holds up no other."""
    wire = Wire(HostNames(settings.allow_private), routes=settings.routes)
    checker = LinkChecker(wire, settings.check)
    queues: dict[str, list[str]] = {}
    for url in remote:
        queues.setdefault(url.partition("//")[2].partition("/")[0].lower(), []).append(url)
    found: dict[str, PageCheck] = {}
    drawn = [time.monotonic()]

    async def work() -> None:
        while waiting:
            queue = waiting.popleft()
            while queue:
                url = queue.pop()
                found[url] = await _check_safely(checker, url, wants_anchors=remote[url], known=older.get(url))
                if progress and (now := time.monotonic()) - drawn[0] > _TICK:
                    drawn[0] = now
                    progress(len(found), len(remote), _describe_waiting(checker, len(remote) - len(found)))

    # Every host gets a worker before any gets a second one.
    rounds = range(settings.check.parallel or _WORKERS)
    waiting = deque(queue for number in rounds for queue in queues.values() if len(queue) > number)
    try:
        await asyncio.gather(*(work() for _ in range(min(len(waiting), _MOST_WORKERS))))
    finally:
        wire.close()
    return found, checker.requests


async def _check_safely(checker: LinkChecker, url: str, *, wants_anchors: bool, known: PageCheck | None) -> PageCheck:
    try:
        return await checker.check(url, wants_anchors=wants_anchors, known=known)
    except Exception as error:  # noqa: BLE001 - a hostile page must not hide what the others are
        return PageCheck(url, "blocked", f"could not be checked ({type(error).__name__})")


def _describe_waiting(checker: LinkChecker, left: int) -> str:
    """Return what is counted, with the hosts that are waited for and why."""
    paused = [(pace.seconds_paused(), host) for host, pace in checker.paces.items() if pace.seconds_paused() > 1]
    if not paused:
        return f"links, {left} waiting"
    seconds, host = max(paused)
    return f"links, {left} waiting; {host} asked for {seconds:.0f} s"


def _find_copies(pages: Mapping[str, PageCheck], settings: LinkSettings) -> dict[str, str]:
    """Return the archived copies of dead pages; all are asked for at once, within a bounded time."""
    dead = [url for url, page in pages.items() if page.state in DEAD]
    if not dead or settings.offline:
        return {}
    return asyncio.run(_ask_archive(dead, settings))


async def _ask_archive(dead: Sequence[str], settings: LinkSettings) -> dict[str, str]:
    from json import loads
    from urllib.parse import quote

    wire, found = Wire(HostNames(settings.allow_private), routes=settings.routes), dict[str, str]()
    room = asyncio.Semaphore(_ARCHIVE_PARALLEL)
    origin = ("https", "archive.org", 443)

    async def ask(url: str) -> None:
        head = "Host: archive.org\r\nUser-Agent: citevet\r\nAccept: application/json"
        request = f"GET /wayback/available?url={quote(url, safe='')} HTTP/1.1\r\n{head}\r\n\r\n"
        async with room:
            answer = await wire.send(origin, request.encode(), wanted=65_536, seconds=_ARCHIVE_SECONDS)
        try:
            closest = loads(answer.body)["archived_snapshots"]["closest"]
        except (ValueError, KeyError, TypeError):
            return
        if closest.get("available") and str(closest.get("status")) == "200":
            found[url] = str(closest["url"]).replace("http://web.", "https://web.", 1)

    tasks = [asyncio.ensure_future(ask(url)) for url in dead]
    try:
        await asyncio.wait(tasks, timeout=_ARCHIVE_SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        wire.close()
    return found


def _note_trouble(pages: Mapping[str, PageCheck]) -> tuple[str, ...]:
    """Say so if no host at all could be reached: this machine is offline then."""
    asked = [page for page in pages.values() if page.state not in OPEN and not page.cached]
    if len(asked) > 1 and all(page.state in {"no-host", "unreachable"} for page in asked):
        return ("no host could be reached: this machine may be offline",)
    return ()
