"""Tokens: who may call, and that users do not see each other."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from click.testing import CliRunner
from tests.serve.conftest import Start
from tests.serve.running_server import RunningServer, error_code, send_text, wait_for

from citevet.cli import group


def manage(server: RunningServer, *words: str) -> str:
    """Run `citevet serve token` on the tokens of a server."""
    done = CliRunner().invoke(group, ["serve", "token", *words, "--token-file", str(server.tokens)])
    assert 0 == done.exit_code, done.output
    return done.stdout.strip()


@pytest.fixture(scope="module")
def guarded(start_server: Start) -> tuple[RunningServer, str, str]:
    """A server with two users, and their tokens."""
    server = start_server(workers=1)
    return server, manage(server, "add", "alice"), manage(server, "add", "bob")


def test_users_do_not_see_each_other(guarded: tuple[RunningServer, str, str]) -> None:
    """A job of one user does not exist for another, in no request."""
    server, alice, bob = guarded
    with server.client(alice) as hers, server.client(bob) as his:
        job = send_text(hers, "Trees cool the street [REF-001].")
        wait_for(hers, job)
        for method, path in [
            ("GET", ""),
            ("DELETE", ""),
            ("GET", "/events"),
            ("GET", "/report"),
            ("GET", "/report.html"),
            ("GET", "/review"),
            ("PUT", "/review"),
        ]:
            body: dict[str, Any] | None = {"decisions": {}} if method == "PUT" else None
            assert (404, "not_found") == error_code(his.request(method, f"/api/jobs/{job}{path}", json=body))
        assert [] == his.get("/api/jobs").json()["jobs"]
        assert [job] == [each["id"] for each in hers.get("/api/jobs").json()["jobs"]]
        assert 200 == hers.get(f"/api/jobs/{job}/report").status_code


@pytest.mark.parametrize("path", ["/api/jobs", "/api/rules", "/metrics", "/api/corpus"])
def test_without_a_token_nothing_is_shown(guarded: tuple[RunningServer, str, str], path: str) -> None:
    """No token, a wrong one and half of one are refused; the page and /health need none."""
    server, alice, _ = guarded
    for token in ("", "wrong", alice[:-1], f"{alice[:-1]}{'A' if alice[-1] != 'A' else 'B'}"):
        with server.client(token) as client:
            assert (401, "unauthorized") == error_code(client.get(path))
            assert client.get("/health").json()["token_required"]
            assert 200 == client.get("/").status_code


def test_a_removed_token_is_refused_at_once(guarded: tuple[RunningServer, str, str]) -> None:
    """A running server sees the change of the file, and never opens up when the last token is gone."""
    server, _, _ = guarded
    carol = manage(server, "add", "carol")
    with server.client(carol) as client:
        assert 200 == client.get("/api/jobs").status_code
        manage(server, "remove", "carol")
        assert (401, "unauthorized") == error_code(client.get("/api/jobs"))
        server.tokens.rename(server.folder / "away.json")
        assert (401, "unauthorized") == error_code(httpx2.get(f"{server.url}/api/jobs"))
        (server.folder / "away.json").rename(server.tokens)


def test_a_token_is_stored_as_a_hash(tmp_path: Path) -> None:
    """The file has no token, and only its owner may read it; a name is used once."""
    file = tmp_path / "tokens.json"
    words = ["serve", "token", "add", "alice", "--token-file", str(file)]
    token = CliRunner().invoke(group, words).stdout.strip()
    assert token.startswith("citevet_")
    assert token.split("_", 2)[2] not in file.read_text("utf-8")
    assert 0o600 == file.stat().st_mode & 0o777
    assert "there is a token of this name" in str(CliRunner().invoke(group, words).exception)
    shown = CliRunner().invoke(group, ["serve", "token", "list", "--token-file", str(file)]).stdout
    assert shown.startswith("alice  20")


def test_other_machines_need_a_token(tmp_path: Path) -> None:
    """The server does not start on an address that others reach, without a token."""
    command = [
        sys.executable,
        "-m",
        "citevet",
        "serve",
        "--host",
        "192.0.2.1",
        "--port",
        "0",
        "--token-file",
        "none.json",
    ]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ}, capture_output=True, text=True, check=False)
    assert 2 == done.returncode
    assert "192.0.2.1: without a token only this machine may be served." in done.stderr
