"""Import a bibliography into the corpus, and remove entries from it."""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from citevet.corpus.additions import lock_corpus
from citevet.corpus.bibliography_import import BIBLIOGRAPHIES, import_works
from citevet.corpus.corpus_folders import SHARED_FOLDER, path_from_root
from citevet.corpus.file_survey import survey_files
from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.corpus.staging import remove_files
from citevet.errors import CitevetError, UsageError
from citevet.jobs.corpus_add import find_target_folder, load_corpus_config
from citevet.jobs.corpus_overview import require_corpus, require_entry
from citevet.model import Entry, Report
from citevet.read import parse
from citevet.read.files import load_file
from citevet.report.corpus.sources import ImportedFile, RemovedSource
from citevet.session import Session
from citevet.world import clock
from citevet.world.paths import resolve_path

_SHOWN = 5  # citations that a refusal names


def import_files(files: Sequence[str], session: Session, *, dry: bool = False) -> list[ImportedFile]:
    """Import one bibliography after the other; one that cannot be read is reported, and stops nothing else."""
    config = load_corpus_config(session, dry=dry)
    root, today = resolve_path(config.root), config.today or clock.today()
    found = []
    for file in files:
        try:
            if Path(file).suffix.lower() not in BIBLIOGRAPHIES:
                advice = f"Export it as {', '.join(BIBLIOGRAPHIES)}; `citevet corpus add` adds papers and pages."
                raise UsageError("not a bibliography", to=file, advice=advice)
            document = parse(load_file(session.here / file, shown=file), file)
            works = import_works(
                root, find_target_folder(config), document, database=config.corpus_database, today=today, dry=dry
            )
        except CitevetError as error:
            found.append(ImportedFile(file, trouble=str(error)))
        else:
            found.append(ImportedFile(file, works, document.notes, dry=dry))
    return found


def remove_sources(
    refs: Sequence[str], report: Report, session: Session, *, force: bool = False, dry: bool = False
) -> list[RemovedSource]:
    """Remove entries with their files, all or none; the report, by `CITED_RULES`, is on all documents."""
    corpus = require_corpus(session)
    entries = list({entry.path: entry for entry in (_find_entry(corpus, ref, session) for ref in refs)}.values())
    cited = {entry.id: tuple(dict.fromkeys(_find_citations(entry, report))) for entry in entries}
    files = {entry.path: _list_files(entry, corpus) for entry in entries}
    removed = [
        RemovedSource(
            entry, tuple(path_from_root(file, corpus.root) for file in files[entry.path]), cited[entry.id], dry
        )
        for entry in entries
    ]
    if dry:
        return removed
    if not force and any(cited.values()):
        raise _make_refusal(removed)
    folder = next(each for each in corpus.folders if (corpus.root / entries[0].path).is_relative_to(each))
    with lock_corpus(corpus.root, folder):
        remove_files(folder, [file for entry in entries for file in files[entry.path]])
    return removed


def _find_entry(corpus: IndexedCorpus, ref: str, session: Session) -> Entry:
    """Return the entry with an id, or at a path: of two with one id, a path names one."""
    return corpus.entry_at(session.locate(ref)) or require_entry(corpus, ref)


def _find_citations(entry: Entry, report: Report) -> Iterator[str]:
    for audit in report.audits:
        citing = {judgement.citation for judgement in audit.judgements if judgement.source == entry.id}
        for citation in audit.extraction.citations:
            if citation.id in citing:
                yield f"{audit.document.path}:{audit.document.lines.position(citation.span.start)[0]}"


def _make_refusal(removed: Sequence[RemovedSource]) -> UsageError:
    places = list(dict.fromkeys(place for each in removed for place in each.cited))
    more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
    names = ", ".join(each.entry.id for each in removed if each.cited)
    what = f"cited in {', '.join(places[:_SHOWN])}{more}"
    return UsageError(what, to=names, advice="Nothing was removed. Correct the citations, or use --force.")


def _list_files(entry: Entry, corpus: IndexedCorpus) -> list[Path]:
    """Return the Markdown file of an entry and the files in the corpus that belong to it alone, by name or by field."""
    others = [other for other in corpus.entries() if other.path != entry.path]
    taken = {os.path.realpath(corpus.root / path) for other in others for path in (other.path, other.file) if path}
    name = re.compile(rf"{re.escape(entry.id)}(?![0-9a-z])")
    survey = survey_files(corpus.root, corpus.folders)
    shares_id = any(other.id == entry.id for other in others)
    named = [] if shares_id else [Path(path) for path in survey.looks if name.match(os.path.basename(path))]  # noqa: PTH119
    own = [corpus.root / path for path in (entry.path, entry.file) if path]
    homes = [resolve_path(folder) for folder in (*corpus.folders, corpus.root / SHARED_FOLDER)]
    files = {Path(os.path.abspath(path)): None for path in (*own, *named)}  # noqa: PTH100 - a link is removed, not its target
    return [
        file
        for file in files
        if os.path.realpath(file) not in taken
        and any(resolve_path(file.parent).is_relative_to(home) for home in homes)
        and file.is_file()
    ]
