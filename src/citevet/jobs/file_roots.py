"""The folders that a server may read, and paths below them."""

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from citevet.errors import MissingInput, UsageError
from citevet.identifiers.page_keys import split_address
from citevet.records import dataclass
from citevet.world.paths import resolve_path

_LONGEST = 4_096  # characters of a path
_NO_ROOT = "Start the server with --root FOLDER, let the host name its roots, or pass the text itself."


@dataclass(frozen=True, slots=True)
class LocatedFile:
    """A path with its links followed, and the root that it lies below."""

    root: Path
    path: Path


@dataclass(frozen=True, slots=True)
class FileRoots:
    """Folders with their links followed; a file outside them is not opened."""

    folders: tuple[Path, ...] = ()

    @classmethod
    def of(cls, named: Iterable[Path]) -> "FileRoots":
        """Return the named folders that exist, each once."""
        found = (resolve_path(folder) for folder in named)
        return cls(tuple(dict.fromkeys(folder for folder in found if folder.is_dir())))

    def find_file(self, name: str) -> LocatedFile:
        """Return the document that a path or file address names."""
        places = self._list_places(name)
        found = next((place for place in places if place.path.is_file()), None)
        if found is None:
            what = "a folder" if any(place.path.is_dir() for place in places) else "no such file below the roots"
            raise MissingInput(what, to=_show(name), advice="Name one document by its path from a root.")
        return found

    def place_text(self, name: str) -> LocatedFile:
        """Return where a text without a file is taken to lie, so that it has the settings and sources of a project."""
        return self._list_places(name)[0]

    def _list_places(self, name: str) -> list[LocatedFile]:
        """Return where a path may lie; links and dots that lead out of the roots are refused."""
        if not self.folders:
            raise UsageError("the server may read no files", to=_show(name), advice=_NO_ROOT)
        if not name.strip() or "\0" in name or len(name) > _LONGEST:
            raise UsageError("not a path", to=_show(name), advice="Name one document by its path from a root.")
        path = parse_address(name) or Path(name)
        places = (resolve_path(root / path) for root in self.folders)
        found = [
            LocatedFile(root, place)
            for place in places
            if (root := next((each for each in self.folders if place.is_relative_to(each)), None))
        ]
        if not found:
            shown = ", ".join(map(str, self.folders))
            raise UsageError("lies outside the roots", to=_show(name), advice=f"Only these may be read: {shown}.")
        return found


def parse_address(text: str) -> Path | None:
    """Return the path of a `file://` address of this machine; none for anything else."""
    if not text.startswith("file:"):
        return None
    parts = split_address(text)
    path = unquote(parts.path)
    return Path(path) if parts.netloc in {"", "localhost"} and path and "\0" not in path else None


def _show(name: str) -> str:
    return repr(name[:200])
