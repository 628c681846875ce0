"""Run the command as a user does, in this process: a process for each call takes ten times as long."""

import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from typing import cast

import pytest

from citevet import cli


def citevet(
    *words: str, cwd: Path | None = None, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """Run `citevet` with these words, in a folder, with bytes on stdin and variables of the environment."""
    out, err = (TextIOWrapper(BytesIO(), encoding="ascii") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(cwd or Path())
        patch.setattr(sys, "argv", ["citevet", *words])
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin)))
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            cli.main()
    return CompletedProcess(words, int(ended.value.code or 0), _text(out), _text(err))


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    return cast("BytesIO", stream.buffer).getvalue().decode("utf-8")
