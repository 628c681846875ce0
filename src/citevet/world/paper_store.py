"""Papers of the web page: a document with its bibliographies and sources, its checks, and what people decided.

The facts are in one SQLite file; the files lie beside it under the hash of their content. Only the user of the server
may read them. The store may be opened several times: by the server, and by the workers that read files from it.
"""

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from secrets import token_urlsafe
from threading import RLock
from time import time
from typing import Any, Literal

from citevet.limits import PAPERS
from citevet.records import dataclass

_DIGEST = re.compile("[0-9a-f]{64}")
PaperRole = Literal["document", "part", "bibliography", "source", "other"]
_TABLES = """
PRAGMA foreign_keys = ON;
CREATE TABLE IF NOT EXISTS papers (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, created REAL NOT NULL, changed REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS files (
    paper TEXT NOT NULL REFERENCES papers ON DELETE CASCADE, name TEXT NOT NULL, kind TEXT NOT NULL, role TEXT NOT NULL,
    entry TEXT NOT NULL, digest TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (paper, name)
);
CREATE TABLE IF NOT EXISTS checks (
    number INTEGER PRIMARY KEY, paper TEXT NOT NULL REFERENCES papers ON DELETE CASCADE, job TEXT UNIQUE NOT NULL,
    created REAL NOT NULL, document TEXT NOT NULL, digests TEXT NOT NULL, summary TEXT
);
CREATE TABLE IF NOT EXISTS decisions (
    number INTEGER PRIMARY KEY, paper TEXT NOT NULL REFERENCES papers ON DELETE CASCADE, finding TEXT NOT NULL,
    decision TEXT NOT NULL, note TEXT NOT NULL, person TEXT NOT NULL, made REAL NOT NULL, edits TEXT NOT NULL,
    document TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS files_by_content ON files (digest);
"""
_UNUSED = """
SELECT given.value FROM json_each(?) AS given
WHERE NOT EXISTS (SELECT 1 FROM files WHERE digest = given.value)
AND given.value NOT IN (SELECT read.value FROM checks, json_each(checks.digests) AS read)
"""


@dataclass(frozen=True, slots=True)
class PaperFile:
    """One file of a paper."""

    name: str  # a relative path
    kind: str  # what its content looks like, as `citevet.jobs.file_roles` says
    role: str  # what the user made of it; empty: nothing yet
    entry: str  # the key of the work that the user put it to, for a source
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class PaperCheck:
    """One check of a paper."""

    job: str
    created: float
    document: str  # the digest of the document as it was
    summary: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class PaperDecision:
    """What somebody said to a finding."""

    finding: str
    decision: str
    note: str
    person: str
    made: float  # seconds since 1970
    edits: tuple[tuple[int, int, str], ...]  # start, end, new text
    document: str  # the digest of the document that the edits are for


@dataclass(frozen=True, slots=True)
class StoredPaper:
    """A paper without its files."""

    id: str
    name: str
    created: float
    changed: float


class PaperStore:
    """The papers of one server; its methods may be called from any thread."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.folder = file.absolute().with_name(f"{file.stem}.files")
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        file.touch(mode=0o600)
        self._table = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._table.execute("PRAGMA journal_mode = WAL")
        self._table.executescript(_TABLES)
        self._lock = RLock()  # held while contents are written and dropped, with the rows that name them

    def close(self) -> None:
        """Write everything to the file."""
        with self._lock:
            self._table.close()

    def add(self, owner: str, name: str) -> str:
        """Start a new paper, and return its id."""
        paper, now = token_urlsafe(12), time()
        self._change("INSERT INTO papers VALUES (?, ?, ?, ?, ?)", paper, owner, name, now, now)
        return paper

    def get(self, paper: str, owner: str) -> StoredPaper | None:
        """Return a paper of an owner; none where it is another owner's."""
        rows = self._select("SELECT id, name, created, changed FROM papers WHERE id = ? AND owner = ?", paper, owner)
        return StoredPaper(*rows[0]) if rows else None

    def list_papers(self, owner: str, *, limit: int = PAPERS) -> list[StoredPaper]:
        """Return the papers of an owner, the one that changed last first."""
        asked = "SELECT id, name, created, changed FROM papers WHERE owner = ? ORDER BY changed DESC LIMIT ?"
        return [StoredPaper(*row) for row in self._select(asked, owner, limit)]

    def rename(self, paper: str, name: str) -> None:
        """Name a paper, as its document is named."""
        self._change("UPDATE papers SET name = ?, changed = ? WHERE id = ?", name, time(), paper)

    def remove(self, paper: str) -> None:
        """Remove a paper with everything that belongs to it alone."""
        with self._lock:
            digests = self._list_digests(paper)
            self._change("DELETE FROM papers WHERE id = ?", paper)
            self._drop_unused(digests)
        shutil.rmtree(self.library(paper), ignore_errors=True)

    def prune(self, seconds: float) -> None:
        """Remove papers that did not change for so long."""
        for (paper,) in self._select("SELECT id FROM papers WHERE changed < ?", time() - seconds):
            self.remove(paper)

    def sweep(self) -> None:
        """Delete contents that belong to no paper, as a server that was killed and earlier versions left them."""
        with self._lock:
            self._drop_unused([each.name for each in self.folder.iterdir() if _DIGEST.fullmatch(each.name)])

    def count(self, owner: str) -> int:
        """Return how many papers an owner has."""
        return int(self._select("SELECT count(*) FROM papers WHERE owner = ?", owner)[0][0])

    def library(self, paper: str) -> Path:
        """Return the folder in which a paper's sources are filed."""
        return self.folder / f"library-{paper}"

    def put_file(self, paper: str, name: str, kind: str, data: bytes) -> PaperFile:
        """Add a file, or replace the one of this name and keep its role."""
        return self.put_files(paper, [(name, kind, data)])[0]

    def swap_file(self, paper: str, name: str, digest: str, data: bytes) -> PaperFile | None:
        """Replace a file that still has this content; none where somebody else has replaced or removed it."""
        with self._lock:
            held = next((each for each in self.list_files(paper) if (each.name, each.digest) == (name, digest)), None)
            return self.put_file(paper, name, held.kind, data) if held else None

    def put_files(self, paper: str, given: Iterable[tuple[str, str, bytes]]) -> list[PaperFile]:
        """Add or replace files, each with its name, its kind and its content: all of them, or none."""
        added: list[PaperFile] = []
        replaced: list[str] = []
        with self._lock:
            self._change("BEGIN IMMEDIATE")
            try:
                for name, kind, data in given:
                    old = self._select(
                        "SELECT role, entry, digest FROM files WHERE paper = ? AND name = ?", paper, name
                    )
                    role, entry, *replaced_now = old[0] if old else ("", "")
                    added.append(PaperFile(name, kind, role, entry, self._write(data), len(data)))
                    replaced += replaced_now
                    row = (name, kind, role, entry, added[-1].digest, len(data))
                    self._change("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?)", paper, *row)
                self._touch(paper)
                self._change("COMMIT")
            except BaseException:
                self._change("ROLLBACK")
                self._drop_unused(each.digest for each in added)
                raise
            self._drop_unused(replaced)
        return added

    def measure(self, paper: str, without: Iterable[str] = ()) -> tuple[int, int]:
        """Return how many files a paper has, and their bytes, without those of some names."""
        asked = "SELECT count(*), coalesce(sum(size), 0) FROM files WHERE paper = ?"
        others = " AND name NOT IN (SELECT value FROM json_each(?))"
        number, size = self._select(asked + others, paper, json.dumps(list(without)))[0]
        return number, size

    def set_role(self, paper: str, name: str, *, role: str | None = None, entry: str | None = None) -> None:
        """Change what a file is for, or which work it belongs to."""
        change = "UPDATE files SET role = coalesce(?, role), entry = coalesce(?, entry) WHERE paper = ? AND name = ?"
        self._change(change, role, entry, paper, name)

    def remove_file(self, paper: str, name: str) -> None:
        """Remove a file from a paper; earlier checks still have it."""
        with self._lock:
            removed = self._select("DELETE FROM files WHERE paper = ? AND name = ? RETURNING digest", paper, name)
            self._drop_unused(digest for (digest,) in removed)

    def list_files(self, paper: str) -> list[PaperFile]:
        """Return the files of a paper in the order of their names."""
        asked = "SELECT name, kind, role, entry, digest, size FROM files WHERE paper = ? ORDER BY name"
        return [PaperFile(*row) for row in self._select(asked, paper)]

    def load(self, digest: str) -> bytes:
        """Return the content of a file."""
        return self.place(digest).read_bytes()

    def place(self, digest: str) -> Path:
        """Return where the content of a file lies."""
        return self.folder / digest

    def add_check(self, paper: str, job: str, document: str, digests: Iterable[str]) -> None:
        """Note a check of a paper and the files that it reads."""
        added = "INSERT INTO checks (paper, job, created, document, digests) VALUES (?, ?, ?, ?, ?)"
        self._change(added, paper, job, time(), document, json.dumps(sorted(set(digests))))
        self._touch(paper)

    def list_checks(self, paper: str) -> list[PaperCheck]:
        """Return the checks of a paper, the oldest first."""
        asked = "SELECT job, created, document, summary FROM checks WHERE paper = ? ORDER BY number"
        return [
            PaperCheck(job, created, document, json.loads(summary) if summary else None)
            for job, created, document, summary in self._select(asked, paper)
        ]

    def save_summary(self, job: str, summary: Mapping[str, Any]) -> None:
        """Keep the verdict and the counts of a check."""
        self._change("UPDATE checks SET summary = ? WHERE job = ?", json.dumps(summary), job)

    def remove_check(self, job: str) -> None:
        """Forget a check whose job is gone, with the contents that it alone read."""
        with self._lock:
            removed = self._select("DELETE FROM checks WHERE job = ? RETURNING digests", job)
            self._drop_unused(digest for (digests,) in removed for digest in json.loads(digests))

    def decide(self, paper: str, decision: PaperDecision) -> None:
        """Note what somebody said to a finding; what was said before is kept."""
        fields = "paper, finding, decision, note, person, made, edits, document"
        added = f"INSERT INTO decisions ({fields}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own names
        values = decision.finding, decision.decision, decision.note, decision.person, decision.made
        self._change(added, paper, *values, json.dumps(decision.edits), decision.document)

    def list_decisions(self, paper: str) -> list[PaperDecision]:
        """Return what was said to the findings of a paper, in the order in which it was said."""
        fields = "finding, decision, note, person, made, edits, document"
        asked = f"SELECT {fields} FROM decisions WHERE paper = ? ORDER BY number"  # noqa: S608 - our own names
        rows = self._select(asked, paper)
        return [
            PaperDecision(finding, decision, note, person, made, tuple(map(tuple, json.loads(edits))), document)
            for finding, decision, note, person, made, edits, document in rows
        ]

    def _touch(self, paper: str) -> None:
        self._change("UPDATE papers SET changed = ? WHERE id = ?", time(), paper)

    def _write(self, data: bytes) -> str:
        digest = sha256(data).hexdigest()
        place = self.place(digest)
        if not place.exists():
            draft = place.with_name(f".{token_urlsafe(8)}.tmp")
            draft.write_bytes(data)
            draft.chmod(0o600)
            os.replace(draft, place)  # noqa: PTH105 - atomic, as world/file_writer.py
        return digest

    def _list_digests(self, paper: str) -> list[str]:
        kept = [row[0] for row in self._select("SELECT digest FROM files WHERE paper = ?", paper)]
        checked = self._select("SELECT digests FROM checks WHERE paper = ?", paper)
        return [*kept, *(digest for (row,) in checked for digest in json.loads(row))]

    def _drop_unused(self, digests: Iterable[str]) -> None:
        """Delete contents that no file and no check has; the caller holds the lock."""
        given = sorted(set(digests))
        for (digest,) in self._select(_UNUSED, json.dumps(given)) if given else ():
            self.place(digest).unlink(missing_ok=True)

    def _change(self, statement: str, *values: object) -> None:
        with self._lock:
            self._table.execute(statement, values).fetchall()

    def _select(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._table.execute(statement, values).fetchall()
