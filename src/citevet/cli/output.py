"""Where results go: stdout, or a file that is whole or not there at all."""

import sys
from pathlib import Path

import click

from citevet.jobs.save_report import save
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
