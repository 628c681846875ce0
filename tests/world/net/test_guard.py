"""Nothing on this machine or in a private network is reached through a document, whatever the address looks like."""

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from tests.emulator.server import Emulator, Request, Response

from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings
from citevet.world.net.exchange import read_routes


def _redirect(request: Request) -> Response:
    """Send the client where the query says."""
    if "to" in request.query:
        return Response(status=302, headers={"Location": request.query["to"]})
    return Response("a secret")


@pytest.fixture
def emulator() -> Iterator[Emulator]:
    with Emulator(extra={"crossref": _redirect}, sites={"site.example": _redirect, "127.0.0.1": _redirect}) as serving:
        yield serving


def _spell(url: str, port: int) -> str:
    return url.replace("PORT", str(port))


_INSIDE = [
    "http://127.0.0.1:PORT/",
    "http://localhost:PORT/",
    "http://localhost.:PORT/",
    "http://LOCALHOST:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0x7f.0.0.1:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://0:PORT/",
    "http://0.0.0.0:PORT/",
    "http://[::1]:PORT/",
    "http://[::]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[64:ff9b::7f00:1]:PORT/",
    "http://[2002:7f00:1::]:PORT/",
    "http://[fe80::1%25lo]:PORT/",
    "http://①②⑦.⓪.⓪.①:PORT/",
    "http://127。0。0。1:PORT/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://[fd00::1]/",
    "http://user:pass@127.0.0.1:PORT/",
    "http://example.org@127.0.0.1:PORT/",
    "http://127.0.0.1:PORT\\@example.org/",
    "http://example.org#@127.0.0.1:PORT/",
    "http://127.0.0.1:PORT#@example.org/",
    "http://127.0.0.1:0/",
    "http://127.0.0.1:99999/",
    "http://127.0.0.1:+PORT/",
    "http:///127.0.0.1:PORT/",
    "http:127.0.0.1:PORT/",
    "//127.0.0.1:PORT/",
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "ftp://127.0.0.1:PORT/",
    "gopher://127.0.0.1:PORT/_x",
    "data:text/plain,secret",
    "unix:///var/run/docker.sock",
    "http://127.0.0.1:PORT/ HTTP/1.1\r\nX: y",
    "http://[",
    "",
]


@pytest.mark.parametrize("url", _INSIDE)
async def test_an_address_inside_is_refused(emulator: Emulator, url: str) -> None:
    """A document names an address inside: it is refused, and the server hears nothing."""
    async with WebClient(NetSettings()) as web:
        reply = await asyncio.wait_for(web.visit(_spell(url, emulator.port)), 10)
    assert ("blocked", 0, b"") == (reply.trouble, reply.status, reply.data)
    assert not emulator.log
    assert not any(account.sent for account in web.ledger.hosts.values())


@pytest.mark.parametrize("url", [url for url in _INSIDE if "PORT" not in url and "//" in url and "127" not in url])
async def test_service_redirects_inside(emulator: Emulator, url: str) -> None:
    """A service that the user has on this machine still cannot lead into another private place."""
    async with WebClient(NetSettings(services=emulator.services)) as web:
        reply = await web.ask("crossref", "/x", params={"to": url})
    assert "blocked" == reply.trouble, reply
    assert 1 == len(emulator.log)


@pytest.mark.parametrize("answers", [["127.0.0.1"], ["93.184.215.14", "127.0.0.1"], ["::1"], ["10.1.2.3"], ["fe80::1"]])
async def test_name_that_resolves_inside(
    emulator: Emulator, monkeypatch: pytest.MonkeyPatch, answers: list[str]
) -> None:
    """A name is judged by all its addresses."""

    async def resolve(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, emulator.port)) for address in answers]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    async with WebClient(NetSettings()) as web:
        reply = await web.visit(f"http://harmless.example:{emulator.port}/")
    assert ("blocked", True) == (reply.trouble, "private" in reply.why)
    assert not emulator.log


async def test_public_page_redirects_inside(emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hop is checked again, even where tests replace the web."""
    emulator.use(monkeypatch)
    async with WebClient(NetSettings()) as web:
        for target in ("http://10.0.0.1/", "http://[fd00::1]/", "http://169.254.169.254/"):
            reply = await web.visit(f"https://site.example/?to={target}")
            assert ("blocked", 302) == (reply.trouble, reply.hops[0].status), reply
    assert {"site.example"} == {request.host for request in emulator.log}


async def test_configured_host_is_not_open_to_documents(emulator: Emulator) -> None:
    """The user's own service on this machine is for its service only."""
    async with WebClient(NetSettings(services=emulator.services)) as web:
        assert (await web.ask("crossref", "/x")).data == b"a secret"
        reply = await web.visit(f"{emulator.url}/crossref/x")
    assert "blocked" == reply.trouble
    assert 1 == len(emulator.log)


def test_routes_need_the_lifted_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable for tests does nothing alone."""
    monkeypatch.setenv("CITEVET_RESOLVE_HOSTS", json.dumps({"*": "127.0.0.1:1"}))
    assert {} == read_routes()
    monkeypatch.setenv("CITEVET_ALLOW_PRIVATE", "1")
    assert {"*": "127.0.0.1:1"} == read_routes()
