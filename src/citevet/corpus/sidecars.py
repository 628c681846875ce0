"""Files next to an entry: its quality assessment, and the sidecar `REF-043-citations.md` with its citation graph."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from citevet.corpus.corpus_folders import SHARED_FOLDER, find_file, is_folder, path_from_root
from citevet.corpus.entry_fields import FrontMatter, UnboundedYaml, describe_type, one_line, sanitize_yaml
from citevet.errors import ReadError
from citevet.model import Grade
from citevet.read import frontmatter
from citevet.read.files import decode, load_file
from citevet.world.paths import resolve_path

_MAX_ASSESSMENT = 1_000_000  # bytes; the front matter reader stops far below
# Keys of the level in an assessment, the most final first.
_LEVEL_KEYS = (
    ("final_quality", "level"),
    ("final_quality", "grade"),
    ("quality_assessment", "final_grade"),
    ("final_grade",),
    ("grade_level",),
    ("grade",),
)
_MAX_SIDECAR = 4_000_000  # bytes; 20,000 rows
_MAX_EDGES = 20_000
_NODE = r"(?:REF-[0-9]+[a-z]?(?:-[a-z]+)?|PROF-[A-Z]-[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)"
_NODE_IN_CELL = re.compile(rf"(?<![\w/.-]){_NODE}(?![\w.-])")
_NODE_ALONE = re.compile(_NODE)
_CELL_END = re.compile(r"(?<!\\)\|")
_ID_COLUMNS = ("inducted ref", "ref", "corpus ref", "in-corpus ref")


class StatedGrade(NamedTuple):
    """A GRADE level, where it is stated, and the assessment with its factors."""

    level: Grade | None
    place: str | None = None  # "front matter", or the path of the assessment
    assessment: Mapping[str, Any] = MappingProxyType({})


def read_grade(front: FrontMatter, file: Path, *, root: Path, ref: str) -> StatedGrade:
    """Return the GRADE level of an entry; the lower one if front matter and assessment differ."""
    key, value = front.find("grade")
    own = _parse_level(value)
    if key and own is None:
        shown = one_line(value) or describe_type(value)
        message = f"{key} is {shown[:60]}; the levels are high, moderate, low and very low"
        front.add_fault("invalid-field", message, key)
    path = _find_assessment(file, root, ref)
    other, factors = _read_assessment(front, path) if path else (None, {})
    if path is None or other is None:
        return StatedGrade(own, "front matter" if own else None, factors)
    if own and own != other:
        front.add_fault("invalid-field", f"{key} says {own}, {path.name} says {other}", key)
    if own and own < other:
        return StatedGrade(own, "front matter", factors)
    return StatedGrade(other, path_from_root(path, root), factors)


def _parse_level(value: object) -> Grade | None:
    line = one_line(value)
    return Grade.of(line) if line and not line.isdigit() else None


def _find_assessment(file: Path, root: Path, ref: str) -> Path | None:
    """Return the assessment next to the entry, next to its folder, or in the shared folder."""
    names = [f"{stem}-assessment{ending}" for stem in dict.fromkeys((ref, file.stem)) for ending in (".yaml", ".yml")]
    for parent in dict.fromkeys((str(file.parent), str(file.parent.parent), f"{root}/{SHARED_FOLDER}")):
        folder = f"{parent}/quality-assessments"
        path = find_file(Path(folder), *names) if is_folder(folder) else None
        if path:
            real = resolve_path(path)
            if real.is_relative_to(resolve_path(root)) or real.is_relative_to(resolve_path(file.parent.parent)):
                return path
    return None


def _read_assessment(front: FrontMatter, path: Path) -> tuple[Grade | None, dict[str, Any]]:
    """Return the final level of an assessment file, and the file as plain values."""
    try:
        text = load_file(path, max_bytes=_MAX_ASSESSMENT).decode("utf-8-sig", errors="replace")
    except ReadError as error:
        front.add_fault("malformed", f"{path.name}: {error.what}")
        return None, {}
    found, notes = frontmatter.parse_front_matter(text)
    level = next((level for keys in _LEVEL_KEYS if (level := _parse_level(_value_at(found, keys)))), None)
    if level is None:
        why = "it cannot be read as YAML" if notes else "it gives no final level (final_quality.level)"
        front.add_fault("malformed", f"{path.name}: {why}")
    try:
        return level, sanitize_yaml(found)
    except UnboundedYaml:
        return level, {}


def _value_at(values: Mapping[str, Any], keys: tuple[str, ...]) -> object:
    value: object = values
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


@dataclass(frozen=True, slots=True)
class CitationEdges:
    """The ids that a source cites, and those that cite it."""

    cites: tuple[str, ...] = ()
    cited_by: tuple[str, ...] = ()


def read_edges(front: FrontMatter, file: Path, *, ref: str) -> CitationEdges:
    """Read the citations sidecar of an entry, if it has one."""
    name = f"{ref}-citations.md"
    path = find_file(file.parent, name, f"citations/{name}", f"../citations/{name}")
    if path is None or not resolve_path(path).is_relative_to(resolve_path(file.parent.parent)):
        return CitationEdges()
    try:
        text = decode(load_file(path, max_bytes=_MAX_SIDECAR), name).text
    except ReadError as error:
        front.add_fault("malformed", f"its sidecar {name}: {error.what}")
        return CitationEdges()
    owner = _sidecar_owner(text)
    if owner != ref:
        what = f"says that it belongs to {owner}" if owner else "does not say whose it is (ref: REF-043)"
        front.add_fault("id-mismatch", f"its sidecar {name} {what}")
        return CitationEdges()
    return parse_edges(text)


def _sidecar_owner(text: str) -> str | None:
    lines = [line.rstrip() for line in text.splitlines()]
    end = lines.index("---", 1) if lines[:1] == ["---"] and "---" in lines[1:] else 0
    found, _ = frontmatter.parse_front_matter("\n".join(lines[1:end]))
    line = one_line(found.get("ref")) or ""
    return line if _NODE_ALONE.fullmatch(line) else None


def parse_edges(text: str) -> CitationEdges:
    """Return the ids in the tables below Outgoing and Incoming, without duplicates."""
    found: dict[str, list[str]] = {"outgoing": [], "incoming": []}
    part, column = "", None
    for line in text.splitlines():
        if line.startswith("## "):
            part, column = (line[3:].split() or [""])[0].strip(":").lower(), None
        elif not line.lstrip().startswith("|"):
            column = None
        elif part in found and column is None:
            column = _id_column(line)
        elif part in found and column is not None and 0 <= column < len(cells := _split_row(line)):
            found[part] += _NODE_IN_CELL.findall(cells[column])
    outgoing, incoming = (tuple(dict.fromkeys(found[part]))[:_MAX_EDGES] for part in ("outgoing", "incoming"))
    return CitationEdges(outgoing, incoming)


def _split_row(line: str) -> list[str]:
    row = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in _CELL_END.split(row)]


def _id_column(line: str) -> int:
    """Return the column of a table that holds ids, or -1."""
    names = [cell.strip("`*_ ").lower() for cell in _split_row(line)]
    return next((names.index(name) for name in _ID_COLUMNS if name in names), -1)
