"""Add sources to the corpus: papers, pages, DOIs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from citevet.config import Config, load_config
from citevet.corpus.additions import SourceDetails, add_source
from citevet.corpus.corpus_folders import DEFAULT_FOLDERS, find_corpus_folders
from citevet.corpus.entry_fields import FrontMatter
from citevet.corpus.entry_metadata import read_identifiers, read_year
from citevet.corpus.entry_reader import read_entry
from citevet.corpus.grading import SOURCE_TYPES, is_known_type
from citevet.corpus.source_records import SourceRecord, fetch_doi, fetch_url
from citevet.errors import CitevetError, MissingInput, UsageError, WriteError
from citevet.report.corpus.sources import AddedSource
from citevet.session import Session
from citevet.world import clock
from citevet.world.paths import resolve_path

_NETWORK = "Allow it with --online, or give --title, --authors and --year."


def add_sources(sources: Sequence[str], session: Session, given: SourceDetails) -> list[AddedSource]:
    """Add one source after the other; one that cannot be added is reported, and stops nothing else."""
    if len(sources) > 1 and (given.title or given.authors or given.year):
        advice = "Add the sources one by one, or leave --title, --authors and --year out."
        raise UsageError("one title, author or year for several sources", advice=advice)
    if given.year and not read_year(FrontMatter({"year": given.year})):
        raise UsageError("this is not a year", to=f"--year {given.year}", advice="Write it with four digits.")
    if given.source_type is not None and not is_known_type(given.source_type):
        advice = f"Known are {', '.join(SOURCE_TYPES)}."
        raise UsageError("this is not a type of source", to=f"--type {given.source_type}", advice=advice)
    config = load_corpus_config(session)
    return [_add_source(source, config, given, session) for source in sources]


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


def _add_source(source: str, config: Config, given: SourceDetails, session: Session) -> AddedSource:
    root, today = resolve_path(config.root), config.today or clock.today()
    try:
        added = add_source(
            root,
            find_target_folder(config),
            _read_source(source, config, given, session),
            given=given,
            database=config.corpus_database,
            today=today,
        )
        entry, _ = read_entry(added.path, root=root)
    except CitevetError as error:
        return AddedSource(source, trouble=str(error))
    return AddedSource(source, entry, already=added.already, lacks=added.lacks, notes=added.notes)


def find_target_folder(config: Config) -> Path:
    """Return the folder that new entries are written to."""
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
        return fetch_doi(known["doi"], online=True)
    if "arxiv" in known and "/pdf/" not in source:
        record = fetch_doi(f"10.48550/arXiv.{known['arxiv']}", online=True)
        return replace(record, identifiers={**record.identifiers, **known})
    return fetch_url(source, online=True)


def _parse_identifier(source: str) -> dict[str, str]:
    """Return the DOI, arXiv id or address that was given instead of a file."""
    found = (read_identifiers(FrontMatter({kind: source})) for kind in ("doi", "arxiv", "url"))
    return next((known for known in found if known), {})
