"""The emulator as an audit meets it: every service under its public name, and the web sites that documents cite."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.emulator.pages import SITES
from tests.emulator.public_hosts import list_hosts
from tests.emulator.server import Emulator, Request


@contextmanager
def serve_public_hosts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """Let citevet find the emulator at doi.org and all other hosts."""
    with Emulator(sites={**list_hosts(), **SITES}, hurries=True) as emulator:
        monkeypatch.setenv("CITEVET_RESOLVE_HOSTS", json.dumps(emulator.routes))
        monkeypatch.setenv("CITEVET_ALLOW_PRIVATE", "1")
        yield emulator


def list_sent(emulator: Emulator) -> list[str]:
    """Return all that was sent, one text for each request."""
    return [_write(request) for request in emulator.log]


def _write(request: Request) -> str:
    return " ".join((request.host, request.path, *request.query.values(), *request.headers.values(), str(request.body)))
