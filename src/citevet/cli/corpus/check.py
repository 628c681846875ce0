"""`citevet corpus check`"""

import sys
from pathlib import Path
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.corpus.options import shared
from citevet.cli.options import PATHS
from citevet.cli.output import emit
from citevet.jobs.corpus.check import strangers
from citevet.report.corpus.strangers import render, shape
from citevet.report.dump import pretty
from citevet.report.visible import one_line

_EXAMPLE = """\b
Example:
  citevet corpus check
  citevet corpus check paper.md --json
"""


@click.command(epilog=_EXAMPLE)
@PATHS
@shared
def command(paths: tuple[Path, ...], *, as_json: bool, **flags: Any) -> None:
    """List the citations that are not in the corpus; without PATHS in every document below this folder.

    Ids, @-mentions and, where a document has no list of its own, authors with a year are looked up. Exits 1 if any is
    missing; `citevet check` says everything else that is wrong with the documents.
    """
    with progress.bar() as shown:
        found = strangers(paths or (Path(),), flags, shown)
    emit(pretty(shape(found)) if as_json else render(found), None)
    for unread in found.unread:
        click.echo(f"citevet: {one_line(unread.message)}", err=True)
    sys.exit(2 if found.unread else bool(found.found))
