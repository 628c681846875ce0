"""`[src/login.ts@a8f9c2d4e5f60718, L42-58]`: a file of the project, the version that was cited, and its lines."""

from citevet.model import Citation, Difference, Flag, Reference, Resolution, Source
from citevet.resolve.confine import reach, tidy
from citevet.resolve.ground import Ground
from citevet.resolve.history import Change, compared
from citevet.resolve.snapshot import Snapshot, snapshot

_DIGITS = 16  # of the SHA-256, that a citation carries


def by_path(citation: Citation, reference: Reference | None, ground: Ground) -> Resolution:
    """Compare a file with its citation: fresh, stale, cited without a version, or missing."""
    del reference
    written = citation.parts.get("path", citation.normal)
    file = reach(written, ground.root)
    if isinstance(file, Resolution):
        return file
    if file not in ground.seen.files:
        ground.seen.files[file] = snapshot(file)
    now = ground.seen.files[file]
    if not isinstance(now, Snapshot):
        return Resolution("unchecked", now)
    path = tidy(written) or written
    source = Source(path, "artifact", path=path, sha256=now.sha256)
    cited = citation.parts.get("hash", "").lower()
    lines = _lines(citation)
    if not cited or now.sha256.startswith(cited):
        flags, differences = _placed(lines, now.lines)
        return Resolution("found", source=source, flags=(*_versioned(cited), *flags), differences=differences)
    change = compared(file, (cited, lines), ground) if lines else None
    flags, differences = _changed(change, lines, now.lines)
    hashes = Difference("hash", cited, now.sha256[:_DIGITS])
    return Resolution("found", source=source, flags=("stale", *flags), differences=(hashes, *differences))


def _versioned(cited: str) -> tuple[Flag, ...]:
    return () if cited else ("unversioned",)


def _lines(citation: Citation) -> range | None:
    """Return the cited lines, from 1; none when there are none, or when they run backwards, which a rule tells."""
    written = citation.locator.lines if citation.locator else None
    first, _, last = (written or "").partition("-")
    if not first.isdecimal() or (last and not last.isdecimal()):
        return None
    lines = range(int(first), int(last or first) + 1)
    return lines or None


def _placed(lines: range | None, total: int) -> tuple[tuple[Flag, ...], tuple[Difference, ...]]:
    if lines is None or 1 <= lines.start <= lines.stop - 1 <= total:
        return (), ()
    return ("wrong-lines",), (Difference("lines", shown(lines), shown(range(1, total + 1))),)


def _changed(change: Change | None, lines: range | None, total: int) -> tuple[tuple[Flag, ...], tuple[Difference, ...]]:
    """Say what became of the cited lines; without the version that was cited, only whether there are such lines now."""
    if lines is None or change is None:
        return _placed(lines, total)
    if lines.start < 1 or lines.stop - 1 > change.total:
        return _placed(lines, change.total)
    if change.now is None:
        return ("lines-changed",), ()
    if change.now == lines:
        return ("lines-unchanged",), ()
    return ("moved",), (Difference("lines", shown(lines), shown(change.now)),)


def shown(lines: range) -> str:
    """Return lines as a citation writes them."""
    if not lines:
        return "none"
    return f"{lines.start}" if len(lines) == 1 else f"{lines.start}-{lines.stop - 1}"
