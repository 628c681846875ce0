"""`citevet doctor`"""

import sys
from dataclasses import asdict
from typing import Any

import click

from citevet.cli.options import network_flags
from citevet.cli.output import emit, show_progress
from citevet.jobs.doctor import examine
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line
from citevet.session import Session


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@network_flags
def command(*, as_json: bool, **flags: Any) -> None:
    """Test this installation: models, processor, cache, configuration and optional programs.

    Nothing is sent anywhere without --online; with it, each service gets one request, and missing keys are listed.
    Exit code 2 means that a part is broken; a missing optional part is not an error.
    """
    with show_progress() as progress:
        found = examine(Session(flags), progress)
    width = max(len(each.name) for each in found)
    lines = (f"{each.state:<7}  {each.name:<{width}}  {to_line(each.details)}" for each in found)
    emit(dump_pretty(list(map(asdict, found))) if as_json else "\n".join(lines))
    sys.exit(2 if any(each.state == "failed" for each in found) else 0)
