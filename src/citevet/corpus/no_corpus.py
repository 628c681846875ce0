"""The corpus of a project that has none: most checks, which need no index and not the code that makes one."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from citevet.model import Body, Entry
from citevet.records import Foreign

if TYPE_CHECKING:
    from citevet.corpus.index_format import IndexConnection

QueryResult = TypeVar("QueryResult")


class NoCorpus:
    """Has nothing; a query of its index runs on an empty one."""

    exists = False
    digest = ""
    folders: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()

    def __init__(self, root: Path, today: date | None, open_index: Callable[[], Foreign]) -> None:
        self.root, self.today, self._open_index = root, today, open_index

    def has_grades(self) -> bool:
        """Return that no entry has a GRADE level."""
        return False

    def entries(self) -> Iterator[Entry]:
        """Yield nothing."""
        return iter(())

    def find_none(self, *names: str) -> tuple[Entry, ...]:
        """Return that no entry has such a name."""
        del names
        return ()

    entries_by_id = entries_by_author = entries_by_identifier = entries_by_key = holding = find_none

    def entry_at(self, path: Path) -> Entry | None:
        """Return that no file belongs to an entry."""
        del path
        return None

    def body(self, entry: Entry) -> Body:
        """Return that the corpus has no text of an entry, which is of another project."""
        del entry
        return Body(reason="no-text", why="the entry is not in the corpus any more")

    def close(self) -> None:
        """Close nothing."""

    def query(self, run: "Callable[[IndexConnection], QueryResult]") -> QueryResult:
        """Run a query on an empty index."""
        found: QueryResult = self._open_index().query(run)
        return found

    def change(self, run: "Callable[[IndexConnection], None]") -> None:
        """Change an empty index, which is dropped."""
        self._open_index().change(run)
