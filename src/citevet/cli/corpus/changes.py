"""`citevet corpus add`, `import`, `confirm` and `remove`"""

import sys

import click

from citevet.cli.corpus.overview import check_project
from citevet.cli.options import corpus_flags, example, existing_corpus_flags
from citevet.cli.output import emit
from citevet.corpus.additions import SourceDetails
from citevet.jobs.audit import CITED_RULES
from citevet.jobs.corpus_changes import add_sources, confirm_sources, import_files, remove_sources
from citevet.jobs.corpus_overview import require_corpus
from citevet.report.corpus import sources as shown
from citevet.report.corpus.confirmed import confirmed_to_dict, render_confirmed
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line
from citevet.session import Session

_DRY = click.option("--dry-run", "dry", is_flag=True, help="Show what would change, without changing anything.")


@click.command(
    "add",
    epilog=example(
        "citevet corpus add paper.pdf",
        "citevet corpus add papers/*.pdf",
        'citevet corpus add 10.5555/canopy.2023.240 --online --relevance "the survey behind chapter 2"',
    ),
)
@click.argument("sources", nargs=-1, required=True, metavar="PATH|DOI|URL...")
@corpus_flags
@click.option("--title", help="Title of the source.")
@click.option("--authors", metavar="NAMES", help="Authors, separated by semicolons.")
@click.option("--year", metavar="YEAR", help="Year of publication.")
@click.option(
    "--type", "source_type", metavar="TYPE", help="Type of the source: journal, conference, preprint, book, report …"
)
@click.option("--relevance", metavar="TEXT", help="Why the source is in the corpus.")
@click.option("--online", is_flag=True, default=None, help="Allow network access, to look up a DOI or download a URL.")
def add_command(
    sources: tuple[str, ...],
    *,
    as_json: bool,
    title: str | None,
    authors: str | None,
    year: str | None,
    source_type: str | None,
    relevance: str | None,
    session: Session,
) -> None:
    """Add sources to the corpus.

    Each source gets the next id and a Markdown entry with its file next to it. Title, authors, year, identifiers, page
    count, sections and SHA-256 come from the file. Missing facts are reported, never guessed. A source that is already
    in the corpus is not added again. If a source cannot be read, the others are added, and the exit code is 2.
    """
    names = tuple(name.strip() for name in (authors or "").split(";") if name.strip())
    filings = add_sources(sources, session, SourceDetails(title, names, year, source_type, relevance))
    text = dump_pretty(shown.added_to_dict(filings)) if as_json else shown.render_added(filings)
    if text:
        emit(text)
    for filing in filings:
        if filing.trouble:
            click.echo(f"citevet: {to_line(filing.trouble)}", err=True)
    sys.exit(2 if any(filing.trouble for filing in filings) else 0)


@click.command(
    "import",
    epilog=example(
        "citevet corpus import references.bib --dry-run", "citevet corpus import references.bib library.json export.ris"
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@corpus_flags
@_DRY
def import_command(files: tuple[str, ...], *, as_json: bool, dry: bool, session: Session) -> None:
    """Add the works of bibliographies (.bib, CSL-JSON or .ris), one entry per work.

    A work is skipped if the corpus has its DOI or arXiv id, or its title with no other author, year or DOI. So you can
    import the same file again. Each file is imported completely or not at all. The exit code is 2 if a file or a work
    in it cannot be read, or a work has no title; the others are added.

    A list does not prove that its works exist. Citations of imported works stay unchecked (listed-only) until you put
    the file of the work beside the entry, a registry answers (`citevet check --online`), or you confirm the entry
    (`citevet corpus confirm REF-001`).
    """
    done = import_files(files, session, dry=dry)
    text = dump_pretty(shown.imported_to_dict(done)) if as_json else shown.render_imported(done)
    if text:
        emit(text)
    for file in done:
        for note in file.notes:
            click.echo(f"{to_line(file.file)}: note: {to_line(note)}", err=True)
        if file.trouble:
            click.echo(f"citevet: {to_line(file.trouble)}", err=True)
    sys.exit(0 if all(file.is_complete for file in done) else 2)


@click.command("confirm", epilog=example("citevet corpus confirm REF-003", "citevet corpus confirm REF-003 REF-004"))
@click.argument("refs", nargs=-1, required=True, metavar="REF-ID...")
@existing_corpus_flags
def confirm_command(refs: tuple[str, ...], *, as_json: bool, session: Session) -> None:
    """Confirm that imported works exist.

    `citevet corpus import` marks its entries with `listed_in`, and their citations stay unchecked. Confirm an entry
    when you have seen the work: the mark is removed. All entries are confirmed or none.
    """
    done = confirm_sources(refs, session)
    emit(dump_pretty(confirmed_to_dict(done)) if as_json else render_confirmed(done))


@click.command(
    "remove", epilog=example("citevet corpus remove REF-003", "citevet corpus remove REF-003 REF-004 --dry-run")
)
@click.argument("refs", nargs=-1, required=True, metavar="REF-ID...")
@existing_corpus_flags
@_DRY
@click.option("--force", "--yes", "force", is_flag=True, help="Remove sources even if documents cite them.")
def remove_command(refs: tuple[str, ...], *, as_json: bool, dry: bool, force: bool, session: Session) -> None:
    """Remove sources from the corpus, with the files that belong to them alone.

    These are the entry, its PDF, HTML or text, its sidecar and its assessment. Files outside the corpus stay. If a
    document of the project cites one of the sources, nothing is removed unless you pass --force. Either all sources are
    removed or none. If two entries share an id, name the file of one.
    """
    require_corpus(session)
    done = remove_sources(refs, check_project(session, CITED_RULES), session, force=force, dry=dry)
    emit(dump_pretty(shown.removed_to_dict(done)) if as_json else shown.render_removed(done))
