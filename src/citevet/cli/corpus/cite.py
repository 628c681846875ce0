"""`citevet corpus cite`"""

import sys
from typing import Any

import click

from citevet.cli.corpus.options import shared
from citevet.cli.output import emit
from citevet.jobs.corpus.cite import cite
from citevet.report.corpus.proposal import render, shape
from citevet.report.dump import pretty

_EXAMPLE = """\b
Example:
  citevet corpus cite "The top floor was the warmest in every house."
"""


@click.command(epilog=_EXAMPLE)
@click.argument("claim")
@shared
def command(claim: str, *, as_json: bool, **flags: Any) -> None:
    """Find the passage of the corpus that carries a CLAIM, and give the citation with its page and words.

    Nothing is made up: the citation comes from a passage that was found. Where none has enough of the claim's words,
    its numbers and its “not”, or the nearest says otherwise or less surely, the answer is that there is none, with the
    difference, and exit code 1. Other passages that say otherwise, of the same source too, are shown beside a
    citation.
    """
    found = cite(claim, flags)
    emit(pretty(shape(found)) if as_json else render(found), None)
    sys.exit(not found.carried)
