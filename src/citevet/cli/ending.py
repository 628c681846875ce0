"""How the command ends when it does not end by itself: one line on stderr, and the exit code that the help promises."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import click

INTERRUPTED = 130  # as shells count Ctrl-C: 128 and the number of the signal
PIPE_CLOSED = 141  # likewise for a reader that has enough, such as `head`
_FAILED = 2


class Interrupt(KeyboardInterrupt):
    """Ctrl-C.

    Of a plain KeyboardInterrupt that passes through exec(), as where an import makes a dataclass, Python notes that
    nobody caught it, and `python -m citevet` ends by the signal although somebody did, with -2 instead of 130.
    """


def hear_interrupts() -> None:
    """Let Ctrl-C raise what can be caught, unless whoever started us wants it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(*_: object) -> None:
    raise Interrupt


def ended(run: Callable[[], object]) -> int:
    """Run the command and return its exit code; whatever goes wrong is one line, never a traceback."""
    from citevet.errors import CitevetError  # noqa: PLC0415 - not needed for help

    try:
        code = run()
    except CitevetError as error:
        return _said(str(error), error.exit_code)
    except click.ClickException as error:
        error.show()
        return _FAILED  # click's own is 1 for some, and that means findings here
    except (KeyboardInterrupt, click.Abort):
        return _said("interrupted.", INTERRUPTED)
    except OSError as error:
        drop(sys.stdout)
        return _said(f"{error.filename or 'output'}: {error.strerror or error}.", _FAILED)
    except Exception as error:  # noqa: BLE001 - a defect of ours, and the exit code of findings would hide it
        return _said(_defect(error), _FAILED)
    return code if isinstance(code, int) else 0


def drop(stream: TextIO) -> None:
    """Send what a stream still holds to nowhere: Python writes it at its own end, and would fail anew."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _said(line: str, code: int) -> int:
    with suppress(OSError):  # stderr may be as full as stdout; the exit code still tells
        click.echo(f"citevet: {line}", err=True)
    return code


def _defect(error: Exception) -> str:
    """Return what a report of a defect needs: what it was, where, and which version."""
    from traceback import extract_tb  # noqa: PLC0415 - only on the way to an error

    from citevet.report.visible import one_line  # noqa: PLC0415 - likewise
    from citevet.version import __version__  # noqa: PLC0415 - likewise

    place = extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    where = f"{Path(place.filename).name}:{place.lineno}"
    return one_line(f"internal error ({what}) in {where} of citevet {__version__}. Please report it with this line.")
