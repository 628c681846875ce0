"""`citevet corpus pages` and `citevet corpus health`"""

import sys

import click

from citevet.cli.options import existing_corpus_flags
from citevet.cli.output import emit, report_unread
from citevet.cli.progress import show_progress
from citevet.jobs.check import run_check
from citevet.jobs.corpus_health import CITED_RULES, check_health
from citevet.jobs.corpus_overview import require_corpus, require_entry
from citevet.jobs.corpus_pages import PAGE_RULES, show_pages
from citevet.jobs.report_files import find_report_path, save
from citevet.model import Report
from citevet.report.corpus import health, pages
from citevet.report.json import dump_pretty
from citevet.session import Session
from citevet.world import clock

_PAGES_EXAMPLE = """\b
Example:
  citevet corpus pages REF-002
"""
_HEALTH_EXAMPLE = """\b
Example:
  citevet corpus health
  citevet corpus health --brief
"""


@click.command("pages", epilog=_PAGES_EXAMPLE)
@click.argument("ref_id", metavar="REF-ID")
@existing_corpus_flags
def pages_command(ref_id: str, *, as_json: bool, session: Session) -> None:
    """Show the pages, sections, key quotes and citations of a source.

    Each key quote is searched in the file of the source. The exit code is 1 if a quote is not on the stated page, or if
    a citation names a page or section that the source does not have.
    """
    require_entry(require_corpus(session), ref_id)
    report = check_project(session, PAGE_RULES)
    found = show_pages(ref_id, report, session)
    emit(dump_pretty(pages.pages_to_dict(found)) if as_json else pages.render_pages(found), None)
    report_unread(report.unread)
    sys.exit(2 if report.unread else not found.holds)


@click.command("health", epilog=_HEALTH_EXAMPLE)
@existing_corpus_flags
@click.option("--brief", is_flag=True, help="Print only the counts and the verdict.")
@click.option("--report", is_flag=True, help="Also save corpus-health.md in .citevet/reports (or .aiwg/reports).")
@click.option("--today", metavar="DATE", help="Date of the run, for reproducible results.")
def health_command(*, as_json: bool, brief: bool, report: bool, session: Session) -> None:
    """Report missing, wrong and outdated parts of the corpus.

    Fields, files, hashes, pages and key quotes are checked. The exit code is 1 for faults of level warning or above,
    and for files that belong to no entry. Remarks do not change it: entries that no document cites, verifications
    older than 90 days and open to-do items.
    """
    require_corpus(session)
    found = check_health(check_project(session, CITED_RULES), session)
    emit(dump_pretty(health.health_to_dict(found)) if as_json else health.render_health(found, brief=brief), None)
    if report:
        config = session.config
        file = find_report_path(config.root, "corpus-health.md")
        save(health.render_health_page(found, (config.today or clock.today()).isoformat()), file)
        click.echo(f"saved as {session.show(file)}", err=True)
    sys.exit(not found.is_healthy)


def check_project(session: Session, rules: str) -> Report:
    """Check every document of the project by some rules."""
    with show_progress() as progress:
        only = session.with_options(select=rules, ignore=())
        return run_check([session.config.root], only, progress=progress, parallel=True)
