"""`citevet check`"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

from citevet.cli.options import FAIL_ON, FORMAT, PATHS, QUIET, STDIN_FILENAME, audit_flags, open_session, output_flags
from citevet.cli.output import (
    STDIN_NAME,
    emit,
    emit_diff,
    find_exit_code,
    is_colored,
    read_stdin,
    report_census,
    report_unread,
    save_named,
    show_progress,
)
from citevet.errors import UsageError
from citevet.jobs.check import Target, check_staged, run_check
from citevet.jobs.report_files import (
    ROOTED,
    find_report_path,
    make_file,
    require_output,
    require_replaceable,
    save,
    use_repository_paths,
)
from citevet.model import Report
from citevet.report import FILE_FORMATS, TERMINAL, render
from citevet.report.safe_text import show_controls, to_line
from citevet.session import Session
from citevet.version import __version__

_NOTES = 5  # of a document; a broken bibliography has one for each entry
_STDIN = Path("-")
# What holds for this call; the other flags override keys of the configuration.
_ONCE = "watch fix unsafe_fixes diff changed_since stdin_filename staged quiet force".split()


@click.command()
@PATHS
@audit_flags
@FORMAT
@output_flags
@QUIET
@FAIL_ON
@click.option("--fix", is_flag=True, help="Apply safe fixes first, then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: include fixes that need your review.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, without changing anything.")
@click.option("--changed-since", metavar="REV", help="Report only findings on lines changed since a git revision.")
@click.option("--staged", is_flag=True, help="Check staged content, and report only findings that the commit brings.")
@click.option("--watch", is_flag=True, help="Check again whenever a document changes, until Ctrl-C.")
@click.option("--report", is_flag=True, default=None, help="Also save a report in .citevet/reports (or .aiwg/reports).")
@STDIN_FILENAME
def command(paths: tuple[Path, ...], **flags: Any) -> None:
    """Check the citations and claims of documents.

    Without PATHS, all documents in this folder are checked. Use `-` for stdin. Results go to stdout, counts and
    progress to stderr.
    """
    flags["format"], flags["fail_on"] = flags.pop("format_"), flags["fail_on"] or None
    once = {key: flags.pop(key) for key in _ONCE}
    named = [_name_stdin(once) if path == _STDIN else path for path in paths]
    session = open_session(flags, named)
    if not once.pop("watch"):
        _check(paths, once, session)
    if once["fix"] or once["diff"] or once["staged"] or _STDIN in paths:
        advice = "Leave out --fix, --diff, --staged and `-`."
        raise UsageError("only looks at files, again and again", to="--watch", advice=advice)
    from citevet.cli.watch import watch_documents  # 0.2 s for the library

    watch_documents(paths, session, partial(_check, paths, once))


def _check(paths: tuple[Path, ...], once: Mapping[str, Any], session: Session) -> NoReturn:
    """Check once, and exit with the code that tells how it went."""
    config = session.config
    _refuse(paths, once)
    if config.format in FILE_FORMATS:
        require_output(config.format, config.output)
    require_replaceable(config.output, force=once["force"])
    targets = _list_targets(paths, _name_stdin(once), session)

    def run(session: Session) -> Report:
        if once["staged"]:
            return check_staged(paths, session)
        with show_progress(quiet=once["quiet"]) as progress:
            since = once["changed_since"]
            return run_check(targets, session, changed_since=since, progress=progress, parallel=True)

    report = run(session)
    if once["diff"] or once["fix"]:
        from citevet.jobs.apply_fixes import apply_fixes  # most runs fix nothing

        is_once = once["changed_since"] is not None
        done = apply_fixes(report, session, unsafe=once["unsafe_fixes"], dry=once["diff"], once=is_once)
        if once["diff"]:
            emit_diff("".join(each.diff for each in done))
            _close(report, config.fail_on)
        for each in done:
            click.echo(each.summary, err=True)
        session = session.renew()
        report = run(session)
    _write_report(report, session)
    if config.report:
        file = find_report_path(config.root, "citation-verification.md")
        save(render(report, "verification"), file)
        click.echo(f"report saved to {session.show(file)}", err=True)
    _close(report, config.fail_on)


def _name_stdin(once: Mapping[str, Any]) -> Path:
    return Path(once["stdin_filename"] or STDIN_NAME)


def _write_report(report: Report, session: Session) -> None:
    """Write the report to where the user wants it; where nothing was read, the files have nothing to show."""
    config = session.config
    if config.format in FILE_FORMATS:
        if report.audits:
            output = Path(config.output or "")
            save_named(make_file(report, config.format, output, session), output)
        return
    shown = use_repository_paths(report, session) if config.format in ROOTED else report
    if config.format in TERMINAL and not config.output:
        shown = replace(shown, unread=())  # they are named on stderr, and a terminal shows both
    if report.audits or not report.unread or config.output or config.format not in TERMINAL:
        color = config.output is None and is_colored(sys.stdout)
        is_plain_file = config.format in {*TERMINAL, "github"} and config.output not in {None, "-"}
        origin = f"Made by citevet {__version__}.\n" if is_plain_file else ""  # or the next run checks it as a document
        emit(render(shown, config.format, color=color) + origin, config.output)


def _list_targets(paths: Sequence[Path], stdin_name: Path, session: Session) -> list[Target]:
    """Return the paths, with the document on stdin and its companions in place of `-`."""
    targets: list[Target] = []
    for path in paths or (Path(),):
        if path == _STDIN:
            from citevet.jobs.document_audit import load_companions  # cached runs need no extraction

            name = session.show(stdin_name)
            document = read_stdin(name, max_bytes=session.config_for(name).max_bytes)
            targets += load_companions(document, session)
        else:
            targets.append(path)
    return targets


def _refuse(paths: tuple[Path, ...], once: Mapping[str, Any]) -> None:
    """Raise where flags contradict one another or what was named."""
    if once["fix"] and _STDIN in paths:
        raise UsageError("stdin cannot be written to", to="--fix", advice="Use --diff, or name the file.")
    if once["staged"] and (_STDIN in paths or once["changed_since"]):
        raise UsageError("looks at what is staged, and at nothing else", to="--staged", advice="Leave the other out.")
    if once["staged"] and once["fix"]:
        raise UsageError("what is staged cannot be fixed in place", to="--fix", advice="Fix the file, and stage it.")


def _close(report: Report, fail_on: tuple[str, ...]) -> NoReturn:
    """Say on stderr how much there was, what was guessed and what could not be read, and exit."""
    if report.audits or not report.unread:  # where nothing was read, why is all there is to say
        report_census(report)
    for audit in report.audits:
        for note in audit.document.notes[:_NOTES]:
            click.echo(f"{show_controls(audit.document.path)}: note: {to_line(note)}", err=True)
    report_unread(report.unread)
    sys.exit(find_exit_code(len(report.unread), report.verdict, fail_on))
