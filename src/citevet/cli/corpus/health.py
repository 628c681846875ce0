"""`citevet corpus health`"""

import sys
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.corpus.options import shared
from citevet.cli.output import emit
from citevet.jobs.audit_file import shown_path
from citevet.jobs.corpus.health import health
from citevet.jobs.corpus.kept import settings_here
from citevet.jobs.save_report import report_path, save
from citevet.report.corpus.health import markdown, render, shape
from citevet.report.dump import pretty
from citevet.world import clock

_EXAMPLE = """\b
Example:
  citevet corpus health
  citevet corpus health --brief
"""


@click.command(epilog=_EXAMPLE)
@shared
@click.option("--brief", is_flag=True, help="The counts and the verdict alone.")
@click.option("--report", is_flag=True, help="Save it too, as corpus-health.md in .citevet/reports or .aiwg/reports.")
@click.option("--today", metavar="DATE", help="The date of the run, for repeatable results.")
def command(*, as_json: bool, brief: bool, report: bool, **flags: Any) -> None:
    """Say what is missing, wrong or outdated: fields, files, hashes, pages, key quotes, orphans, open items.

    Entries that nothing cites, verifications older than 90 days and open items of the lists are told and fail nothing;
    a fault of warning or above, and a file that belongs to no entry, exit 1.
    """
    with progress.bar() as shown:
        found = health(flags, shown)
    emit(pretty(shape(found)) if as_json else render(found, brief=brief), None)
    if report:
        settings = settings_here(flags)
        file = report_path(settings.root, "corpus-health.md")
        save(markdown(found, (settings.today or clock.today()).isoformat()), file)
        click.echo(f"saved as {shown_path(file)}", err=True)
    sys.exit(not found.is_healthy)
