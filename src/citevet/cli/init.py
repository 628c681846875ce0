"""`citevet init`"""

from pathlib import Path

import click

from citevet.cli.output import emit
from citevet.errors import UsageError
from citevet.jobs.save_report import save
from citevet.jobs.starters import STARTERS


@click.command()
@click.option("--pre-commit", is_flag=True, help="Also .pre-commit-config.yaml, to check the lines that a commit adds.")
@click.option("--workflow", "--github", "workflow", is_flag=True, help="Also a workflow for pull requests.")
@click.option("--overwrite", is_flag=True, help="Replace files that are there.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
def command(folder: Path, *, pre_commit: bool, workflow: bool, overwrite: bool) -> None:
    """Write citevet.toml into FOLDER, with the keys, their defaults and what they do."""
    wanted = ["config", *(["pre-commit"] if pre_commit else []), *(["workflow"] if workflow else [])]
    files = [(folder / name, text) for name, text in (STARTERS[each] for each in wanted)]
    there = [path for path, _ in files if path.exists()]
    if there and not overwrite:
        raise UsageError("exists already", to=", ".join(map(str, there)), advice="Use --overwrite to replace it.")
    for path, text in files:
        save(text, path)
        emit(f"wrote {path}", None)
