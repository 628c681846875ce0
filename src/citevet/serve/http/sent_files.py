"""The files that came with a request, for a document that names them."""

from collections.abc import Mapping
from pathlib import Path

from citevet.errors import UnsentInput


class SentFiles:
    """The files of a request, the document first; a client may know the name of a file, but not its folder."""

    def __init__(self, here: Path, files: Mapping[str, bytes]) -> None:
        self._files = {here / path: content for path, content in files.items()}
        self._names = {here / path: path for path in files}
        self._used = {here / next(iter(files))}

    def load(self, path: Path, *, max_bytes: int, shown: str) -> bytes:
        """Return the file of this path, or else the only one of its name."""
        found = [path] if path in self._files else [each for each in self._files if each.name == path.name]
        if len(found) != 1 or len(self._files[found[0]]) > max_bytes:
            raise UnsentInput("was not sent with the document", to=shown, advice="Send it as a companion.")
        self._used.add(found[0])
        return self._files[found[0]]

    def describe_unused(self) -> list[str]:
        """Say which companions nothing names, as a document that the client meant to be checked as well."""
        unused = [name for path, name in self._names.items() if path not in self._used]
        return [f"{name} came with this document, which does not name it: it was not checked." for name in unused]

    def describe_use(self) -> dict[str, bool]:
        """Return which files the document names, without itself."""
        return {name: path in self._used for path, name in list(self._names.items())[1:]}
