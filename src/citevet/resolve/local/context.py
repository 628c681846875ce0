"""What local citations are resolved against: the project's root, its corpus, and what was looked up before."""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from pathlib import Path

from citevet.contracts import Corpus, ProjectIds
from citevet.model import Difference, Entry, Flag, Resolution, Scope, Source
from citevet.people.cited_name import format_cited_name
from citevet.records import dataclass, field, replace
from citevet.resolve.local.project_files import FileSnapshot, FileVersion, Unreadable, find_files_by_name, take_snapshot


@dataclass(frozen=True, slots=True)
class LookupCache:
    """Earlier lookups: a document may name one file or entry 100,000 times."""

    resolutions: dict[Hashable, Resolution | None] = field(default_factory=dict)
    entries: dict[str, tuple[Entry, ...]] = field(default_factory=dict)  # by id
    files: dict[Path, FileSnapshot | Unreadable] = field(default_factory=dict)
    names: list[Mapping[str, tuple[str, ...]] | None] = field(default_factory=list)  # paths by file name, once listed
    histories: dict[Path, Mapping[str, str]] = field(default_factory=dict)  # git blobs by SHA-256 of their bytes
    versions: dict[tuple[Path, str], FileVersion | None] = field(default_factory=dict)
    searches: list[Path] = field(default_factory=list)
    # By DOI, title and initials, filled on first use
    catalogue: dict[str, tuple[Entry, ...]] = field(default_factory=dict)
    # Lines that may cite the opinion of an entry, by each number in them, likewise
    case_lines: defaultdict[str, list[tuple[str, Entry]]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True, slots=True)
class LocalContext:
    """The project's root, which no path may leave, and its corpus; one for each document."""

    root: Path
    corpus: Corpus
    expects_grades: bool = True  # whether a source without a GRADE level is a fault
    ids: ProjectIds = field(default_factory=ProjectIds, repr=False)  # the project's own
    cache: LookupCache = field(default_factory=LookupCache, init=False, repr=False, compare=False)

    def snapshot(self, file: Path) -> FileSnapshot | Unreadable:
        """Return the hash and line count of a file, read once."""
        if file not in self.cache.files:
            self.cache.files[file] = take_snapshot(file)
        return self.cache.files[file]

    def find_named_files(self, name: str) -> tuple[str, ...] | None:
        """Return the files of the project with a name, with or without an ending; None if there are too many files."""
        if not self.cache.names:
            self.cache.names.append(find_files_by_name(self.root))
        listed = self.cache.names[0]
        return None if listed is None else listed.get(name, ())


def source_of(entry: Entry) -> Source:
    """Return an entry as a source; its text is loaded only when it is needed."""
    notes: Scope = "abstract" if entry.abstract else "title" if entry.bare else "notes"
    scope: Scope = "full" if entry.file and entry.legible else notes
    return Source(
        entry.id,
        "corpus",
        title=entry.title,
        path=entry.path,
        sha256=entry.file_sha256,
        scope=scope,
        pages=entry.pages,
        entry=entry,
        name=format_cited_name(entry.authors, entry.year),
    )


def resolve_to(
    entry: Entry, *, flags: tuple[Flag, ...] = (), differences: tuple[Difference, ...] = (), note: str = ""
) -> Resolution:
    """Return an entry as what a citation leads to; one that only a bibliography lists proves no work."""
    found = Resolution("found", None, source_of(entry), flags, differences, note)
    return replace(found, existence="unchecked", reason="listed-only") if entry.is_listed_only else found


def unassessed_flag(entry: Entry, context: LocalContext) -> tuple[Flag, ...]:
    """Return a flag for a source without a GRADE level, in a project that grades its sources."""
    return ("unassessed",) if entry.grade is None and context.expects_grades else ()
