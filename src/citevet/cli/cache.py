"""`citevet cache`: what earlier runs have kept in the user's cache folder."""

import click

from citevet.cli.command_group import CommandGroup
from citevet.cli.output import emit
from citevet.jobs.cache import CacheFile, clear_cache, list_cache, prune_cache
from citevet.report.findings import format_count
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line

_MB = 1_000_000
# Name → the line that `citevet cache --help` shows.
COMMANDS = {
    "info": "Show what the cache holds.",
    "prune": "Drop what was not used for 90 days.",
    "clear": "Delete the cache.",
}
_MODULES = {name: f"citevet.cli.cache:{name}_command" for name in COMMANDS}


@click.group(cls=CommandGroup, table=COMMANDS, package="citevet.cli.cache", modules=_MODULES)
def command() -> None:
    """Show, prune or clear what earlier runs have kept.

    The cache holds answers of services and results of earlier runs: audits, scores of the judge, embeddings. Without
    it, the next run only takes longer.
    """


@click.command("info")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def info_command(*, as_json: bool) -> None:
    """Show the files of the cache with their size."""
    found = list_cache()
    emit(dump_pretty([each.to_dict() for each in found]) if as_json else "\n".join(map(_render, found)))


@click.command("prune")
def prune_command() -> None:
    """Drop what was not used for 90 days, and the least used beyond 512 MB of answers and 256 MB of results."""
    emit(", ".join(format_count(count, name) for name, count in prune_cache().items()) + " dropped")


@click.command("clear")
def clear_command() -> None:
    """Delete all files of the cache."""
    size = sum(each.size for each in clear_cache())
    emit(f"{size / _MB:.1f} MB deleted")


def _render(file: CacheFile) -> str:
    return f"{file.name:<8}  {file.size / _MB:8.1f} MB  {format_count(file.entries, 'entry'):>15}  {to_line(file.path)}"
