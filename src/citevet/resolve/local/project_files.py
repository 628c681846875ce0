"""Files of the project: resolve a written path, read a file without leaving the root, and find the use cases."""

import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal

from citevet.contracts import ProjectIds
from citevet.errors import ConfigError
from citevet.limits import ARTIFACT_INDEX_BYTES, NAMED_FILES, USE_CASE_BYTES, USE_CASE_FILES
from citevet.model import Lines, Resolution
from citevet.patterns import lazy_pattern
from citevet.records import dataclass, replace
from citevet.world.paths import resolve_path

Unreadable = Literal["unreadable", "too-large"]

MISSING = Resolution("missing")
OUTSIDE = Resolution("unchecked", "blocked", flags=("outside-root",))
UNREADABLE = Resolution("unchecked", "unreadable")
MAX_FILE = 64 * 1024 * 1024  # bytes, as for documents
_MAX_PATH = 4096  # characters, the limit of Linux
_DRIVE = lazy_pattern(r"[A-Za-z]:")
# Do not wait on a pipe, and do not follow a link, that took the place of a file. Windows has neither flag.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
ARTIFACT_INDEX = ".aiwg/index/artifacts.json"
_LEFT_OUT = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".citevet"})
_USUAL_FOLDER = ".aiwg/requirements"
_ENDING = lazy_pattern(r"\.[A-Za-z]\w{0,9}$")
_ID = lazy_pattern(r"(?<![A-Za-z0-9])UC-\d{3}(?!\d)")
_HEADING = lazy_pattern(r"^#{1,6}[ \t](.*)$", re.MULTILINE)


def normalize_path(written: str) -> str | None:
    """Return a path from the project's root with slashes; None if it is absolute or contains `..`."""
    path = written.replace("\\", "/")
    steps = [step for step in path.split("/") if step not in {"", "."}]
    if path.startswith(("/", "~")) or _DRIVE.match(path) or ".." in steps:
        return None
    return "/".join(steps)


def find_project_file(written: str, root: Path) -> Path | Resolution:
    """Return the real path of a regular file inside the project, or why there is none."""
    path = normalize_path(written)
    if path is None:
        return OUTSIDE
    if not path or "\0" in path or len(path) > _MAX_PATH:
        return UNREADABLE
    try:
        real = resolve_path(root / path)
        if not real.is_relative_to(resolve_path(root)):
            return OUTSIDE
        mode = real.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return MISSING
    except (OSError, RuntimeError, ValueError):  # no permission, a loop of links, an impossible name
        return UNREADABLE
    return real if stat.S_ISREG(mode) else UNREADABLE


@dataclass(frozen=True, slots=True)
class FileSnapshot:
    """The hash and the number of lines of a file."""

    sha256: str
    lines: int  # ended by LF, CRLF or CR


def take_snapshot(file: Path) -> FileSnapshot | Unreadable:
    """Read a file once, and return its hash and line count."""
    data = read_bytes(file)
    if isinstance(data, str):
        return data
    ends = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    return FileSnapshot(sha256(data).hexdigest(), ends + (not data.endswith((b"\n", b"\r")) and bool(data)))


def read_bytes(file: Path, largest: int = MAX_FILE) -> bytes | Unreadable:
    """Return the bytes of a regular file within a size limit."""
    try:
        with open(os.open(file, _OPEN_FLAGS), "rb") as stream:  # noqa: PTH123 - pathlib opens no descriptor
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                return "unreadable"
            data = stream.read(largest + 1) if status.st_size <= largest else b""
    except (OSError, ValueError):
        return "unreadable"
    return "too-large" if status.st_size > largest or len(data) > largest else data


@dataclass(frozen=True, slots=True)
class FileVersion:
    """The text of one version of a file, with a line feed before each line and after the last.

    So a run of lines can be searched as one string.
    """

    text: str
    starts: Lines  # line 1 of the file starts at `starts[1]`, after an empty line

    @classmethod
    def of(cls, data: bytes) -> "FileVersion":
        """Decode a version; all line ends become line feeds."""
        text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
        whole = f"\n{text}" if text.endswith("\n") or not text else f"\n{text}\n"
        return cls(whole, Lines.of(whole))

    @property
    def total(self) -> int:
        """The number of lines."""
        return len(self.starts) - 2

    def block(self, lines: range) -> str:
        """Return existing lines, with the line feed before them."""
        return self.text[self.starts.starts[lines.start] - 1 : self.starts.starts[lines.stop]]

    def offset(self, line: int) -> int:
        """Return the position of the line feed before a line; the end of the text for a line beyond it."""
        return self.starts.starts[line] - 1 if line <= self.total else len(self.text)

    def line(self, offset: int) -> int:
        """Return the line that starts after a line feed."""
        return self.starts.position(offset + 1)[0] - 1


def find_project_ids(
    root: Path, issues: str | None, use_cases: Path | None, artifacts: Mapping[str, str], *, only_files: bool
) -> ProjectIds:
    """Return the ids that documents of a project may cite; use cases are looked for in the folder that aiwg has too."""
    cases, (listed, fault) = _find_use_cases(root, use_cases), _read_artifact_index(root)
    return replace(
        cases,
        issues=issues or "",
        artifacts={**listed, **artifacts},
        artifact_fault=fault,
        only_files=only_files,
        has_file=partial(_has_file, root),
    )


def _has_file(root: Path, path: str) -> bool:
    return isinstance(find_project_file(path, root), Path)


def _read_artifact_index(root: Path) -> tuple[dict[str, str], str]:
    """Return the paths of artefacts by id, as the index of aiwg lists them, and why it cannot be read."""
    file = find_project_file(ARTIFACT_INDEX, root)
    if not isinstance(file, Path):
        return {}, "" if file is MISSING else f"{ARTIFACT_INDEX} is no file of the project"
    data = read_bytes(file, ARTIFACT_INDEX_BYTES)
    try:
        listed = json.loads(data)
    except (ValueError, RecursionError):
        listed = None
    if not isinstance(listed, dict):
        why = f"is {data.replace('-', ' ')}" if isinstance(data, str) else "is not a JSON object"
        return {}, f'{ARTIFACT_INDEX} {why}; it needs the form {{"UC-login": "docs/login.md"}}'
    paths = {name: each.get("path") if isinstance(each, dict) else each for name, each in listed.items()}
    return {name: path if isinstance(path, str) else "" for name, path in paths.items()}, ""


def is_artifact_id(written: str) -> bool:
    """Return whether this may be the id of a file, and is no path: UC-login, ADR-7."""
    return "/" not in written and "\\" not in written and not _ENDING.search(written)


def find_files_by_name(root: Path) -> dict[str, tuple[str, ...]] | None:
    """Return the paths of a project by file name without its ending; None where there are too many files."""
    found: dict[str, list[str]] = {}
    seen = 0
    for parent, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in _LEFT_OUT)
        seen += len(folders) + len(names)
        if seen > NAMED_FILES:
            return None
        for name in sorted(names):
            path = Path(parent, name).relative_to(root).as_posix()
            for called in {name, name.rpartition(".")[0] or name}:
                found.setdefault(called, []).append(path)
    return {name: tuple(paths) for name, paths in found.items()}


def _find_use_cases(root: Path, use_cases: Path | None) -> ProjectIds:
    folder = str(use_cases or _USUAL_FOLDER)
    path = normalize_path(folder)
    place = resolve_path(root / path) if path else root
    if not path or not place.is_relative_to(root) or not place.is_dir():
        if use_cases:
            advice = "Correct `use-cases`: it is a path from the root of the project."
            raise ConfigError("no such folder in the project", to=folder, advice=advice)
        return ProjectIds()
    found = _list_use_cases(place, root)
    return ProjectIds("", path, found) if found or use_cases else ProjectIds()


def _list_use_cases(folder: Path, root: Path) -> dict[str, str]:
    """Return the path of each use case by its id."""
    found: dict[str, str] = {}
    for number, file in enumerate(_list_files(folder)):
        if number >= USE_CASE_FILES:
            advice = "Name the folder of the use cases with `use-cases`."
            raise ConfigError(f"more than {USE_CASE_FILES:,} files", to=str(folder), advice=advice)
        for name in _ID.findall(file.name) or _list_headings(file):
            found.setdefault(name, file.relative_to(root).as_posix())
    return found


def _list_files(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder in order; links are not followed."""
    for parent, folders, names in os.walk(folder):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(names))


def _list_headings(file: Path) -> list[str]:
    """Return the ids in the headings of a Markdown file: one file may describe many use cases."""
    data = read_bytes(file, USE_CASE_BYTES) if file.suffix == ".md" else b""
    text = data.decode("utf-8", errors="replace") if isinstance(data, bytes) else ""
    return [name for heading in _HEADING.findall(text) for name in _ID.findall(heading)]
