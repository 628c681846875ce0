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
def citevet() -> Run:
    """Return a function that runs `citevet` with these words, in a folder, with bytes on stdin."""

    def call(*words: str, cwd: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        out, err = (TextIOWrapper(BytesIO(), encoding="ascii") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.chdir(cwd)
            patch.setattr(sys, "argv", ["citevet", *words])
            patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin)))
            with pytest.raises(SystemExit) as ended:
                cli.main()
        return subprocess.CompletedProcess(words, int(ended.value.code or 0), _text(out), _text(err))

    return call


@pytest.fixture
def run(here: Path, citevet: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs `citevet` with the words of a line, in a folder of its own, on a day of its own."""
    monkeypatch.setenv("CITEVET_TODAY", "2026-06-01")
    return lambda line, *more: citevet(*line.split(), *more, cwd=here)


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    return cast("BytesIO", stream.buffer).getvalue().decode("utf-8")
