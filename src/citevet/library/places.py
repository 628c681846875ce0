"""Where a project keeps its corpus, and which files there are entries."""

import os
from collections.abc import Iterator
from pathlib import Path
from re import compile as pattern

# In this order; a configured folder goes first.
PLACES = (
    ".citevet/corpus",
    ".aiwg/research/corpus",
    ".aiwg/research/sources",
    ".aiwg/research/findings",
    ".aiwg/research/paper-analysis",
    "docs/references",
)
_NAME = pattern(r"(REF-[0-9]+[a-z]?)(?:-[^/\0]*)?\.md")
_SIDECAR = "-citations.md"
_STAGING = ".adding"  # a folder that `corpus add` is still filling; with its dot it is passed over like the others
_DEEPEST = 8  # folders below the corpus folder


def corpora(root: Path, configured: Path | None) -> tuple[Path, ...]:
    """Return the corpus folders that a project has, none inside another; only a configured one may lie outside."""
    own = [root / place for place in PLACES if (root / place).resolve().is_relative_to(root.resolve())]
    folders = [folder for folder in ([configured] if configured else []) + own if folder.is_dir()]
    real: dict[Path, Path] = {}
    for folder in folders:
        real.setdefault(folder.resolve(), folder)
    return tuple(folder for each, folder in real.items() if not any(_covers(other, each) for other in real))


def _covers(outer: Path, inner: Path) -> bool:
    """Say whether the walk of one folder comes by the other: it passes over names with a dot."""
    if outer == inner or not inner.is_relative_to(outer):
        return False
    return not any(part.startswith(".") for part in inner.relative_to(outer).parts)


def entry_files(folder: Path) -> Iterator[Path]:
    """Yield the Markdown files of the entries in and below a folder, in the order of their paths."""
    yield from _below(folder, folder.resolve(), depth=0)


def _below(folder: Path, top: Path, *, depth: int) -> Iterator[Path]:
    try:
        with os.scandir(folder) as listing:
            found = sorted(listing, key=lambda item: item.name)
    except OSError:
        return  # gone or locked since it was listed
    for item in found:
        if item.is_dir(follow_symlinks=False):
            if depth < _DEEPEST and not item.name.startswith("."):
                yield from _below(folder / item.name, top, depth=depth + 1)
        elif is_entry(item.name) and _is_own(item, top):
            yield folder / item.name


def is_entry(name: str) -> bool:
    """Say whether a file of this name is an entry: REF-043.md, REF-043-slug.md; a sidecar is none."""
    return bool(_NAME.fullmatch(name)) and not name.endswith(_SIDECAR)


def named_id(name: str) -> str | None:
    """Return the id that a file's name gives: REF-043 for REF-043-slug.md."""
    found = _NAME.fullmatch(name)
    return found[1] if found else None


def _is_own(item: "os.DirEntry[str]", top: Path) -> bool:
    """Say whether a file lies in the corpus itself; a link to another entry would make it two."""
    if not item.is_symlink():
        return item.is_file(follow_symlinks=False)
    target = Path(item.path).resolve()
    return target.is_relative_to(top) and target.is_file() and not is_entry(target.name)
