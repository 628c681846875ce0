"""How the command ends: exit codes and one line where something goes wrong."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from fuzz.forked_command import ForkedCommand

from citevet.cli.exit_codes import run_to_exit_code
from citevet.errors import UsageError

BAD = "Trees cool streets [2].\n\n## References\n\n[1] City Council (2020). Trees.\n"
COMMAND = (sys.executable, "-m", "citevet")
FULL = Path("/dev/full")


def run(*words: str, stdout: int | None = None) -> subprocess.CompletedProcess[str]:
    wanted = subprocess.PIPE if stdout is None else stdout
    return subprocess.run(
        [*COMMAND, *words], stdout=wanted, stderr=subprocess.PIPE, check=False, timeout=120, encoding="utf-8"
    )


def test_links_to_nothing_are_unread(here: Path, forked_command: ForkedCommand) -> None:
    """A circle and a dangling link, named or found below a folder, are said with where they lead, exit 2."""
    (here / "circle.md").symlink_to("circle.md")
    (here / "dangling.md").symlink_to("gone.md")
    for words in (("circle.md", "dangling.md"), (".",)):
        ending, _, errors = forked_command.run(["check", *words], here)
        assert 2 == ending.code
        advice = "Fix or remove the link, or leave it out with --exclude."
        assert errors.endswith(
            f"citevet: circle.md: this link leads to no file (circle.md). {advice}\n"
            f"citevet: dangling.md: this link leads to no file (gone.md). {advice}\n"
        )


@pytest.mark.parametrize("words", [("check", "a.md", "--format", "json"), ("rules",), ("check", "a.md", "--diff")])
def test_a_full_disk_behind_stdout(here: Path, words: tuple[str, ...]) -> None:
    """What cannot be written is an error, exit 2, in one line; never the exit code of findings."""
    (here / "a.md").write_text("Trees cool streets (doi:10.5555/a10.5555/a).\n")
    with FULL.open("w") as full:
        done = run(*words, stdout=full.fileno())
    said = "citevet: stdout: cannot be written (No space left on device). Make room, or write elsewhere.\n"
    assert (2, said) == (done.returncode, done.stderr)


@pytest.mark.usefixtures("here")
def test_a_full_disk_behind_the_help() -> None:
    """What click writes itself ends alike."""
    with FULL.open("w") as full:
        done = run("--help", stdout=full.fileno())
    assert (2, "citevet: output: No space left on device.\n") == (done.returncode, done.stderr)


def test_a_full_disk_behind_a_file(here: Path) -> None:
    """The advice fits the reason: checking permissions would not help."""
    (here / "a.md").write_text(BAD)
    done = run("check", "a.md", "--output", str(FULL))
    said = "citevet: /dev/full: cannot be written (No space left on device). Make room, or write elsewhere.\n"
    assert (2, said) == (done.returncode, done.stderr)


@pytest.mark.usefixtures("here")
def test_a_reader_that_has_enough() -> None:
    """A closed pipe ends the run without a word, and not with the exit code of findings."""
    reader, writer = os.pipe()
    os.close(reader)
    done = run("rules", stdout=writer)
    os.close(writer)
    assert (141, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_one_line(here: Path, jobs: str) -> None:
    """An interrupt of the run and its workers ends with 130 and one line, whatever the workers did."""
    for number in range(4):
        (here / f"{number}.md").write_text("Trees cool streets by 40% [1] (doi:10.5555/a).\n\n" * 20_000)
    words = [*COMMAND, "check", ".", "--jobs", jobs]
    pipe = subprocess.PIPE
    started = subprocess.Popen(words, stdout=pipe, stderr=pipe, start_new_session=True, preexec_fn=_hearing)  # noqa: PLW1509 - one thread
    _wait_for(Path(os.environ["CITEVET_CACHE_DIR"]) / "results.sqlite")  # looked into before the first document is read
    time.sleep(1)
    os.killpg(started.pid, signal.SIGINT)
    _, told = started.communicate(timeout=60)
    assert (130, "citevet: interrupted.") == (started.returncode, told.decode().strip())


def test_an_interrupt_in_the_middle_of_an_import_is_one_line_too(here: Path) -> None:
    """Imports make classes by exec(), and what passes through that ends `python -m` by the signal, caught or not."""
    (here / "stopped.py").write_text(
        "import sys\nfrom citevet.cli.exit_codes import handle_interrupts, run_to_exit_code\nhandle_interrupts()\n"
        "sys.exit(run_to_exit_code(lambda: exec('import signal; signal.raise_signal(signal.SIGINT)')))\n"
    )
    words = [sys.executable, "-m", "stopped"]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=_hearing, check=False)
    assert (130, "citevet: interrupted.\n") == (done.returncode, done.stderr)


def _hearing() -> None:
    """Hear an interrupt as at a terminal: what a shell starts in the background inherits that it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait_for(file: Path) -> None:
    end = time.monotonic() + 60
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.05)


def raising(error: BaseException) -> object:
    raise error


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UsageError("makes no sense", to="--x"), 2, "citevet: --x: makes no sense.\n"),
        (click.ClickException("no such thing"), 2, "Error: no such thing\n"),
        (click.Abort(), 130, "citevet: interrupted.\n"),
        (KeyboardInterrupt(), 130, "citevet: interrupted.\n"),
        (PermissionError(13, "Permission denied", "a.md"), 2, "citevet: a.md: Permission denied.\n"),
    ],
)
def test_what_went_wrong_is_one_line(
    error: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each kind of error has its line and its exit code, and none has that of findings."""
    assert (code, ("", said)) == (run_to_exit_code(lambda: raising(error)), capsys.readouterr())


def test_a_defect_says_what_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    """A defect is exit 2, with what a report of it needs, and without a traceback."""
    assert 2 == run_to_exit_code(lambda: raising(ZeroDivisionError("by\nzero")))
    told = capsys.readouterr().err
    assert told.startswith("citevet: internal error (ZeroDivisionError: by zero) in test_endings.py:")
    assert told.endswith(". Please report it with this line.\n")
    assert 1 == told.count("\n")


def test_a_good_end_keeps_its_code() -> None:
    """What a command returns as a number is its exit code, and everything else is 0."""
    assert (3, 0) == (run_to_exit_code(lambda: 3), run_to_exit_code(lambda: None))
