"""What local citations are looked up in, and what was seen there already."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from citevet.contracts import Shelf
from citevet.model import Entry, Resolution
from citevet.resolve.snapshot import Refusal, Snapshot
from citevet.resolve.version import Version


@dataclass(frozen=True, slots=True)
class Seen:
    """What need not be looked at again: a document may name one file or entry 100,000 times."""

    answers: dict[Hashable, Resolution | None] = field(default_factory=dict)
    entries: dict[str, tuple[Entry, ...]] = field(default_factory=dict)  # by id
    files: dict[Path, Snapshot | Refusal] = field(default_factory=dict)
    histories: dict[Path, Mapping[str, str]] = field(default_factory=dict)  # names in git by the SHA-256 of the bytes
    versions: dict[tuple[Path, str], Version | None] = field(default_factory=dict)
    searches: list[Path] = field(default_factory=list)
    catalogue: dict[str, tuple[Entry, ...]] = field(default_factory=dict)  # by DOI and initials, once asked for


@dataclass(frozen=True, slots=True)
class Ground:
    """The project's root, which no path may lead out of, and its corpus; one for each document."""

    root: Path
    shelf: Shelf
    seen: Seen = field(default_factory=Seen, init=False, repr=False, compare=False)
