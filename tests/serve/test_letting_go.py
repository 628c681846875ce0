"""Servers stop within a second when their client goes away, cancels, or closes its input; nothing stays behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.serve.running_server import RunningServer

_MOST = 1.5  # seconds from the client's end to the end of the work, on a busy machine; decided: one
_PATIENCE = 60.0
Start = Callable[..., "subprocess.Popen[bytes]"]


class SilentHost:
    """A server that takes requests and never answers; it knows when a client hangs up."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.asked = threading.Event()
        self.left = threading.Event()
        self.left_at = 0.0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                threading.Thread(target=self._hold, args=(client,), daemon=True).start()

    def _hold(self, client: socket.socket) -> None:
        with suppress(OSError):
            while client.recv(65_536):
                self.asked.set()
        self.left_at = time.monotonic()
        self.left.set()
        client.close()

    @property
    def variables(self) -> dict[str, str]:
        """The environment in which every host is this one."""
        routes = json.dumps({"*": f"127.0.0.1:{self.port}"})
        return {"CITEVET_ALLOW_PRIVATE": "1", "CITEVET_RESOLVE_HOSTS": routes}


@pytest.fixture
def silent() -> Iterator[SilentHost]:
    host = SilentHost()
    yield host
    host.listening.close()


@pytest.fixture
def start(silent: SilentHost, tmp_path: Path) -> "Iterator[Callable[..., subprocess.Popen[bytes]]]":
    """Return a function that starts a server for which every host is the silent one."""
    started: list[subprocess.Popen[bytes]] = []
    environment = {**os.environ, **silent.variables, "CITEVET_CACHE_DIR": str(tmp_path / "cache")}

    def start(*words: str) -> "subprocess.Popen[bytes]":
        command, pipe = [sys.executable, "-m", "citevet", *words], subprocess.PIPE
        started.append(subprocess.Popen(command, cwd=tmp_path, env=environment, stdin=pipe, stdout=pipe, stderr=pipe))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait(_PATIENCE)
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                if stream:
                    stream.close()


def _send(process: "subprocess.Popen[bytes]", message: dict[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()


def _begin_call(process: "subprocess.Popen[bytes]", silent: SilentHost) -> None:
    """Shake hands, and call a tool that waits for the silent host."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    _send(process, {"id": 1, "method": "initialize", "params": about})
    assert process.stdout is not None
    process.stdout.readline()
    _send(process, {"method": "notifications/initialized"})
    given = {"name": "resolve_citation", "arguments": {"citation": "10.1000/182"}}
    _send(process, {"id": 2, "method": "tools/call", "params": given})
    assert silent.asked.wait(_PATIENCE)


def _end_by_closing(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    process.stdin.close()


def test_mcp_over_stdio_ends_with_its_client(silent: SilentHost, start: Start, tmp_path: Path) -> None:
    """The input is closed while a call waits for a service: the process is gone within a second."""
    process = start("mcp", "--online", "--root", ".")
    _begin_call(process, silent)
    _end_by_closing(process)
    since = time.monotonic()
    code = process.wait(_PATIENCE)
    assert time.monotonic() - since < _MOST
    assert 0 == code
    assert silent.left.wait(1)
    assert not list(tmp_path.glob("citevet-mcp-*"))


def test_mcp_over_stdio_stops_a_cancelled_call(silent: SilentHost, start: Start) -> None:
    """The connection to the service is closed within a second, and the next call is answered."""
    process = start("mcp", "--online", "--root", ".")
    try:
        _begin_call(process, silent)
        since = time.monotonic()
        _send(process, {"method": "notifications/cancelled", "params": {"requestId": 2}})
        assert silent.left.wait(_PATIENCE)
        assert silent.left_at - since < _MOST
        _send(
            process, {"id": 3, "method": "tools/call", "params": {"name": "explain_rule", "arguments": {"rule": "LNK"}}}
        )
        assert process.stdout is not None
        answers = (json.loads(line) for line in process.stdout)
        assert "LNK005" in next(json.dumps(each) for each in answers if each.get("id") == 3)
    finally:
        _end_by_closing(process)
        process.wait(_PATIENCE)


def _post(port: int, path: str, body: bytes, *headers: str) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port))
    lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(body)}"]
    client.sendall("\r\n".join([*lines, "Content-Type: application/json", *headers]).encode() + b"\r\n\r\n" + body)
    return client


def test_mcp_over_http_stops_when_its_client_leaves(silent: SilentHost, start: Start) -> None:
    """The connection of a call is closed: so is that to the service, within a second."""
    process = start("mcp", "--online", "--root", ".", "--http", "127.0.0.1:0")
    try:
        assert process.stderr is not None
        port = int(process.stderr.readline().decode().rpartition(":")[2].partition("/")[0])
        both = "Accept: application/json, text/event-stream"
        about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}
        with _post(port, "/mcp", json.dumps(hello).encode(), both) as client:
            head = client.recv(65_536).decode().lower()
        session = head.partition("mcp-session-id: ")[2].partition("\r\n")[0]
        version = ("Mcp-Session-Id: " + session, "Mcp-Protocol-Version: 2025-06-18", both)
        _post(port, "/mcp", b'{"jsonrpc": "2.0", "method": "notifications/initialized"}', *version).close()
        given = {"name": "resolve_citation", "arguments": {"citation": "10.1000/182"}}
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": given}
        client = _post(port, "/mcp", json.dumps(call).encode(), *version)
        assert silent.asked.wait(_PATIENCE)
        client.close()
        since = time.monotonic()
        assert silent.left.wait(_PATIENCE)
        assert silent.left_at - since < _MOST
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(_PATIENCE)


def test_http_stops_when_its_client_leaves(
    silent: SilentHost, start_server: Callable[..., RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look-up that waits for a service ends with the connection of who asked for it."""
    for name, value in silent.variables.items():
        monkeypatch.setenv(name, value)
    server = start_server(options={"online": True})
    port = int(server.url.rpartition(":")[2].strip("/"))
    client = _post(port, "/api/resolve", json.dumps({"targets": ["10.1000/182"]}).encode())
    assert silent.asked.wait(_PATIENCE)
    client.close()
    since = time.monotonic()
    assert silent.left.wait(_PATIENCE)
    assert silent.left_at - since < _MOST
    with server.client() as other:
        assert 200 == other.get("/api/rules/LNK005").status_code


def test_lsp_ends_with_its_editor(silent: SilentHost, start: Start, tmp_path: Path) -> None:
    """The editor dies while a check waits for a page: the process is gone within a second."""
    (tmp_path / "a.md").write_text("See [x](https://city.example/report).\n", encoding="utf-8")
    process = start("lsp")
    assert process.stdin is not None

    def send(message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert process.stdin is not None
        process.stdin.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        process.stdin.flush()

    root = tmp_path.as_uri()
    settings = {"online": True}
    send(
        {
            "id": 1,
            "method": "initialize",
            "params": {"processId": None, "rootUri": root, "capabilities": {}, "initializationOptions": settings},
        }
    )
    send({"method": "initialized", "params": {}})
    opened = {"uri": f"{root}/a.md", "languageId": "markdown", "version": 1, "text": (tmp_path / "a.md").read_text()}
    send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
    assert silent.asked.wait(_PATIENCE)
    process.stdin.close()
    since = time.monotonic()
    process.wait(_PATIENCE)
    assert time.monotonic() - since < _MOST
