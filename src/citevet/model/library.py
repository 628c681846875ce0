"""The library of a reference manager: works with their citation keys and the files that belong to them."""

from collections.abc import Mapping
from pathlib import Path

from citevet.records import dataclass


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """One work as a reference manager describes it."""

    key: str  # citation key; empty where the program has none
    fields: Mapping[str, str]  # under the names of BibTeX
    files: tuple[str, ...] = ()  # paths as the program wrote them
    line: int = 0  # in the file; 0 in a database
    is_broken: bool = False  # it could not be read to its end


@dataclass(frozen=True, slots=True)
class Library:
    """All works of a file, or of a Zotero data folder."""

    name: str
    items: tuple[LibraryItem, ...]
    notes: tuple[str, ...] = ()  # on what was left out
    folders: tuple[Path, ...] = ()  # that its paths may start from
