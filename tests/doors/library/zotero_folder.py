"""Zotero data folders, made with the tables that Zotero 6 and 7 create."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from tests.doors.library.papers import Paper, make_pdf

# From Zotero's resource/schema (system and userdata), the tables and columns that hold works and their files.
SCHEMA = """
CREATE TABLE version (schema TEXT PRIMARY KEY, version INT NOT NULL);
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL, editable INT NOT NULL,
    filesEditable INT NOT NULL, version INT NOT NULL DEFAULT 0, storageVersion INT NOT NULL DEFAULT 0,
    lastSync INT NOT NULL DEFAULT 0, archived INT NOT NULL DEFAULT 0);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT, display INT DEFAULT 1);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE fieldsCombined (fieldID INTEGER PRIMARY KEY, fieldName TEXT NOT NULL, label TEXT, fieldFormatID INT,
    custom INT NOT NULL);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL,
    dateAdded TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, dateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    clientDateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, libraryID INT NOT NULL, key TEXT NOT NULL,
    version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0, UNIQUE (libraryID, key));
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID, PRIMARY KEY (itemID, fieldID));
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT,
    UNIQUE (lastName, firstName, fieldMode));
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE itemCreators (itemID INT NOT NULL, creatorID INT NOT NULL, creatorTypeID INT NOT NULL DEFAULT 1,
    orderIndex INT NOT NULL DEFAULT 0, PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex));
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT,
    charsetID INT, path TEXT, syncState INT DEFAULT 0, storageModTime INT, storageHash TEXT,
    lastProcessedModificationTime INT);
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
INSERT INTO libraries VALUES (1, 'user', 1, 1, 0, 0, 0, 0), (2, 'feed', 0, 0, 0, 0, 0, 0);
"""
TYPES = ("journalArticle", "book", "bookSection", "attachment", "note", "preprint", "case")
FIELDS = ("title", "date", "DOI", "publicationTitle", "abstractNote", "url", "extra", "ISBN", "caseName", "archiveID")


class ZoteroFolder:
    """A data folder with its database, which stays open as in Zotero."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.connection = sqlite3.connect(folder / "zotero.sqlite", isolation_level=None)
        self.connection.executescript(SCHEMA)
        self._fill("itemTypes (itemTypeID, typeName)", TYPES)
        self._fill("fields (fieldID, fieldName)", FIELDS)
        self.connection.execute("INSERT INTO fieldsCombined SELECT fieldID, fieldName, NULL, NULL, 0 FROM fields")
        self._fill("creatorTypes (creatorTypeID, creatorType)", ("author", "editor"))
        self._items = 0

    def _fill(self, columns: str, names: Iterable[str]) -> None:
        self.connection.executemany(f"INSERT INTO {columns} VALUES (?, ?)", list(enumerate(names, start=1)))  # noqa: S608 - constants

    def add_item(
        self, kind: str, fields: dict[str, str], people: Iterable[tuple[str, str]] = (), library: int = 1
    ) -> int:
        """Add a work and return its id."""
        self._items += 1
        item = self._items
        run = self.connection.execute
        key = f"ITEM{item:04d}"
        run("INSERT INTO items (itemID, itemTypeID, libraryID, key) VALUES (?, ?, ?, ?)",
            (item, TYPES.index(kind) + 1, library, key))  # fmt: skip
        for name, value in fields.items():
            run("INSERT OR IGNORE INTO itemDataValues (value) VALUES (?)", (value,))
            run("INSERT INTO itemData SELECT ?, ?, valueID FROM itemDataValues WHERE value = ?",
                (item, FIELDS.index(name) + 1, value))  # fmt: skip
        for order, (family, given) in enumerate(people):
            mode = 0 if given else 1
            run(
                "INSERT OR IGNORE INTO creators (firstName, lastName, fieldMode) VALUES (?, ?, ?)",
                (given, family, mode),
            )
            run("INSERT INTO itemCreators SELECT ?, creatorID, 1, ? FROM creators WHERE lastName = ? AND firstName = ?",
                (item, order, family, given))  # fmt: skip
        return item

    def add_file(self, parent: int | None, name: str, data: bytes | None, *, path: str = "") -> None:
        """Add an attachment, stored below its key unless it has a path."""
        item = self.add_item("attachment", {"title": name})
        kind = "application/pdf" if name.endswith(".pdf") else "text/html"
        stored = path or f"storage:{name}"
        self.connection.execute(
            "INSERT INTO itemAttachments (itemID, parentItemID, linkMode, contentType, path) VALUES (?, ?, ?, ?, ?)",
            (item, parent, 2 if path else 1, kind, stored),
        )
        if data is not None and not path:
            place = self.folder / "storage" / f"ITEM{item:04d}" / name
            place.parent.mkdir(parents=True)
            place.write_bytes(data)

    def add_paper(self, paper: Paper, *, with_file: bool = True) -> int:
        """Add a work of the tests with its PDF, named as Zotero names files."""
        fields = {"title": paper.title, "date": f"{paper.year}-05-01 May {paper.year}", "DOI": paper.doi}
        fields |= {"publicationTitle": paper.journal, "extra": f"tex.kind: x\nCitation Key: {paper.key}\n"}
        item = self.add_item("journalArticle", fields, paper.authors)
        if with_file:
            self.add_file(
                item, f"{paper.authors[0][0]} - {paper.year} - {paper.title[:40]}.pdf".replace("?", ""), make_pdf(paper)
            )
        return item

    def lock(self) -> None:
        """Keep the database locked, as Zotero does while it is open, with a change that is not written yet."""
        self.connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        self.connection.execute("BEGIN EXCLUSIVE")
        self.connection.execute("INSERT INTO version VALUES ('userdata', 120)")
