"""Where results go: stdout, or a file that is whole or not there at all."""

import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

import click

from citevet.errors import WriteError
from citevet.report.visible import visible


def emit(text: str, output: str | None) -> None:
    """Write a result to stdout or into a file."""
    if output is None or output == "-":
        click.echo(text, nl=not text.endswith("\n"))
    else:
        save(text, Path(output))


def emit_diff(text: str) -> None:
    """Write a diff as it is, so that it applies; on a terminal with its control characters made visible."""
    if sys.stdout.isatty():
        text = "\n".join(visible(line) for line in text.split("\n"))
    click.echo(text, nl=False)


def _mode(path: Path) -> int:
    """Return the permissions of the file that is replaced, or those that a new file gets here."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def save(text: str, path: Path) -> None:
    """Write a file by renaming a finished one into its place; a pipe or device is written to."""
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(text, path.resolve())
    except OSError as error:
        raise WriteError(
            f"cannot be written ({error.strerror})", to=str(path), advice="Check the folder and its permissions."
        ) from error


def _replace(text: str, path: Path) -> None:
    with NamedTemporaryFile("w", encoding="utf-8", newline="", dir=path.parent, delete=False) as file:
        finished = Path(file.name)
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            finished.chmod(_mode(path))
            finished.replace(path)
        except BaseException:
            finished.unlink(missing_ok=True)
            raise
