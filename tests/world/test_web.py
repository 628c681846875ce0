"""Guarded HTTP requests, tested against servers on this machine."""

import gc
import json
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from citevet.errors import CitevetError, ReadError, TooLarge, UsageError
from citevet.version import __version__
from citevet.world import web
from citevet.world.address_guard import require_reachable, split_url

_DRIPS = 100  # bytes of the slow page, of which some twenty come in a second


class _Pages(BaseHTTPRequestHandler):
    """A server with a page for each kind of failure."""

    dripped = 0  # bytes of the slow page that were sent

    def do_GET(self) -> None:
        kind = self.path.lstrip("/").partition("/")[0]
        getattr(self, f"_{kind}", self._missing)()

    def _answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _missing(self) -> None:
        self._answer(404)

    def _page(self) -> None:
        said = {"accept": self.headers["Accept"], "host": self.headers["Host"], "agent": self.headers["User-Agent"]}
        self._answer(200, json.dumps(said).encode(), Content_Type="text/HTML; charset=utf-8")

    def _moved(self) -> None:
        self._answer(302, Location="/page")

    def _round(self) -> None:
        self._answer(302, Location="/round")

    def _file(self) -> None:
        self._answer(302, Location="file:///etc/passwd")

    def _inside(self) -> None:
        self._answer(302, Location="http://10.0.0.1/secret")

    def _large(self) -> None:
        self._answer(200, b"x" * 300_000)

    def _slow(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(_DRIPS):
            self.wfile.write(b"x")
            self.wfile.flush()
            _Pages.dripped += 1
            time.sleep(0.05)

    def _cut(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"only this")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Say nothing."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server on this machine, and permission to reach it."""
    monkeypatch.setenv("CITEVET_ALLOW_PRIVATE", "1")
    monkeypatch.setattr(_Pages, "dripped", 0)
    with ThreadingHTTPServer(("127.0.0.1", 0), _Pages) as serving:
        serving.daemon_threads = True
        serving.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that hangs up is not an error
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}"
        serving.shutdown()


def test_request_headers(server: str) -> None:
    """The server sees its host name, what we accept, and who we are."""
    found = web.get(f"{server}/page", accept="text/x")
    assert (200, f"{server}/page", "text/html") == (found.status, found.url, found.media_type)
    assert {
        "accept": "text/x",
        "host": server.removeprefix("http://"),
        "agent": f"citevet/{__version__}",
    } == json.loads(found.data)


def test_host_name_is_resolved(server: str) -> None:
    """The connection goes to the IP address, the request names the host."""
    port = server.rpartition(":")[2]
    found = web.get(f"http://localhost:{port}/page")
    assert f"localhost:{port}" == json.loads(found.data)["host"]


def test_redirects_are_followed(server: str) -> None:
    """The response carries the final address."""
    assert (200, f"{server}/page") == (web.get(f"{server}/moved").status, web.get(f"{server}/moved").url)


def test_status_is_returned(server: str) -> None:
    """A 404 is for the caller to judge."""
    assert 404 == web.get(f"{server}/nothing").status


@pytest.mark.parametrize(
    ("path", "kind", "said"),
    [
        ("round", ReadError, "it redirects without end"),
        ("file", UsageError, "only http and https addresses are fetched"),
        ("large", TooLarge, "larger than 0.0953674 MB"),
        ("slow", ReadError, "it took too long"),
        ("cut", ReadError, "could not look"),
    ],
)
def test_failures_become_our_errors(server: str, path: str, kind: type[CitevetError], said: str) -> None:
    """No error of the library gets through, and a slow page is not read to its end."""
    with pytest.raises(kind, match=said):
        web.get(f"{server}/{path}", max_bytes=100_000, timeout=1.0)
    assert _DRIPS > _Pages.dripped


def test_an_answer_that_is_not_read_to_its_end_is_closed(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Python would report the rest as a task that was destroyed, on the user's terminal."""
    for _ in range(20):
        with pytest.raises(TooLarge):
            web.get(f"{server}/large", max_bytes=1_000)
        gc.collect()
    assert "destroyed" not in capsys.readouterr().err


def test_refused_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says nothing about the source."""
    monkeypatch.setenv("CITEVET_ALLOW_PRIVATE", "1")
    with pytest.raises(ReadError, match="could not look"):
        web.get("http://127.0.0.1:9/x", timeout=2.0)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/x",
        "http://localhost/x",
        "http://[::1]/x",
        "http://[::ffff:127.0.0.1]/x",
        "http://[::ffff:8.8.8.8]/x",
        "http://[64:ff9b::7f00:1]/x",
        "http://10.1.2.3/",
        "http://169.254.169.254/latest/meta-data",
        "http://0.0.0.0/",
        "http://127.1/",
        "http://2130706433/",
        "http://224.0.0.1/",
        "http://100.64.0.1/",
    ],
)
def test_private_addresses_are_refused(url: str) -> None:
    """In any notation, and nothing is sent."""
    with pytest.raises(UsageError, match="it leads into a private network"):
        web.get(url)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("ftp://example.org/x", "only http and https"),
        ("file:///etc/passwd", "only http and https"),
        ("https://", "only http and https"),
        ("https://user:secret@example.org/", "a password in it"),
        ("http://[::1", "it is not a web address"),
        ("http://example.org:99999999/", "it is not a web address"),
        ("http://example.org/a b", "only http and https"),
        ("http://example.org/\r\nHost: x", "only http and https"),
        ("10.1000/182", "only http and https"),
    ],
)
def test_other_addresses_are_refused(url: str, said: str) -> None:
    """Other schemes, passwords, line breaks and rubbish."""
    with pytest.raises(UsageError, match=said):
        web.get(url)


def test_redirect_into_a_private_network_is_refused(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hop is checked: the first is public, the second is not."""
    answers = iter([True, False])  # at the first hop, at the second
    monkeypatch.setattr("citevet.world.address_guard.is_public", lambda _: next(answers))
    monkeypatch.setattr("citevet.world.address_guard.allows_private", lambda: False)
    with pytest.raises(UsageError, match="it leads into a private network"):
        web.get(f"{server}/inside")


@pytest.mark.parametrize(
    ("url", "own", "said"),
    [
        ("http://10.0.0.1/x", "http://10.0.0.1:8080/hub", ""),
        ("https://10.0.0.1/x", "http://10.0.0.1/hub", ""),
        ("http://127.0.0.2/x", "http://127.0.0.1:80", ""),
        ("http://10.0.0.1/x", "https://10.0.0.1", "without encryption"),
        ("http://192.0.2.7/x", "http://10.0.0.1", "without encryption"),
        ("https://10.0.0.2/x", "http://10.0.0.1", "a private network"),
        ("https://127.0.0.1/x", "https://8.8.8.8", "a private network"),
        ("http://127.0.0.1/x", "http://8.8.8.8", "without encryption"),
        ("http://127.0.0.1/x", "", "a private network"),
    ],
)
def test_host_named_by_the_user_may_be_private(url: str, own: str, said: str) -> None:
    """Unencrypted only if the user wrote it so; redirects must be public and encrypted, or stay on this machine."""
    try:
        require_reachable(parts := split_url(url), [str(parts.hostname)], own)
        told = ""
    except UsageError as error:
        told = error.what
    assert (bool(said), True) == (bool(told), said in told)


def test_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the extra to install."""
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(UsageError, match=r"pip install 'citevet\[web\]"):
        web.get("http://127.0.0.1:9/x")
