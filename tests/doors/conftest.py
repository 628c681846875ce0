"""What the tests of the command share."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.doors.in_process import citevet

Run = Callable[..., CompletedProcess[str]]


@pytest.fixture
def run(here: Path) -> Run:
    """Return a function that runs `citevet` with the words of a line, in a folder of its own."""
    return lambda line, *more: citevet(*line.split(), *more, cwd=here, env={"CITEVET_TODAY": "2026-06-01"})
