"""`citevet corpus pages`"""

import sys
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.corpus.options import shared
from citevet.cli.output import emit
from citevet.jobs.corpus.pages import pages
from citevet.report.corpus.pages import render, shape
from citevet.report.dump import pretty
from citevet.report.visible import one_line

_EXAMPLE = """\b
Example:
  citevet corpus pages REF-002
"""


@click.command(epilog=_EXAMPLE)
@click.argument("ref_id", metavar="REF-ID")
@shared
def command(ref_id: str, *, as_json: bool, **flags: Any) -> None:
    """Show the pages, sections and key quotes of one source, and every citation of it with its page.

    Each key quote is looked for in the source's file. Exits 1 when a quote is not where the entry says, or a citation
    names a page or section that the source does not have.
    """
    with progress.bar() as shown:
        found, unread = pages(ref_id, flags, shown)
    emit(pretty(shape(found)) if as_json else render(found), None)
    for each in unread:
        click.echo(f"citevet: {one_line(each.message)}", err=True)
    sys.exit(2 if unread else not found.holds)
