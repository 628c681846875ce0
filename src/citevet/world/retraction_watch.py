"""The public data of Retraction Watch, kept as one SQLite file in the user's data folder.

An import writes a file of its own and renames it at the end, so a process that is killed leaves the old data.
"""

import csv
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from hashlib import file_digest
from pathlib import Path
from time import time
from typing import Any

from citevet.errors import Damaged, MissingInput, TooLarge, UnreadableInput, WriteError
from citevet.identifiers import normalize, read
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, fields
from citevet.world.file_writer import replace_file
from citevet.world.paths import user_data_folder

FOLDER_VARIABLE = "CITEVET_DATA_DIR"
_NAME = "retraction-watch.sqlite"
_VERSION = 1  # of our table
_MAX_BYTES = 1_000_000_000  # the real file has about 60 million
_NEEDED = ("OriginalPaperDOI", "OriginalPaperPubMedID", "RetractionNature", "RetractionDate")
_DATE = lazy_pattern(r"(\d{1,2})/(\d{1,2})/(\d{4})|(\d{4})-(\d{2})-(\d{2})")
_ABANDONED = 3600  # seconds without a write; a running import of another process is left alone
_DECEMBER = 12
_LONGEST = 2_000  # characters of a field


@dataclass(frozen=True, slots=True)
class RetractionRow:
    """One row about a paper: a retraction, an expression of concern, a correction or a reinstatement."""

    doi: str
    pmid: str
    nature: str  # in lower case
    date: str  # ISO
    notice_doi: str
    notice_pmid: str
    title: str
    authors: str  # separated by semicolons
    journal: str
    year: str
    reasons: str


@dataclass(frozen=True, slots=True)
class ImportedData:
    """What is installed."""

    path: Path
    rows: int
    file: str  # the name of the imported file
    sha256: str
    size: int  # bytes


def data_file() -> Path:
    """Return where the data is kept: CITEVET_DATA_DIR, else `data` in the user's data folder."""
    named = os.environ.get(FOLDER_VARIABLE)
    return (Path(named) if named else user_data_folder() / "data") / _NAME


def import_retractions(file: Path) -> ImportedData:
    """Replace the data by a CSV file of Retraction Watch."""
    encoding, digest = _inspect(file)
    place = data_file()
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _remove_drafts(place)
        with replace_file(place, mode=0o600) as draft:
            _write(draft, _read_rows(file, encoding), {"file": file.name, "sha256": digest})
    except (OSError, sqlite3.Error) as error:
        advice = "Free some space, or set CITEVET_DATA_DIR to another folder."
        raise WriteError(f"cannot be written ({error})", to=str(place), advice=advice) from error
    found = describe_retractions()
    if found is None:
        raise WriteError("was removed while it was written", to=str(place), advice="Try again.")
    return found


def describe_retractions() -> ImportedData | None:
    """Return what is installed; none when nothing is."""
    place = data_file()
    if not place.is_file():
        return None
    with closing(_open(place)) as table:
        about = dict(_select(table, place, "SELECT key, value FROM about"))
        ((rows,),) = _select(table, place, "SELECT count(*) FROM papers")
    return ImportedData(place, rows, about.get("file", ""), about.get("sha256", ""), place.stat().st_size)


def remove_retractions() -> bool:
    """Delete the data; false when there was none."""
    place = data_file()
    found = place.is_file()
    try:
        place.unlink(missing_ok=True)
    except OSError as error:
        raise WriteError(f"cannot be deleted ({error.strerror})", to=str(place), advice="Delete it by hand.") from error
    return found


def fingerprint_retractions() -> str:
    """Return what changes whenever the data does; empty without data."""
    try:
        found = data_file().stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"


def find_retractions(*, doi: str = "", pmid: str = "") -> tuple[RetractionRow, ...]:
    """Return the rows about a paper, the oldest first; none without data."""
    place = data_file()
    if not place.is_file() or not (doi or pmid):
        return ()
    query = "SELECT * FROM papers WHERE doi = ? OR pmid = ? ORDER BY date, rowid"
    with closing(_open(place)) as table:
        rows = _select(table, place, query, (doi.lower() or None, pmid or None))
    return tuple(RetractionRow(*(value or "" for value in row)) for row in rows)


def _open(place: Path) -> sqlite3.Connection:
    try:
        return sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error as error:
        raise _damage(place) from error


def _select(table: sqlite3.Connection, place: Path, query: str, values: Sequence[object] = ()) -> list[Any]:
    try:
        ((version,),) = table.execute("PRAGMA user_version").fetchall()
        if version == _VERSION:
            return table.execute(query, values).fetchall()
    except sqlite3.Error as error:
        raise _damage(place) from error
    raise _damage(place)


def _damage(place: Path) -> Damaged:
    advice = "Run `citevet data add retraction-watch FILE.csv` again, or `citevet data remove retraction-watch`."
    return Damaged("the data is damaged, or of another version of citevet", to=str(place), advice=advice)


def _remove_drafts(place: Path) -> None:
    """Delete what killed imports left."""
    for draft in place.parent.glob(f".{place.name}.*"):
        with suppress(OSError):
            if time() - draft.stat().st_mtime > _ABANDONED:
                draft.unlink()


def _inspect(file: Path) -> tuple[str, str]:
    """Return the encoding of a file and its digest."""
    try:
        with file.open("rb") as stream:
            if os.fstat(stream.fileno()).st_size > _MAX_BYTES:
                advice = "Give the CSV file of Retraction Watch."
                raise TooLarge(f"larger than {_MAX_BYTES:,} bytes", to=str(file), advice=advice)
            digest = file_digest(stream, "sha256").hexdigest()
        with file.open(encoding="utf-8-sig") as text:
            while text.read(1 << 20):
                pass
    except UnicodeDecodeError:
        return "latin-1", digest
    except FileNotFoundError as error:
        raise MissingInput("no such file", to=str(file), advice="Check the name and the folder.") from error
    except OSError as error:
        what = f"cannot be opened ({error.strerror})"
        raise UnreadableInput(what, to=str(file), advice="Check its permissions.") from error
    return "utf-8-sig", digest


def _read_rows(file: Path, encoding: str) -> Iterator[RetractionRow]:
    """Yield the rows that name a paper by DOI or PMID."""
    with file.open(encoding=encoding, newline="") as stream:
        try:
            reader = csv.DictReader(stream)
            names = [name.strip() for name in reader.fieldnames or ()]
            if lacking := [name for name in _NEEDED if name not in names]:
                what = f"this is not the CSV file of Retraction Watch: it has no column {', '.join(lacking)}"
                raise Damaged(what, to=str(file), advice="Download retraction_watch.csv from Crossref.")
            reader.fieldnames = names
            for fields in reader:
                row = _read_row(fields)
                if row.doi or row.pmid:
                    yield row
        except csv.Error as error:
            what = f"line {reader.line_num} cannot be read ({error})"
            raise Damaged(what, to=str(file), advice="Download the file again.") from error


def _read_row(fields: Mapping[str, str | None]) -> RetractionRow:
    def get(name: str) -> str:
        value = fields.get(name)
        return " ".join(value[:_LONGEST].split()) if isinstance(value, str) else ""

    return RetractionRow(
        doi=_read_doi(get("OriginalPaperDOI")),
        pmid=_read_pmid(get("OriginalPaperPubMedID")),
        nature=get("RetractionNature").casefold(),
        date=_read_date(get("RetractionDate")),
        notice_doi=_read_doi(get("RetractionDOI")),
        notice_pmid=_read_pmid(get("RetractionPubMedID")),
        title=get("Title"),
        authors=get("Author"),
        journal=get("Journal"),
        year=_read_date(get("OriginalPaperDate"))[:4],
        reasons=get("Reason"),
    )


def _read_doi(text: str) -> str:
    """Return a DOI in lower case; empty for "unavailable" and the like."""
    found = read("doi", text)
    return found.normal if found else ""


def _read_pmid(text: str) -> str:
    return normalize("pmid", text)


def _read_date(text: str) -> str:
    """Return the ISO form of "12/31/2020 0:00", also where the day comes first and that can be seen."""
    match = _DATE.search(text)
    if match is None:
        return ""
    if match[4]:
        return f"{match[4]}-{match[5]}-{match[6]}"
    month, day = sorted((int(match[1]), int(match[2]))) if int(match[1]) > _DECEMBER else (int(match[1]), int(match[2]))
    return f"{match[3]}-{month:02}-{day:02}"


def _write(draft: Path, rows: Iterator[RetractionRow], about: Mapping[str, str]) -> None:
    names = [each.name for each in fields(RetractionRow)]
    with closing(sqlite3.connect(draft)) as table:
        table.execute("PRAGMA journal_mode = OFF")  # the draft has no reader, and the rename makes it whole
        table.execute(f"PRAGMA user_version = {_VERSION}")
        table.execute("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
        table.execute(f"CREATE TABLE papers ({', '.join(f'{name} TEXT' for name in names)})")
        table.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        values = ([getattr(row, name) for name in names] for row in rows)
        table.executemany("INSERT INTO papers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        table.execute("CREATE INDEX papers_by_doi ON papers (doi)")
        table.execute("CREATE INDEX papers_by_pmid ON papers (pmid)")
        table.commit()
