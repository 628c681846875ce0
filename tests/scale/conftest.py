"""The command `citevet batch`, for tests."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from fuzz.forked_command import ForkedCommand

Batch = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def batch(here: Path, forked_command: ForkedCommand) -> Batch:
    """Return a function that runs `citevet batch` in a process of its own."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        ending, printed, errors = forked_command.run(["batch", *words], here)
        return subprocess.CompletedProcess(words, ending.code, printed, errors)

    return run
