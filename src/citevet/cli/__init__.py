"""The command: parses, calls, prints. Commands are loaded when they are called, so that help is quick."""

import sys
from functools import partial
from io import TextIOWrapper

import click

from citevet.cli.ending import ended, hear_interrupts
from citevet.cli.lazy import Lazy
from citevet.version import __version__

# Name → the line that `citevet --help` shows; the command itself is citevet.cli.<name>.command.
COMMANDS = {
    "check": "Audit documents: find every citation and claim, and say what is wrong.",
    "fix": "Apply the fixes that are safe; with --unsafe-fixes also those that ask.",
    "audit": "Audit the whole project: coverage of the corpus, pages, quotations, freshness.",
    "verify": "Hold claims against given sources, without a document.",
    "corpus": "Keep the project's own sources: add, list, search, check, pages, health, grade, cite.",
    "models": "Keep the judges: list, add from a model hub.",
    "rules": "List the rules.",
    "rule": "Explain one rule.",
    "baseline": "Accept today's findings, so that only new ones count.",
    "init": "Write a configuration file, and on request hooks for pre-commit and CI.",
    "stage": "Run one stage alone, JSON in and out: parse, extract, chunk.",
}

_EPILOG = """\b
Exit codes
  0  no finding at the fail level (the verdict says what was checked)
  1  findings at the fail level
  2  usage, configuration, unreadable input or internal error
  3  nothing or not everything could be checked, with --fail-on incomplete

\b
Verdicts
  PASS               every check that was asked for was made, and none failed
  FAIL               a finding stands at the fail level
  INCOMPLETE         something could not be looked at; the census says what and why
  NOTHING TO CHECK   no citation and no claim
"""


_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Lazy, table=COMMANDS, package="citevet.cli", epilog=_EPILOG, context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="citevet", message="%(prog)s %(version)s")
def group() -> None:
    """Vet every citation: does the source exist, and does it say so?

    Start with `citevet check paper.md`, or `citevet check` for every document below this folder.
    """


def main() -> None:
    """Run the command; an error is one sentence on stderr, never a traceback."""
    hear_interrupts()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # reports hold every script there is, whatever the terminal speaks
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(ended(partial(group.main, standalone_mode=False)))
