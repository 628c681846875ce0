"""What became of cited lines between the version that was cited and the file as it is now."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from citevet.resolve.ground import Ground
from citevet.resolve.snapshot import content
from citevet.resolve.version import Version
from citevet.world import git

# Bounds for one document, so that a hostile one costs seconds; whatever lies beyond is stale, and no more is said.
_LARGEST = 8 * 1024 * 1024  # bytes of a version; source files are smaller by far
_ALTOGETHER = 128 * 1024 * 1024  # characters of versions in memory
_FILES = 1000  # files whose history is read: 20 ms each
_SEARCHES = 1000  # runs of lines that are searched for: 5 ms each in the largest file
_PLACES = 16  # places of one run of lines that are weighed against one another


@dataclass(frozen=True, slots=True)
class Change:
    """The cited version, and where the cited lines stand now."""

    total: int  # lines of the cited version
    now: range | None  # none when they are gone


def compared(file: Path, cited: tuple[str, range], ground: Ground) -> Change | None:
    """Find the cited version in git and its lines in the file of today; none where that cannot be told."""
    digest, lines = cited
    if file not in ground.seen.histories:
        ground.seen.histories[file] = (
            git.versions(file, largest=_LARGEST) if len(ground.seen.histories) < _FILES else {}
        )
    name = next((name for found, name in ground.seen.histories[file].items() if found.startswith(digest)), None)
    before = _version(file, name, ground) if name else None
    after = _version(file, "", ground) if before else None
    if not before or not after or len(ground.seen.searches) >= _SEARCHES:
        return None
    if not 1 <= lines.start <= lines.stop - 1 <= before.total:
        return Change(before.total, None)
    ground.seen.searches.append(file)
    return Change(before.total, _now(before.block(lines), after, lines))


def _version(file: Path, name: str, ground: Ground) -> Version | None:
    """Return a version by its name in git, or the file of today."""
    key = file, name
    if key not in ground.seen.versions:
        held = sum(len(version.text) for version in ground.seen.versions.values() if version)
        data = git.blob(file.parent, name) if name else content(file, _LARGEST)
        fits = isinstance(data, bytes) and held + len(data) <= _ALTOGETHER
        ground.seen.versions[key] = Version.of(data) if fits and isinstance(data, bytes) else None
    return ground.seen.versions[key]


def _now(block: str, after: Version, lines: range) -> range | None:
    """Return where the lines stand: in their place, or at the nearest other one."""
    place = after.place(lines.start)
    if after.text.startswith(block, place):
        return lines
    if sum(map(str.isalnum, block[:1000])) < 3:  # noqa: PLR2004 - a lone bracket stands everywhere
        return None
    places = [*islice(_places(block, after.text), _PLACES), after.text.find(block, place)]
    nearest = min((at for at in places if at >= 0), key=lambda at: abs(at - place), default=None)
    if nearest is None:
        return None
    first = after.line(nearest)
    return range(first, first + len(lines))


def _places(block: str, text: str) -> Iterator[int]:
    at = text.find(block)
    while at >= 0:
        yield at
        at = text.find(block, at + 1)
