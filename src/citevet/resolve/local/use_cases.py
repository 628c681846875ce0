"""The use cases of a project, by the names of their files and by their headings."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from citevet.contracts import ProjectIds
from citevet.errors import ConfigError
from citevet.limits import USE_CASE_BYTES, USE_CASE_FILES
from citevet.resolve.local.project_files import normalize_path, read_bytes
from citevet.text.patterns import lazy_pattern
from citevet.world.paths import resolve_path

_USUAL_FOLDER = ".aiwg/requirements"
_ID = lazy_pattern(r"(?<![A-Za-z0-9])UC-\d{3}(?!\d)")
_HEADING = lazy_pattern(r"^#{1,6}[ \t](.*)$", re.MULTILINE)


def find_project_ids(root: Path, issues: str | None, use_cases: Path | None) -> ProjectIds:
    """Return the ids that documents of a project may cite; use cases are looked for in the folder that aiwg has too."""
    folder = str(use_cases or _USUAL_FOLDER)
    path = normalize_path(folder)
    place = resolve_path(root / path) if path else root
    if not path or not place.is_relative_to(root) or not place.is_dir():
        if use_cases:
            advice = "Correct `use-cases`: it is a path from the root of the project."
            raise ConfigError("no such folder in the project", to=folder, advice=advice)
        return ProjectIds(issues or "")
    found = _list_use_cases(place, root)
    return ProjectIds(issues or "", path, found) if found or use_cases else ProjectIds(issues or "")


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
