"""What installs citevet elsewhere: the image, the action and the release are complete, pinned and runnable."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from citevet.cli import group

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
RELEASE = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
_PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}")


def steps() -> list[dict[str, Any]]:
    """Return the steps of the action and of the release."""
    jobs = [step for job in RELEASE["jobs"].values() for step in job["steps"]]
    return [*ACTION["runs"]["steps"], *jobs]


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile with their words, continued lines joined."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def test_every_foreign_action_is_pinned() -> None:
    """A tag can be moved, a commit cannot."""
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    assert [] == [name for name in used if not _PINNED.fullmatch(name)]


def test_every_step_is_valid_shell() -> None:
    """And no input is written into a script, where it could be more than a value."""
    scripts = [step["run"] for step in steps() if "run" in step]
    for script in scripts:
        assert "${{" not in script
        assert 0 == subprocess.run(["bash", "-n", "-c", script], check=False).returncode


@pytest.mark.parametrize(("paths", "code", "verdict"), [("memo.md", 1, "fail"), ("none.md", 2, "incomplete")])
def test_the_action_annotates_summarizes_and_fails(paths: str, code: int, verdict: str, tmp_path: Path) -> None:
    """Its script runs here as on a runner: annotations, a job summary, an output, and the exit code of the check."""
    wrapper = tmp_path / "citevet/bin/citevet"
    wrapper.parent.mkdir(parents=True)
    wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m citevet "$@"\n')
    wrapper.chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python").symlink_to(sys.executable)
    named = {name: str(tmp_path / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    inputs = {"PATHS": paths, "ARGS": "--select QUO", "FAIL_ON": "error", "CHANGED_ONLY": "true", "BASE": ""}
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **named, **inputs, "RUNNER_TEMP": str(tmp_path), "PATH": path}
    [script] = [step["run"] for step in ACTION["runs"]["steps"] if step.get("id") == "check"]
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=ROOT / "examples",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert code == done.returncode, done.stderr
    assert Path(named["GITHUB_OUTPUT"]).read_text() == f"verdict={verdict}\n"
    if verdict == "fail":
        assert "::error file=" in done.stdout
        assert "QUO002" in Path(named["GITHUB_STEP_SUMMARY"]).read_text()


def test_the_image_is_small_pinned_and_not_root() -> None:
    """Two stages, a base of one version, no cache, a user by number, commands as lists."""
    found = instructions()
    bases = [words.split()[0] for name, words in found if name == "FROM"]
    assert len(bases) == 2
    assert all(re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+", base) for base in bases)
    runs = " ".join(words for name, words in found if name == "RUN")
    assert runs.count("--no-cache-dir") == len(re.findall(r"\bpip (?:install|wheel)", runs))
    names = [name for name, _ in found]
    assert [words for name, words in found if name == "USER"] == ["10001"]
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert "ADD" not in names
    for name, words in found:
        if name in {"ENTRYPOINT", "CMD"}:
            assert isinstance(json.loads(words), list)


def test_the_image_copies_what_is_there_and_starts_what_exists() -> None:
    """Every copied path is in the repository and let through; every option of the command is one of citevet."""
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [words.split()[:-1] for name, words in instructions() if name == "COPY" and "--from" not in words]
    for path in (name.removeprefix("./") for names in copied for name in names):
        assert (ROOT / path).exists()
        assert path in allowed
    [command] = [json.loads(words) for name, words in instructions() if name == "CMD"]
    shown = CliRunner().invoke(group, [command[0], "--help"]).output
    assert all(word in shown for word in command if word.startswith("--"))


def test_the_wheels_are_built_checked_and_published() -> None:
    """The release runs `make wheels`, and publishes only what that built."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    recipe = makefile.partition("\nwheels:")[2].partition("\n\n")[0]
    assert all(words in recipe for words in ("build", "twine check --strict", "packages/check_wheels.py dist"))
    assert "make wheels" in [step.get("run") for step in RELEASE["jobs"]["build"]["steps"]]
    assert all(job.get("needs") == "build" for name, job in RELEASE["jobs"].items() if name != "build")


def test_the_first_command_of_the_readme_names_a_folder() -> None:
    """It installs from the clone, which exists, and not from a package index, where citevet may not be yet."""
    text = (ROOT / "README.md").read_text("utf-8")
    block = text.partition("## Install")[2].partition("```sh\n")[2].partition("```")[0]
    installed = [shlex.split(line, comments=True) for line in block.splitlines() if "pip install" in line]
    assert installed
    assert all((ROOT / words[-1]).is_dir() for words in installed)


def test_the_readme_is_short() -> None:
    """It sells and routes; the rest is in the guides."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 120
