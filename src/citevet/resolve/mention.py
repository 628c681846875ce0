"""`@docs/references/REF-059-x.md`: a file of the project, by its path."""

from dataclasses import replace
from pathlib import Path

from citevet.model import Citation, Difference, Entry, Reference, Resolution, Source
from citevet.resolve.confine import MISSING, reach, tidy
from citevet.resolve.corpus import source_of, unassessed
from citevet.resolve.ground import Ground
from citevet.resolve.snapshot import Snapshot, snapshot


def by_path(citation: Citation, reference: Reference | None, ground: Ground) -> Resolution:
    """Find the file that a mention names; the entry of the corpus, where it is one."""
    del reference
    path = citation.parts.get("path", citation.normal)
    file = reach(path, ground.root)
    if isinstance(file, Resolution):
        return _elsewhere(citation, ground) if file is MISSING else file
    name = tidy(path) or path
    entry = ground.shelf.at(file) or ground.shelf.at(ground.root / name)
    if entry:
        return Resolution("found", source=source_of(entry), flags=unassessed(entry))
    return Resolution("found", source=_source(name, file, ground))


def _source(name: str, file: Path, ground: Ground) -> Source:
    if file not in ground.seen.files:
        ground.seen.files[file] = snapshot(file)
    known = ground.seen.files[file]
    return Source(name, "artifact", path=name, sha256=known.sha256 if isinstance(known, Snapshot) else None)


def _elsewhere(citation: Citation, ground: Ground) -> Resolution:
    """Say where the corpus keeps the entry whose id the path names."""
    filed: tuple[Entry, ...] = ground.shelf.called(citation.parts["ref"]) if "ref" in citation.parts else ()
    if not filed:
        return MISSING
    return replace(MISSING, differences=(Difference("path", citation.parts["path"], filed[0].path),))
