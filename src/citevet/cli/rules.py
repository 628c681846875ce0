"""`citevet rules`"""

import json

import click

from citevet.cli.output import emit
from citevet.rules import RULES, rule


@click.command()
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def command(format_: str) -> None:
    """List every rule with its code, severity and summary."""
    rules = [rule(code) for code in RULES]
    if format_ == "json":
        shown = [
            {"code": each.code, "name": each.name, "severity": str(each.severity), "summary": each.summary}
            for each in rules
        ]
        emit(json.dumps(shown, ensure_ascii=False, indent=2), None)
        return
    width = max(len(each.name) for each in rules)
    lines = (f"{each.code}  {each.severity!s:<7}  {each.name:<{width}}  {each.summary}" for each in rules)
    emit("\n".join(lines), None)
