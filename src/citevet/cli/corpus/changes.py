"""`citevet corpus import` and `citevet corpus remove`"""

import sys

import click

from citevet.cli.corpus.reports import check_project
from citevet.cli.options import corpus_flags, existing_corpus_flags
from citevet.cli.output import emit
from citevet.jobs.corpus_health import CITED_RULES
from citevet.jobs.corpus_import import import_files, remove_sources
from citevet.jobs.corpus_overview import require_corpus
from citevet.report.corpus import changes
from citevet.report.json import dump_pretty
from citevet.report.safe_text import to_line
from citevet.session import Session

_IMPORT_EXAMPLE = """\b
Example:
  citevet corpus import references.bib --dry-run
  citevet corpus import references.bib library.json export.ris
"""
_REMOVE_EXAMPLE = """\b
Example:
  citevet corpus remove REF-003
  citevet corpus remove REF-003 REF-004 --dry-run
"""
_DRY = click.option("--dry-run", "dry", is_flag=True, help="Show what would change, without changing anything.")


@click.command("import", epilog=_IMPORT_EXAMPLE)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@corpus_flags
@_DRY
def import_command(files: tuple[str, ...], *, as_json: bool, dry: bool, session: Session) -> None:
    """Add the works of bibliographies (.bib, CSL-JSON or .ris), one entry per work.

    A work is skipped if the corpus has its DOI or arXiv id, or its title with no other author, year or DOI. So you can
    import the same file again. Each file is imported completely or not at all. The exit code is 2 if a file or a work
    in it cannot be read, or a work has no title; the others are added.
    """
    done = import_files(files, session, dry=dry)
    text = dump_pretty(changes.imported_to_dict(done)) if as_json else changes.render_imported(done)
    if text:
        emit(text, None)
    for file in done:
        for note in file.notes:
            click.echo(f"{to_line(file.file)}: note: {to_line(note)}", err=True)
        if file.trouble:
            click.echo(f"citevet: {to_line(file.trouble)}", err=True)
    sys.exit(0 if all(file.is_complete for file in done) else 2)


@click.command("remove", epilog=_REMOVE_EXAMPLE)
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
    emit(dump_pretty(changes.removed_to_dict(done)) if as_json else changes.render_removed(done), None)
