"""`citevet audit`: of the whole project, or the claims of one document."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn, get_args

import click

from citevet.cli.options import FAIL_ON, TEXT_OR_JSON, audit_flags, open_session, output_flags
from citevet.cli.output import emit, find_exit_code, read_stdin, report_census, report_unread, show_progress
from citevet.errors import UsageError
from citevet.jobs.audit import audit_project, find_audit_path
from citevet.jobs.audit_claims import audit_file
from citevet.jobs.check import run_check
from citevet.jobs.document_audit import load_companions
from citevet.jobs.report_files import require_replaceable, save
from citevet.jobs.stages.render import Language, RenderMode
from citevet.model import Report, Verdict
from citevet.report.integrity import render_json, render_text
from citevet.session import Session

_FORMATS = {"text": (render_text, "txt"), "json": (render_json, "json")}


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--mode",
    type=click.Choice(get_args(RenderMode)),
    help="With FILE: badges and a report, or tags and a table at the end. [default: inline]",
)
@click.option(
    "--language", type=click.Choice(get_args(Language)), help="With FILE: of the report. [default: of the document]"
)
@audit_flags
@TEXT_OR_JSON
@output_flags
@FAIL_ON
@click.option(
    "--save/--no-save", "kept", default=True, help="Save the report in .citevet/reports/citation-audit. [default: save]"
)
def command(
    *,
    file: Path | None,
    mode: RenderMode | None,
    language: Language | None,
    format_: str,
    output: str | None,
    force: bool,
    fail_on: tuple[str, ...],
    kept: bool,
    **flags: Any,
) -> None:
    """Audit all documents in this folder and all sources of the corpus.

    The report covers corpus coverage, pages, sections, quotations, changed files and faults in corpus entries.

    With FILE (`-` for stdin), the claims of that document are audited instead: each is verified, contradicted or
    unknown, by the best judge that is installed. The document is printed with its verdicts, and nothing is saved.
    """
    require_replaceable(output, force=force)
    options = {**flags, "fail_on": fail_on or None}
    if file:
        _audit_file(file, options, mode=mode or "inline", language=language, is_json=format_ == "json", output=output)
    if mode or language:
        raise UsageError("is for one document", to="--mode" if mode else "--language", advice="Name its file.")
    session = open_session(options)
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
    _close(found.report, found.verdict, session)


def _audit_file(
    file: Path,
    options: Mapping[str, Any],
    *,
    mode: RenderMode,
    language: Language | None,
    is_json: bool,
    output: str | None,
) -> NoReturn:
    session = open_session(options, [file])
    if options["judge"] is None and session.config_for(file).judge == "none":
        session = open_session({**options, "judge": "best"}, [file])
    target = load_companions(read_stdin(), session)[0] if file == Path("-") else file
    with show_progress() as progress:
        report, text = audit_file(target, session, mode, language, is_json=is_json, progress=progress)
    if text:
        emit(text, output)
    _close(report, report.verdict, session)


def _close(report: Report, verdict: Verdict, session: Session) -> NoReturn:
    report_census(report)
    report_unread(report.unread)
    sys.exit(find_exit_code(len(report.unread), verdict, session.config.fail_on))
