"""`make demo` without its installation: the first thing that a new user sees."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the demo needs, with this environment in the place of its own."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copytree(ROOT / "tests/emulator", tmp_path / "tests/emulator")
    shutil.copytree(ROOT / "tests/resolve", tmp_path / "tests/resolve")  # shapes that the emulator serves
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    command = tmp_path / ".venv/bin/citevet"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -c "from citevet.cli import main; main()" "$@"\n')
    command.chmod(0o755)
    python = tmp_path / ".venv/bin/python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    for stamp in ("python", "installed", "installed-web"):
        (tmp_path / ".venv" / stamp).touch()
    return tmp_path


def demo(project: Path) -> subprocess.CompletedProcess[str]:
    """Run it and return its output."""
    return subprocess.run(["make", "demo"], cwd=project, capture_output=True, text=True, check=False)


def test_the_demo_shows_both_reports_and_succeeds(project: Path) -> None:
    """Although both checks end with 1, the demo ends with 0, and says why.

    Online it finds a dead link with its copy, a case that does not exist, a retracted paper and a swapped DOI.
    """
    done = demo(project)
    assert 0 == done.returncode, done.stderr
    assert "paper.md:48:62 IDN004 malformed-isbn error" in done.stdout
    assert "\nFAIL  10 errors" in done.stdout
    assert "Exit code 1 is right" in done.stdout
    assert "census: 4 documents" in done.stderr
    shown = done.stdout.partition("--online")[2]
    assert "LNK001" in shown
    assert "https://web.archive.org/web/20171105090000/https://street.test/roots-and-pipes" in shown
    assert "U.S. has no volume 999, and CourtListener does not know 999 U.S. 12" in shown
    assert "this work was retracted (Retraction Watch, 2021-05-03" in shown
    assert 'the identifier belongs to another work: you wrote "Damp streets' in shown
    assert "\nFAIL  5 errors" in shown


def test_the_demo_fails_when_the_faults_are_gone(project: Path) -> None:
    """The demo fails if its audit finds nothing."""
    for name in ("paper.md", "brief.ko.md", "memo.md"):
        (project / "examples" / name).write_text("Shade cools the street [REF-001, p. 4].\n")
    done = demo(project)
    assert 0 != done.returncode
    assert "exit code 0, but the planted faults should give exit code 1" in done.stdout


def test_make_lists_its_commands(project: Path) -> None:
    """`make` without a target lists the targets."""
    done = subprocess.run(["make", "--no-print-directory"], cwd=project, capture_output=True, text=True, check=True)
    named = [line.split()[0] for line in done.stdout.splitlines()]
    assert [
        "help",
        "demo",
        "test",
        "check",
        "fix",
        "docs",
        "site",
        "screenshots",
        "states",
        "build",
        "wheels",
        "vscode",
        "bench",
        "eval",
        "eval-references",
        "fuzz",
        "frameworks",
        "clients",
        "train-smoke",
        "torture",
        "clean",
    ] == named
