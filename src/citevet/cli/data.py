"""`citevet data`: install data sets that are used offline. There is one, of Retraction Watch."""

from pathlib import Path

import click

from citevet.cli.command_group import CommandGroup
from citevet.cli.options import example
from citevet.cli.output import emit
from citevet.errors import UsageError
from citevet.report.findings import format_count
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line
from citevet.world.retraction_watch import ImportedData, describe_retractions, import_retractions, remove_retractions

_NAME = "retraction-watch"
_MB = 1_000_000


@click.group(cls=CommandGroup)
def command() -> None:
    """Manage data sets that are used offline.

    With `retraction-watch` every `citevet check` reports cited works that were retracted, without a network.
    """


@command.command(
    "add",
    short_help="Install a data set from a file.",
    epilog=example("citevet data add retraction-watch retraction_watch.csv"),
)
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
def add_command(name: str, file: Path) -> None:
    """Install a data set, in place of an older one.

    The one data set is `retraction-watch`: the CSV file that Crossref publishes. It is copied to the user's data
    folder, or to CITEVET_DATA_DIR, and nothing is sent anywhere.
    """
    _require_name(name)
    emit(_render(import_retractions(file)))


@command.command("list", short_help="List the installed data sets.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(*, as_json: bool) -> None:
    """List the installed data sets with rows, size and path."""
    found = describe_retractions()
    if as_json:
        emit(dump_pretty([_to_dict(found)] if found else []))
    else:
        emit(_render(found) if found else "No data sets.")


@command.command("remove", short_help="Delete a data set.")
@click.argument("name")
def remove_command(name: str) -> None:
    """Delete a data set."""
    _require_name(name)
    if not remove_retractions():
        raise UsageError("is not installed", to=name, advice="`citevet data list` lists what is.")
    emit(f"Removed {name}.")


def _require_name(name: str) -> None:
    if name != _NAME:
        raise UsageError("no such data set", to=name[:200], advice=f"There is one: {_NAME}.")


def _render(found: ImportedData) -> str:
    return f"{_NAME}  {format_count(found.rows, 'row')}  {found.size / _MB:,.1f} MB  {to_line(str(found.path))}"


def _to_dict(found: ImportedData) -> dict[str, object]:
    about = {"rows": found.rows, "bytes": found.size, "path": str(found.path)}
    return {"name": _NAME, **about, "file": found.file, "sha256": found.sha256}
