"""Turn every error into one line on stderr and the exit code that the help promises."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import click

INTERRUPTED = 130  # as shells count Ctrl-C: 128 and the number of the signal
PIPE_CLOSED = 141  # likewise for a reader that has enough, such as `head`
_FAILED = 2


class UserInterrupt(KeyboardInterrupt):
    """Ctrl-C.

    Python treats a plain KeyboardInterrupt that passes through exec(), as when an import makes a dataclass, as
    uncaught: `python -m citevet` then ends by the signal, with -2 instead of 130.
    """


def handle_interrupts() -> None:
    """Let Ctrl-C raise an exception that can be caught, unless the parent process ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(*_: object) -> None:
    # The thread of a pool of workers may find them gone while the run ends, and would print a traceback.
    threading.excepthook = lambda _: None
    raise UserInterrupt


def run_to_exit_code(run: Callable[[], object]) -> int:
    """Run the command and return its exit code; whatever goes wrong is one line, never a traceback."""
    from citevet.errors import CitevetError  # not needed for help

    try:
        code = run()
    except CitevetError as error:
        return _report(str(error), error.exit_code)
    except click.ClickException as error:
        error.show()
        return _FAILED  # click's own is 1 for some, and that means findings here
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except (KeyboardInterrupt, click.Abort):
        return _report("interrupted.", INTERRUPTED)
    except OSError as error:
        discard(sys.stdout)
        return _report(f"{error.filename or 'output'}: {error.strerror or error}.", _FAILED)
    except Exception as error:  # noqa: BLE001 - a defect of ours, and the exit code of findings would hide it
        return _report(_describe_defect(error), _FAILED)
    return code if isinstance(code, int) else 0


def discard(stream: TextIO) -> None:
    """Discard what a stream still buffers: Python would write it on exit, and fail again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _report(line: str, code: int) -> int:
    with suppress(OSError):  # stderr may be as full as stdout; the exit code still tells
        click.echo(f"citevet: {line}", err=True)
    return code


def _describe_defect(error: Exception) -> str:
    """Return the error, its place and our version, for a bug report."""
    from traceback import extract_tb  # only on the way to an error

    from citevet.report.safe_text import to_line  # likewise
    from citevet.version import __version__  # likewise

    place = extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    where = f"{Path(place.filename).name}:{place.lineno}"
    return to_line(f"internal error ({what}) in {where} of citevet {__version__}. Please report it with this line.")
