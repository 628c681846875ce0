"""Recorded exchanges: written without keys, found again however the address is spelt."""

import asyncio
import json
import os
from base64 import b64encode
from collections.abc import Iterator
from gzip import compress
from pathlib import Path
from typing import Any

import pytest
from tests.emulator.server import Emulator, Request, Response

from citevet.world.net.cassettes import find_key
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings

# The repository may be a worktree, one folder deeper.
_FOLDERS = [each / "shared" / "recorded" for each in Path(__file__).resolve().parents[4:6]]


def _answer(request: Request) -> Response:
    if request.path == "/moved":
        return Response(status=301, headers={"Location": "/pubmed/there", "Set-Cookie": "id=1"})
    if request.path == "/bytes":
        return Response(bytes(range(256)), type="application/pdf")
    if request.path == "/latin":
        return Response("Müller".encode("latin-1"), type="text/html; charset=iso-8859-1")
    if request.method == "POST":
        return Response({"asked": request.form})
    if request.path == "/gone":
        return Response("no", 404)
    return Response({"query": dict(request.query), "path": request.path})


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    with Emulator(extra={"pubmed": _answer}) as serving:
        yield serving


async def test_record_and_replay(emulator: Emulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replayed run gets the same replies without a server, and no file has a key, a cookie or the user's address."""
    monkeypatch.setenv("NCBI_API_KEY", "k3y-k3y-k3y")

    async def run(settings: NetSettings) -> list[tuple[object, ...]]:
        async with WebClient(settings, sleep=lambda _: asyncio.sleep(0)) as web:
            replies = [
                *[await web.ask("pubmed", path) for path in ("/moved", "/bytes", "/latin", "/gone")],
                await web.ask("pubmed", "/x", params={"a": "1", "b": "é ü"}),
                *[await web.ask("pubmed", "/post", form={"id": name}) for name in ("one", "two")],
            ]
        return [(each.status, each.data, each.hops, each.trouble, each.headers.get("content-type")) for each in replies]

    given = NetSettings(services=emulator.services, mailto="me@uni.example")
    recorded = await run(NetSettings(services=given.services, mailto=given.mailto, record=tmp_path))
    count = len(emulator.log)
    assert recorded == await run(NetSettings(services=given.services, replay=tmp_path))
    assert count == len(emulator.log)
    _require_clean(tmp_path)


def _require_clean(folder: Path) -> None:
    files = list(folder.rglob("*.json"))
    assert 8 == len(files)
    for file in files:
        text = file.read_text("utf-8")
        assert not any(secret in text for secret in ("k3y", "uni.example", "set-cookie"))
        assert {"request", "status", "headers", "from", "evidence"} < json.loads(text).keys()


async def test_what_was_not_recorded_is_trouble(tmp_path: Path) -> None:
    """Replay never goes to the network, and what it does not know is not a miss."""
    async with WebClient(NetSettings(replay=tmp_path)) as web:
        replies = [await web.ask("crossref", "/works/1"), await web.visit("https://example.org/")]
    assert [("blocked", "was not recorded")] * 2 == [(reply.trouble, reply.why) for reply in replies]


@pytest.mark.parametrize(
    ("recorded", "asked"),
    [
        ("https://a.example/works/10.1%2F2", "https://a.example/works/10.1/2"),
        ("https://a.example/x?b=2&a=1", "https://a.example/x?a=1&b=2"),
        ("https://a.example/x?mailto=SCRUBBED&a=1", "https://a.example/x?a=1"),
        ("https://a.example/x?key=SCRUBBED", "https://a.example/x"),
        ("http://A.example/x?q=a+b", "https://a.example/x?q=a%20b"),
    ],
)
def test_spelling_of_an_address(recorded: str, asked: str) -> None:
    """The same request in another spelling is the same request."""
    assert find_key("GET", recorded) == find_key("GET", asked)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/works/10.1000/ABC", 200),  # without the fields that the recorder selected, and in another case
        ("/works/10.1000/abd", 0),
        ("/works/10.1000/abc?rows=5", 0),
    ],
)
async def test_recordings_of_other_clients(tmp_path: Path, path: str, status: int) -> None:
    """A request without a recording of its own is answered by one that only selects fields of the same answer."""
    url = "https://api.crossref.org/works/10.1000/abc?select=DOI,title&cursor="
    (tmp_path / "x.json").write_text(json.dumps({"request": {"url": url}, "status": 200, "body": "{}"}))
    async with WebClient(NetSettings(replay=tmp_path)) as web:
        assert (await web.ask("crossref", path)).status == status


@pytest.mark.parametrize(
    ("service", "path", "recorded"),
    [
        (
            "semanticscholar",
            "/paper/ARXIV:2001.00001",
            "https://api.semanticscholar.org/graph/v1/paper/arXiv:2001.00001?fields=title",
        ),
        ("crossref", "/works/10.1000%2Fabc", "https://api.crossref.org/works/https://doi.org/10.1000/ABC"),
        ("openalex", "/works/https://doi.org/10.1000/abc", "https://api.openalex.org/works/doi:10.1000/abc"),
        (
            "pubmed",
            "/efetch.fcgi?db=pubmed&id=1&retmode=xml",
            "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi?db=pubmed&id=1&retmode=xml&rettype=abstract",
        ),
    ],
)
async def test_recordings_in_other_words(tmp_path: Path, service: str, path: str, recorded: str) -> None:
    """The label of an identifier and the choice of a format that is the only one make no difference."""
    recording = {"request": {"method": "GET", "url": recorded}, "status": 200, "body": "{}"}
    (tmp_path / "a.json").write_text(json.dumps(recording), "utf-8")
    async with WebClient(NetSettings(replay=tmp_path)) as web:
        assert (await web.ask(service, path)).status == 200


@pytest.mark.parametrize("cut", [0, 9])
async def test_recordings_that_are_still_compressed(tmp_path: Path, cut: int) -> None:
    """Other recorders keep a body as it was sent; half of one is not taken for the whole."""
    packed = compress(b'{"status": "ok"}')
    body = b64encode(packed[: len(packed) - cut]).decode()
    request = {"url": "https://api.crossref.org/works/1"}
    whole = {"request": request, "status": 200, "headers": {"Content-Encoding": "gzip"}, "body_base64": body}
    (tmp_path / "x.json").write_text(json.dumps(whole))
    async with WebClient(NetSettings(replay=tmp_path)) as web:
        reply = await web.ask("crossref", "/works/1")
    assert (reply.trouble, reply.data) == (("unreadable", b"") if cut else (None, b'{"status": "ok"}'))


def test_other_requests_differ() -> None:
    """Another method, host, path or value is another request."""
    urls = ["https://a.example/x?q=1", "https://a.example/x?q=2", "https://b.example/x?q=1", "https://a.example/y?q=1"]
    keys = {find_key(method, url) for method in ("GET", "POST") for url in urls}
    assert 8 == len(keys)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"request": 1}', '{"request": {"url": 5}}', '{"request": {"url": "//["}}']
)
async def test_damaged_files_are_passed_over(tmp_path: Path, text: str) -> None:
    """A folder may hold anything."""
    (tmp_path / "x.json").write_text(text)
    async with WebClient(NetSettings(replay=tmp_path)) as web:
        assert "was not recorded" == (await web.ask("crossref", "/works/1")).why


async def test_recording_without_a_status(tmp_path: Path) -> None:
    """A file that has the request but no answer is trouble."""
    (tmp_path / "x.json").write_text('{"request": {"url": "https://api.crossref.org/works/1"}, "status": "x"}')
    async with WebClient(NetSettings(replay=tmp_path)) as web:
        assert "unreadable" == (await web.ask("crossref", "/works/1")).trouble


def test_real_recordings() -> None:
    """Every GET of the recordings beside the repository, if there are any, is answered by one of the same address."""
    shared = next((folder for folder in _FOLDERS if folder.is_dir()), Path(os.devnull))
    asyncio.run(_replay_all(shared, [json.loads(file.read_bytes()) for file in sorted(shared.rglob("*.json"))]))


async def _replay_all(folder: Path, files: list[dict[str, Any]]) -> None:
    async with WebClient(NetSettings(replay=folder)) as web:
        for found in files:
            request = found["request"]
            if request["method"] == "GET" and found["status"] not in {301, 302, 303, 307, 308}:
                reply = await web.visit(request["url"].replace(" ", "%20"), accept=request.get("accept", "*/*"))
                assert reply.status, (request["url"], reply.why)
