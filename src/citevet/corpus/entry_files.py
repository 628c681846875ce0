"""Files that belong to an entry: its PDF, HTML or text, its quality assessment, and its sidecar.

The sidecar `REF-043-citations.md` has the citation graph of the entry.
"""

import os
import re
from collections.abc import Iterator, Mapping
from hashlib import file_digest, sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from citevet.corpus.corpus_folders import PDF_FOLDER, SHARED_FOLDER, find_file, is_folder, path_from_root
from citevet.corpus.entry_fields import FrontMatter, UnboundedYaml, describe_type, one_line, sanitize_yaml
from citevet.errors import ReadError, TooLarge
from citevet.limits import FILE_BYTES, HASHED_BYTES
from citevet.model import Document, Grade
from citevet.patterns import lazy_pattern
from citevet.read import READERS, frontmatter, parse
from citevet.read.files import decode, load_file
from citevet.records import dataclass
from citevet.world.paths import open_regular, resolve_path

# Tried in this order. Not .md: that is the entry itself.
_SUFFIXES = (".pdf", ".PDF", ".html", ".htm", ".xhtml", ".docx", ".markdown", ".txt", ".text")
_URL = lazy_pattern(r"[a-z][a-z0-9+.-]{1,20}://", re.IGNORECASE)
_HASH = lazy_pattern(r"(?:sha-?256[:=-]\s?)?([0-9a-f]{64})", re.IGNORECASE)
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
_NODE_IN_CELL = lazy_pattern(rf"(?<![\w/.-]){_NODE}(?![\w.-])")
_NODE_ALONE = lazy_pattern(_NODE)
_CELL_END = lazy_pattern(r"(?<!\\)\|")
_ID_COLUMNS = ("inducted ref", "ref", "corpus ref", "in-corpus ref")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that belongs to an entry."""

    path: Path
    sha256: str | None = None
    document: Document | None = None  # None: it could not be read
    reason: Literal["no-text", "unreadable", "too-large"] | None = None
    why: str = ""


def read_attachment(front: FrontMatter, file: Path, *, root: Path, ref: str) -> Attachment | None:
    """Find and read the file of an entry, and compare it with the hash in the front matter."""
    path = _find_named(front, file, root) or _find_beside(file, root, ref)
    key, stated = _stated_hash(front)
    if path is None:
        return None
    found = _read(path)
    if key and stated and found.sha256 and stated != found.sha256:
        message = f"{path.name} has the SHA-256 {found.sha256[:16]}…, not {stated[:16]}…"
        front.add_fault("checksum", message, key)
    return found


def _stated_hash(front: FrontMatter) -> tuple[str | None, str | None]:
    """Return the key and the hash in the front matter."""
    key, value = front.find("hash")
    if key is None:
        return None, None
    match = _HASH.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match:
        given = f"has {len(value.strip())} characters" if isinstance(value, str) else f"is {describe_type(value)}"
        front.add_fault("invalid-field", f"{key} {given}; a SHA-256 has 64 hexadecimal digits", key)
    return key, match[1].lower() if match else None


def _find_named(front: FrontMatter, file: Path, root: Path) -> Path | None:
    """Return the file that the front matter names; one that is missing or outside the project is a fault."""
    for key, value in front.find_all("file"):
        if isinstance(value, bool) or (isinstance(value, str) and _URL.match(value)):
            continue
        if not isinstance(value, str):
            front.add_fault("invalid-field", f"{key} is {describe_type(value)}, not a path", key)
            continue
        written = value.strip().replace("\\", "/")
        existing = [path for path in _candidates(written, file, root) if find_file(path.parent, path.name)]
        allowed = next((_resolve(path, root) for path in existing if _lies_in(path, root, file.parent)), None)
        if allowed:
            return allowed if resolve_path(allowed) != resolve_path(file) else None
        outside = existing or written.startswith(("/", "~")) or not _may_be_inside(written, file, root)
        what = "lies outside the project and is not opened" if outside else "is not there"
        front.add_fault("missing-file", f"{written[:200]} {what}", key)
    return None


def _resolve(path: Path, root: Path) -> Path:
    """Return the real path, below the root as the root is written."""
    real, top = resolve_path(path), resolve_path(root)
    return root / real.relative_to(top) if real.is_relative_to(top) else real


def _candidates(written: str, file: Path, root: Path) -> Iterator[Path]:
    for folder in (file.parent, root, root / PDF_FOLDER, (root / PDF_FOLDER).parent):
        yield folder / written


def _may_be_inside(written: str, file: Path, root: Path) -> bool:
    paths = (Path(os.path.normpath(path)) for path in _candidates(written, file, root))
    return any(path.is_relative_to(home) for path in paths for home in (root, file.parent))


def _find_beside(file: Path, root: Path, ref: str) -> Path | None:
    """Return the file of the same name next to the entry or in the PDF folder of the project."""
    names = [f"{stem}{suffix}" for stem in dict.fromkeys((file.stem, ref)) for suffix in _SUFFIXES]
    path = find_file(file.parent, *names)
    if path is None and is_folder(f"{root}/{PDF_FOLDER}"):
        path = find_file(root / PDF_FOLDER, *names)
    return path if path and _lies_in(path, root, file.parent) else None


def _lies_in(path: Path, *folders: Path) -> bool:
    """Check that a path, links followed, is in one of the folders: the project or, for a corpus elsewhere, its own."""
    real = resolve_path(path)
    return any(real.is_relative_to(resolve_path(folder)) for folder in folders)


def _read(path: Path) -> Attachment:
    if path.suffix.lower() not in READERS:
        why = f"files of the kind {path.suffix} are not read"
        return Attachment(path, _hash_file(path), reason="unreadable", why=why)
    try:
        data = load_file(path)
    except TooLarge:
        why = f"the file is larger than {FILE_BYTES // 1_048_576} MB"
        return Attachment(path, _hash_file(path), reason="too-large", why=why)
    except ReadError as error:
        return Attachment(path, reason="unreadable", why=error.what)
    digest = sha256(data).hexdigest()
    try:
        document = parse(data, path.name)
    except ReadError as error:
        reason: Literal["too-large", "unreadable"] = "too-large" if isinstance(error, TooLarge) else "unreadable"
        return Attachment(path, digest, reason=reason, why=error.what)
    if not document.text.strip("\f\n\r\t "):
        why = "the PDF has no text layer" if document.format == "pdf" else "the file is empty"
        return Attachment(path, digest, document, "no-text", why)
    return Attachment(path, digest, document)


def _hash_file(path: Path) -> str | None:
    try:
        with open_regular(path) as data:
            if os.fstat(data.fileno()).st_size > HASHED_BYTES:
                return None
            return file_digest(data, "sha256").hexdigest()
    except OSError:
        return None


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
        if path and _lies_in(path, root, file.parent.parent):
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
    if path is None or not _lies_in(path, file.parent.parent):
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
