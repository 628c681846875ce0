"""The command `citevet batch`, for tests."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fuzz.forked_command import ForkedCommand

Batch = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def runner() -> Iterator[ForkedCommand]:
    """A process that has imported the command."""
    with ForkedCommand() as started:
        yield started


@pytest.fixture
def batch(here: Path, runner: ForkedCommand) -> Batch:
    """Return a function that runs `citevet batch` in a process of its own."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        ending, printed, errors = runner.run(["batch", *words], here)
        return subprocess.CompletedProcess(words, ending.code, printed, errors)

    return run
