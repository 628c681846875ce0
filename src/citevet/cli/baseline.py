"""`citevet baseline`"""

from pathlib import Path
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.options import PATHS, audit_flags
from citevet.cli.output import save
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
    flags["baseline"] = None
    with progress.bar() as shown:
        report = check(list(paths) or [Path()], flags=flags, progress=shown)
    save(make(report.audits), Path(output))
    count = sum(not finding.suppressed for audit in report.audits for finding in audit.findings)
    documents = len(report.audits)
    found = "1 finding" if count == 1 else f"{count} findings"
    click.echo(f"{output}: {found} accepted in {'1 document' if documents == 1 else f'{documents} documents'}.")
