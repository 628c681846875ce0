"""`citevet rules` and `citevet rule CODE`"""

import json

import click

from citevet.cli.output import emit
from citevet.rules import RULES, find_rule

_FORMAT_HELP = "Output format. [default: text]"


@click.command()
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", help=_FORMAT_HELP)
def command(format_: str) -> None:
    """List all rules with code, severity, name and summary."""
    rules = [find_rule(code) for code in RULES]
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


@click.command()
@click.argument("code")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", help=_FORMAT_HELP)
def explain(code: str, format_: str) -> None:
    """Explain a rule: what it means, why it matters and how to fix it. CODE is a code or a name."""
    found = find_rule(code)
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
