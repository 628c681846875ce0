"""What every test may rely on: no network, no colour, no configuration from outside."""

import os
import socket
from pathlib import Path

import pytest
from hypothesis import settings

# Deadlines measure the machine, not the code; CI runs two tests at a time on two cores.
settings.register_profile("citevet", deadline=None, derandomize=True)
settings.load_profile("citevet")


@pytest.fixture(autouse=True)
def _still_world(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test talks to anything beyond loopback, and none is steered by the environment or by earlier runs."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if self.family in {socket.AF_INET, socket.AF_INET6} and not str(address).startswith(("('127.", "('::1")):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)  # type: ignore[arg-type]  # whatever the caller passed

    monkeypatch.setattr(socket.socket, "connect", guarded)
    for name in [name for name in os.environ if name.startswith("CITEVET_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
