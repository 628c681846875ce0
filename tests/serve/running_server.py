"""A server in a process of its own on loopback, and what a client says to it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

_PATIENCE = 60.0  # seconds for a busy machine
_PROGRAM = """
import sys, json
from pathlib import Path
from citevet.serve.http.server import run_server
from citevet.serve.http.settings import ServeSettings
from citevet.world.job_store import Retention
given = json.loads(sys.argv[1])
paths = {name: Path(given.pop(name)) for name in ("root", "store", "tokens")}
keep = Retention(jobs=given.pop("keep_jobs", 1000))
settings = ServeSettings(port=0, is_quiet=True, keep=keep, **paths, **given)
run_server(settings, lambda address: print(address, flush=True))
"""


@dataclass
class RunningServer:
    """One server process."""

    folder: Path  # of its store and its tokens
    root: Path  # the project that it serves
    settings: Mapping[str, Any] = field(default_factory=dict)
    url: str = ""
    process: "subprocess.Popen[str] | None" = None

    @property
    def tokens(self) -> Path:
        """The file of its tokens."""
        return self.folder / "tokens.json"

    def start(self) -> None:
        """Start, and wait until it says where it listens."""
        paths = {"root": str(self.root), "store": str(self.folder / "jobs.sqlite"), "tokens": str(self.tokens)}
        environment = {**os.environ, "CITEVET_CACHE_DIR": str(self.folder / "cache"), "CITEVET_TODAY": "2026-06-01"}
        command = [sys.executable, "-c", _PROGRAM, json.dumps({**paths, **self.settings})]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:")

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it by a signal, and return its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(_PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return code

    def client(self, token: str = "") -> httpx2.Client:
        """Return a client, of a user where there is a token."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx2.Client(base_url=self.url, headers=headers, timeout=_PATIENCE)


def send_text(client: httpx2.Client, text: str, name: str = "paper.md", **options: Any) -> str:
    """Send a document, and return the id of its job."""
    answer = client.post("/api/check", json={"text": text, "name": name, "options": options})
    assert 202 == answer.status_code, answer.text
    return str(answer.json()["job"])


def wait_for(client: httpx2.Client, job: str, *states: str) -> dict[str, Any]:
    """Return a job once it is in one of the states, by default finished."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        found: dict[str, Any] = client.get(f"/api/jobs/{job}").json()
        if found["state"] in (states or ("done", "failed", "cancelled")):
            return found
        time.sleep(0.05)
    raise AssertionError(f"the job is still {found}")


def error_code(answer: httpx2.Response) -> tuple[int, str]:
    """Return the status and the code of an error, whose shape is always the same."""
    error = answer.json()["error"]
    assert {"code", "message", "request_id"} == error.keys()
    assert error["request_id"] == answer.headers["x-request-id"]
    return answer.status_code, str(error["code"])
