"""The service keeps what its OpenAPI description says, for requests that fit it and for those that do not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.serve.conftest import Start
from tests.serve.running_server import RunningServer

from citevet.serve.http.tokens import add_token

# `make torture` adds the phase `coverage`: about 1,400 requests, one for each bound of each field.
PHASES = os.environ.get("SCHEMATHESIS_PHASES", "examples,fuzzing")


@pytest.fixture(scope="module")
def guarded(start_server: Start) -> tuple[RunningServer, str]:
    """A server with a user, and the token."""
    server = start_server(max_queued=1_000_000, workers=1)
    return server, add_token(server.tokens, "tester")


def test_the_description_holds(guarded: tuple[RunningServer, str], tmp_path: Path) -> None:
    """Every answer has a status, a type and a shape that are described, and no request is a defect."""
    server, token = guarded
    command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{server.url}/openapi.json", "--no-color"]
    options = ["--phases", PHASES, "--max-examples", "5", "--seed", "1", "-H", f"Authorization: Bearer {token}"]
    done = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout[-5_000:]
    assert "Tested: 19" in done.stdout


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
    for name in ("CheckedText", "VerifyRequest", "ResolveRequest", "Review", "ErrorBody"):
        assert described["components"]["schemas"][name]["examples"]
