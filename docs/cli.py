"""Write the help of every command to a page: `python docs/cli.py > docs/cli.md`."""  # noqa: INP001 - not a package

import sys
from collections.abc import Iterator

import click
from click.testing import CliRunner

from citevet.cli import group

_HEAD = """\
# Commands

This page is generated from the help texts by `make docs`. Results go to stdout, the census and progress to stderr.
"""


def list_commands(command: click.Command, *name: str) -> Iterator[tuple[str, ...]]:
    """Yield the names of a command and its subcommands, in the order of the help."""
    yield name
    if isinstance(command, click.Group):
        context = click.Context(command)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None:
                yield from list_commands(found, *name, below)


def page() -> str:
    """Return one section for each command with its help text."""
    return _HEAD + "".join(_format_section(name) for name in list_commands(group, "citevet"))


def _format_section(name: tuple[str, ...]) -> str:
    shown = CliRunner().invoke(group, [*name[1:], "--help"], prog_name="citevet", terminal_width=100)
    text = "\n".join(line.rstrip() for line in shown.output.splitlines())
    return f"\n## {' '.join(name)}\n\n```text\n{text}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(page())
