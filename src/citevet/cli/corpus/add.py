"""`citevet corpus add`"""

import sys
from typing import Any

import click

from citevet.cli.corpus.options import formed
from citevet.cli.output import emit
from citevet.jobs.corpus.add import add_all
from citevet.library.add import Given
from citevet.report.corpus.filings import render, shape
from citevet.report.dump import pretty
from citevet.report.visible import one_line

_EXAMPLE = """\b
Example:
  citevet corpus add paper.pdf
  citevet corpus add papers/*.pdf
  citevet corpus add 10.5555/canopy.2023.240 --online --relevance "the survey behind chapter 2"
"""


@click.command(epilog=_EXAMPLE)
@click.argument("sources", nargs=-1, required=True, metavar="PATH|DOI|URL...")
@formed
@click.option("--title", help="The title, when the source does not tell it.")
@click.option("--authors", metavar="NAMES", help="The authors, split by semicolons.")
@click.option("--year", metavar="YEAR", help="The year of publication.")
@click.option("--type", "source_type", metavar="TYPE", help="What it is: journal, conference, preprint, book, report …")
@click.option("--relevance", metavar="TEXT", help="Why it is in the corpus; a line of the entry.")
@click.option("--online", is_flag=True, default=None, help="Allow the network, to look up a DOI or fetch an address.")
def command(
    sources: tuple[str, ...],
    *,
    as_json: bool,
    title: str | None,
    authors: str | None,
    year: str | None,
    source_type: str | None,
    relevance: str | None,
    **flags: Any,
) -> None:
    """File sources: each gets the next id, a Markdown entry, and its file beside it.

    Title, authors, year, identifiers, page count, sections and SHA-256 are taken from the file; what it does not tell
    is left out and said, never guessed. A source that is there already is not filed twice. One that cannot be read is
    named, the others are filed, and the exit code is 2.
    """
    names = tuple(name.strip() for name in (authors or "").split(";") if name.strip())
    filings = add_all(sources, flags, Given(title, names, year, source_type, relevance))
    told = pretty(shape(filings)) if as_json else render(filings)
    if told:
        emit(told, None)
    for filing in filings:
        if filing.trouble:
            click.echo(f"citevet: {one_line(filing.trouble)}", err=True)
    sys.exit(2 if any(filing.trouble for filing in filings) else 0)
