"""Requests that are too large, too slow, malformed or hostile get a clear error, and the server goes on."""

import socket
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import httpx2
import pytest
from tests.serve.conftest import Start
from tests.serve.running_server import RunningServer, error_code, send_text, wait_for

MB = 2**20


@pytest.fixture(scope="module")
def server(start_server: Start) -> RunningServer:
    """A server with small limits."""
    return start_server(max_bytes=MB, max_json_bytes=MB // 2, client_seconds=1.0, max_queued=5, workers=1)


def test_a_large_request_is_refused_before_it_is_read(client: httpx2.Client) -> None:
    """The stated length is enough to refuse it."""
    assert (413, "too_large") == error_code(client.post("/api/check", json={"text": "x" * 2 * MB}))
    assert (413, "too_large") == error_code(client.post("/api/resolve", json={"targets": ["x" * MB]}))


def test_a_client_that_is_still_sending_gets_the_answer(server: RunningServer) -> None:
    """A little more than the limit is read and dropped: a closed connection would say nothing."""
    line = HTTPConnection(server.url.removeprefix("http://"), timeout=60)
    line.request("POST", "/api/check", b"x" * 4 * MB, {"content-type": "application/json"})
    assert b"The request is larger than 1 MB." in line.getresponse().read()
    line.close()


def test_a_large_request_without_a_length_is_refused_while_it_is_read(client: httpx2.Client) -> None:
    """A client that sends on and on is stopped at the limit."""
    sent = 0

    def parts() -> Iterator[bytes]:
        nonlocal sent
        while sent < 500 * MB:
            sent += MB // 4
            yield b"x" * (MB // 4)

    try:
        answer = client.post("/api/check", content=parts(), headers={"content-type": "application/json"})
        assert (413, "too_large") == error_code(answer)
    except httpx2.TransportError:
        pass  # the connection was shut while the client was still sending
    assert sent < 100 * MB


def talk(server: RunningServer, first: bytes, drip: bytes = b"", seconds: float = 30.0) -> bytes:
    """Send bytes, then others one by one, and return what the server says until it hangs up."""
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(first)
        line.settimeout(0.2)
        said, until = b"", time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                if drip:
                    line.sendall(drip)
                part = line.recv(65_536)
            except TimeoutError:
                continue
            except OSError:
                return said
            if not part:
                return said
            said += part
    raise AssertionError(f"the server keeps the connection: {said!r}")


def test_an_answer_that_is_not_taken_is_given_up(server: RunningServer, client: httpx2.Client) -> None:
    """A client that asks for a large answer and does not read it is let go."""
    job = send_text(client, "https://a.example/b " * 6_000)
    wait_for(client, job)
    port = int(server.url.rpartition(":")[2])
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.sendall(f"GET /api/jobs/{job}/report HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        line.settimeout(30)
        head = line.recv(1024)
        assert head.startswith(b"HTTP/1.1 200 ")
        size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        until = time.monotonic() + 30
        while any(f":{line.getsockname()[1]:04X} 01 " in row for row in read_connections(port)):
            assert time.monotonic() < until
            time.sleep(0.1)
    assert size > 5 * MB


def read_connections(port: int) -> list[str]:
    """Return the open connections of a server, as the system lists them."""
    table = Path("/proc/net/tcp").read_text("ascii")
    return [row for row in table.splitlines() if f":{port:04X} " in row]


HEAD = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


def test_a_slow_request_is_given_up(server: RunningServer) -> None:
    """A body that comes byte by byte is answered with 408, and the connection is shut."""
    said = talk(server, HEAD, b" ")
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b'"too_slow"' in said


def test_a_head_that_never_ends_is_given_up(server: RunningServer) -> None:
    """The connection of a client that never completes the head of a request is closed."""
    assert b"" == talk(server, b"GET / HTTP/1.1\r\nX-A: ", b"a")


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01",
        b"GET /\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"A" * 70_000,
        b"POST / HTTP/1.1\r\nA: \x00\r\n\r\n",
    ],
)
def test_what_is_not_http_is_refused(server: RunningServer, said: bytes) -> None:
    """Bytes that are no request get an error, and the connection is shut."""
    assert talk(server, said)[:13] in {b"HTTP/1.1 400 ", b"HTTP/1.1 421 "}
    assert 200 == httpx2.get(f"{server.url}/health").status_code


@pytest.mark.parametrize(
    ("kind", "body", "wanted"),
    [
        ("application/json", b"{", (422, "invalid")),
        ("application/json", b"[" * 100_000, (422, "invalid")),
        ("application/json", b'{"text": "\xff\xfe"}', (422, "invalid")),
        ("application/json", b'{"text": 1}', (422, "invalid")),
        ("application/json", b'{"text": "a", "more": 1}', (422, "invalid")),
        ("text/plain", b"hello", (415, "unsupported_type")),
        ("", b"", (415, "unsupported_type")),
        ("multipart/form-data", b"", (400, "bad_request")),
        ("multipart/form-data; boundary=x", b"--x\r\nnothing", (422, "invalid")),
        ("multipart/form-data; boundary=x", b"--x--\r\n", (422, "invalid")),
    ],
)
def test_a_malformed_request_says_what_is_wrong(
    client: httpx2.Client, kind: str, body: bytes, wanted: tuple[int, str]
) -> None:
    """Each kind of malformed document gets an error of its own."""
    assert wanted == error_code(client.post("/api/check", content=body, headers={"content-type": kind}))


NEITHER = 'neither "text" nor "claims" is given. Give one of them.'
BOTH = '"text" and "claims" are both given. Leave out one of them.'
NO_OBJECT = "Send a JSON object, with the header Content-Type: application/json."


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", "This is not JSON (Expecting property name enclosed in double quotes at character 2)."),
        (b"[" * 100_000, "This is not JSON in UTF-8, or it is nested too deeply."),
        (b"\xff", "This is not JSON in UTF-8, or it is nested too deeply."),
        (b"[1]", NO_OBJECT),
        (b"", NO_OBJECT),
        (b"{}", NEITHER),
        (b'{"sources": ["a"]}', NEITHER),
        (b'{"text": "a", "claims": ["a"], "sources": []}', BOTH),
        (b'{"claims": ["a", 1], "sources": []}', '"claims[1]" must be a string.'),
        (b'{"text": "a", "sources": 5}', '"sources" must be a list.'),
        (
            b'{"text": "a", "sources": [], "more": 1}',
            'unknown argument "more". It takes text, claims, sources, web_fallback.',
        ),
        (b'{"txt": "a", "sources": []}', 'unknown argument "txt", did you mean "text"?'),
        (b'{"text": "a", "source": []}', 'unknown argument "source", did you mean "sources"?'),
        (
            b'{"text": "a", "sources": [], "webFalback": true}',
            'unknown argument "webFalback", did you mean "web_fallback"?',
        ),
        (b'{"text": "a", "sources": ["b", 5]}', "sources: source 2 has no text (it is a number). "),
        (b'{"text": "a", "sources": [{"body": "b"}]}', "sources: source 1 has no text (its keys: 'body'). "),
        (
            b'{"text": "a", "sources": [{"text": "b", "titel": "c"}]}',
            'sources: source 1 has the unknown key "titel", did you mean "title"?',
        ),
        (b'{"text": "a", "sources": [{"text": "b", "scope": ""}]}', "sources: source 1 has the scope ''. Use one of "),
    ],
)
def test_a_malformed_verification_is_refused(client: httpx2.Client, body: bytes, message: str) -> None:
    """The error says in plain words what is wrong and what to send, for the alternative that the client chose."""
    answer = client.post("/api/verify", content=body, headers={"content-type": "application/json"})
    assert error_code(answer) in {(400, "bad_request"), (422, "invalid")}
    said = answer.json()["error"]["message"]
    assert said.startswith(message) if message.endswith(" ") else message == said


def test_a_form_is_refused_with_the_right_header(client: httpx2.Client) -> None:
    """A form, which this request does not take, is answered with what to send."""
    answer = client.post("/api/verify", data={"text": "a"})
    assert (422, "invalid") == error_code(answer)
    assert NO_OBJECT == answer.json()["error"]["message"]


def test_every_form_of_a_source_is_accepted(client: httpx2.Client) -> None:
    """The service reads sources as the library, the MCP server and the hook do."""
    fact = "Tokyo is the capital of Japan."
    sources = [fact, *({key: fact, "score": 1} for key in ("text", "content", "page_content"))]
    for asked in ({"text": fact}, {"claims": [fact]}):
        found = [client.post("/api/verify", json={**asked, "sources": [each]}).json() for each in sources]
        assert ["supported"] * 4 == [each["claims"][0]["verdict"] for each in found]


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ({"host": "evil.example"}, (421, "unknown_host")),
        ({"host": "localhost.evil.example:80"}, (421, "unknown_host")),
        ({"host": "[::1"}, (421, "unknown_host")),
        ({"origin": "https://evil.example"}, (403, "cross_origin")),
        ({"origin": "null"}, (403, "cross_origin")),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, (403, "cross_origin")),
    ],
)
def test_pages_of_other_sites_are_refused(
    client: httpx2.Client, headers: dict[str, str], wanted: tuple[int, str]
) -> None:
    """A browser on this machine cannot be made to call the server, by a form or by a name that leads here."""
    assert wanted == error_code(client.post("/api/check", files={"document": ("a.md", b"x")}, headers=headers))


def test_the_page_of_the_server_may_call_it(server: RunningServer, client: httpx2.Client) -> None:
    """Its own origin is accepted, and no answer has a header for other origins."""
    answer = client.get("/api/jobs", headers={"origin": server.url, "sec-fetch-site": "same-origin"})
    assert 200 == answer.status_code
    assert [] == [name for name in answer.headers if name.startswith("access-control")]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "nosniff" == answer.headers["x-content-type-options"]


@pytest.mark.parametrize(
    "path",
    [
        "/../citevet.toml",
        "/%2e%2e/citevet.toml",
        "/static/..%2f..%2fetc/passwd",
        "/api/jobs/..%2fx",
        "/web/",
        "//etc/passwd",
    ],
)
def test_no_path_of_the_server_can_be_named(client: httpx2.Client, path: str) -> None:
    """Only the files of the page are served, each under its own name."""
    assert client.get(path).status_code in {404, 422}


@pytest.mark.parametrize("target", ["citevet.toml", "./citevet.toml", "../project/references.bib", "references.bib"])
def test_a_target_is_never_a_file_of_the_server(client: httpx2.Client, target: str) -> None:
    """The name of a file of the project is a text like any other."""
    answer = client.post("/api/resolve", json={"targets": [target]})
    assert "canopy" not in answer.text.lower()
    assert "select" not in answer.text
    assert 422 == answer.status_code or [None] == [work["path"] for work in answer.json()["works"]]


def test_a_user_has_a_limit_of_open_jobs(client: httpx2.Client) -> None:
    """One user cannot fill the queue."""
    text = "Trees cool the street [REF-001].\n\n" * 10_000
    answers = [client.post("/api/check", json={"text": text}) for _ in range(8)]
    assert 429 == answers[-1].status_code
    assert (429, "too_many_requests") == error_code(answers[-1])
    for answer in answers[:5]:
        client.delete(f"/api/jobs/{answer.json()['job']}")


def test_a_user_has_a_limit_of_requests(start_server: Start) -> None:
    """A user who calls too often gets the time of the next possible call."""
    with start_server(rate=60, workers=1).client() as client:
        answers = [client.get("/api/rules/KEY001") for _ in range(60)]
    assert 200 == answers[0].status_code
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert 0 < int(refused[0].headers["retry-after"]) <= 60


def test_an_id_of_the_client_is_used(client: httpx2.Client) -> None:
    """A request id comes back, unless it could break a log."""
    assert "abc-1" == client.get("/health", headers={"x-request-id": "abc-1"}).headers["x-request-id"]
    assert "a b" != client.get("/health", headers={"x-request-id": "a b"}).headers["x-request-id"]


def test_files_of_the_page_are_counted_by_name(client: httpx2.Client) -> None:
    """The numbers have the route of a static file, and one name for all addresses that do not exist."""
    for path in ("/", "/static/main.js", "/static/none.js"):
        client.get(path)
    routes = {line for line in client.get("/metrics").text.splitlines() if "requests_total{" in line}
    for route in ('"/"', '"/static/main.js"', '"other"'):
        assert any(route in line for line in routes), route
