"""`citevet links --watch-list`: report what changed since the last run, and keep the results for the next one."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from citevet.jobs.link_changes import (
    LinkChange,
    changes_to_dict,
    format_state,
    list_changes,
    load_state,
    render_email,
    render_issue,
)
from citevet.model.links import LinkReport
from citevet.report.links import format_summary

_DEFAULT = Path(".citevet/links.json")
_BAD = frozenset({"dead", "failing", "missing"})


def report_changes(found: LinkReport, flags: Mapping[str, Any]) -> None:
    """Write the changes, keep the results, and exit with 1 if something got worse."""
    from citevet.cli.output import emit
    from citevet.jobs.report_files import save

    file = flags["state"] or _DEFAULT
    before = load_state(file)
    changes = list_changes(found, before)
    emit(_render(changes, found, flags["format_"]), flags["output"])
    save(format_state(found, before), file)
    click.echo(format_summary(found), err=True)
    for each in found.unread:
        click.echo(f"citevet: {each.message}", err=True)
    if found.unread:
        sys.exit(2)
    if flags["fail_on"] != "never" and any(change.kind in _BAD for change in changes):
        sys.exit(1)


def _render(changes: list[LinkChange], found: LinkReport, format_: str) -> str:
    if format_ == "json":
        from citevet.report.json import dump_pretty

        return dump_pretty(changes_to_dict(changes))
    return render_email(changes, found) if format_ == "email" else render_issue(changes)
