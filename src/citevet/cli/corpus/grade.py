"""`citevet corpus grade`"""

from typing import Any

import click

from citevet.cli.corpus.options import shared
from citevet.cli.output import emit
from citevet.errors import UsageError
from citevet.jobs.corpus.grade import grade_one, grades
from citevet.report.corpus.grades import graded_shape, render, render_one, shape
from citevet.report.dump import pretty

_EXAMPLE = """\b
Example:
  citevet corpus grade
  citevet corpus grade REF-003
"""


@click.command(epilog=_EXAMPLE)
@click.argument("ref_id", metavar="[REF-ID]", required=False)
@shared
@click.option("--unassessed", is_flag=True, help="Only the sources without a level, with a proposal for each.")
def command(ref_id: str | None, *, as_json: bool, unassessed: bool, **flags: Any) -> None:
    """Say how much evidence the sources carry by GRADE; with REF-ID, how the level of one comes about.

    The kind of a source gives the baseline; risk of bias, inconsistency, indirectness, imprecision and publication
    bias take steps off; a large effect, a dose response and confounding that works against it add one each. What is
    stated holds; where the reckoning gives another level, both are shown. Above 30 % unassessed a warning is given.
    """
    if ref_id and unassessed:
        raise UsageError("says nothing about one source", to="--unassessed", advice="Leave the id out.")
    if ref_id:
        one = grade_one(ref_id, flags)
        emit(pretty({"version": 1, **graded_shape(one)}) if as_json else render_one(one), None)
        return
    found = grades(flags)
    emit(pretty(shape(found)) if as_json else render(found, unassessed_only=unassessed), None)
    if found.warning:
        click.echo(f"warning: {found.warning}", err=True)
