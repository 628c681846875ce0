"""`citevet rule CODE`"""

import json

import click

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
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        click.echo(f"{found.code} {found.name} ({found.severity})\n\n{found.doc}")
