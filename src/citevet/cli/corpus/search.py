"""`citevet corpus search`"""

import sys
from typing import Any

import click

from citevet.cli.corpus.options import shared
from citevet.cli.output import emit
from citevet.cli.progress import bar, is_colored
from citevet.jobs.corpus.search import find
from citevet.report.corpus.hits import render, shape
from citevet.report.dump import pretty
from citevet.report.visible import one_line

_EXAMPLE = """\b
Example:
  citevet corpus search "cooling load"
  citevet corpus search shade trees --limit 3 --json
  citevet corpus search "heart attack"   (finds a study of myocardial infarction, too)
"""


@click.command(epilog=_EXAMPLE)
@click.argument("query", nargs=-1, required=True)
@shared
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 1000), help="At most so many pages.")
@click.option("--words", "words_only", is_flag=True, help="By words alone: no model is loaded.")
def command(query: tuple[str, ...], *, as_json: bool, limit: int, words_only: bool, **flags: Any) -> None:
    """Find words in the sources: the best pages first, each with a snippet. Words are matched by their stems.

    Sources whose title or opening is about the question in other words are found too, in English.
    Exits 1 when nothing is found, as grep does.
    """
    asked = " ".join(query)
    with bar() as shown:
        searched = find(asked, flags, limit=limit, words_only=words_only, progress=shown)
    if searched.note:
        click.echo(f"note: {one_line(searched.note)}", err=True)
    found = searched.found
    emit(pretty(shape(asked, found)) if as_json else render(asked, found, color=is_colored(sys.stdout)), None)
    sys.exit(not found)
