"""`citevet init --reader` writes what one kind of reader needs, and nothing else."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import click
import pytest

from citevet.cli import group
from citevet.cli.readers import READERS
from citevet.config import load_config

Run = Callable[..., CompletedProcess[str]]


@pytest.mark.parametrize("name", READERS)
def test_every_reader_gets_settings_that_hold(name: str, here: Path, run: Run) -> None:
    """The file is read without complaint, and the next commands are shown."""
    done = run(f"init --reader {name}")
    assert 0 == done.returncode, done.stderr
    config = load_config(here, {})
    assert (config.judge != "none") == READERS[name].settings.startswith("judge")
    assert done.stdout.count("next: ") == len(READERS[name].commands)
    assert all((here / file).exists() for file in ("citevet.toml",))


def test_a_maintainer_gets_hook_and_workflow_and_an_agent_author_skills(here: Path, run: Run) -> None:
    """Others get only the settings."""
    run("init --reader maintainer maintainer")
    run("init --reader agent-author agent")
    run("init --reader researcher researcher")
    assert (here / "maintainer/.pre-commit-config.yaml").exists()
    assert (here / "maintainer/.github/workflows/citevet.yml").exists()
    assert (here / "agent/.claude/skills/cite-check/SKILL.md").exists()
    assert ["citevet.toml"] == [path.name for path in (here / "researcher").iterdir()]


def test_the_commands_that_come_next_exist() -> None:
    """Each starts with a command of citevet, or with one of pre-commit."""
    context = click.Context(group)
    for reader in READERS.values():
        for line in reader.commands:
            program, name, *_ = line.split()
            assert program == "pre-commit" or group.get_command(context, name)
