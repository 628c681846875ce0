"""A corpus in memory, citations as the finders give them, and repositories with a history."""

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from citevet.extract import extract
from citevet.library.names import asked_names, family_names, plain_year
from citevet.model import Body, Citation, Entry, Grade, Resolution, Section
from citevet.read import parse_text
from citevet.resolve import Ground, local

SECTIONS = (Section("1 Introduction", 1, 3), Section("2 Methods", 4, 9), Section("3 Results", 10, 24))


@dataclass
class MemoryShelf:
    """The entries that a test puts on it, and a count of how often it was asked."""

    held: tuple[Entry, ...] = ()
    is_kept: bool = True
    files: dict[Path, Entry] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def entries(self) -> Iterator[Entry]:
        """Yield them all."""
        self.asked.append("entries")
        return iter(self.held)

    def called(self, ref: str) -> tuple[Entry, ...]:
        """Return those with an id."""
        self.asked.append(ref)
        return tuple(entry for entry in self.held if entry.id == ref)

    def at(self, path: Path) -> Entry | None:
        """Return the one that a test filed there."""
        return self.files.get(path)

    def written_by(self, family: str, year: str) -> tuple[Entry, ...]:
        """Return those of a year and a family."""
        names = set(asked_names(family))
        return tuple(
            entry
            for entry in self.held
            if plain_year(entry.year) == year and any(names & family_names(author) for author in entry.authors)
        )

    def identified(self, kind: str, value: str) -> tuple[Entry, ...]:
        """Return those with an identifier."""
        return tuple(entry for entry in self.held if entry.identifiers.get(kind) == value)

    def body(self, entry: Entry) -> Body:
        """Refuse: resolving must not load words."""
        raise AssertionError(f"nobody asked for the words of {entry.id}")


@pytest.fixture
def entry() -> Callable[..., Entry]:
    """Make an entry of 24 pages, graded, with three sections; what the test says otherwise counts."""

    def make(ref: str = "REF-043", **fields: Any) -> Entry:
        known = {"pages": 24, "sections": SECTIONS, "grade": Grade.HIGH, "title": "On voice"}
        return Entry(ref, **{"path": f".citevet/corpus/{ref}-voice.md", **known, **fields})

    return make


@pytest.fixture
def cited() -> Callable[[str], Citation]:
    """Find the one citation of a text."""

    def find(text: str) -> Citation:
        (citation,) = extract(parse_text(text, "case.md")).citations
        return citation

    return find


@pytest.fixture
def ground(tmp_path: Path) -> Callable[..., Ground]:
    """Put entries on a shelf in an empty project."""
    return lambda *entries, **shelf: Ground(tmp_path, MemoryShelf(entries, **shelf))


@pytest.fixture
def resolved(cited: Callable[[str], Citation], ground: Callable[..., Ground]) -> Callable[..., Resolution | None]:
    """Resolve the one citation of a text against some entries."""
    return lambda text, *entries, **shelf: local(cited(text), None, ground(*entries, **shelf))


class Repository:
    """A folder with a history."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q")

    def git(self, *words: str) -> None:
        """Run git as somebody."""
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
