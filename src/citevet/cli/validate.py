"""`citevet validate-citations`: the check of a document in the words of the citation-integrity schema."""

import sys
from pathlib import Path
from typing import Any

import click

from citevet.cli.options import FAIL_ON, FORMAT, PATHS, QUIET, audit_flags, example, open_session, output_flags
from citevet.cli.output import emit, find_exit_code, report_census, report_unread, show_progress
from citevet.errors import UsageError
from citevet.jobs.apply_fixes import apply_fixes
from citevet.jobs.check import run_check
from citevet.jobs.report_files import keep_validation_log, require_output, require_replaceable
from citevet.model import Report
from citevet.policy_file import OUTSIDE_RULES
from citevet.report import FILE_FORMATS, render
from citevet.session import Session


@click.command(epilog=example("citevet validate-citations paper.md", "citevet validate-citations paper.md --strict"))
@PATHS
@audit_flags
@FORMAT
@output_flags
@QUIET
@FAIL_ON
@click.option("--fix", is_flag=True, help="Remove citations of sources that the corpus does not have, then report.")
def command(paths: tuple[Path, ...], *, fix: bool, force: bool, quiet: bool, **flags: Any) -> None:
    """Check the citations of documents, and print the audit of the citation-integrity schema.

    Like `citevet check --format audit`. The results are also saved as JSON, one file for each run, in
    .aiwg/logs/citation-validation (or .citevet/logs where the project has no .aiwg). --fix removes each citation of a
    missing source and leaves a comment, or what the policy of the project says.
    """
    flags["format"], flags["fail_on"] = flags.pop("format_") or "audit", flags["fail_on"] or None
    if Path("-") in paths:
        raise UsageError("it checks files", to="validate-citations", advice="Use `citevet check -` for stdin.")
    session = open_session(flags, paths)
    config = session.config
    if config.format in FILE_FORMATS:
        require_output(config.format, config.output)
        raise UsageError("it prints text or JSON", to=f"--format {config.format}", advice="Use `citevet check`.")
    require_replaceable(config.output, force=force)
    if fix:
        only = session.with_options(select=OUTSIDE_RULES, ignore=())
        for each in apply_fixes(_check(paths, only, quiet=quiet), only, unsafe=True, dry=False, once=False):
            click.echo(each.summary, err=True)
        session = session.renew()
    report = _check(paths, session, quiet=quiet)
    emit(render(report, config.format), config.output)
    if report.audits:
        click.echo(f"results saved to {session.show(keep_validation_log(report, config))}", err=True)
    report_census(report)
    report_unread(report.unread)
    sys.exit(find_exit_code(len(report.unread), report.verdict, config.fail_on))


def _check(paths: tuple[Path, ...], session: Session, *, quiet: bool) -> Report:
    with show_progress(quiet=quiet) as progress:
        return run_check(list(paths) or ["."], session, progress=progress, parallel=True)
