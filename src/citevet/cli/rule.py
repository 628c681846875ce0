"""`citevet rule CODE`"""

import json

import click

from citevet.cli.output import emit
from citevet.rules import rule


@click.command()
@click.argument("code")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def command(code: str, format_: str) -> None:
    """Explain the rule of that CODE or name: what it means, why it matters, and how to mend it."""
    found = rule(code)
    if format_ == "json":
        shown = {
            "code": found.code,
            "name": found.name,
            "severity": str(found.severity),
            "summary": found.summary,
            "doc": found.doc,
        }
        emit(json.dumps(shown, ensure_ascii=False, indent=2), None)
    else:
        emit(f"{found.code} {found.name} ({found.severity})\n\n{found.doc}", None)
