"""`citevet check --watch`: check again whenever a document, a bibliography or the configuration changes."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from watchfiles import watch

from citevet.cli.exit_codes import INTERRUPTED, PIPE_CLOSED, run_to_exit_code
from citevet.read import READERS
from citevet.session import Session
from citevet.world.paths import resolve_path

_SETTINGS = frozenset({".toml", ".yaml", ".yml"})
_SHOWN = 3  # names of changed files
_WAIT = 300  # milliseconds without a further change: editors write a file in several steps


def watch_documents(paths: Sequence[Path], session: Session, run: Callable[[], None]) -> None:
    """Run now and after every change, until Ctrl-C; a run that fails is reported, and the next one follows."""
    files = [path for path in paths if path.is_file()]
    folders = [path for path in paths or (Path(),) if path.is_dir()]
    # A file is watched through its folder: editors replace it, and the new one is another file to the system.
    places = dict.fromkeys([*folders, *(path.parent for path in files)])
    corpus, output = session.config.corpus, resolve_path(Path(session.config.output or "-"))
    if corpus:
        places[corpus] = None

    def is_wanted(_: object, name: str) -> bool:
        path = Path(name)
        own = resolve_path(path) == output or (
            path.parent.name == "reports" and path.parent.parent.name.startswith(".")
        )
        return not own and path.suffix.lower() in READERS.keys() | _SETTINGS and ".git" not in path.parts

    changes = watch(
        *places,
        watch_filter=is_wanted,
        debounce=_WAIT,
        step=_WAIT // 3,
        rust_timeout=_WAIT,
        yield_on_timeout=True,
        recursive=bool(folders),
    )
    try:
        next(changes)  # from now on no change is missed, also not one during a run
        _run_once(run)
        for found in filter(None, changes):
            if sys.stdout.isatty():
                click.clear()
            names = sorted({session.show(Path(name)) for _, name in found})
            click.echo(f"citevet: {', '.join(names[:_SHOWN])}{' …' if len(names) > _SHOWN else ''} changed", err=True)
            _run_once(run)
    except KeyboardInterrupt:
        click.echo("", err=True)  # the prompt of the shell starts a line of its own
        sys.exit(0)


def _run_once(run: Callable[[], None]) -> None:
    try:
        code = run_to_exit_code(run)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    if code == PIPE_CLOSED:
        sys.exit(code)
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    click.echo("citevet: waiting for changes (Ctrl-C ends)", err=True)
