"""What the documentation shows is what happens: commands and Python examples are run, in a copy of examples/."""

import os
import runpy
import shlex
import shutil
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from re import DOTALL, MULTILINE, findall
from re import compile as pattern

import pytest
from click.testing import CliRunner

from citevet.cli import group

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "docs/README.md",
    ROOT / "docs/architecture.md",
    *sorted((ROOT / "docs/guides").glob("*.md")),
    ROOT / "examples/README.md",
]
_BLOCK = pattern(r"^```(\w+)\n(.*?)^```$", DOTALL | MULTILINE)
_LONG = pattern(r"^(`{4,}).*?^\1$", DOTALL | MULTILINE)
_SHELL = frozenset("|&;<>$*?()~`\\")  # characters with a meaning for a shell
_LINK = pattern(r"(?<!!)\[[^\]\[]*\]\(([^)\s#]+)(?:#[\w-]*)?\)")


@dataclass(frozen=True, slots=True)
class Example:
    """One command or program of a page, and what the page says that it prints."""

    page: Path
    number: int
    kind: str
    code: str
    shown: str | None

    def __str__(self) -> str:
        return f"{self.page.stem}-{self.number}"


def examples(page: Path) -> list[Example]:
    """Return the examples of a page in order; a text block after a Python block is its output."""
    blocks = _BLOCK.findall(_LONG.sub("", page.read_text(encoding="utf-8")))
    found: list[Example] = []
    for index, (kind, body) in enumerate(blocks):
        after = blocks[index + 1] if index + 1 < len(blocks) else ("", "")
        if kind == "python":
            found.append(Example(page, len(found), kind, body, after[1] if after[0] == "text" else None))
        if kind == "console":
            for command in body.split("$ ")[1:] if body.startswith("$ ") else []:
                line, _, shown = command.partition("\n")
                found.append(Example(page, len(found), kind, line, shown or None))
    return found


EXAMPLES = [example for page in PAGES for example in examples(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_tells_the_truth(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run one after the other in one folder, the examples print what is shown below them."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for name, value in {"PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}.items():
        monkeypatch.setenv(name, value)
    folder = tmp_path / "examples"
    shutil.copytree(ROOT / "examples", folder)
    for example in examples(page):
        printed = _run(example, folder)
        if example.shown is not None:
            _expect(example.shown, printed, str(example))


def test_there_is_something_to_run() -> None:
    """The pages have examples with output: a reader of blocks that found none would prove nothing."""
    assert 10 < sum(example.shown is not None for example in EXAMPLES)
    assert {"python", "console"} == {example.kind for example in EXAMPLES}


def test_links_between_pages_hold() -> None:
    """Every link of a page to a file of the project finds it."""
    pages = sorted({*PAGES, *ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")})
    texts = {page: _BLOCK.sub("", _LONG.sub("", page.read_text(encoding="utf-8"))) for page in pages}
    targets = [(page, target) for page, text in texts.items() for target in findall(_LINK, text)]
    assert len(targets) > 200
    assert [] == [(page, to) for page, to in targets if "://" not in to and not (page.parent / to).exists()]


def _run(example: Example, folder: Path) -> str:
    """Return what an example prints; a plain one of a guide is run in this process, which has its models loaded."""
    if example.page.parent.name == "guides":
        if example.kind == "python" and "StdioServerParameters" not in example.code:  # needs a real stderr
            return _run_python(example, folder)
        # A batch starts processes itself.
        if example.code.startswith("citevet ") and "batch" not in example.code and not _SHELL & {*example.code}:
            return _run_command(example, folder)
    command = [sys.executable, "-c", example.code] if example.kind == "python" else ["bash", "-c", example.code]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    # A check that finds faults ends with 1; wrong usage ends with 2, and no page may show that.
    assert done.returncode in ({0} if example.kind == "python" else {0, 1}), f"{example}: {done.stderr}"
    return done.stdout


def _run_python(example: Example, folder: Path) -> str:
    program = folder.parent / f"{example}.py"
    program.write_text(example.code, "utf-8")
    with chdir(folder), redirect_stdout(StringIO()) as printed:
        runpy.run_path(str(program), run_name="__main__")
    return printed.getvalue()


def _run_command(example: Example, folder: Path) -> str:
    with chdir(folder):
        ran = CliRunner().invoke(group, shlex.split(example.code)[1:], prog_name="citevet", catch_exceptions=False)
    assert ran.exit_code in {0, 1}, f"{example}: {ran.stderr}"
    return ran.stdout


def _expect(shown: str, printed: str, name: str) -> None:
    """Compare by lines; `…` means any number of them."""
    parts = [part.strip("\n") for part in shown.split("…\n")]
    left = "\n".join(line.rstrip() for line in printed.splitlines())
    for index, part in enumerate(parts):
        wanted = "\n".join(line.rstrip() for line in part.splitlines())
        at = left.find(wanted)
        assert at >= 0, f"{name} prints:\n{printed}\nand not:\n{wanted}"
        assert at == 0 or index > 0, f"{name} prints something before:\n{wanted}"
        left = left[at + len(wanted) :]
    assert not left.strip() or shown.endswith("…\n"), f"{name} prints more:\n{left}"
