"""`citevet rules`, `rule CODE` and `schema`: reference that the command prints."""

from collections.abc import Collection
from typing import Literal, get_args

import click

from citevet.cli.options import TEXT_OR_JSON
from citevet.cli.output import emit
from citevet.report.json import dump_pretty, rule_to_dict
from citevet.rules import RULES, find_rule, resolve_selector
from citevet.schemas import Name, tool_definitions
from citevet.schemas import schema as find_schema


@click.command()
@TEXT_OR_JSON
def rules(format_: str) -> None:
    """List all rules with code, severity, name and summary."""
    _list_rules(RULES, format_)


@click.command()
@click.argument("code", shell_complete=lambda _, __, start: [code for code in RULES if code.startswith(start.upper())])
@TEXT_OR_JSON
def rule(code: str, format_: str) -> None:
    """Explain a rule: what it means, why it matters and how to fix it.

    CODE is a code, a name, or the start of several codes: `citevet rule UNC` lists the family.
    """
    codes = resolve_selector(code)
    if len(codes) > 1:
        _list_rules(codes, format_)
        return
    found = find_rule(*codes)
    text = f"{found.code} {found.name} ({found.severity})\n\n{found.doc}"
    emit(dump_pretty({**rule_to_dict(found), "doc": found.doc}) if format_ == "json" else text)


def _list_rules(codes: Collection[str], format_: str) -> None:
    found = [find_rule(code) for code in RULES if code in codes]
    width = max(len(each.name) for each in found)
    lines = (f"{each.code}  {each.severity!s:<7}  {each.name:<{width}}  {each.summary}" for each in found)
    emit(dump_pretty(list(map(rule_to_dict, found))) if format_ == "json" else "\n".join(lines))


@click.command()
@click.argument("name", type=click.Choice([*get_args(Name), "tools"]))
def schema(name: Name | Literal["tools"]) -> None:
    """Print a JSON Schema.

    `config` is for citevet.toml, `policy` for citation-policy.yaml, and `report` for `check --format json`. `tool` is a
    tool definition for the API of a language model; its arguments are those of `citevet.verify`. `tools` has all
    tools, whose calls `citevet.Tools` and `citevet stage call` answer.
    """
    emit(dump_pretty(tool_definitions() if name == "tools" else find_schema(name)))
