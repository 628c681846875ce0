"""The Wayback Machine: copies of a page near a date, and whether the page changed since."""

import re
from base64 import b32encode
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha1
from json import loads
from typing import Any, Literal

from citevet.contracts import Web
from citevet.model import Lookup, Reply
from citevet.records import dataclass, replace
from citevet.resolve.answers import read_json, refuse_shape, refuse_trouble

_LABEL = "the Wayback Machine"
_FIELDS = ("urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length")  # of a row of plain text
_TIMESTAMP = re.compile(r"\d{14}")
_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")
_MAX_ROWS = 5_000
_NEIGHBOURS = 5  # captures around a date that show whether a page differs at every visit
_OK, _REDIRECTS = 200, range(300, 400)

Change = Literal["unchanged", "changed", "unknown"]


@dataclass(frozen=True, slots=True)
class Capture:
    """One copy of a page."""

    timestamp: str  # YYYYMMDDhhmmss
    original: str
    status: int | None = None  # what the page answered then; none where it only repeats an earlier capture
    digest: str = ""  # SHA-1 of the body in base 32
    media_type: str = ""

    @property
    def url(self) -> str:
        """Its address for people."""
        return f"https://web.archive.org/web/{self.timestamp}/{self.original}"

    @property
    def date(self) -> str:
        """Its day in ISO form."""
        return f"{self.timestamp[:4]}-{self.timestamp[4:6]}-{self.timestamp[6:8]}"


@dataclass(frozen=True, slots=True)
class Captures:
    """Copies that the archive lists, or the reason why it could not be asked."""

    found: tuple[Capture, ...] = ()
    refusal: Lookup | None = None


@dataclass(frozen=True, slots=True)
class Drift:
    """Whether a page changed since a date, by the digests of its copies."""

    change: Change = "unknown"
    then: Capture | None = None
    now: Capture | None = None
    why: str = ""


async def find_copy(url: str, web: Web, *, near: str = "") -> Captures:
    """Return the good copy nearest to an ISO date, or the latest one: none, one, or why that is not known.

    The quick service at times knows nothing of pages that are archived, so that there is none needs the word of both.
    """
    stamp = make_timestamp(near)
    params = {"url": url, **({"timestamp": stamp} if stamp else {})}
    quick = parse_availability(await web.ask("archive", "/wayback/available", params=params))
    if quick.found:
        return quick
    index = await _search_index(url, web, near=stamp, limit=1)
    return index if index.found or index.refusal else quick


async def compare_with_today(url: str, web: Web, *, cited: str, body: bytes | None = None) -> Drift:
    """Compare the copy nearest to an ISO date with the page of today, `body`, or else with the latest copy."""
    stamp = make_timestamp(cited)
    if not stamp:
        return Drift(why="the date of the citation is not known")
    around = await _search_index(url, web, near=stamp, limit=_NEIGHBOURS)
    if around.refusal or not around.found:
        return Drift(why=around.refusal.why if around.refusal else f"{_LABEL} has no copy")
    then = around.found[0]
    if body is not None and make_digest(body) == then.digest:
        return Drift("unchanged", then, why=f"byte for byte the copy of {then.date}")
    latest = await _search_index(url, web, near="", limit=1)
    if latest.refusal or not latest.found:
        return Drift("unknown", then, why=latest.refusal.why if latest.refusal else "")
    return compare_captures(around.found, latest.found[-1])


def compare_captures(around: tuple[Capture, ...], latest: Capture) -> Drift:
    """Compare copies around a date, the nearest first, with the latest one.

    A page whose neighbouring copies all differ has a clock, an advertisement or a token in it: its digest says nothing.
    """
    then = around[0]
    if then.digest == latest.digest:
        return Drift("unchanged", then, latest, f"the copies of {then.date} and {latest.date} are the same")
    if all(other.digest != then.digest for other in around[1:]):
        return Drift("unknown", then, latest, "its copies differ at every visit, or there are too few")
    return Drift("changed", then, latest, f"the copies of {then.date} and {latest.date} differ")


async def _search_index(url: str, web: Web, *, near: str, limit: int) -> Captures:
    params = {
        "url": url,
        "output": "json",
        "fl": "timestamp,original,statuscode,mimetype,digest,length",
        "filter": "statuscode:200",
        "limit": str(limit) if near else f"-{limit}",
        **({"closest": near, "sort": "closest"} if near else {}),
    }
    reply = await web.ask("wayback", "/cdx/search/cdx", params=params)
    captures = parse_captures(reply)
    if not (reply.data.strip() or captures.refusal):  # in JSON, an empty list has its brackets
        return Captures(refusal=refuse_shape(_LABEL))
    return Captures(tuple(each for each in captures.found if each.status == _OK), refusal=captures.refusal)


def parse_availability(reply: Reply) -> Captures:
    """Read the answer of the quick service; a copy of an error page is not a copy."""
    answer, refusal = read_json(reply, "the Internet Archive")
    snapshots = answer.get("archived_snapshots") if isinstance(answer, dict) else None
    if reply.status != _OK or not isinstance(snapshots, dict | list):
        return Captures(refusal=refusal)
    closest = snapshots.get("closest") if isinstance(snapshots, dict) else None
    if not isinstance(closest, dict) or closest.get("available") is not True:
        return Captures()
    address = str(closest.get("url", ""))
    capture = _make_capture(
        {
            "timestamp": closest.get("timestamp"),
            "original": address.partition(f"/web/{closest.get('timestamp')}/")[2],
            "statuscode": closest.get("status", _OK),
        }
    )
    if capture and capture.status in _REDIRECTS:  # there was such an address, though no page
        return Captures(refusal=Lookup(reason="no-text", why=f"{_LABEL} has a redirect of {capture.date} only"))
    return Captures((capture,) if capture and capture.original and capture.status == _OK else ())


def parse_captures(reply: Reply) -> Captures:
    """Read a list of captures, as text or JSON; a row that is not one is left out."""
    if refusal := _refuse_index(reply):
        return Captures(refusal=refusal)
    listed = _json_rows(reply.data) if reply.data.lstrip().startswith(b"[") else _text_rows(reply.data)
    if listed is None:
        return Captures(refusal=refuse_shape(_LABEL))
    found = tuple(filter(None, map(_make_capture, listed[:_MAX_ROWS])))
    if listed and not found:
        return Captures(refusal=refuse_shape(_LABEL))
    return Captures(tuple(_resolve_revisits(found)))


def _refuse_index(reply: Reply) -> Lookup | None:
    if b"AdministrativeAccessControlException" in reply.data[:1_000]:
        return Lookup(reason="blocked", why=f"{_LABEL} does not show this site")
    if refusal := refuse_trouble(reply, _LABEL):
        return refusal
    return None if reply.status == _OK else Lookup(reason="unreadable", why=f"{_LABEL} answered {reply.status}")


_Rows = list[Mapping[str, Any]]


def _json_rows(data: bytes) -> _Rows | None:
    """Return rows by the names in the first one, up to an empty row."""
    try:
        table = loads(data)
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(row, list) for row in table):
        return None
    end = table.index([]) if [] in table else len(table)
    return [dict(zip(map(str, table[0]), row, strict=False)) for row in table[1:end]]


def _text_rows(data: bytes) -> _Rows | None:
    """Return rows of plain text; an HTML page or another text is none."""
    lines = [line.strip() for line in data.decode("utf-8", "replace").splitlines()]
    rows = [line.split() for line in "\n".join(lines).partition("\n\n")[0].split("\n") if line]
    if any(len(row) < len(_FIELDS) for row in rows):
        return None
    return [dict(zip(_FIELDS, row, strict=False)) for row in rows]


def _make_capture(row: Mapping[str, Any]) -> Capture | None:
    timestamp, status = str(row.get("timestamp", "")), str(row.get("statuscode", ""))
    if not _TIMESTAMP.fullmatch(timestamp):
        return None
    return Capture(
        timestamp,
        str(row.get("original", "")),
        int(status) if status.isdecimal() and len(status) == 3 else None,  # noqa: PLR2004 - HTTP statuses have three digits
        str(row.get("digest", "")),
        str(row.get("mimetype", "")),
    )


def _resolve_revisits(found: Iterable[Capture]) -> Iterator[Capture]:
    """Yield the captures; one that repeats an earlier body gets the status that came with it, where that is clear.

    An empty body comes with 301 and with 302.
    """
    listed = list(found)
    statuses: dict[str, set[int]] = {}
    for each in listed:
        if each.status is not None and each.digest:
            statuses.setdefault(each.digest, set()).add(each.status)
    for each in listed:
        known = statuses.get(each.digest, set())
        yield replace(each, status=min(known)) if each.status is None and len(known) == 1 else each


def make_timestamp(day: str) -> str:
    """Return an ISO date, also of a year or a month only, as the archive writes it; a year means its middle."""
    found = _DATE.match(day)
    if not found:
        return ""
    year, month, date = found[1], found[2] or "07", found[3] or ("15" if found[2] else "01")
    try:
        return datetime(int(year), int(month), int(date), tzinfo=UTC).strftime("%Y%m%d000000")
    except ValueError:
        return ""


def make_digest(body: bytes) -> str:
    """Return the digest that the archive gives a body."""
    return b32encode(sha1(body, usedforsecurity=False).digest()).decode("ascii")
