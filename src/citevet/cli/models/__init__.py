"""`citevet models`: one file per command, loaded when it is called."""

import click

from citevet.cli.lazy import Lazy

# Name → the line that `citevet models --help` shows; the command itself is citevet.cli.models.<name>.command.
COMMANDS = {
    "list": "List the models on this machine.",
    "add": "Fetch a judge from a model hub.",
}


@click.group(cls=Lazy, table=COMMANDS, package="citevet.cli.models")
def command() -> None:
    """Keep the judges: which are there, and more of them from a model hub.

    `small` comes with citevet. Others are fetched once, and used offline: `citevet check --judge owner/name`.
    """
