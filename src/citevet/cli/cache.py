"""`citevet cache`: what earlier runs have kept in the user's cache folder."""

from contextlib import closing
from pathlib import Path

import click

from citevet.cli.command_group import CommandGroup
from citevet.cli.output import emit
from citevet.errors import WriteError
from citevet.records import asdict, dataclass
from citevet.report.findings import format_count
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line
from citevet.world import disk_cache
from citevet.world.net.cache import ReplyCache, default_reply_file

_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class CacheFile:
    """One file of the cache."""

    name: str
    path: str
    size: int  # bytes on disk
    entries: int


@click.group(cls=CommandGroup)
def command() -> None:
    """Show, prune or clear what earlier runs have kept.

    The cache holds answers of services and results of earlier runs: audits, scores of the judge, embeddings. Without
    it, the next run only takes longer.
    """


@command.command("info", short_help="Show what the cache holds.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def info_command(*, as_json: bool) -> None:
    """Show the files of the cache with their size."""
    found = _list_files()
    emit(dump_pretty(list(map(asdict, found))) if as_json else "\n".join(map(_render, found)))


@command.command("prune", short_help="Drop what was not used for 90 days.")
def prune_command() -> None:
    """Drop what was not used for 90 days, and the least used beyond 512 MB of answers and 256 MB of results."""
    with closing(ReplyCache(default_reply_file())) as replies:
        dropped = {"answer": replies.prune(), "result": disk_cache.prune()}
    emit(", ".join(format_count(count, name) for name, count in dropped.items()) + " dropped")


@command.command("clear", short_help="Delete the cache.")
def clear_command() -> None:
    """Delete all files of the cache."""
    found = _list_files()
    for each in found:
        for suffix in ("", "-wal", "-shm"):
            _delete(Path(each.path + suffix))
    emit(f"{sum(each.size for each in found) / _MB:.1f} MB deleted")


def _list_files() -> list[CacheFile]:
    with closing(ReplyCache(default_reply_file())) as replies:
        answers = replies.count()
    return [
        _describe("answers", default_reply_file(), answers),
        _describe("results", disk_cache.find_file(), disk_cache.count()),
    ]


def _describe(name: str, file: Path, entries: int) -> CacheFile:
    parts = (Path(f"{file}{suffix}") for suffix in ("", "-wal"))
    return CacheFile(name, str(file), sum(each.stat().st_size for each in parts if each.is_file()), entries)


def _delete(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise WriteError("cannot be deleted", to=str(file), advice="Check who owns it.") from error


def _render(file: CacheFile) -> str:
    return f"{file.name:<8}  {file.size / _MB:8.1f} MB  {format_count(file.entries, 'entry'):>15}  {to_line(file.path)}"
