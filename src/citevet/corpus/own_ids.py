"""Sources of a corpus whose ids have other letters than REF, as a policy may set: SRC-0042-shade.pdf."""

import os
import re
from pathlib import Path

from citevet.corpus.corpus_folders import find_corpus_folders, path_from_root, walk_files
from citevet.world.paths import resolve_path


def list_own_corpus_files(root: Path, configured: Path | None, pattern: str) -> dict[str, str]:
    """Return the path of each source by the id that its file name starts with; the work wins over notes on it."""
    form = re.compile(rf"(?:{pattern})(?![A-Za-z0-9_])")
    found: dict[str, str] = {}
    for folder in find_corpus_folders(root, configured):
        inside = resolve_path(folder).is_relative_to(resolve_path(root))
        for item in walk_files(str(folder)) if inside else ():
            name = form.match(item.name)
            if name and item.is_file(follow_symlinks=False):
                path = path_from_root(Path(item.path), root)
                is_work = os.path.splitext(path)[1] != ".md"  # noqa: PTH122 - a Path per file takes longer
                if name[0] not in found or (is_work and found[name[0]].endswith(".md")):
                    found[name[0]] = path
    return found
