"""Print a page with Chromium, if it is installed."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from citevet.errors import UsageError, WriteError
from citevet.limits import PRINT_SECONDS

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # a page that is printed loads nothing
)


def find_browser() -> str | None:
    """Return the path of the program, or None."""
    from shutil import which  # 10 ms, and few runs print

    return next(filter(None, map(which, _PROGRAMS)), None)


def print_page(html: str) -> bytes:
    """Return a page as a PDF."""
    program = find_browser()
    if program is None:
        advice = "Install Chromium, or use --format html and print it from a browser."
        raise UsageError("no Chromium or Chrome is installed", to="--format pdf", advice=advice)
    with TemporaryDirectory(prefix="citevet-") as folder:
        page, printed = Path(folder, "report.html"), Path(folder, "report.pdf")
        page.write_text(html, encoding="utf-8")
        # Chromium does not start as root with its sandbox; the page itself has a policy that loads nothing.
        root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
        _run([program, *_FLAGS, *root, f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}", page.as_uri()])
        try:
            return printed.read_bytes()
        except OSError as error:
            advice = "Use --format html, and print it from a browser."
            raise WriteError("Chromium printed nothing", to=program, advice=advice) from error


def _run(command: list[str]) -> None:
    """Run a program within a time limit; it and its own processes end together."""
    from subprocess import DEVNULL, Popen, TimeoutExpired  # as in child_process.py

    try:
        process = Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
    except OSError as error:
        raise WriteError(f"cannot be started ({error.strerror})", to=command[0], advice="Use --format html.") from error
    try:
        process.wait(PRINT_SECONDS)
    except TimeoutExpired as error:
        what = f"Chromium did not finish within {PRINT_SECONDS:.0f} s"
        raise WriteError(what, to=command[0], advice="Use --format html, or report fewer documents.") from error
    finally:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
