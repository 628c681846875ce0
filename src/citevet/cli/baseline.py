"""`citevet baseline`"""

import sys
from os.path import relpath
from pathlib import Path
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.options import PATHS, audit_flags
from citevet.cli.output import emit, save_named
from citevet.jobs.check import check
from citevet.rules.baseline import make


@click.command()
@PATHS
@audit_flags
@click.option("--output", default="citevet-baseline.json", metavar="FILE", show_default=True, help="The file to write.")
def command(paths: tuple[Path, ...], *, output: str, **flags: Any) -> None:
    """Accept today's findings: they stay visible as suppressed, and only new ones count.

    Name the file with --baseline, or as `baseline` in citevet.toml. Mended entries are reported, so the file shrinks.
    """
    flags["baseline"] = ""  # neither a flag nor a configuration: every finding counts anew
    with progress.bar() as shown:
        report = check(list(paths) or [Path()], flags=flags, progress=shown, parallel=True)
    folder = Path(output).resolve().parent
    save_named(make(report.audits, named=lambda path: relpath(path, folder).replace("\\", "/")), Path(output))
    count = sum(not finding.suppressed for audit in report.audits for finding in audit.findings)
    documents = len(report.audits)
    found = "1 finding" if count == 1 else f"{count} findings"
    emit(f"{output}: {found} accepted in {'1 document' if documents == 1 else f'{documents} documents'}.", None)
    for unread in report.unread:
        click.echo(f"citevet: {unread.message}", err=True)
    sys.exit(2 if report.unread else 0)
