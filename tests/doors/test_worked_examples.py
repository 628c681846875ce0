"""The worked examples of the published systems, end to end: the real command in a project made from a page.

A page of tests/doors/worked holds the files of a project as fenced blocks, then commands with their output.
"""

import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from re import DOTALL, MULTILINE
from re import compile as pattern

import pytest
from tests.doors.in_process import citevet

WORKED = Path(__file__).parent / "worked"
_FENCE = pattern(r"^(`{3,})(\w+)(?: file=(\S+))?\n(.*?)^\1$", MULTILINE | DOTALL)


@dataclass(frozen=True)
class Example:
    """A project, and the commands that are run in it with their output."""

    path: Path
    files: dict[str, str]
    commands: tuple[tuple[str, str], ...]


def example(path: Path) -> Example:
    """Read a page."""
    blocks = [found.groups() for found in _FENCE.finditer(path.read_text("utf-8"))]
    files = {name: body for _, _, name, body in blocks if name}
    told = [body.removeprefix("$ ").partition("\n") for _, kind, _, body in blocks if kind == "console"]
    return Example(path, files, tuple((command, output) for command, _, output in told))


EXAMPLES = [example(path) for path in sorted(WORKED.glob("*.md"))]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of a page in the project."""
    return citevet(*shlex.split(command)[1:], cwd=folder)


@pytest.fixture
def project(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Example, Path]:
    """A folder with the files of a page."""
    for name, body in request.param.files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(body, encoding="utf-8", newline="")
    (tmp_path / "citevet.toml").touch()  # marks the root of the project
    return request.param, tmp_path


@pytest.mark.parametrize("project", EXAMPLES, ids=lambda page: page.path.stem, indirect=True)
def test_a_worked_example_prints_the_output_of_its_page(project: tuple[Example, Path]) -> None:
    """Every command of the page prints exactly the output that the page shows."""
    page, folder = project
    assert page.commands
    for command, expected in page.commands:
        done = run(command, folder)
        assert done.returncode in {0, 1}, done.stderr
        assert expected == shortened(done.stdout, expected)


def shortened(printed: str, shown: str) -> str:
    """Return the output without the lines that a page leaves out: `…` means any number of them."""
    left, told = printed, []
    for index, part in enumerate(shown.split("…\n")):
        at = left.find(part)
        if at < 0 or (index == 0 and at > 0):
            return printed  # which then differs, as a whole
        told.append(part)
        left = left[at + len(part) :]
    return "…\n".join(told) + ("" if shown.endswith("…\n") else left)


def test_the_shortening_lets_nothing_through() -> None:
    """A line that differs, a line too many at the start or at the end, and lines in another order are seen."""
    assert "a\n…\nd\n" == shortened("a\nb\nc\nd\n", "a\n…\nd\n")
    for printed, shown in (("a\nb\n", "a\nc\n"), ("x\na\n", "a\n"), ("a\nx\n", "a\n"), ("b\na\n", "a\n…\nb\n")):
        assert shown != shortened(printed, shown)
