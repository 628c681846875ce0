"""`citevet data`: install data sets that are used offline."""

from collections.abc import Sequence
from pathlib import Path

import click

from citevet.cli.command_group import CommandGroup
from citevet.cli.output import emit
from citevet.jobs.data import DataSet, add_data, list_data, remove_data
from citevet.report.findings import format_count
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line

_MB = 1_000_000
_EXAMPLE = """\b
Example:
  citevet data add retraction-watch retraction_watch.csv
"""

# Name → the line that `citevet data --help` shows.
COMMANDS = {
    "add": "Install a data set from a file.",
    "list": "List the installed data sets.",
    "remove": "Delete a data set.",
}
_MODULES = {name: f"citevet.cli.data:{name}_command" for name in COMMANDS}


@click.group(cls=CommandGroup, table=COMMANDS, package="citevet.cli.data", modules=_MODULES)
def command() -> None:
    """Manage data sets that are used offline.

    With `retraction-watch` every `citevet check` reports cited works that were retracted, without a network.
    """


@click.command("add", epilog=_EXAMPLE)
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
def add_command(name: str, file: Path) -> None:
    """Install a data set, in place of an older one.

    The one data set is `retraction-watch`: the CSV file that Crossref publishes. It is copied to the user's data
    folder, or to CITEVET_DATA_DIR, and nothing is sent anywhere.
    """
    emit(_render([add_data(name, file)]))


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(*, as_json: bool) -> None:
    """List the installed data sets with rows, size and path."""
    found = list_data()
    emit(dump_pretty([each.to_dict() for each in found]) if as_json else _render(found) or "No data sets.")


@click.command("remove")
@click.argument("name")
def remove_command(name: str) -> None:
    """Delete a data set."""
    remove_data(name)
    emit(f"Removed {name}.")


def _render(found: Sequence[DataSet]) -> str:
    return "\n".join(_render_one(each) for each in found)


def _render_one(found: DataSet) -> str:
    data = found.data
    return f"{found.name}  {format_count(data.rows, 'row')}  {data.size / _MB:,.1f} MB  {to_line(str(data.path))}"
