"""`citevet corpus list`, `grade`, `check`, `pages` and `health`"""

import sys
from pathlib import Path

import click

from citevet.cli.options import PATHS, example, existing_corpus_flags
from citevet.cli.output import emit, report_unread, show_progress
from citevet.errors import UsageError
from citevet.jobs.audit import CITED_RULES, check_health
from citevet.jobs.check import run_check
from citevet.jobs.corpus.overview import (
    PAGE_RULES,
    STRANGER_RULES,
    find_strangers,
    grade_all,
    grade_one,
    list_sources,
    require_corpus,
    require_entry,
    show_pages,
)
from citevet.jobs.report_files import find_report_path, save
from citevet.model import Report
from citevet.report.corpus import health, pages, sources
from citevet.report.json import dump_pretty
from citevet.session import Session


@click.command("list", epilog=example("citevet corpus list", "citevet corpus list --json"))
@existing_corpus_flags
def list_command(*, as_json: bool, session: Session) -> None:
    """List the sources with id, year, authors, title, pages, grade, available text and file."""
    found = list_sources(session)
    emit(dump_pretty(sources.listing_to_dict(found)) if as_json else sources.render_listing(found))
    if not found:
        click.echo("The corpus is empty; `citevet corpus add paper.pdf` files the first source.", err=True)


@click.command("grade", epilog=example("citevet corpus grade", "citevet corpus grade REF-003"))
@click.argument("ref_id", metavar="[REF-ID]", required=False)
@existing_corpus_flags
@click.option("--unassessed", is_flag=True, help="Show only sources without a level, with a proposed level for each.")
def grade_command(ref_id: str | None, *, as_json: bool, unassessed: bool, session: Session) -> None:
    """Show the GRADE evidence levels of the sources. With REF-ID, show how one level is computed.

    The type of a source sets the baseline. Risk of bias, inconsistency, indirectness, imprecision and publication bias
    lower it. A large effect, a dose response and opposing confounding raise it. `citevet check` uses the stated level;
    if the computed level differs, both are shown. A warning is printed if more than 30 % have no level.
    """
    if ref_id and unassessed:
        raise UsageError("says nothing about one source", to="--unassessed", advice="Leave the id out.")
    if ref_id:
        one = grade_one(ref_id, session)
        emit(dump_pretty({"version": 1, **sources.graded_to_dict(one)}) if as_json else sources.render_graded(one))
        return
    found = grade_all(session)
    text = sources.render_grades(found, unassessed_only=unassessed)
    emit(dump_pretty(sources.grades_to_dict(found)) if as_json else text)
    if found.warning:
        click.echo(f"warning: {found.warning}", err=True)


@click.command("check", epilog=example("citevet corpus check", "citevet corpus check paper.md --json"))
@PATHS
@existing_corpus_flags
@click.option("--corpus-only", is_flag=True, default=None, help="Exit with 1 for every citation outside the corpus.")
def check_command(paths: tuple[Path, ...], *, as_json: bool, session: Session) -> None:
    """List citations that are not in the corpus.

    Without PATHS, all documents in this folder are checked. Missing ids, files and authors are listed with their rule.
    Every other form whose work the corpus does not have is listed with its kind: links, DOIs, numbers, keys, notes,
    authors with a year, laws and cases. The exit code is 1 if a source is missing. With --corpus-only it is also 1 for
    the other forms.
    """
    corpus = require_corpus(session)
    for path in paths:
        if corpus.entries_by_id(str(path).upper()) and not (session.here / path).exists():
            advice = f"`citevet corpus pages {path}` checks one source."
            raise UsageError("this is a source, and only documents have citations", to=str(path), advice=advice)
    with show_progress() as progress:
        only = session.with_options(select=STRANGER_RULES, ignore=(), corpus_only=False)
        found = find_strangers(run_check(paths or ["."], only, progress=progress, parallel=True))
    emit(dump_pretty(health.missing_to_dict(found)) if as_json else health.render_missing(found))
    report_unread(found.unread)
    is_strict = session.config.corpus_only
    sys.exit(2 if found.unread else bool(found.found or (is_strict and found.outside)))


@click.command("pages", epilog=example("citevet corpus pages REF-002"))
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
    emit(dump_pretty(pages.pages_to_dict(found)) if as_json else pages.render_pages(found))
    report_unread(report.unread)
    sys.exit(2 if report.unread else not found.holds)


@click.command("health", epilog=example("citevet corpus health", "citevet corpus health --brief"))
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
    emit(dump_pretty(health.health_to_dict(found)) if as_json else health.render_health(found, brief=brief))
    if report:
        config = session.config
        file = find_report_path(config.root, "corpus-health.md")
        save(health.render_health_page(found, config.day.isoformat()), file)
        click.echo(f"saved as {session.show(file)}", err=True)
    sys.exit(not found.is_healthy)


def check_project(session: Session, rules: str) -> Report:
    """Check every document of the project by some rules."""
    with show_progress() as progress:
        only = session.with_options(select=rules, ignore=())
        return run_check([session.config.root], only, progress=progress, parallel=True)
