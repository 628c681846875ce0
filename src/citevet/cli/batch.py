"""`citevet batch`"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from citevet.cli.options import FAIL_ON, FORCE, PATHS, QUIET, audit_flags, open_session
from citevet.cli.output import emit, find_exit_code, show_progress
from citevet.errors import MissingInput
from citevet.jobs.discovery import explain_nothing_found
from citevet.jobs.report_files import require_replaceable
from citevet.report.findings import format_count, format_reasons
from citevet.report.safe_text import format_table, to_line
from citevet.rules import find_rule
from citevet.scale.batch import FORMATS, BatchFiles, BatchResult, run_batch

_SHOWN = 10  # rows of each table
_COUNTED = {"unread": "unread file", "error": "error", "warning": "warning"}


@click.command()
@PATHS
@audit_flags
@click.option(
    "--output",
    required=True,
    metavar="DIR",
    help="Folder for the reports, summary.json and the journal; or a name that ends with .jsonl or .parquet.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default=None,
    help="Format of the reports: a line of JSON per file, or a table with a row per citation. [default: jsonl]",
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    default="",
    help="Let the workers of this Dask scheduler do the work, such as tcp://127.0.0.1:8786. SENDS it the settings.",
)
@FORCE
@QUIET
@FAIL_ON
def command(
    paths: tuple[Path, ...],
    *,
    output: str,
    format_: str | None,
    scheduler: str,
    force: bool,
    quiet: bool,
    fail_on: tuple[str, ...],
    **flags: Any,
) -> None:
    """Check many documents, with one line of JSON for each and a roll-up.

    A run that was stopped or killed continues where it was: call it again with the same --output. The output does not
    depend on the number of processes.
    """
    files = BatchFiles.find(Path(output), format_ or "")
    for file in (files.reports, files.summary):
        require_replaceable(str(file), force=force)
    session = open_session({**flags, "fail_on": fail_on or None}, paths)
    missing = [str(path) for path in paths if not (session.here / path).exists()]
    if missing:
        raise MissingInput("no such file", to=", ".join(missing), advice="Check the name and the folder.")
    with show_progress(quiet=quiet) as progress:
        result = run_batch(paths, session, files, scheduler=scheduler, progress=progress)
    emit("\n".join(_describe(result, files)))
    for note in session.look_up_notes:
        click.echo(f"note: {to_line(note)}", err=True)
    if not result.summary["files"]:
        click.echo(f"note: {to_line(explain_nothing_found(paths or (Path(),), session))}", err=True)
    sys.exit(find_exit_code(result.summary["unread"], result.summary["verdict"], session.config.fail_on))


def _describe(result: BatchResult, files: BatchFiles) -> Iterator[str]:
    summary = result.summary
    counts = ", ".join(f"{count} {verdict}" for verdict, count in summary["verdicts"].items())
    yield f"{format_count(summary['files'], 'file')}: {counts or 'nothing to check'}"
    if unchecked := summary["census"]["unchecked"]:
        pairs = format_count(sum(unchecked.values()), "claim-citation pair")
        yield f"Not checked: {pairs} ({format_reasons(unchecked.items())})"
    if result.is_single:
        yield "One process: the limits of services and language models are kept in it"
    if result.resumed:
        yield f"From the journal: {format_count(result.resumed, 'file')}"
    if summary["unread"]:
        yield f"Not read: {format_count(summary['unread'], 'file')}"
    yield from _list_table("Worst documents", [(row["path"], _count_findings(row)) for row in summary["worst"]])
    yield from _list_table(
        "Rules",
        [
            (f"{row['code']} {find_rule(row['code']).name}", _count_in_files(row["findings"], "finding", row["files"]))
            for row in summary["rules"]
        ],
    )
    yield from _list_table(
        "Sources",
        [(row["id"], _count_in_files(row["citations"], "citation", row["files"])) for row in summary["sources"]],
    )
    yield from _list_table("Services", [(name, str(count)) for name, count in summary["services"].items()])
    yield f"Reports: {to_line(files.reports.as_posix())}, roll-up: {to_line(files.summary.as_posix())}"


def _count_findings(row: Mapping[str, Any]) -> str:
    noted = f"{row['info']} info" if row["info"] else ""
    counted = [format_count(row[level], noun) for level, noun in _COUNTED.items() if row[level]]
    why = row["reasons"][0].removeprefix(f"{row['path']}: ") if row["reasons"] else ""
    return ", ".join(filter(None, [*counted, noted])) + (f": {why}" if why else "")


def _count_in_files(number: int, noun: str, files: int) -> str:
    return f"{format_count(number, noun)} in {format_count(files, 'file')}"


def _list_table(title: str, rows: list[tuple[str, str]]) -> Iterator[str]:
    if rows:
        yield f"{title}:"
        yield from (f"  {line}" for line in format_table([tuple(map(to_line, row)) for row in rows[:_SHOWN]]))
