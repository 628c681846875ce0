"""The `citevet` command: commands are imported when they are called, so that help is quick."""

import gc
import os
import sys
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from citevet.cli.exit_codes import handle_interrupts, run_to_exit_code
from citevet.version import __version__
from citevet.world.child_process import keep_children
from citevet.world.kept_patterns import keep_patterns

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# Name → the line that `citevet --help` shows.
COMMANDS = {
    "check": "Check the citations and claims of documents.",
    "fix": "Apply safe fixes; --unsafe-fixes adds fixes that need your review.",
    "audit": "Audit all documents and the corpus of a project.",
    "validate-citations": "Check documents and print the audit of the citation-integrity schema.",
    "corpus-check": "List citations that are not in the corpus; the same as `corpus check`.",
    "page-validate": "Show the pages, quotes and citations of a source; the same as `corpus pages`.",
    "citation-audit": "Audit all documents and the corpus of a project; the same as `audit`.",
    "verify": "Check claims against source files you provide.",
    "links": "Check the links of documents or of a web site: pages, files, images and anchors.",
    "resolve": "Look up a DOI, reference, law or whole bibliography.",
    "references": "List every reference of papers with what its record says: a table for editors.",
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
    "validate-citations": "citevet.cli.validate:command",
    "corpus-check": "citevet.cli.corpus.overview:check_command",
    "page-validate": "citevet.cli.corpus.overview:pages_command",
    "citation-audit": "citevet.cli.audit:command",
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


class CommandGroup(click.Group):
    """A group that imports a command when it is called, if it is listed in the tables, and suggests names."""

    def __init__(
        self,
        *args: Any,
        table: Mapping[str, str] | None = None,  # name → line of help
        modules: Mapping[str, str] | None = None,  # name → "module:attribute"
        default: str = "",  # the command that is meant where a path is given in place of a name
        **settings: Any,
    ) -> None:
        super().__init__(*args, **settings)
        self._listed = table
        self._modules = modules or {}
        self._default = default

    @property
    def _table(self) -> Mapping[str, str]:
        return self._listed or {name: each.short_help or "" for name, each in self.commands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; none when there is none of that name."""
        if cmd_name not in self._modules:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self._modules[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Pass a path on to the default command, and suggest the nearest command for an unknown name."""
        if args[0] not in self._table and self._default and _is_path(args[0]):
            args = [self._default, *args]
        if args[0] not in self._table and not args[0].startswith("-"):
            from difflib import get_close_matches  # only on the way to an error

            near = get_close_matches(args[0], self._table, 1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"No such command '{args[0]}'.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete the names of commands without importing any, else a path."""
        from click.shell_completion import CompletionItem  # 20 ms, and only shells ask

        named = [CompletionItem(name, help=line) for name, line in self._table.items() if name.startswith(incomplete)]
        paths = [CompletionItem(incomplete, type="file")] if self._default and not named else []
        return [*named, *paths, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - likewise
        """Write the table without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._table.items()))


def _is_path(word: str) -> bool:
    """Return whether a word is a path and no slip in a command's name: it exists, or has a dot or a slash."""
    return word == "-" or any(mark in word for mark in "./\\") or os.path.lexists(word)


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
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts threads for all cores else: a tenth of a check
    gc.set_threshold(200_000, 20, 100)  # a command makes few cycles, and looking for them took 4 % of a short check
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # reports have every script, whatever the terminal's encoding
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    with keep_children(), keep_patterns():
        code = run_to_exit_code(partial(group.main, standalone_mode=False))
    gc.freeze()  # else Python looks for cycles in all objects before it ends, a tenth of a check with a judge
    sys.exit(code)
