"""Run `citevet stage` with JSON on stdin."""

import json
from typing import Any

from click.testing import CliRunner, Result

from citevet.cli import group
from citevet.errors import CitevetError


def run_stage(stage: str, text: str, *words: str) -> Result:
    """Return what a stage does with this text on stdin."""
    return CliRunner().invoke(group, ["stage", stage, "-", *words], input=text.encode())


def print_stage(stage: str, given: object, *words: str) -> str:
    """Return what a stage prints, which must succeed."""
    done = run_stage(stage, json.dumps(given), *words)
    assert 0 == done.exit_code, done.output
    return done.stdout


def ask(stage: str, given: object, *words: str) -> Any:
    """Return the JSON that a stage prints."""
    return json.loads(print_stage(stage, given, *words))


def complain(stage: str, text: str, *words: str) -> str:
    """Return what a stage objects to: a known error of one line, or wrong usage; both exit with 2."""
    done = run_stage(stage, text, *words)
    message = str(done.exception) if isinstance(done.exception, CitevetError) else done.stderr
    is_usage = isinstance(done.exception, SystemExit) and done.exit_code == CitevetError.exit_code
    assert is_usage or isinstance(done.exception, CitevetError), done.exception
    assert is_usage or "\n" not in message
    return message
