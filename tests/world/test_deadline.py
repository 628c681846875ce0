"""Servers that drip, stall or talk without end: one deadline holds from the connection to the last byte."""

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event, Thread

import pytest

from citevet.errors import ReadError
from citevet.world import web
from citevet.world.llm_client import Question, query_model
from citevet.world.llm_endpoint import parse_endpoint

PAUSE = Event()  # never set
ASKED = Question("Judge.", "A claim.", {"type": "object"})


def _drip_headers(peer: socket.socket) -> None:
    peer.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        peer.sendall(b"x-a: b\r\n")
        PAUSE.wait(0.02)


def _drip_status(peer: socket.socket) -> None:
    for byte in b"HTTP/1.1 200 OK" * 99:
        peer.sendall(bytes([byte]))
        PAUSE.wait(0.02)


def _continue_forever(peer: socket.socket) -> None:
    while True:
        peer.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")


def _drip_body(peer: socket.socket) -> None:
    peer.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n")
    while True:
        peer.sendall(b" ")
        PAUSE.wait(0.02)


def _say_nothing(peer: socket.socket) -> None:
    peer.recv(1)
    PAUSE.wait(5)


def _close_early(peer: socket.socket) -> None:
    peer.close()


@pytest.fixture
def serve() -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Start a server that treats every connection in one way, and return its address."""
    listeners: list[socket.socket] = []

    def start(behave: Callable[[socket.socket], None]) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)

        def treat(peer: socket.socket) -> None:
            with suppress(OSError), peer:
                behave(peer)

        def accept() -> None:
            with suppress(OSError):
                while True:
                    Thread(target=treat, args=(listener.accept()[0],), daemon=True).start()

        Thread(target=accept, daemon=True).start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    yield start
    for listener in listeners:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()


BAD = (_drip_headers, _drip_status, _continue_forever, _drip_body, _say_nothing, _close_early)


@pytest.mark.parametrize("behave", BAD)
def test_a_question_ends_at_its_deadline(
    serve: Callable[[Callable[[socket.socket], None]], str], behave: Callable[[socket.socket], None]
) -> None:
    """Whatever the server does, the question is over in time, and says why."""
    endpoint = parse_endpoint("openai:m", url=serve(behave))
    started = time.monotonic()
    found = query_model(endpoint, ASKED, timeout=0.5)
    assert found.trouble in {"it took too long", "the connection broke off"}
    assert time.monotonic() - started < 5


async def _download(url: str) -> bytes:
    async with web.open_url(url, seconds=0.5, own=url) as response:
        return b"".join([chunk async for chunk in response.chunks])


@pytest.mark.parametrize("behave", BAD)
def test_a_download_ends_at_its_deadline(
    serve: Callable[[Callable[[socket.socket], None]], str], behave: Callable[[socket.socket], None]
) -> None:
    """The same for an address that is opened, as the files of a model are."""
    url = serve(behave)
    started = time.monotonic()
    with pytest.raises(ReadError, match="could not look"):
        asyncio.run(_download(url))
    assert time.monotonic() - started < 5
