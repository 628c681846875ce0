"""`citevet corpus add`"""

import sys

import click

from citevet.cli.options import corpus_flags
from citevet.cli.output import emit
from citevet.corpus.additions import SourceDetails
from citevet.jobs.corpus_add import add_sources
from citevet.report.corpus.sources import added_to_dict, render_added
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line
from citevet.session import Session

_EXAMPLE = """\b
Example:
  citevet corpus add paper.pdf
  citevet corpus add papers/*.pdf
  citevet corpus add 10.5555/canopy.2023.240 --online --relevance "the survey behind chapter 2"
"""


@click.command(epilog=_EXAMPLE)
@click.argument("sources", nargs=-1, required=True, metavar="PATH|DOI|URL...")
@corpus_flags
@click.option("--title", help="Title of the source.")
@click.option("--authors", metavar="NAMES", help="Authors, separated by semicolons.")
@click.option("--year", metavar="YEAR", help="Year of publication.")
@click.option(
    "--type", "source_type", metavar="TYPE", help="Type of the source: journal, conference, preprint, book, report …"
)
@click.option("--relevance", metavar="TEXT", help="Why the source is in the corpus.")
@click.option("--online", is_flag=True, default=None, help="Allow network access, to look up a DOI or download a URL.")
def command(
    sources: tuple[str, ...],
    *,
    as_json: bool,
    title: str | None,
    authors: str | None,
    year: str | None,
    source_type: str | None,
    relevance: str | None,
    session: Session,
) -> None:
    """Add sources to the corpus.

    Each source gets the next id and a Markdown entry with its file next to it. Title, authors, year, identifiers, page
    count, sections and SHA-256 come from the file. Missing facts are reported, never guessed. A source that is already
    in the corpus is not added again. If a source cannot be read, the others are added, and the exit code is 2.
    """
    names = tuple(name.strip() for name in (authors or "").split(";") if name.strip())
    filings = add_sources(sources, session, SourceDetails(title, names, year, source_type, relevance))
    text = dump_pretty(added_to_dict(filings)) if as_json else render_added(filings)
    if text:
        emit(text, None)
    for filing in filings:
        if filing.trouble:
            click.echo(f"citevet: {to_line(filing.trouble)}", err=True)
    sys.exit(2 if any(filing.trouble for filing in filings) else 0)
