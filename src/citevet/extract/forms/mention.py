"""At-mentions of files: `@.aiwg/research/sources/paper.md`, `@docs/references/REF-059-x.md`."""

from collections.abc import Iterator
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.extract.trim import trimmed
from citevet.model import Span

# A path has a slash and an ending; without them `@` opens a citation key, a handle or a package.
_FORM = pattern(r"@(?<![\w@/.\[-]@)((?:\.{1,2}/|~/|/)?[\w.-]{1,100}(?:/[\w.@-]{1,100}){1,20})(?:#[\w-]+)?")
_ENDING = pattern(r"/[^/]*\.[a-z][a-z0-9]{0,5}$")
_REF = pattern(r"REF-\d+")


def find(scene: Scene) -> Iterator[Found]:
    """Find mentions of files by their path."""
    for match in _FORM.finditer(scene.prose):
        path = trimmed(match[1])
        if _ENDING.search(path):
            ref = _REF.search(path)
            span = Span(match.start(), match.start(1) + len(path))
            yield Found("mention", span, path, parts={"path": path, **({"ref": ref[0]} if ref else {})})
