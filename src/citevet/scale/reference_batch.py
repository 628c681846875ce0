"""The editor's table of many papers: they are read on all cores or on a cluster, then all works are looked up at once.

What was read is kept in a journal, and what services answered in the cache of replies, so a run that was killed goes on
where it was.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from citevet.contracts import Progress
from citevet.jobs.discovery import discover_documents
from citevet.jobs.references import PaperEntries, resolve_entries
from citevet.model.references import ReferenceTable
from citevet.scale.batch import OpenFiles, finish_files
from citevet.session import Session
from citevet.world.batch_journal import BatchJournal
from citevet.world.record_json import load_json


def tabulate(
    paths: Sequence[Path],
    session: Session,
    journal: Path | None = None,
    *,
    scheduler: str = "",
    progress: Progress | None = None,
) -> ReferenceTable:
    """Return the references of documents, and of those below folders, with what became of each."""
    with TemporaryDirectory() as folder:
        papers = list(_read(paths, session, journal or Path(folder) / "journal.sqlite", scheduler, progress))
    return resolve_entries(papers, session, progress)


def _read(
    paths: Sequence[Path], session: Session, file: Path, scheduler: str, progress: Progress | None
) -> Iterator[PaperEntries]:
    """Yield the entries of each paper; reading needs no network, so every core may do it."""
    reader = session.with_options(offline=True, online=None, judge="none")
    journal = BatchJournal(file)
    try:
        todo = OpenFiles(discover_documents(list(paths) or [Path()], reader), reader, journal)
        finish_files("references", todo, scheduler=scheduler, progress=progress)
        for key in todo.list_wanted():
            yield load_json(PaperEntries, journal.read_report(key).decode())
        journal.keep_only(todo.keys.values())
    finally:
        journal.close()
