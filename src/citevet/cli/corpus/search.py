"""`citevet corpus search`"""

import sys
from typing import Any

import click

from citevet.cli.corpus.options import shared
from citevet.cli.output import emit
from citevet.cli.progress import is_colored
from citevet.jobs.corpus.search import find
from citevet.report.corpus.hits import render, shape
from citevet.report.dump import pretty

_EXAMPLE = """\b
Example:
  citevet corpus search "cooling load"
  citevet corpus search shade trees --limit 3 --json
"""


@click.command(epilog=_EXAMPLE)
@click.argument("query", nargs=-1, required=True)
@shared
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 1000), help="At most so many pages.")
def command(query: tuple[str, ...], *, as_json: bool, limit: int, **flags: Any) -> None:
    """Find words in the sources: the best pages first, each with a snippet. Words are matched by their stems.

    Exits 1 when nothing is found, as grep does.
    """
    asked = " ".join(query)
    found = find(asked, flags, limit=limit)
    emit(pretty(shape(asked, found)) if as_json else render(asked, found, color=is_colored(sys.stdout)), None)
    sys.exit(not found)
