"""File sources into the corpus: papers, pages, DOIs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from citevet.config import Config, config, is_asked
from citevet.errors import CitevetError, MissingInput, UsageError, WriteError
from citevet.library.add import Given, add
from citevet.library.dating import year
from citevet.library.entry import read_entry
from citevet.library.fields import Sheet
from citevet.library.grading_types import TYPES, is_known
from citevet.library.identifiers import identifiers
from citevet.library.online import from_doi, from_url
from citevet.library.places import PLACES, corpora
from citevet.library.record import Record
from citevet.report.corpus.filings import Filing
from citevet.world import clock

_NETWORK = "Allow it with --online, or give --title, --authors and --year."


def add_all(sources: Sequence[str], flags: Mapping[str, Any], given: Given) -> list[Filing]:
    """File one after the other; what cannot be filed is said, and stops nothing else."""
    if len(sources) > 1 and (given.title or given.authors or given.year):
        advice = "Add the sources one by one, or leave --title, --authors and --year out."
        raise UsageError("one title, author or year for several sources", advice=advice)
    if given.year and not year(Sheet({"year": given.year})):
        raise UsageError("this is no year", to=f"--year {given.year}", advice="Write it with four digits.")
    if given.source_type is not None and not is_known(given.source_type):
        advice = f"Known are {', '.join(TYPES)}."
        raise UsageError("this is no type of source", to=f"--type {given.source_type}", advice=advice)
    settings = config(Path.cwd(), flags, starts_corpus=True)
    if settings.corpus:
        _start(settings.corpus, settings, is_asked=is_asked("corpus", flags))
    return [_filing(source, settings, given) for source in sources]


def _start(corpus: Path, settings: Config, *, is_asked: bool) -> None:
    """Make the folder of the corpus: whoever adds to one that is not there yet starts it.

    A file of the project names none outside: files come with projects, and projects from strangers.
    """
    if not (is_asked or corpus.is_dir() or corpus.is_relative_to(settings.root.resolve())):
        advice = f"Make it, or name it yourself: --corpus {corpus}."
        raise WriteError("the corpus that the settings name lies outside the project", to=str(corpus), advice=advice)
    try:
        corpus.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(f"cannot be made ({error.strerror})", to=str(corpus), advice="Name another folder.") from error


def _filing(source: str, settings: Config, given: Given) -> Filing:
    root, today = settings.root.resolve(), settings.today or clock.today()
    try:
        added = add(root, _folder(settings), _source(source, settings, given), given=given, today=today)
        entry, _ = read_entry(added.path, root=root)
    except CitevetError as error:
        return Filing(source, trouble=str(error))
    return Filing(source, entry, already=added.already, lacks=added.lacks, notes=added.notes)


def _folder(settings: Config) -> Path:
    root = settings.root.resolve()
    return settings.corpus or next(iter(corpora(root, None)), root / PLACES[0])


def _source(source: str, settings: Config, given: Given) -> Path | Record:
    path = Path(source)
    if path.is_dir():
        raise UsageError("is a folder", to=source, advice=f"Name its files, as in {source.rstrip('/')}/*.pdf.")
    if path.exists():
        return path
    known = _identified(source)
    if not known:
        raise MissingInput("no such file, and no DOI or address either", to=source, advice="Check the name.")
    if not settings.is_offline:
        return _looked_up(source, known)
    if not given.title:
        raise UsageError("what it names has to be looked up, and this run is offline", to=source, advice=_NETWORK)
    return Record(identifiers=known)


def _looked_up(source: str, known: Mapping[str, str]) -> Record:
    """Ask the registry for a DOI or arXiv id, and fetch any other address."""
    if "doi" in known:
        return from_doi(known["doi"], online=True)
    if "arxiv" in known and "/pdf/" not in source:
        record = from_doi(f"10.48550/arXiv.{known['arxiv']}", online=True)
        return replace(record, identifiers={**record.identifiers, **known})
    return from_url(source, online=True)


def _identified(source: str) -> dict[str, str]:
    """Return the DOI, arXiv id or address that was given instead of a file."""
    found = (identifiers(Sheet({kind: source})) for kind in ("doi", "arxiv", "url"))
    return next((known for known in found if known), {})
