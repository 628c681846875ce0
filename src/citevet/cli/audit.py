"""`citevet audit`"""

import sys
from pathlib import Path
from typing import Any

import click

from citevet.cli import progress
from citevet.cli.check import exit_code, say_notes
from citevet.cli.options import FAIL_ON, OUTPUT, audit_flags
from citevet.cli.output import emit
from citevet.config import config
from citevet.jobs.audit import audit, audit_path
from citevet.jobs.audit_file import shown_path
from citevet.jobs.save_report import save
from citevet.report import integrity_json, integrity_text
from citevet.report.verdict_line import census
from citevet.report.visible import one_line

_FORMATS = {"text": (integrity_text, "txt"), "json": (integrity_json, "json")}


@click.command()
@audit_flags
@click.option("--format", "format_", type=click.Choice(list(_FORMATS)), default="text", help="How it looks (text).")
@OUTPUT
@FAIL_ON
@click.option("--save/--no-save", "kept", default=True, help="Keep it under .citevet/reports/citation-audit (it does).")
def command(*, format_: str, output: str | None, fail_on: tuple[str, ...], kept: bool, **flags: Any) -> None:
    """Audit the integrity of the whole project: every document below this folder, and every source of its corpus.

    Coverage of the corpus, pages, sections, quotations, freshness of cited files, and faults of the corpus entries.
    """
    flags["fail_on"] = fail_on or None
    settings = config(Path.cwd(), flags)
    with progress.bar() as shown:
        found = audit(flags, progress=shown)
    form, ending = _FORMATS[format_]
    text = form.render(found)
    emit(text, output)
    if kept:
        path = audit_path(settings, text, ending)
        save(text, path)
        click.echo(f"audit kept in {shown_path(path)}", err=True)
    click.echo(census(found.report), err=True)
    say_notes(found.report)
    for unread in found.report.unread:
        click.echo(f"citevet: {one_line(unread.message)}", err=True)
    sys.exit(exit_code(found.report.unread, found.verdict, settings.fail_on))
