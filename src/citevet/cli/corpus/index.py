"""`citevet corpus index`"""

from dataclasses import asdict
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.corpus.options import shared
from citevet.cli.output import emit
from citevet.jobs.corpus.index import index
from citevet.report.dump import pretty
from citevet.report.phrase import count

_EXAMPLE = """\b
Example:
  citevet corpus index
"""


@click.command(epilog=_EXAMPLE)
@shared
def command(*, as_json: bool, **flags: Any) -> None:
    """Bring the index up to date, and embed the title and the opening of each source.

    Then a search finds them by what they are about. It does both by itself while there is little to do. 1,000 new
    sources take about a minute and a half; it can be stopped at any time, and goes on where it was.
    """
    with progress.bar() as shown:
        done = index(flags, shown)
    told = f"{count(done.sources, 'source')}; {count(done.passages, 'passage')} embedded, {done.new:,} of them new\n"
    emit(pretty({"version": 1, **asdict(done)}) if as_json else told, None)
