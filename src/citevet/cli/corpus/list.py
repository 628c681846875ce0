"""`citevet corpus list`"""

from typing import Any

import click

from citevet.cli.corpus.options import shared
from citevet.cli.output import emit
from citevet.jobs.corpus.listing import listing
from citevet.report.corpus.listing import render, shape
from citevet.report.dump import pretty

_EXAMPLE = """\b
Example:
  citevet corpus list
  citevet corpus list --json
"""


@click.command(epilog=_EXAMPLE)
@shared
def command(*, as_json: bool, **flags: Any) -> None:
    """List the sources: id, year, authors, title, pages, grade, how much of the text there is, and the file."""
    found = listing(flags)
    emit(pretty(shape(found)) if as_json else render(found), None)
    if not found:
        click.echo("The corpus is empty; `citevet corpus add paper.pdf` files the first source.", err=True)
