"""Add papers, pages, DOIs and the works of bibliographies to the corpus, and remove entries from it."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from citevet.config import Config, load_config
from citevet.corpus.additions import Choose, SourceDetails, add_to
from citevet.corpus.corpus_editor import CorpusEditor
from citevet.corpus.corpus_folders import DEFAULT_FOLDERS, SHARED_FOLDER, find_corpus_folders, path_from_root
from citevet.corpus.entry_fields import FrontMatter
from citevet.corpus.entry_metadata import read_identifiers, read_year
from citevet.corpus.entry_reader import read_entry
from citevet.corpus.entry_writer import lock_corpus
from citevet.corpus.file_survey import survey_files
from citevet.corpus.grading import SOURCE_TYPES, is_known_type
from citevet.corpus.indexed_corpus import IndexedCorpus
from citevet.corpus.source_records import SourceRecord, fetch_doi, fetch_url
from citevet.corpus.staging import remove_files
from citevet.errors import CitevetError, MissingInput, UsageError, WriteError
from citevet.jobs.corpus.overview import list_citing_audits, require_corpus, require_entry
from citevet.model import Entry, Report
from citevet.model.entry import LISTED_IN
from citevet.read.files import load_file
from citevet.report.corpus.confirmed import ConfirmedSource
from citevet.report.corpus.sources import AddedSource, MergedSources, RemovedSource
from citevet.session import Session
from citevet.world.file_writer import replace_file
from citevet.world.paths import resolve_path

_NETWORK = "Allow it with --online, or give --title, --authors and --year."
_SHOWN = 5  # citations that a refusal names
_FENCE, _MARKED = b"---", f"{LISTED_IN}:".encode()  # in front matter


def add_sources(
    sources: Sequence[str], session: Session, given: SourceDetails, *, to: str = "", choose: Choose | None = None
) -> list[AddedSource]:
    """Add one source after the other; one that cannot be added is reported, and stops nothing else.

    `to` is the entry that the one source belongs to; `choose` asks the user which of several it is.
    """
    if to and len(sources) > 1:
        raise UsageError("one entry for several files", to=f"--to {to}", advice="Add them one by one.")
    if len(sources) > 1 and (given.title or given.authors or given.year):
        advice = "Add the sources one by one, or leave --title, --authors and --year out."
        raise UsageError("one title, author or year for several sources", advice=advice)
    if given.year and not read_year(FrontMatter({"year": given.year})):
        raise UsageError("this is not a year", to=f"--year {given.year}", advice="Write it with four digits.")
    if given.source_type is not None and not is_known_type(given.source_type):
        advice = f"Known are {', '.join(SOURCE_TYPES)}."
        raise UsageError("this is not a type of source", to=f"--type {given.source_type}", advice=advice)
    config = load_corpus_config(session)
    editor = open_editor(config)

    def add(source: str) -> AddedSource:
        try:
            added = add_to(editor, _read_source(source, config, given, session), given, to=to, choose=choose)
            entry, _ = read_entry(added.path, root=editor.root)
        except CitevetError as error:
            return AddedSource(source, trouble=str(error))
        return AddedSource(source, entry, added.already, added.lacks, added.notes, attached=added.attached)

    return [add(source) for source in sources]


def open_editor(config: Config) -> CorpusEditor:
    """Return the editor of the corpus that new sources go to."""
    root = resolve_path(config.root)
    return CorpusEditor(root, _find_target_folder(config), database=config.corpus_database, today=config.day)


def load_corpus_config(session: Session, *, dry: bool = False) -> Config:
    """Return the settings of a run that adds to the corpus, whose folder is made unless the run is dry."""
    config = load_config(session.here, session.options, here=session.here, creates_corpus=True)
    if config.corpus and not dry:
        _start_corpus(config.corpus, config, is_asked=session.is_user_choice("corpus"))
    return config


def _start_corpus(corpus: Path, config: Config, *, is_asked: bool) -> None:
    """Make the folder of the corpus.

    A configuration file may not name one outside the project: the project may come from somebody else.
    """
    if not (is_asked or corpus.is_dir() or corpus.is_relative_to(resolve_path(config.root))):
        advice = f"Make it, or name it yourself: --corpus {corpus}."
        raise WriteError("the corpus that the config name lies outside the project", to=str(corpus), advice=advice)
    try:
        corpus.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(f"cannot be made ({error.strerror})", to=str(corpus), advice="Name another folder.") from error


def _find_target_folder(config: Config) -> Path:
    root = resolve_path(config.root)
    return config.corpus or next(iter(find_corpus_folders(root, None)), root / DEFAULT_FOLDERS[0])


def _read_source(source: str, config: Config, given: SourceDetails, session: Session) -> Path | SourceRecord:
    path = session.here / source
    if path.is_dir():
        raise UsageError("is a folder", to=source, advice=f"Name its files, as in {source.rstrip('/')}/*.pdf.")
    if path.exists():
        return path
    known = _parse_identifier(source)
    if not known:
        raise MissingInput("no such file, and no DOI or address either", to=source, advice="Check the name.")
    if config.allows_downloads:
        return _look_up(source, known)
    if not given.title:
        raise UsageError("this has to be looked up, and the run is offline", to=source, advice=_NETWORK)
    return SourceRecord(identifiers=known)


def _look_up(source: str, known: Mapping[str, str]) -> SourceRecord:
    """Look up a DOI or arXiv id in its registry, and fetch any other address."""
    if "doi" in known:
        return fetch_doi(known["doi"])
    if "arxiv" in known and "/pdf/" not in source:
        record = fetch_doi(f"10.48550/arXiv.{known['arxiv']}")
        return replace(record, identifiers={**record.identifiers, **known})
    return fetch_url(source)


def _parse_identifier(source: str) -> dict[str, str]:
    """Return the DOI, arXiv id or address that was given instead of a file."""
    found = (read_identifiers(FrontMatter({kind: source})) for kind in ("doi", "arxiv", "url"))
    return next((known for known in found if known), {})


def remove_sources(
    refs: Sequence[str], report: Report, session: Session, *, force: bool = False, dry: bool = False
) -> list[RemovedSource]:
    """Remove entries with their files, all or none; the report, by `CITED_RULES`, is on all documents."""
    corpus = require_corpus(session)
    # Of two entries with one id, a path names one.
    named = [corpus.entry_at(session.locate(ref)) or require_entry(corpus, ref) for ref in refs]
    entries = list({entry.path: entry for entry in named}.values())
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


def merge_sources(
    refs: Sequence[str], report: Report, session: Session, *, force: bool = False, dry: bool = False
) -> MergedSources:
    """Make one entry of several that are one work: the first gets what it lacks, the others are removed."""
    corpus = require_corpus(session)
    kept, *others = {entry.path: entry for entry in (require_entry(corpus, ref) for ref in refs)}.values()
    if not others:
        raise UsageError("one entry cannot be merged", to=kept.id, advice="Name the others, too.")
    files = {entry.file_sha256 for entry in (kept, *others) if entry.file}
    if len(files) > 1:
        what = "these entries have different files"
        advice = f"Keep one: `citevet corpus remove` takes the other away. Kept would be {kept.file or 'none'}."
        raise UsageError(what, to=", ".join(entry.id for entry in (kept, *others)), advice=advice)
    names = [entry.id for entry in others]
    removed = remove_sources(names, report, session, force=force, dry=True)
    if not force and any(each.cited for each in removed):
        raise _make_refusal(removed)
    if not dry:
        editor = open_editor(load_corpus_config(session))
        with editor.locked():
            for other in others:
                editor.merge(editor.entries[kept.id], editor.entries[other.id])
        remove_sources(names, report, session, force=force)
    return MergedSources(kept, tuple(removed), dry)


def confirm_sources(refs: Sequence[str], session: Session) -> list[ConfirmedSource]:
    """Take the mark of an import from entries, all or none: somebody has seen that these works exist."""
    corpus = require_corpus(session)
    named = [corpus.entry_at(session.locate(ref)) or require_entry(corpus, ref) for ref in refs]
    entries = list({entry.path: entry for entry in named}.values())
    with lock_corpus(corpus.root, corpus.folders[0]):
        texts = {entry.path: _remove_mark(entry, corpus.root) for entry in entries if LISTED_IN in entry.metadata}
        for path, text in texts.items():
            with replace_file(corpus.root / path) as draft:
                draft.write_bytes(text)
    return [ConfirmedSource(entry, already=entry.path not in texts) for entry in entries]


def _remove_mark(entry: Entry, root: Path) -> bytes:
    """Return the file of an entry without the line that says where it was imported from."""
    data = load_file(root / entry.path)
    head, fence, rest = data[len(_FENCE) :].partition(b"\n---")
    lines = head.splitlines(keepends=True)
    left = [line for line in lines if not line.startswith(_MARKED)]
    if not (data.startswith(_FENCE) and fence and len(lines) - len(left) == 1):
        raise UsageError(f"`{LISTED_IN}` is not a line of its own", to=entry.path, advice="Remove it by hand.")
    return _FENCE + b"".join(left) + fence + rest


def _find_citations(entry: Entry, report: Report) -> Iterator[str]:
    for audit in list_citing_audits(report, entry):
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
