"""Read a Zotero data folder: the works in `zotero.sqlite`, with their files in `storage/`.

Zotero keeps its database locked while it is open. It is copied to a temporary folder and read there, so neither the
lock nor Zotero's data is touched.
"""

import re
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from citevet.errors import MissingInput, UnreadableInput
from citevet.model.library import Library, LibraryItem
from citevet.patterns import lazy_pattern
from citevet.tables import read_pairs

DATABASE, KEYS_DATABASE = "zotero.sqlite", "better-bibtex.sqlite"
_COMPANIONS = ("-wal", "-journal", "-shm")  # changes that are not in the database yet
_COPIES = 3  # attempts, while Zotero writes
_NO_WORKS = ("attachment", "note", "annotation")
_STORED, _LINKED_BASE = "storage:", "attachments:"
_DOCUMENTS = frozenset({".pdf", ".html", ".htm", ".xhtml", ".epub", ".docx", ".odt", ".txt", ".md"})
_EACH_LINE = re.MULTILINE | re.IGNORECASE
_YEAR = lazy_pattern(r"\d{4}")
_KEY = lazy_pattern(r"^\s{0,9}(?:citation key|bibtex)\s{0,3}:\s{0,9}(\S{1,200})", _EACH_LINE)
_EXTRA = lazy_pattern(r"^\s{0,9}(DOI|PMID|PMCID|arXiv)\s{0,3}:\s{0,9}(\S{1,200})", _EACH_LINE)
# Zotero's field → ours. A type of work has its own field for the title and for what it is in.
_FIELDS = read_pairs("""title=title caseName=title nameOfAct=title subject=title publicationTitle=journal
    bookTitle=booktitle proceedingsTitle=booktitle websiteTitle=journal blogTitle=journal forumTitle=journal
    DOI=doi url=url ISBN=isbn ISSN=issn abstractNote=abstract volume=volume issue=number pages=pages
    publisher=publisher citationKey=key archiveID=eprint PMID=pmid PMCID=pmcid""")
_DATES = ("date", "dateDecided", "dateEnacted", "issueDate")
_ITEMS = """SELECT items.itemID, items.key, typeName FROM items JOIN itemTypes USING (itemTypeID)
    WHERE items.itemID NOT IN (SELECT itemID FROM deletedItems) AND items.libraryID NOT IN ({feeds})
    ORDER BY items.itemID"""
_VALUES = """SELECT itemID, fieldName, value FROM itemData
    JOIN itemDataValues USING (valueID) JOIN {fields} USING (fieldID)"""
_PEOPLE = """SELECT itemID, creatorType, lastName, firstName, fieldMode FROM itemCreators
    JOIN creators USING (creatorID) JOIN creatorTypes USING (creatorTypeID) ORDER BY itemID, orderIndex"""
_FILES = """SELECT parentItemID, items.key, path FROM itemAttachments JOIN items USING (itemID)
    WHERE path IS NOT NULL AND itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY itemID"""
_AUTHORS = ("author", "artist", "inventor", "programmer", "presenter", "director", "podcaster", "cartographer")


def find_zotero_database(path: Path) -> Path | None:
    """Return the database of a Zotero data folder, or the path if it is one."""
    if path.name == DATABASE and path.is_file():
        return path
    return path / DATABASE if (path / DATABASE).is_file() else None


def read_zotero(database: Path, shown: str) -> Library:
    """Return the works of a Zotero data folder, also while Zotero has it open."""
    try:
        with TemporaryDirectory(prefix="citevet-zotero-") as scratch:
            copy = _copy_database(database, Path(scratch))
            with closing(sqlite3.connect(copy)) as connection:
                return _read_items(connection, database, shown, _read_keys(database.parent, Path(scratch)))
    except (sqlite3.Error, OSError) as error:
        what = f"cannot be read as a Zotero database ({error})"
        advice = "Close Zotero and try again, or export the library as Better BibTeX, RIS or Zotero RDF."
        raise UnreadableInput(what, to=shown, advice=advice) from error


def _copy_database(database: Path, scratch: Path) -> Path:
    """Copy a database with the changes beside it; again, if it was written meanwhile."""
    if not database.is_file():
        raise MissingInput("no such file", to=str(database), advice="Name the folder that has zotero.sqlite.")
    copy = scratch / database.name
    for _ in range(_COPIES):
        before = database.stat()
        shutil.copyfile(database, copy)
        for ending in _COMPANIONS:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{database}{ending}", f"{copy}{ending}")
        after = database.stat()
        if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
            break
    return copy


def _read_items(
    connection: sqlite3.Connection, database: Path, shown: str, keys: Mapping[tuple[int, str], str]
) -> Library:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    feeds = (
        "SELECT libraryID FROM libraries WHERE type = 'feed'" if _has_column(connection, "libraries", "type") else "0"
    )
    values: defaultdict[int, dict[str, str]] = defaultdict(dict)
    fields = "fieldsCombined" if "fieldsCombined" in tables else "fields"
    for item, name, value in connection.execute(_VALUES.format(fields=fields)):
        values[item][name] = str(value)
    people: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for item, role, family, given, mode in connection.execute(_PEOPLE):
        people[item].append((role, _format_name(family or "", given or "", is_whole=mode == 1)))
    files: defaultdict[int, list[str]] = defaultdict(list)
    loose = 0
    for parent, key, path in connection.execute(_FILES):
        place = _find_place(path, key, database.parent)
        if place and parent is None:
            loose += 1
        elif place:
            files[parent].append(place)
    items = tuple(
        _make_item(kind, values[item], people[item], files[item], keys.get((item, ref), ""))
        for item, ref, kind in connection.execute(_ITEMS.format(feeds=feeds))
        if kind not in _NO_WORKS
    )
    notes = (f"{loose} files of the library belong to no work and were left out; `citevet corpus add` adds them.",)
    return Library(shown, items, notes if loose else (), (database.parent,))


def _has_column(connection: sqlite3.Connection, table: str, column: str) -> bool:
    rows = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
    return any(name == column for (name,) in rows)


def _format_name(family: str, given: str, *, is_whole: bool) -> str:
    if is_whole or not given:
        return f"{family or given},"  # the comma keeps the words of an organization together
    return f"{family}, {given}" if family else f"{given},"


def _find_place(path: str, key: str, folder: Path) -> str:
    """Return where a file is: stored below its key, linked from the base folder for attachments, or anywhere."""
    if Path(path).suffix.lower() not in _DOCUMENTS:
        return ""
    if path.startswith(_STORED):
        return str(folder / "storage" / key / path.removeprefix(_STORED))
    return path.removeprefix(_LINKED_BASE)


def _make_item(
    kind: str, values: Mapping[str, str], people: Iterable[tuple[str, str]], files: Iterable[str], key: str
) -> LibraryItem:
    fields = {"type": kind}
    for theirs, ours in _FIELDS.items():
        if theirs in values:
            fields.setdefault(ours, values[theirs])
    extra = values.get("extra", "")[:20_000]
    for name, value in _EXTRA.findall(extra):
        fields.setdefault({"arxiv": "eprint"}.get(name.lower(), name.lower()), value)
    if noted := _KEY.search(extra):
        fields.setdefault("key", noted[1])
    fields["eprint"] = fields.get("eprint", "").removeprefix("arXiv:")
    year = _YEAR.search(next((values[name] for name in _DATES if name in values), ""))
    fields["year"] = year[0] if year else ""
    listed = list(people)
    fields["author"] = " and ".join(name for role, name in listed if role in _AUTHORS)
    fields["editor"] = " and ".join(name for role, name in listed if role == "editor")
    known = fields.pop("key", "")
    return LibraryItem(known or key, {name: value for name, value in fields.items() if value}, tuple(files))


def _read_keys(folder: Path, scratch: Path) -> dict[tuple[int, str], str]:
    """Return the citation keys of Better BibTeX by item, if that extension is installed."""
    try:
        copy = _copy_database(folder / KEYS_DATABASE, scratch)
        with closing(sqlite3.connect(copy)) as connection:
            rows = connection.execute("SELECT itemID, itemKey, citationKey FROM citationkey").fetchall()
    except (MissingInput, sqlite3.Error):
        return {}
    return {(item, key): str(value) for item, key, value in rows if value}
