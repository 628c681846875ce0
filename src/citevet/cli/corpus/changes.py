"""`citevet corpus add`, `import`, `confirm` and `remove`"""

import sys
from collections.abc import Callable, Sequence

import click

from citevet.cli.corpus.overview import check_project
from citevet.cli.options import corpus_flags, example, existing_corpus_flags
from citevet.cli.output import emit, show_progress
from citevet.corpus.additions import SourceDetails
from citevet.jobs.audit import CITED_RULES
from citevet.jobs.corpus.changes import add_sources, confirm_sources, merge_sources, remove_sources
from citevet.jobs.corpus.import_library import import_files, settle_questions
from citevet.jobs.corpus.overview import require_corpus
from citevet.model import Entry
from citevet.people.cited_name import format_cited_name
from citevet.report.corpus import sources as shown
from citevet.report.corpus.confirmed import confirmed_to_dict, render_confirmed
from citevet.report.corpus.imported import imported_to_dict, list_open_questions, render_imported
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
@click.option("--to", "to", default="", metavar="KEY|REF-ID", help="The entry that the file belongs to.")
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
    to: str,
    relevance: str | None,
    session: Session,
) -> None:
    """Add sources to the corpus.

    Each source gets the next id and a Markdown entry with its file next to it. Title, authors, year, identifiers, page
    count, sections and SHA-256 come from the file. Missing facts are reported, never guessed. A file whose work is in
    the corpus without one, as after `citevet corpus import`, is filed with that entry: by identifier, then by title,
    people and year. A source that is already in the corpus is not added again. If a source cannot be read, the others
    are added, and the exit code is 2.
    """
    names = tuple(name.strip() for name in (authors or "").split(";") if name.strip())
    details = SourceDetails(title, names, year, source_type, relevance)
    filings = add_sources(sources, session, details, to=to, choose=None if as_json else ask_which())
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
        "citevet corpus import references.bib papers/",
        "citevet corpus import ~/Zotero",
        "citevet corpus import library.ris export.xml --dry-run",
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER...")
@corpus_flags
@_DRY
def import_command(files: tuple[str, ...], *, as_json: bool, dry: bool, session: Session) -> None:
    """Import a library and its documents: one entry per work, with its citation key and its file.

    FILE is a bibliography (.bib, .ris, CSL-JSON, Zotero RDF, EndNote .xml or .enw) or a document. FOLDER is a Zotero
    data folder, the folder of an export, or any folder with documents. Zotero's database is only read, also while
    Zotero is open.

    A document belongs to the work that names it in its `file` field, or else to the one that it shows: by identifier,
    then by title, people and year. If several works fit, you are asked; without a terminal they are listed. Works that
    the corpus has get what they lack, so you can import the same library again. All works of a bibliography are added,
    or none. The exit code is 2 if a file or a work cannot be read, or a document fits several works.

    A list does not prove that its works exist. Citations of works without a document stay unchecked (listed-only)
    until you add it, a registry answers (`citevet check --online`), or you confirm the entry (`citevet corpus confirm
    REF-001`).
    """
    with show_progress(quiet=not sys.stderr.isatty()) as progress:
        done = import_files(files, session, dry=dry, progress=progress)
    choose = None if as_json or dry else ask_which()
    if choose and any(each.status == "ambiguous" for each in done.documents):
        done = settle_questions(done, session, choose)
    text = dump_pretty(imported_to_dict(done)) if as_json else render_imported(done)
    if text:
        emit(text)
    for file in done.files:
        for note in file.notes:
            click.echo(f"{to_line(file.file)}: note: {to_line(note)}", err=True)
        if file.trouble:
            click.echo(f"citevet: {to_line(file.trouble)}", err=True)
    for line in () if as_json else list_open_questions(done):
        click.echo(line, err=True)
    sys.exit(0 if done.is_complete else 2)


def ask_which() -> Callable[[object, Sequence[Entry]], Entry | None] | None:
    """Return a function that asks which entry a file belongs to; none where nobody can answer."""
    return _ask if sys.stdin.isatty() and sys.stderr.isatty() else None


def _ask(file: object, entries: Sequence[Entry]) -> Entry | None:
    click.echo(f"{to_line(str(file))} fits {len(entries)} works:", err=True)
    for number, entry in enumerate(entries, start=1):
        name = format_cited_name(entry.authors, entry.year)
        click.echo(
            f"  {number}  {to_line(name)}. {to_line(entry.title)}  [{', '.join(entry.keys) or entry.id}]", err=True
        )
    number = click.prompt("Which one? (0: none)", type=click.IntRange(0, len(entries)), default=0, err=True)
    return entries[number - 1] if number else None


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


@click.command("merge", epilog=example("citevet corpus merge REF-003 REF-017", "citevet corpus merge lee2019 REF-017"))
@click.argument("refs", nargs=-1, required=True, metavar="REF-ID|KEY...")
@existing_corpus_flags
@_DRY
@click.option("--force", "--yes", "force", is_flag=True, help="Merge even if documents cite the others by their ids.")
def merge_command(refs: tuple[str, ...], *, as_json: bool, dry: bool, session: Session, force: bool) -> None:
    """Make one entry of several that are one work.

    The first entry is kept. It gets the fields, citation keys, notes and the file that it lacks, and the others are
    removed. `citevet corpus health` lists the entries that are one work. Entries with different files are not merged.
    """
    require_corpus(session)
    done = merge_sources(refs, check_project(session, CITED_RULES), session, force=force, dry=dry)
    emit(dump_pretty(shown.merged_to_dict(done)) if as_json else shown.render_merged(done))
