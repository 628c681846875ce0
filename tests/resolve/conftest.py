"""A corpus in memory, extracted citations, and repositories with a history."""

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.shipped_tagger import extract

from citevet.model import Body, Citation, Entry, Grade, Resolution, Section
from citevet.people import read_name, read_surname
from citevet.read import parse_text
from citevet.resolve.local import resolve_locally
from citevet.resolve.local.context import LocalContext
from citevet.text.names import strip_year_letter

SECTIONS = (Section("1 Introduction", 1, 3), Section("2 Methods", 4, 9), Section("3 Results", 10, 24))


@dataclass
class MemoryCorpus:
    """Entries in memory, and a record of the lookups."""

    held: tuple[Entry, ...] = ()
    exists: bool = True
    files: dict[Path, Entry] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def entries(self) -> Iterator[Entry]:
        """Yield all entries."""
        self.asked.append("entries")
        return iter(self.held)

    def entries_by_id(self, ref: str) -> tuple[Entry, ...]:
        """Return the entries with an id."""
        self.asked.append(ref)
        return tuple(entry for entry in self.held if entry.id == ref)

    def entry_at(self, path: Path) -> Entry | None:
        """Return the entry that a test put there."""
        return self.files.get(path)

    def entries_by_author(self, family: str, year: str) -> tuple[Entry, ...]:
        """Return the entries of a year and a family name."""
        names = read_surname(family).forms()
        return tuple(
            entry
            for entry in self.held
            if strip_year_letter(entry.year) == year
            and any(names & read_name(author).forms() for author in entry.authors)
        )

    def entries_by_identifier(self, kind: str, value: str) -> tuple[Entry, ...]:
        """Return the entries with an identifier."""
        return tuple(entry for entry in self.held if entry.identifiers.get(kind) == value)

    def entries_by_key(self, key: str) -> tuple[Entry, ...]:
        """Return the entries with a citation key."""
        return tuple(entry for entry in self.held if key in entry.keys)

    def body(self, entry: Entry) -> Body:
        """Fail: resolving must not load text."""
        raise AssertionError(f"resolving loaded the text of {entry.id}")


@pytest.fixture
def entry() -> Callable[..., Entry]:
    """Make a graded entry of 24 pages and three sections; the test may override fields."""

    def make(ref: str = "REF-043", **fields: Any) -> Entry:
        known = {"pages": 24, "sections": SECTIONS, "grade": Grade.HIGH, "title": "On voice"}
        return Entry(ref, **{"path": f".citevet/corpus/{ref}-voice.md", **known, **fields})

    return make


@pytest.fixture
def cited() -> Callable[[str], Citation]:
    """Return the one citation of a text."""

    def find(text: str) -> Citation:
        (citation,) = extract(parse_text(text, "case.md")).citations
        return citation

    return find


@pytest.fixture
def context(tmp_path: Path) -> Callable[..., LocalContext]:
    """Make the context of an empty project with some entries."""
    return lambda *entries, **options: LocalContext(tmp_path, MemoryCorpus(entries, **options))


@pytest.fixture
def resolved(
    cited: Callable[[str], Citation], context: Callable[..., LocalContext]
) -> Callable[..., Resolution | None]:
    """Resolve the one citation of a text against some entries."""
    return lambda text, *entries, **options: resolve_locally(cited(text), None, context(*entries, **options))


class Repository:
    """A git repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q")

    def git(self, *words: str) -> None:
        """Run git with a test identity."""
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", str(self.folder), *identity, *words], check=True, capture_output=True)

    def commit(self, name: str, text: str) -> None:
        """Write a file and commit it."""
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(text.encode())
        self.git("add", ".")
        self.git("commit", "-qm", "a version")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """An empty repository in the project's root."""
    return Repository(tmp_path)
