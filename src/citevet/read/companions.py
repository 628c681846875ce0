r"""The files that a document names: its bibliography, and what it pulls in with \\input."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from os.path import normpath
from pathlib import Path

from citevet.errors import ReadError
from citevet.model import Document
from citevet.read.open_file import load
from citevet.world.real_path import real

_MOST = 500  # files; a book has some dozens of chapters

Parse = Callable[[bytes, str], Document]


@dataclass(slots=True)
class _Desk:
    """Reads companions once each, inside the root only, and remembers what could not be read."""

    root: Path
    parse: Parse
    max_bytes: int
    read: dict[Path, Document] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def fetch(self, name: str, folder: Path, shown: str) -> Document | None:
        path = real(folder / name)
        if path in self.read:
            return self.read[path]
        try:
            self._refuse_outside(path, name)
            self.read[path] = self.parse(load(path, max_bytes=self.max_bytes, shown=name), shown)
        except ReadError as error:
            self.missing.append(name)
            self.notes.append(str(error))
            return None
        return self.read[path]

    def _refuse_outside(self, path: Path, name: str) -> None:
        if not path.is_relative_to(self.root.resolve()):
            raise ReadError("lies outside the project", to=name, advice="Move it below the project's folder.")
        if len(self.read) >= _MOST:
            raise ReadError(f"more than {_MOST} files are pulled in", to=name, advice="Check the parts one by one.")


def with_companions(document: Document, path: Path, *, root: Path, parse: Parse, max_bytes: int) -> Document:
    """Return the document with its bibliography and includes; what cannot be read is named in its metadata."""
    if not (document.metadata.get("bibliography") or document.metadata.get("inputs") or document.format == "latex"):
        return document
    desk = _Desk(root, parse, max_bytes, read={path.resolve(): document})
    includes = tuple(_includes(document, path.parent, desk))
    missing = tuple(
        (_beside(document.path, name), note.removeprefix(f"{name}: "))
        for name, note in zip(desk.missing, desk.notes, strict=True)
    )
    desk.missing.clear()
    bibliography = tuple(_bibliography((document, *includes), path, desk))
    family = (document, *includes)
    return replace(
        document,
        includes=tuple(_part(include, family, bibliography) for include in includes),
        bibliography=(*bibliography, *_lists(document, family)),
        metadata={**document.metadata, "missing_bibliography": tuple(desk.missing), "missing_inputs": missing},
    )


def _part(include: Document, family: Iterable[Document], bibliography: tuple[Document, ...]) -> Document:
    return replace(include, bibliography=(*bibliography, *_lists(include, family)), is_part=True)


def _lists(document: Document, family: Iterable[Document]) -> Iterator[Document]:
    """Yield the other files of a family that hold entries: a list in one chapter serves them all."""
    for other in family:
        if other.path != document.path and any(mark.kind == "entry" for mark in other.marks):
            yield other


def _includes(document: Document, folder: Path, desk: _Desk) -> Iterator[Document]:
    """Walk what the document pulls in, in order; TeX resolves every name from the main file's folder."""
    waiting = list(reversed(_names(document.metadata.get("inputs"))))
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        include = desk.fetch(name, folder, _beside(document.path, name))
        if include is not None and include is not document:
            yield include
            waiting += reversed(_names(include.metadata.get("inputs")))


def _bibliography(documents: Iterable[Document], path: Path, desk: _Desk) -> Iterator[Document]:
    documents = tuple(documents)
    names = dict.fromkeys(name for document in documents for name in _names(document.metadata.get("bibliography")))
    for name in names:
        entry = desk.fetch(name, path.parent, _beside(documents[0].path, name))
        if entry is not None:
            yield entry
    compiled = path.with_suffix(".bbl")
    if names and desk.missing and documents[0].format == "latex" and compiled.exists():
        entry = desk.fetch(compiled.name, path.parent, _beside(documents[0].path, compiled.name))
        if entry is not None:
            desk.missing.clear()  # the compiled list has every entry that the document cites
            yield entry


def _names(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [name for name in value if isinstance(name, str)] if isinstance(value, list | tuple) else []


def _beside(path: str, name: str) -> str:
    folder = Path(path).parent
    return Path(normpath(folder / name)).as_posix()
