"""Run the command as a user does, in this process: a process for each call takes ten times as long."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import cast

import pytest

from citevet import cli

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(here: Path) -> Run:
    """Return a function that runs `citevet` with the words of a line, in a folder of its own."""

    def call(line: str, *more: str) -> subprocess.CompletedProcess[str]:
        words = [*line.split(), *more]
        out, err = (TextIOWrapper(BytesIO(), encoding="ascii") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.chdir(here)
            patch.setattr(sys, "argv", ["citevet", *words])
            patch.setenv("CITEVET_TODAY", "2026-06-01")
            with pytest.raises(SystemExit) as ended:
                cli.main()
        return subprocess.CompletedProcess(words, int(ended.value.code or 0), _text(out), _text(err))

    return call


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    return cast("BytesIO", stream.buffer).getvalue().decode("utf-8")
