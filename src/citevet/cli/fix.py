"""`citevet fix` and `citevet baseline`"""

import sys
from os.path import relpath
from pathlib import Path
from typing import Any

import click

from citevet.cli.options import FORCE, PATHS, audit_flags, open_session
from citevet.cli.output import emit, emit_diff, save_named, show_progress
from citevet.errors import UsageError
from citevet.jobs.apply_fixes import apply_fixes, suggest_fixes
from citevet.jobs.check import run_check
from citevet.jobs.report_files import require_replaceable
from citevet.jobs.rule_findings import format_baseline
from citevet.model import Report
from citevet.report.findings import format_count
from citevet.report.safe_text import to_line
from citevet.rules import PUBLISHED_RULE
from citevet.session import Session
from citevet.world.paths import resolve_path


@click.command()
@PATHS
@audit_flags
@click.option("--unsafe-fixes", is_flag=True, help="Include fixes that need your review.")
@click.option("--published", is_flag=True, help="Turn preprints in bibliography files into their published articles.")
@click.option("--diff", is_flag=True, help="Show what would change, without changing anything.")
@click.option("--suggest", is_flag=True, help="Show all that might change, also words of lists, as a patch to edit.")
def command(
    paths: tuple[Path, ...], *, unsafe_fixes: bool, published: bool, diff: bool, suggest: bool, **flags: Any
) -> None:
    """Apply safe fixes to documents. Each file is replaced atomically."""
    if Path("-") in paths and not suggest:
        advice = "Name the file, or use `citevet check - --diff`."
        raise UsageError("stdin cannot be written to", to="fix", advice=advice)
    if published:
        wanted = (flags["extend_select"], PUBLISHED_RULE)
        flags["extend_select"] = ",".join(filter(None, wanted))
    session = open_session(flags, paths)
    report = _check(paths, session)
    done = suggest_fixes(report) if suggest else apply_fixes(report, session, unsafe=unsafe_fixes, dry=diff)
    for each in done:
        if diff or suggest:
            emit_diff(each.diff)
        else:
            emit(each.summary)
    if not done and report.audits:
        click.echo("Nothing to fix.", err=True)
    _close(report, failed=any(each.trouble for each in done))


@click.command()
@PATHS
@audit_flags
@click.option("--output", default="citevet-baseline.json", metavar="FILE", show_default=True, help="File to write.")
@FORCE
def baseline(paths: tuple[Path, ...], *, output: str, force: bool, **flags: Any) -> None:
    """Accept all current findings, so that only new ones count.

    Accepted findings are still reported, as suppressed. Use the file with --baseline, or set `baseline` in
    citevet.toml. Entries whose fault was fixed are reported, so that you can update the file.
    """
    require_replaceable(output, force=force)
    # No baseline counts here, neither from a flag nor from the configuration.
    session = open_session({**flags, "baseline": ""}, paths)
    report = _check(paths, session)
    if report.unread and not report.audits:
        _close(report)  # nothing was read: what the file accepts stays
    folder = resolve_path(session.here / output).parent

    def name(path: str) -> str:
        return relpath(session.here / path, folder).replace("\\", "/")

    save_named(format_baseline(report.audits, named=name), Path(output))
    found = sum(not finding.suppressed for audit in report.audits for finding in audit.findings)
    emit(f"{output}: {format_count(found, 'finding')} accepted in {format_count(len(report.audits), 'document')}.")
    if not open_session(flags, paths).config.baseline:
        where = f'or `baseline = "{output}"` in citevet.toml'
        click.echo(f"next: citevet check --baseline {to_line(output)}   ({to_line(where)})", err=True)
    _close(report)


def _check(paths: tuple[Path, ...], session: Session) -> Report:
    with show_progress() as progress:
        return run_check(list(paths) or ["."], session, progress=progress, parallel=True)


def _close(report: Report, *, failed: bool = False) -> None:
    for unread in report.unread:
        click.echo(f"citevet: {unread.message}", err=True)
    sys.exit(2 if report.unread or failed else 0)
