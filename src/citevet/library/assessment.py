"""How much a source carries, as its front matter or a quality assessment says."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from citevet.errors import ReadError
from citevet.library.fields import Sheet, kind_of, one_line
from citevet.library.look import file_in, is_folder
from citevet.model import Grade
from citevet.read import frontmatter
from citevet.read.open_file import load

_FOLDER, _SHARED = "quality-assessments", ".aiwg/research"
_LARGEST = 1_000_000  # bytes of an assessment; the front matter reader stops far below
# Where the level stands, the most final first.
_LEVELS = (
    ("final_quality", "level"),
    ("final_quality", "grade"),
    ("quality_assessment", "final_grade"),
    ("final_grade",),
    ("grade_level",),
    ("grade",),
)


def graded(sheet: Sheet, file: Path, *, root: Path, ref: str) -> tuple[Grade | None, str | None]:
    """Return the level and where it stands; of two that differ the lower, as caution asks."""
    key, value = sheet.find("grade")
    own = _level(value)
    if key and own is None:
        shown = one_line(value) or kind_of(value)
        sheet.blame("invalid-field", f"{key} is {shown[:60]}; the levels are high, moderate, low and very low", key)
    path = _assessment(file, root, ref)
    other = _assessed(sheet, path) if path else None
    if path is None or other is None:
        return own, "front matter" if own else None
    if own and own != other:
        sheet.blame("invalid-field", f"{key} says {own}, {path.name} says {other}", key)
    if own and own < other:
        return own, "front matter"
    return other, path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def _level(value: object) -> Grade | None:
    line = one_line(value)
    return Grade.of(line) if line and not line.isdigit() else None


def _assessment(file: Path, root: Path, ref: str) -> Path | None:
    """Return the assessment beside the entry, beside its folder, or where that layout keeps all of them."""
    names = [f"{stem}-assessment{ending}" for stem in dict.fromkeys((ref, file.stem)) for ending in (".yaml", ".yml")]
    for folder in dict.fromkeys((str(file.parent), str(file.parent.parent), f"{root}/{_SHARED}")):
        below = f"{folder}/{_FOLDER}"
        path = file_in(Path(below), *names) if is_folder(below) else None
        if path and _stays(path, root, file):
            return path
    return None


def _stays(path: Path, root: Path, file: Path) -> bool:
    real = path.resolve()
    return real.is_relative_to(root.resolve()) or real.is_relative_to(file.parent.parent.resolve())


def _assessed(sheet: Sheet, path: Path) -> Grade | None:
    """Return the level that an assessment ends with."""
    try:
        text = load(path, max_bytes=_LARGEST).decode("utf-8-sig", errors="replace")
    except ReadError as error:
        sheet.blame("malformed", f"{path.name}: {error.what}")
        return None
    found, notes = frontmatter.parse(text)
    level = next((level for keys in _LEVELS if (level := _level(_at(found, keys)))), None)
    if level is None:
        why = "it cannot be read as YAML" if notes else "it gives no final level (final_quality.level)"
        sheet.blame("malformed", f"{path.name}: {why}")
    return level


def _at(values: Mapping[str, Any], keys: tuple[str, ...]) -> object:
    value: object = values
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value
