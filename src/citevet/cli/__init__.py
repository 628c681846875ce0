"""The `citevet` command: commands are imported when they are called, so that help is quick."""

import gc
import sys
from functools import partial
from io import TextIOWrapper

import click

from citevet.cli.command_group import CommandGroup
from citevet.cli.exit_codes import handle_interrupts, run_to_exit_code
from citevet.version import __version__
from citevet.world.child_process import keep_children

# Name → the line that `citevet --help` shows.
COMMANDS = {
    "check": "Check the citations and claims of documents.",
    "fix": "Apply safe fixes; --unsafe-fixes adds fixes that need your review.",
    "audit": "Audit all documents and the corpus of a project.",
    "verify": "Check claims against source files you provide.",
    "resolve": "Look up a DOI, reference, law or whole bibliography.",
    "corpus": "Manage the local source library (the corpus).",
    "models": "Manage the support judges.",
    "data": "Manage data sets that are used offline, such as retractions.",
    "rules": "List all rules.",
    "rule": "Explain one rule, or list a family of rules.",
    "baseline": "Accept all current findings, so that only new ones count.",
    "batch": "Check many documents: one line of JSON for each, a roll-up, and runs that continue after a crash.",
    "lock": "Lock the verdict on every claim, and find what drifted since.",
    "init": "Write a configuration file, a pre-commit hook, a CI workflow, or skills for agents.",
    "schema": "Print a JSON Schema: of the configuration, a policy file, a report, or a tool for agents.",
    "doctor": "Test this installation: models, processor, optional programs, and with --online the services.",
    "cache": "Show, prune or clear what earlier runs have kept.",
    "lsp": "Serve an editor: findings, sources and fixes while you write (Language Server Protocol).",
    "serve": "Serve checks over HTTP, with a web page.",
    "mcp": "Serve the Model Context Protocol, so that an agent can call citevet.",
    "stage": "Run a single stage for an agent host: JSON in, JSON or Markdown out.",
}

MODULES = {
    **{name: f"citevet.cli.{name}:command" for name in COMMANDS},
    **{name: f"citevet.cli.installation:{name}_command" for name in ("models", "data", "cache", "doctor")},
    **{name: f"citevet.cli.reference:{name}" for name in ("rules", "rule", "schema")},
    "baseline": "citevet.cli.fix:baseline",
    **{name: f"citevet.cli.servers:{name}" for name in ("serve", "mcp", "lsp")},
}

_EPILOG = """\b
Exit codes
  0  no finding at the fail level (the verdict says what was checked)
  1  findings at the fail level
  2  usage error, configuration error, unreadable input or internal error
  3  incomplete or nothing to check; only with --fail-on incomplete

\b
Verdicts
  PASS               every requested check was made, and none failed
  FAIL               there is a finding at the fail level
  INCOMPLETE         something could not be checked; the report says what and why
  NOTHING TO CHECK   no citation and no claim
"""

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(
    cls=CommandGroup, table=COMMANDS, modules=MODULES, default="check", epilog=_EPILOG, context_settings=_SETTINGS
)
@click.version_option(__version__, prog_name="citevet", message="%(prog)s %(version)s")
def group() -> None:
    """Vet every citation: does the source exist, and does it say so?

    Start with `citevet paper.md`, which means `citevet check paper.md`. `citevet check` checks all documents in this
    folder.
    """


def main() -> None:
    """Run the command; an error is one sentence on stderr, never a traceback."""
    handle_interrupts()
    gc.set_threshold(50_000, 20, 100)  # a command makes few cycles, and looking for them took 2 % of its time
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # reports have every script, whatever the terminal's encoding
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    with keep_children():
        code = run_to_exit_code(partial(group.main, standalone_mode=False))
    gc.freeze()  # else Python looks for cycles in all objects before it ends, a tenth of a check with a judge
    sys.exit(code)
