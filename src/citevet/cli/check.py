"""`citevet check`"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.options import FAIL_ON, FORMAT, OUTPUT, PATHS, QUIET, audit_flags
from citevet.cli.output import emit, emit_diff
from citevet.cli.stdin import from_stdin
from citevet.config import config
from citevet.errors import UsageError
from citevet.jobs.audit_file import shown_path
from citevet.jobs.check import check
from citevet.jobs.mend import Mended, mend
from citevet.jobs.rooted import ROOTED, rooted
from citevet.jobs.save_report import report_path, save
from citevet.jobs.staged import check_staged
from citevet.model import Report, Unread, Verdict
from citevet.report import render
from citevet.report.phrase import count
from citevet.report.verdict_line import census
from citevet.report.visible import one_line, visible

_NOTES = 5  # of a document; a broken bibliography has one for each entry


@click.command()
@PATHS
@audit_flags
@FORMAT
@OUTPUT
@QUIET
@FAIL_ON
@click.option("--fix", is_flag=True, help="Apply the safe fixes first, and report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: also the fixes that ask.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--changed-since", metavar="REV", help="Only findings on lines changed since a git revision.")
@click.option(
    "--staged", is_flag=True, help="Documents as they are staged for the next commit; only the lines it adds."
)
@click.option("--report", is_flag=True, default=None, help="Also keep a report in .citevet/reports (or .aiwg/reports).")
@click.option("--stdin-filename", metavar="NAME", help="What to call the document on `-`; its ending tells its kind.")
def command(paths: tuple[Path, ...], **flags: Any) -> None:
    """Audit documents; without PATHS every document below this folder, `-` for stdin.

    Results go to stdout, the census and progress to stderr.
    """
    once = {key: flags.pop(key) for key in ("fix", "unsafe_fixes", "diff", "changed_since", "stdin_filename", "staged")}
    flags["format"], quiet = flags.pop("format_"), flags.pop("quiet")
    flags["fail_on"] = flags["fail_on"] or None
    settings = config(Path.cwd(), flags)
    _refuse(paths, once)
    targets = [] if once["staged"] else from_stdin(paths or (Path(),), once["stdin_filename"], flags)

    def run() -> Report:
        if once["staged"]:
            return check_staged(paths, flags)
        with progress.bar(quiet=quiet) as shown:
            return check(targets, flags=flags, changed_since=once["changed_since"], progress=shown, parallel=True)

    report = run()
    if once["diff"]:
        done = mend(report, flags, unsafe=once["unsafe_fixes"], dry=True, once=once["changed_since"] is not None)
        emit_diff("".join(each.diff for each in done))
        _close(report, settings.fail_on)
    if once["fix"]:
        _say(mend(report, flags, unsafe=once["unsafe_fixes"], once=once["changed_since"] is not None))
        report = run()
    color = settings.output is None and progress.is_colored(sys.stdout)
    shown = rooted(report) if settings.format in ROOTED else report
    emit(render(shown, settings.format, color=color), settings.output)
    if settings.report:
        kept = report_path(settings.root, "citation-verification.md")
        save(render(report, "verification"), kept)
        click.echo(f"report kept in {shown_path(kept)}", err=True)
    _close(report, settings.fail_on)


def _refuse(paths: tuple[Path, ...], once: Mapping[str, Any]) -> None:
    """Raise where flags contradict one another or what was named."""
    if once["fix"] and Path("-") in paths:
        raise UsageError("stdin cannot be written to", to="--fix", advice="Use --diff, or name the file.")
    if once["staged"] and (Path("-") in paths or once["changed_since"]):
        raise UsageError("looks at what is staged, and at nothing else", to="--staged", advice="Leave the other out.")
    if once["staged"] and once["fix"]:
        raise UsageError("what is staged cannot be mended in place", to="--fix", advice="Mend the file, and stage it.")


def _close(report: Report, fail_on: tuple[str, ...]) -> None:
    """Say on stderr how much there was, what was guessed and what could not be read, and exit."""
    click.echo(census(report), err=True)
    hidden = report.run.get("outside_change")
    if hidden:
        verb = "is" if hidden == 1 else "are"
        click.echo(f"{count(hidden, 'finding')} outside the change {verb} not shown", err=True)
    say_notes(report)
    for audit in report.audits:
        for note in audit.document.notes[:_NOTES]:
            click.echo(f"{visible(audit.document.path)}: note: {one_line(note)}", err=True)
    for unread in report.unread:
        click.echo(f"citevet: {one_line(unread.message)}", err=True)
    sys.exit(exit_code(report.unread, report.verdict, fail_on))


def say_notes(report: Report) -> None:
    """Say on stderr what befell the index of the corpus."""
    for note in report.run.get("notes", ()):
        click.echo(f"note: {one_line(note)}", err=True)


def exit_code(unread: Sequence[Unread], verdict: Verdict, fail_on: tuple[str, ...]) -> int:
    """Return 2 for unreadable input, else 1 on fail, else 3 for incomplete or empty when that was asked for."""
    if unread:
        return 2
    if verdict == "fail":
        return 1
    return 3 if verdict in {"incomplete", "empty"} and "incomplete" in fail_on else 0


def _say(done: list[Mended]) -> None:
    for each in done:
        what = f"not fixed: {each.trouble}" if each.trouble else f"{each.path}: {each.fixes} fixed"
        click.echo(what, err=True)
