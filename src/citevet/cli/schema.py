"""`citevet schema`"""

from typing import get_args

import click

from citevet.cli.output import emit
from citevet.report.json import dump_pretty
from citevet.schemas import Name, schema


@click.command()
@click.argument("name", type=click.Choice(get_args(Name)))
def command(name: Name) -> None:
    """Print a JSON Schema.

    `config` is for citevet.toml, `policy` for citation-policy.yaml, and `report` for `check --format json`. `tool` is a
    tool definition for the API of a language model; its arguments are those of `citevet.verify`.
    """
    emit(dump_pretty(schema(name)))
