"""The service keeps what its OpenAPI description says, for requests that fit it and for those that do not."""

import html
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.serve.conftest import Start
from tests.serve.running_server import RunningServer

from citevet.serve.http.tokens import add_token

# `make torture` adds the phase `coverage`: about 1,400 requests, one for each bound of each field.
PHASES = os.environ.get("SCHEMATHESIS_PHASES", "examples,fuzzing")

# No schema can say which files and bibliographies can be read; those that cannot are refused.
UNREADABLE = "".join(
    f'[[operations]]\ninclude-path = "{path}"\nchecks.positive_data_acceptance.enabled = false\n'
    for path in ("/api/sources", "/api/resolve")
)


@pytest.fixture(scope="module")
def guarded(start_server: Start) -> tuple[RunningServer, str]:
    """A server with a user, and the token."""
    server = start_server(max_queued=1_000_000, workers=1)
    return server, add_token(server.tokens, "tester")


def test_the_description_holds(guarded: tuple[RunningServer, str], tmp_path: Path) -> None:
    """Every answer has a status, a type and a shape that are described, and no request is a defect."""
    server, token = guarded
    (tmp_path / "schemathesis.toml").write_text(UNREADABLE, "utf-8")
    command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{server.url}/openapi.json", "--no-color"]
    options = ["--phases", PHASES, "--max-examples", "5", "--seed", "1", "-H", f"Authorization: Bearer {token}"]
    done = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout[-5_000:]
    assert "Tested: 22" in done.stdout


def test_the_page_of_the_description(guarded: tuple[RunningServer, str]) -> None:
    """`/docs` shows each request and each shape, with links that lead somewhere, and loads nothing from elsewhere."""
    server = guarded[0]
    with server.client() as client:
        page, style = client.get("/docs"), client.get("/static/docs.css")
        described = client.get("/openapi.json").json()
    assert [200, 200] == [page.status_code, style.status_code]
    assert "script" not in page.text.lower().replace("description", "")  # a field of an issue of GitLab
    assert "url(" not in style.text
    assert "@import" not in style.text
    targets = {*re.findall(r'id="([^"]+)"', page.text)}
    links = re.findall(r'(?:href|src)="([^"]*)"', page.text)
    assert {"openapi.json", "static/docs.css"} == {each for each in links if not each.startswith("#")}
    assert {each[1:] for each in links if each.startswith("#")} <= targets
    assert {f"shape-{name}" for name in described["components"]["schemas"]} <= targets
    for path, operations in described["paths"].items():
        assert path in page.text
        assert {each["operationId"] for each in operations.values()} <= targets
    command = html.unescape(re.findall(r"<code>(curl [^<]*/api/verify&#x27;[^<]*)</code>", page.text)[0])
    example = json.loads(shlex.split(command)[-1])
    assert described["components"]["schemas"]["VerifyCall"]["examples"][0] == example


def test_every_request_is_described(guarded: tuple[RunningServer, str]) -> None:
    """The description has each request, its errors, whether it needs a token, and an example of each body."""
    with guarded[0].client() as client:
        described = client.get("/openapi.json").json()
    paths = described["paths"]
    assert {"/api/check", "/api/jobs/{job}/events", "/api/verify", "/health", "/metrics"} <= paths.keys()
    for path, operations in paths.items():
        for operation in operations.values():
            assert "429" in operation["responses"]
            assert (path == "/health") == ("security" not in operation)
    for name in (
        "CheckedText",
        "VerifyCall",
        "VerifyManyCall",
        "SourcesCall",
        "GuardCall",
        "ResolveCall",
        "Review",
        "ErrorBody",
    ):
        assert described["components"]["schemas"][name]["examples"]
