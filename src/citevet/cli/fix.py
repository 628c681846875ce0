"""`citevet fix`"""

import sys
from pathlib import Path
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.options import PATHS, audit_flags
from citevet.cli.output import emit, emit_diff
from citevet.errors import UsageError
from citevet.jobs.check import check
from citevet.jobs.mend import mend


@click.command()
@PATHS
@audit_flags
@click.option("--unsafe-fixes", is_flag=True, help="Also the fixes that change more than form.")
@click.option("--diff", is_flag=True, help="Show what would change, and change nothing.")
def command(paths: tuple[Path, ...], *, unsafe_fixes: bool, diff: bool, **flags: Any) -> None:
    """Apply fixes to the documents; each file is replaced as a whole or not at all."""
    if Path("-") in paths:
        advice = "Name the file, or use `citevet check - --diff`."
        raise UsageError("stdin cannot be written to", to="fix", advice=advice)
    with progress.bar() as shown:
        report = check(list(paths) or [Path()], flags=flags, progress=shown, parallel=True)
    done = mend(report, flags, unsafe=unsafe_fixes, dry=diff)
    for each in done:
        if diff:
            emit_diff(each.diff)
        else:
            emit(f"not fixed: {each.trouble}" if each.trouble else f"{each.path}: {each.fixes} fixed", None)
    if not done and report.audits:
        click.echo("Nothing to fix.", err=True)
    for unread in report.unread:
        click.echo(f"citevet: {unread.message}", err=True)
    sys.exit(2 if report.unread or any(each.trouble for each in done) else 0)
