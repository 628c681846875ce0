"""`citevet references`"""

import sys
from collections.abc import Callable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, get_args

import click

from citevet.cli.options import FORCE, PATHS, QUIET, network_flags, open_session
from citevet.cli.output import emit, save_named, show_progress
from citevet.errors import MissingInput, UsageError
from citevet.jobs.discovery import explain_nothing_found
from citevet.jobs.report_files import require_replaceable
from citevet.model import REFERENCE_FIELDS, ReferenceWord
from citevet.model.references import REFERENCE_WORDS, ReferenceRow, ReferenceTable
from citevet.records import replace
from citevet.report.json import TOOL, VERSION, render_object
from citevet.report.reference_rows import table_to_dict
from citevet.report.reference_table import render_csv, render_page, render_parquet, render_text
from citevet.report.safe_text import to_line
from citevet.scale.reference_batch import tabulate
from citevet.scale.results import require_pyarrow

_EXAMPLE = """\b
Example:
  citevet references paper.tex
  citevet references submissions --format html --output submissions.html
  citevet references refs.bib --word "likely fabricated" --word "not found"
  citevet references submissions --output table.parquet --jobs 8

\b
Exit codes
  0  no reference names another work, a missing identifier or a retracted work, or is likely fabricated
  1  some reference does
  2  usage error, unreadable input or internal error
  3  not every reference could be checked; only with --fail-on incomplete
"""
_INCOMPLETE = 3


def _render_json(table: ReferenceTable) -> str:
    found = table_to_dict(table)
    head = {"version": VERSION, "tool": TOOL}
    return render_object({**head, "papers": iter(found["papers"]), "rows": iter(found["rows"])})


_RENDERERS: Mapping[str, Callable[[ReferenceTable], str | bytes]] = {
    "text": render_text,
    "json": _render_json,
    "csv": render_csv,
    "html": render_page,
    "parquet": render_parquet,
}
_ENDINGS = {".json": "json", ".csv": "csv", ".html": "html", ".parquet": "parquet"}


@click.command(epilog=_EXAMPLE)
@PATHS
@click.option(
    "--word",
    "words",
    multiple=True,
    type=click.Choice(get_args(ReferenceWord)),
    help="Show only references with this word. Repeatable.",
)
@click.option(
    "--field",
    "fields",
    multiple=True,
    type=click.Choice(REFERENCE_FIELDS),
    help="Show only references in which this field differs. Repeatable.",
)
@click.option("--paper", "papers", multiple=True, metavar="GLOB", help="Show only papers with such a path. Repeatable.")
@click.option(
    "--format",
    "format_",
    type=click.Choice([*_RENDERERS]),
    help="Output format; parquet needs --output. [default: by the name of --output, else text]",
)
@click.option("--output", metavar="FILE", help="Write the table to this file, and a journal beside it.")
@FORCE
@click.option("--offline", is_flag=True, help="Use no network: only installed data answers.")
@network_flags
@click.option("--jobs", type=int, metavar="N", help="Processes that read the papers. [default: one per core]")
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    default="",
    help="Let the workers of this Dask scheduler read the papers, such as tcp://127.0.0.1:8786.",
)
@click.option("--today", metavar="DATE", help="Date of the run, for reproducible results.")
@click.option("--fail-on", multiple=True, type=click.Choice(["incomplete"]), help="Exit with 3 if some are unchecked.")
@QUIET
def command(paths: tuple[Path, ...], **options: Any) -> None:
    """Check every reference of papers: one row each, with its word, what differs, the record and a link.

    Papers are documents with a list of references, .bib and other bibliographies, or folders of them; the papers that
    need a human most come first. A run that was stopped goes on where it was: call it again with the same --output.
    SENDS identifiers, titles and citations of the works to the services that know them, unless --offline or --replay is
    given.
    """
    output = options["output"]
    format_ = _find_format(options["format_"], output)
    require_replaceable(output, force=options["force"])
    keys = ("mailto", "services", "record", "replay", "max_requests", "max_download", "max_seconds", "jobs", "today")
    given = {key: options[key] or None for key in keys}
    given = {**given, "online": True, "offline": options["offline"] or None}
    session = open_session({**given, **_keep_zeros(options, keys)}, paths)
    missing = [str(path) for path in paths if not (session.here / path).exists()]
    if missing:
        raise MissingInput("no such file", to=", ".join(missing), advice="Check the name and the folder.")
    with show_progress(quiet=options["quiet"]) as progress:
        journal = Path(output).with_suffix(".journal.sqlite") if output else None
        table = tabulate(paths, session, journal, scheduler=options["scheduler"], progress=progress)
    shown = _filter(table, options)
    _write(_RENDERERS[format_](shown), output)
    ledger = session.find_ledger()
    for note in (*session.look_up_notes, *(ledger.notes if ledger else ())):
        click.echo(f"note: {to_line(note)}", err=True)
    if not table.papers:
        click.echo(f"note: {to_line(explain_nothing_found(paths or (Path(),), session))}", err=True)
    sys.exit(_find_exit_code(table, is_strict=bool(options["fail_on"])))


def _keep_zeros(options: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """Return the limits that the user switched off with 0."""
    return {key: options[key] for key in keys if options[key] == 0 and key.startswith("max_")}


def _find_format(chosen: str | None, output: str | None) -> str:
    format_ = chosen or _ENDINGS.get(Path(output or "").suffix.lower(), "text")
    if format_ == "parquet":
        require_pyarrow()
        if output is None:
            raise UsageError("a Parquet table is binary", to="--format parquet", advice="Name a file with --output.")
    return format_


def _filter(table: ReferenceTable, options: Mapping[str, Any]) -> ReferenceTable:
    """Return the rows that the user wants to see; the totals of a paper stay those of all its references."""
    words, fields, globs = options["words"], options["fields"], options["papers"]

    def is_wanted(row: ReferenceRow) -> bool:
        differing = {each.field for each in row.differences}
        return (not words or row.word in words) and (not fields or not differing.isdisjoint(fields))

    papers = tuple(each for each in table.papers if not globs or any(fnmatch(each.path, glob) for glob in globs))
    named = {each.path for each in papers}
    return replace(table, papers=papers, rows=tuple(row for row in table.rows if row.path in named and is_wanted(row)))


def _write(content: str | bytes, output: str | None) -> None:
    if isinstance(content, bytes):
        save_named(content, Path(output or ""))
        click.echo(f"wrote {to_line(output or '')}", err=True)
    else:
        emit(content, output)


def _find_exit_code(table: ReferenceTable, *, is_strict: bool) -> int:
    if any(each.unread for each in table.papers):
        return 2
    if any(row.is_bad or row.word == REFERENCE_WORDS[0] for row in table.rows):
        return 1
    return _INCOMPLETE if is_strict and any(row.word == "unchecked" for row in table.rows) else 0
