"""`citevet init`"""

from pathlib import Path

import click

from citevet.cli.output import emit
from citevet.errors import UsageError
from citevet.jobs.report_files import save

_CONFIG = """\
# Configuration of citevet. Commented lines show the default or an example.

# select = ["KEY", "EXI", "QUO"]   # codes, prefixes or names; default: all rules
# ignore = ["UNC003"]
# strict = false            # treat warnings as errors
# fail-on = ["error"]       # error, warning, info; "incomplete": exit with 3 if not everything was checked
# corpus = "research"       # folder of the local source library
# corpus-only = false       # report every citation of a source outside the corpus
# rlm = false               # check only citations of files: [src/login.ts@a8f9c2d4e5f60718, L42-58]
# judge = "none"            # check support with a judge: "small", "base", a folder, or "owner/name"
# risk = 0.05               # allow at most this share of wrong "supported" results; the rest stays unchecked
# llm = "ollama:llama3.1"   # let a language model vote on uncertain claims; also "openai:…", "anthropic:…"
# budget = 30               # maximum number of votes per run; a claim takes two or three
# report = false            # also save a report in .citevet/reports, or in .aiwg/reports if .aiwg exists
# require-reasons = false   # every suppression needs a reason
# online = false            # allow network access
# offline = false           # never use the network, even with --online
# baseline = "citevet-baseline.json"
# exclude = ["drafts/*"]
# format = "full"
# output = "citevet.txt"    # write the report to this file instead of stdout
# today = 2026-06-01        # date of the run, for reproducible results; default: today
# jobs = 0                  # number of processes; 0: one per core
# max-bytes = 67108864

# [per-file-ignores]
# "CHANGELOG.md" = ["UNC"]

# [severity]
# UNC001 = "error"
"""

_PRE_COMMIT = """\
repos:
  - repo: local
    hooks:
      - id: citevet
        name: citevet
        entry: citevet check --staged --format concise   # only the lines that the commit adds
        language: system
        types_or: [markdown, plain-text, html, tex]
        require_serial: true
"""

_WORKFLOW = """\
name: citevet
on: [pull_request]
permissions:
  contents: read
jobs:
  citevet:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install citevet
      - run: citevet check --format github --changed-since origin/${{ github.base_ref }}
"""

# Name → the path to write, and its content.
TEMPLATES = {
    "config": ("citevet.toml", _CONFIG),
    "pre-commit": (".pre-commit-config.yaml", _PRE_COMMIT),
    "workflow": (".github/workflows/citevet.yml", _WORKFLOW),
}


@click.command()
@click.option(
    "--pre-commit", is_flag=True, help="Also write .pre-commit-config.yaml, to check the lines a commit adds."
)
@click.option(
    "--workflow", "--github", "workflow", is_flag=True, help="Also write a GitHub workflow for pull requests."
)
@click.option("--overwrite", is_flag=True, help="Replace existing files.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
def command(folder: Path, *, pre_commit: bool, workflow: bool, overwrite: bool) -> None:
    """Write citevet.toml to FOLDER, with all keys, their defaults and a comment for each."""
    wanted = ["config", *(["pre-commit"] if pre_commit else []), *(["workflow"] if workflow else [])]
    files = [(folder / name, text) for name, text in (TEMPLATES[each] for each in wanted)]
    there = [path for path, _ in files if path.exists()]
    if there and not overwrite:
        raise UsageError("exists already", to=", ".join(map(str, there)), advice="Use --overwrite to replace it.")
    for path, text in files:
        save(text, path)
        emit(f"wrote {path}", None)
