"""Resolve files of the project: `[path@hash, L42-58]` by path, version and lines, `@docs/REF-059-x.md` by its path."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from citevet.model import Citation, Difference, Flag, Reference, Resolution, Source
from citevet.records import dataclass, replace
from citevet.resolve.local.context import LocalContext, source_of, unassessed_flag
from citevet.resolve.local.project_files import (
    MISSING,
    FileSnapshot,
    FileVersion,
    find_project_file,
    is_artifact_id,
    normalize_path,
    read_bytes,
)
from citevet.world import git

_HASH_DIGITS = 16  # of the SHA-256 in a citation
# Limits for one document, so that a hostile one costs seconds. Beyond them a changed file is only called stale.
_MAX_VERSION = 8 * 1024 * 1024  # bytes
_MAX_VERSIONS = 128 * 1024 * 1024  # characters of all versions in memory
_MAX_HISTORIES = 1000  # files whose history is read: 20 ms each
_MAX_SEARCHES = 1000  # runs of lines that are searched: 5 ms each in the largest file
_MIN_LETTERS = 3  # and digits of lines that are searched: a lone bracket is everywhere
_MAX_PLACES = 16  # of one run of lines that are compared

_Checked = tuple[tuple[Flag, ...], tuple[Difference, ...]]


def resolve_artifact(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution:
    """Compare a file with its citation: fresh, stale, cited without a version, or missing."""
    del reference
    cited = citation.file.hash.lower()
    located = _locate(citation.file.path or citation.normal, cited, context)
    if isinstance(located, Resolution):
        return located
    path, file = located
    now = context.snapshot(file)
    if not isinstance(now, FileSnapshot):
        return Resolution("unchecked", now)
    source = Source(path, "artifact", path=path, sha256=now.sha256)
    lines = _cited_lines(citation)
    if not cited or now.sha256.startswith(cited):
        flags, differences = _check_lines(lines, now.lines)
        if not cited:
            flags = ("unversioned", *flags)
        return Resolution("found", source=source, flags=flags, differences=differences)
    change = _trace_lines(file, cited, lines, context) if lines else None
    flags, differences = _check_changed(change, lines, now.lines)
    hashes = Difference("hash", cited, now.sha256[:_HASH_DIGITS])
    return Resolution("found", source=source, flags=("stale", *flags), differences=(hashes, *differences))


def _locate(written: str, digest: str, context: LocalContext) -> tuple[str, Path] | Resolution:
    """Return the path and file of a path or an artefact id: as the project lists the id, by path, or by file name."""
    listed = context.ids.artifacts.get(written)
    path = written if listed is None else listed
    file = find_project_file(path, context.root)
    if isinstance(file, Path):
        return normalize_path(path) or path, file
    if file is not MISSING or listed is not None or not is_artifact_id(written):
        return file
    if (named := context.find_named_files(written)) is None:
        return Resolution("unchecked", "too-large")
    files = {path: each for path in named if isinstance(each := find_project_file(path, context.root), Path)}
    fitting = [item for item in files.items() if len(files) == 1 or (digest and _has_hash(item[1], digest, context))]
    if fitting:
        return fitting[0]
    if files:
        return Resolution("ambiguous", differences=(Difference("path", written, ", ".join(files)),))
    return Resolution("unchecked", "unreadable") if context.ids.artifact_fault else MISSING


def _has_hash(file: Path, digest: str, context: LocalContext) -> bool:
    now = context.snapshot(file)
    return isinstance(now, FileSnapshot) and now.sha256.startswith(digest)


def _cited_lines(citation: Citation) -> range | None:
    """Return the cited lines, from 1, of several ranges from the first to the last; None without any.

    Of a backward range, which a rule reports, it is None too.
    """
    ranges = [each.partition("-") for each in (citation.place.lines or "").split(", ")]
    numbers = [(int(first), int(last or first)) for first, _, last in ranges if f"{first}{last}".isdecimal()]
    if not numbers or any(first > last for first, last in numbers):
        return None
    return range(min(first for first, _ in numbers), max(last for _, last in numbers) + 1)


def _check_lines(lines: range | None, total: int) -> _Checked:
    if lines is None or 1 <= lines.start <= lines.stop - 1 <= total:
        return (), ()
    return ("wrong-lines",), (Difference("lines", _format_lines(lines), _format_lines(range(1, total + 1))),)


def _check_changed(change: "_LineChange | None", lines: range | None, total: int) -> _Checked:
    """Report what became of the cited lines; without the cited version, only whether they exist now."""
    if lines is None or change is None:
        return _check_lines(lines, total)
    if lines.start < 1 or lines.stop - 1 > change.total:
        return _check_lines(lines, change.total)
    if change.now is None:
        return ("lines-changed",), ()
    if change.now == lines:
        return ("lines-unchanged",), ()
    return ("moved",), (Difference("lines", _format_lines(lines), _format_lines(change.now)),)


def _format_lines(lines: range) -> str:
    if not lines:
        return "none"
    return f"{lines.start}" if len(lines) == 1 else f"{lines.start}-{lines.stop - 1}"


@dataclass(frozen=True, slots=True)
class _LineChange:
    """The cited version, and the position of the cited lines now."""

    total: int  # lines of the cited version
    now: range | None  # None if they are gone


def _trace_lines(file: Path, digest: str, lines: range, context: LocalContext) -> _LineChange | None:
    """Find the cited version in git and its lines in the current file; None if that is not possible."""
    histories = context.cache.histories
    if file not in histories:
        histories[file] = git.list_versions(file, largest=_MAX_VERSION) if len(histories) < _MAX_HISTORIES else {}
    blob = next((blob for found, blob in histories[file].items() if found.startswith(digest)), None)
    before = _load_version(file, blob, context) if blob else None
    after = _load_version(file, "", context) if before else None
    if not before or not after or len(context.cache.searches) >= _MAX_SEARCHES:
        return None
    if not 1 <= lines.start <= lines.stop - 1 <= before.total:
        return _LineChange(before.total, None)
    context.cache.searches.append(file)
    return _LineChange(before.total, _find_lines(before.block(lines), after, lines))


def _load_version(file: Path, blob: str, context: LocalContext) -> FileVersion | None:
    """Return a version by its git blob, or the current file without one."""
    key, versions = (file, blob), context.cache.versions
    if key not in versions:
        loaded = sum(len(version.text) for version in versions.values() if version)
        data = git.read_blob(file.parent, blob) if blob else read_bytes(file, _MAX_VERSION)
        fits = isinstance(data, bytes) and loaded + len(data) <= _MAX_VERSIONS
        versions[key] = FileVersion.of(data) if fits and isinstance(data, bytes) else None
    return versions[key]


def _find_lines(block: str, after: FileVersion, lines: range) -> range | None:
    """Return where the lines are now: at the same place, or at the nearest other one."""
    place = after.offset(lines.start)
    if after.text.startswith(block, place):
        return lines
    if sum(map(str.isalnum, block[:1000])) < _MIN_LETTERS:
        return None
    places = [*islice(_find_all(block, after.text), _MAX_PLACES), after.text.find(block, place)]
    nearest = min((at for at in places if at >= 0), key=lambda at: abs(at - place), default=None)
    if nearest is None:
        return None
    first = after.line(nearest)
    return range(first, first + len(lines))


def _find_all(block: str, text: str) -> Iterator[int]:
    at = text.find(block)
    while at >= 0:
        yield at
        at = text.find(block, at + 1)


def resolve_mention(citation: Citation, reference: Reference | None, context: LocalContext) -> Resolution:
    """Find the file that a mention names, or the corpus entry that it belongs to."""
    del reference
    path = citation.file.path or citation.normal
    file = find_project_file(path, context.root)
    if isinstance(file, Resolution):
        return _add_entry_path(citation, context) if file is MISSING else file
    name = normalize_path(path) or path
    entry = context.corpus.entry_at(file) or context.corpus.entry_at(context.root / name)
    if entry:
        return Resolution("found", source=source_of(entry), flags=unassessed_flag(entry, context))
    known = context.snapshot(file)
    sha256 = known.sha256 if isinstance(known, FileSnapshot) else None
    return Resolution("found", source=Source(name, "artifact", path=name, sha256=sha256))


def _add_entry_path(citation: Citation, context: LocalContext) -> Resolution:
    """Add the path of the entry whose id is in the mention."""
    entries = context.corpus.entries_by_id(citation.file.source) if citation.file.source else ()
    if not entries:
        return MISSING
    return replace(MISSING, differences=(Difference("path", citation.file.path, entries[0].path),))
