"""`citevet check --watch` in a process of its own, and the completion that shells ask for."""

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from citevet.cli import group

BAD = "Trees cool streets [2].\n\n## References\n\n[1] City Council (2020). Trees. https://example.org/trees\n"


def start(*words: str, cwd: Path) -> tuple[subprocess.Popen[str], "queue.Queue[str]"]:
    """Start the command, and collect the lines of stdout and stderr as they come."""
    started = subprocess.Popen(
        [sys.executable, "-m", "citevet", *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
        preexec_fn=_hear_interrupts,  # noqa: PLW1509 - one thread
    )
    lines: queue.Queue[str] = queue.Queue()
    assert started.stdout
    stream = started.stdout

    def collect() -> None:
        with stream:
            for line in stream:
                lines.put(line)
        lines.put("")

    threading.Thread(target=collect, daemon=True).start()
    return started, lines


def _hear_interrupts() -> None:
    """Hear Ctrl-C as at a terminal: what a shell starts in the background inherits that it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def read_until(wanted: str, lines: "queue.Queue[str]") -> str:
    """Return the lines up to the one that holds some words."""
    seen = ""
    while wanted not in seen:
        seen += lines.get(timeout=60)
    return seen


def test_a_changed_document_is_checked_again(here: Path) -> None:
    """Each save gives a new report, also one that replaces the file or breaks the settings; Ctrl-C exits with 0."""
    (here / "a.md").write_text(BAD)
    (here / "other.log").write_text("")
    started, lines = start("check", "a.md", "--watch", "--format", "concise", "--select", "KEY001", cwd=here)
    try:
        first = read_until("waiting for changes", lines)
        assert "a.md:1:20: KEY001 error" in first
        (here / "other.log").write_text("not a document")
        (here / "new.md").write_text(BAD.replace("[2]", "[1]"))
        (here / "new.md").replace(here / "a.md")
        second = read_until("waiting for changes", lines)
        assert "citevet: a.md, new.md changed" in second
        assert "other.log" not in second
        assert "no problems in 1 document" in second
        (here / "citevet.toml").write_text("selekt = 1\n")
        assert "unknown key selekt" in read_until("waiting for changes", lines)
        (here / "citevet.toml").unlink()
        assert "no problems in 1 document" in read_until("waiting for changes", lines)
        started.send_signal(signal.SIGINT)
        assert 0 == started.wait(timeout=30)
    finally:
        started.kill()
        started.wait()
    rest = "".join(iter(lambda: lines.get(timeout=60), ""))
    assert ("Traceback" in rest, "\x1b" in first + second + rest) == (False, False)


def test_a_round_follows_its_settings_and_sources(here: Path) -> None:
    """Edits of the document, of a source and of the settings in a folder above count, each in the next round."""
    folder = here / ".citevet/corpus"
    folder.mkdir(parents=True)
    (folder / "REF-001-trees.md").write_text("---\nref_id: REF-001\ntitle: Trees\nyear: 2001\n---\nNotes.\n")
    (folder / "REF-001-trees.txt").write_text("Street trees cool the pavement by two degrees in summer.")
    (here / "citevet.toml").write_text('select = ["SUP", "NUM"]\n')
    paper = here / "docs/a.md"
    paper.parent.mkdir()
    paper.write_text("Street trees cool the pavement by two degrees in summer [REF-001].\n")
    started, lines = start("check", "docs/a.md", "--watch", "--format", "concise", "--judge", "small", cwd=here)
    try:
        assert "no problems in 1 document" in read_until("waiting for changes", lines)
        paper.write_text(paper.read_text().replace("two degrees", "nine degrees"))
        assert "docs/a.md:1:35: NUM001 error" in read_until("waiting for changes", lines)
        (folder / "REF-001-trees.txt").write_text("Street trees cool the pavement by nine degrees in summer.")
        assert "no problems in 1 document" in read_until("waiting for changes", lines)
        paper.write_text(paper.read_text().replace("nine degrees", "two degrees"))
        assert "NUM001 error" in read_until("waiting for changes", lines)
        for ignored, said in (("NUM", "no problems in 1 document"), ("KEY", "NUM001 error")):
            (here / "new.toml").write_text(f'select = ["SUP", "NUM"]\nignore = ["{ignored}"]\n')
            (here / "new.toml").replace(here / "citevet.toml")
            assert said in read_until("waiting for changes", lines)
    finally:
        started.kill()
        started.wait()


@pytest.mark.parametrize("words", [("-",), ("a.md", "--fix"), ("--staged",)])
def test_what_cannot_be_watched(words: tuple[str, ...], here: Path) -> None:
    """Stdin, staged content and fixes are refused at once."""
    (here / "a.md").write_text(BAD)
    done = CliRunner().invoke(group, ["check", "--watch", *words])
    assert "--watch: only looks at files, again and again." in str(done.exception)


def complete(*words: str, cwd: Path) -> list[str]:
    """Return what Bash gets for a line of words, of which the last is incomplete."""
    code = "import sys; sys.argv = ['citevet']; from citevet.cli import main; main()"
    asked = {"_CITEVET_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(("citevet", *words)).rstrip()}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={**os.environ, **asked, "COMP_CWORD": str(len(words))},
    )
    return done.stdout.split()


def test_the_shell_completes_commands_files_and_flags(here: Path) -> None:
    """Commands, files, flags, formats and rules are completed."""
    assert ["plain,check"] == complete("che", cwd=here)
    assert ["file,pap"] == complete("pap", cwd=here)
    assert ["file,pap"] == complete("check", "pap", cwd=here)
    assert ["plain,--watch"] == complete("check", "--wat", cwd=here)
    assert ["plain,sarif"] == complete("paper.md", "--format", "sar", cwd=here)
    assert "plain,UNC001" in complete("rule", "unc", cwd=here)
    code = "import sys; sys.argv = ['citevet']; from citevet.cli import main; main()"
    for shell in ("bash", "zsh", "fish"):
        asked = {**os.environ, "_CITEVET_COMPLETE": f"{shell}_source"}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=asked)
        assert "_CITEVET_COMPLETE" in done.stdout or "bash" in done.stderr.lower()
