"""`citevet check --watch`: check again whenever a document, a bibliography or the configuration changes."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import click
from watchfiles import watch
from watchfiles.main import FileChange

from citevet.cli.exit_codes import INTERRUPTED, PIPE_CLOSED, run_to_exit_code
from citevet.config import find_config_file
from citevet.errors import CitevetError
from citevet.read import READERS
from citevet.session import Session
from citevet.world.paths import resolve_path

_SETTINGS = frozenset({".toml", ".yaml", ".yml"})
_SHOWN = 3  # names of changed files
_WAIT = 300  # milliseconds without a further change: editors write a file in several steps


def watch_documents(paths: Sequence[Path], session: Session, run: Callable[[Session], None]) -> None:
    """Run now and after every change, until Ctrl-C; a run that fails is reported, and the next one follows.

    A round reads files and settings again, and keeps the models that an earlier one loaded.
    """
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
            _run_once(partial(run, session))
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


def _wait_for_change(changes: Iterator[set[FileChange]], session: Session) -> set[Path]:
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
