"""`citevet rules` and `citevet rule CODE`"""

from collections.abc import Collection

import click

from citevet.cli.options import TEXT_OR_JSON
from citevet.cli.output import emit
from citevet.report.json import dump_pretty, rule_to_dict
from citevet.rules import RULES, find_rule, resolve_selector


@click.command()
@TEXT_OR_JSON
def command(format_: str) -> None:
    """List all rules with code, severity, name and summary."""
    _list(RULES, format_)


@click.command()
@click.argument("code", shell_complete=lambda _, __, start: [code for code in RULES if code.startswith(start.upper())])
@TEXT_OR_JSON
def explain(code: str, format_: str) -> None:
    """Explain a rule: what it means, why it matters and how to fix it.

    CODE is a code, a name, or the start of several codes: `citevet rule UNC` lists the family.
    """
    codes = resolve_selector(code)
    if len(codes) > 1:
        _list(codes, format_)
        return
    found = find_rule(*codes)
    text = f"{found.code} {found.name} ({found.severity})\n\n{found.doc}"
    emit(dump_pretty({**rule_to_dict(found), "doc": found.doc}) if format_ == "json" else text)


def _list(codes: Collection[str], format_: str) -> None:
    rules = [find_rule(code) for code in RULES if code in codes]
    width = max(len(each.name) for each in rules)
    lines = (f"{each.code}  {each.severity!s:<7}  {each.name:<{width}}  {each.summary}" for each in rules)
    emit(dump_pretty(list(map(rule_to_dict, rules))) if format_ == "json" else "\n".join(lines))
