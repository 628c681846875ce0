"""`citevet audit`"""

import sys
from typing import Any

import click

from citevet.cli.options import FAIL_ON, TEXT_OR_JSON, audit_flags, open_session, output_flags
from citevet.cli.output import emit, find_exit_code, report_census, report_unread, show_progress
from citevet.jobs.audit import audit_project, find_audit_path
from citevet.jobs.check import run_check
from citevet.jobs.report_files import require_replaceable, save
from citevet.report.integrity import render_json, render_text

_FORMATS = {"text": (render_text, "txt"), "json": (render_json, "json")}


@click.command()
@audit_flags
@TEXT_OR_JSON
@output_flags
@FAIL_ON
@click.option(
    "--save/--no-save", "kept", default=True, help="Save the report in .citevet/reports/citation-audit. [default: save]"
)
def command(
    *, format_: str, output: str | None, force: bool, fail_on: tuple[str, ...], kept: bool, **flags: Any
) -> None:
    """Audit all documents in this folder and all sources of the corpus.

    The report covers corpus coverage, pages, sections, quotations, changed files and faults in corpus entries.
    """
    require_replaceable(output, force=force)
    session = open_session({**flags, "fail_on": fail_on or None})
    with show_progress() as progress:
        report = run_check(["."], session, progress=progress, parallel=True)
    found = audit_project(report, session)
    render, ending = _FORMATS[format_]
    text = render(found)
    emit(text, output)
    if kept:
        path = find_audit_path(session.config, text, ending)
        save(text, path)
        click.echo(f"audit saved to {session.show(path)}", err=True)
    report_census(found.report)
    report_unread(found.report.unread)
    sys.exit(find_exit_code(len(found.report.unread), found.verdict, session.config.fail_on))
