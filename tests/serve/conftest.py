"""Servers for the tests; most tests of a module share one."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.serve.running_server import RunningServer

EXAMPLES = Path(__file__).parents[2] / "examples"
Start = Callable[..., RunningServer]


@pytest.fixture(scope="module")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Return a function that starts a server of the example project, with settings."""
    started: list[RunningServer] = []

    def start(**settings: Any) -> RunningServer:
        folder = tmp_path_factory.mktemp("serve")
        shutil.copytree(EXAMPLES, folder / "project")
        started.append(RunningServer(folder, folder / "project", {"rate": 1_000_000, **settings}))
        started[-1].start()
        return started[-1]

    yield start
    for server in started:
        if server.process and server.process.poll() is None:
            server.end()


@pytest.fixture(scope="module")
def server(start_server: Start) -> RunningServer:
    """A server that all tests of a module share."""
    return start_server()


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx2.Client]:
    """A client of that server."""
    with server.client() as opened:
        yield opened
