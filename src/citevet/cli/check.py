"""`citevet check`, and with --watch again whenever a document, a bibliography or the configuration changes."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from citevet.cli.exit_codes import INTERRUPTED, PIPE_CLOSED, run_to_exit_code
from citevet.cli.options import (
    FAIL_ON,
    FORMAT,
    LANGUAGE,
    PATHS,
    QUIET,
    STDIN_FILENAME,
    audit_flags,
    open_session,
    output_flags,
)
from citevet.cli.output import (
    STDIN_NAME,
    EarlyFindings,
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
from citevet.config import find_config_file
from citevet.errors import CitevetError, UsageError
from citevet.jobs.check import Target, check_staged, run_check
from citevet.jobs.project_archives import is_project_archive, unpack_project
from citevet.jobs.report_files import (
    ROOTED,
    find_report_path,
    keep_validation_log,
    make_file,
    require_output,
    require_replaceable,
    save,
    use_repository_paths,
)
from citevet.model import Report
from citevet.read import READERS
from citevet.report import FILE_FORMATS, TERMINAL, render
from citevet.report.safe_text import show_controls, to_line
from citevet.report.summary import format_summary
from citevet.session import Session
from citevet.version import __version__
from citevet.world.paths import resolve_path

if TYPE_CHECKING:
    from watchfiles.main import FileChange

_NOTES = 5  # of a document; a broken bibliography has one for each entry
_STDIN = Path("-")
# The flags that only this command has; the others override keys of the configuration.
_OWN_FLAGS = "watch fix unsafe_fixes diff changed_since stdin_filename staged quiet force".split()
_SETTINGS = frozenset({".toml", ".yaml", ".yml"})
_SHOWN = 3  # names of changed files
_WAIT = 300  # milliseconds without a further change: editors write a file in several steps


@click.command()
@PATHS
@audit_flags
@FORMAT
@LANGUAGE
@output_flags
@QUIET
@FAIL_ON
@click.option("--fix", is_flag=True, help="Apply safe fixes first, then report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix or --diff: include fixes that need your review.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, without changing anything.")
@click.option(
    "--changed-since", metavar="REV", help="Report only findings on lines changed since HEAD left this revision."
)
@click.option("--staged", is_flag=True, help="Check staged content, and report only findings that the commit brings.")
@click.option("--watch", is_flag=True, help="Check again whenever a document changes, until Ctrl-C.")
@click.option("--report", is_flag=True, default=None, help="Also save a report in .citevet/reports (or .aiwg/reports).")
@STDIN_FILENAME
def command(paths: tuple[Path, ...], **flags: Any) -> None:
    """Check the citations and claims of documents.

    Without PATHS, all documents in this folder are checked. A .zip is a project, such as the source that Overleaf
    gives you: its documents are checked with your corpus. Use `-` for stdin. Results go to stdout, counts and
    progress to stderr.
    """
    flags["format"], flags["fail_on"] = flags.pop("format_"), flags["fail_on"] or None
    own = {key: flags.pop(key) for key in _OWN_FLAGS}
    named = [_name_stdin(own) if path == _STDIN else path for path in paths]
    session = open_session(flags, named)
    if any(map(is_project_archive, paths)):
        _check_archive(paths, own, session)
    if not own.pop("watch"):
        _check(paths, own, session)
    if own["fix"] or own["diff"] or own["staged"] or _STDIN in paths:
        advice = "Leave out --fix, --diff, --staged and `-`."
        raise UsageError("only looks at files, again and again", to="--watch", advice=advice)
    _watch(paths, own, session)


def _check_archive(paths: tuple[Path, ...], own: dict[str, Any], session: Session) -> NoReturn:
    """Check a project that is a zip archive, as Overleaf gives it."""
    if len(paths) > 1:
        raise UsageError("an archive is checked alone", to=", ".join(map(str, paths)), advice="Name one archive.")
    if wrong := next((flag for flag in ("watch", "fix", "staged", "changed_since") if own[flag]), None):
        advice = "Unpack it, and check the folder."
        raise UsageError("does not work on an archive", to=f"--{wrong.replace('_', '-')}", advice=advice)
    del own["watch"]
    with unpack_project(paths[0], session) as inside:
        _check((), own, inside)


def _check(paths: tuple[Path, ...], own: Mapping[str, Any], session: Session) -> NoReturn:
    """Check once, and exit with the code that tells how it went."""
    config = session.config
    _refuse(paths, own)
    if config.format in FILE_FORMATS:
        require_output(config.format, config.output)
    require_replaceable(config.output, force=own["force"])
    targets = _list_targets(paths, _name_stdin(own), session)
    report = _run(paths, targets, own, session)
    if own["diff"] or own["fix"]:
        from citevet.jobs.apply_fixes import apply_fixes  # most runs fix nothing

        only_reported = own["changed_since"] is not None  # a second pass would fix what no change brought
        done = apply_fixes(report, session, unsafe=own["unsafe_fixes"], dry=own["diff"], once=only_reported)
        if own["diff"]:
            emit_diff("".join(each.diff for each in done))
            _close(report, config.fail_on)
        for each in done:
            click.echo(each.summary, err=True)
        session = session.renew()
        report = _run(paths, targets, own, session)
    _write_report(report, session)
    if config.report:
        file = find_report_path(config.root, "citation-verification.md")
        save(render(report, "verification"), file)
        click.echo(f"report saved to {session.show(file)}", err=True)
        if (config.root / ".aiwg").is_dir() or config.validation_logs:
            click.echo(f"results saved to {session.show(keep_validation_log(report, config))}", err=True)
    _close(report, config.fail_on)


def _run(paths: tuple[Path, ...], targets: Sequence[Target], own: Mapping[str, Any], session: Session) -> Report:
    if own["staged"]:
        return check_staged(paths, session)
    if sys.stderr.isatty() and not own["quiet"]:
        session.show_early = EarlyFindings()
    with show_progress(quiet=own["quiet"]) as progress:
        return run_check(targets, session, changed_since=own["changed_since"], progress=progress, parallel=True)


def _name_stdin(own: Mapping[str, Any]) -> Path:
    return Path(own["stdin_filename"] or STDIN_NAME)


def _write_report(report: Report, session: Session) -> None:
    """Write the report to where the user wants it; where nothing was read, the files have nothing to show."""
    config = session.config
    if config.format in FILE_FORMATS:
        if report.audits:
            output = Path(config.output or "")
            save_named(make_file(report, config.format, output, session), output)
            click.echo(f"wrote {to_line(str(output))}", err=True)
            click.echo("\n".join(format_summary(report, language=config.language)), err=True)
        return
    shown = use_repository_paths(report, session) if config.format in ROOTED else report
    if config.format in TERMINAL and not config.output:
        shown = replace(shown, unread=())  # they are named on stderr, and a terminal shows both
    if report.audits or not report.unread or config.output or config.format not in TERMINAL:
        color = config.output is None and is_colored(sys.stdout)
        is_plain_file = config.format in {*TERMINAL, "github"} and config.output not in {None, "-"}
        origin = f"Made by citevet {__version__}.\n" if is_plain_file else ""  # or the next run checks it as a document
        text = render(shown, config.format, color=color, language=config.language)
        emit(text + origin, config.output)
        if config.output and config.output != "-":
            click.echo("\n".join(format_summary(report, language=config.language)), err=True)


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


def _refuse(paths: tuple[Path, ...], own: Mapping[str, Any]) -> None:
    """Raise where flags contradict one another or what was named."""
    if own["fix"] and _STDIN in paths:
        raise UsageError("stdin cannot be written to", to="--fix", advice="Use --diff, or name the file.")
    if own["staged"] and (_STDIN in paths or own["changed_since"]):
        raise UsageError("looks at what is staged, and at nothing else", to="--staged", advice="Leave the other out.")
    if own["staged"] and own["fix"]:
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


def _watch(paths: tuple[Path, ...], own: Mapping[str, Any], session: Session) -> None:
    """Run now and after every change, until Ctrl-C; a run that fails is reported, and the next one follows.

    A round reads files and settings again, and keeps the models that an earlier one loaded.
    """
    from watchfiles import watch  # 0.2 s

    _ = session.config  # settings that are wrong at the start end the command
    places: frozenset[Path] = frozenset()
    found: set[Path] = set()
    changes: Iterator[set[FileChange]] = iter(())
    try:
        while True:
            known, places = places, _list_places(paths, session, places)
            if known != places or found & places:  # a watched file that was replaced is another one to the system
                recursive = any(path.is_dir() for path in paths or (Path(),))
                changes = watch(
                    *places,
                    watch_filter=None,
                    debounce=_WAIT,
                    step=_WAIT // 3,
                    rust_timeout=_WAIT,
                    yield_on_timeout=True,
                    recursive=recursive,
                )
                next(changes)  # from now on no change is missed, also not one during a run
            _run_once(partial(_check, paths, own, session))
            found = _wait_for_change(changes, session)
            if sys.stdout.isatty():
                click.clear()
            names = sorted(map(session.show, found))
            click.echo(f"citevet: {', '.join(names[:_SHOWN])}{' …' if len(names) > _SHOWN else ''} changed", err=True)
            session = session.renew()
    except KeyboardInterrupt:
        click.echo("", err=True)  # the prompt of the shell starts a line of its own
        sys.exit(0)


def _list_places(paths: Sequence[Path], session: Session, known: Iterable[Path]) -> frozenset[Path]:
    """Return what is watched: documents, their settings and the corpus, with all places that were watched before.

    A document is watched through its folder, because editors replace it.
    """
    places = {session.locate(path if path.is_dir() else path.parent) for path in paths or (Path(),)}
    with suppress(CitevetError):  # the run reports it
        places.update(found.path for folder in (session.start, *places) if (found := find_config_file(folder)))
        places.update(session.corpus_for(session.config).folders)
    return frozenset(place for place in places.union(known) if place.exists())


def _wait_for_change(changes: "Iterator[set[FileChange]]", session: Session) -> set[Path]:
    """Return the documents and settings that changed; what the run itself writes is none of them."""
    output: Path | None = None
    with suppress(CitevetError):
        output = session.locate(session.config.output or "-")
    while True:
        found = {Path(name) for _, name in next(changes)}
        if wanted := {path for path in found if _is_wanted(path) and resolve_path(path) != output}:
            return wanted


def _is_wanted(path: Path) -> bool:
    is_kept_report = path.parent.name == "reports" and path.parent.parent.name.startswith(".")
    is_read = path.suffix.lower() in READERS.keys() | _SETTINGS
    return is_read and not is_kept_report and ".git" not in path.parts


def _run_once(run: Callable[[], None]) -> None:
    code = run_to_exit_code(run)
    if code == PIPE_CLOSED:
        sys.exit(code)
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    click.echo("citevet: waiting for changes (Ctrl-C ends)", err=True)
