"""Artefact citations: `[src/login.ts@a8f9c2d4e5f60718, L42-58]`, and without the hash `[src/login.ts, L42]`."""

from collections.abc import Iterator
from re import IGNORECASE, Match
from re import compile as pattern

from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Locator, Span

# No white space in a path: `[see docs/a.md]` is prose. Links, definitions and the labels of links are none of ours.
_MARKER = pattern(r"\[(?<![\]!\w]\[)([^\[\]\s\0]{3,400})((?:,\s?L[\w–-]{1,20})?)\](?![\[(:])")
_HASH = pattern(r"(sha256:)?([0-9a-f]{6,64})", flags=IGNORECASE)
# A path from the root of the machine is cited only with a hash or lines: `[/users]` is a route.
_PATH = pattern(r"/?[\w.@~+-][\w./@~+\-()#$%]*")
_ENDING = pattern(r"\.[A-Za-z][A-Za-z0-9]{0,9}$")
_LINES = pattern(r",\s?L(\d{1,7})(?:[–-]L?(\d{1,7}))?$")
_LENGTH = 16


def find(scene: Scene) -> Iterator[Found]:
    """Find markers that hold a path with a hash, with lines, or with both a folder and a file ending."""
    for match in _MARKER.finditer(scene.prose):
        path, _, rest = match[1].rpartition("@")
        hashed = _HASH.fullmatch(rest) if path else None
        if not hashed:  # a scoped package, @scope/name, has an @ and no hash
            path = match[1]
        digest = hashed[2] if hashed else ""
        if _is_path(path, digest, match[2]):
            yield _found(match, path, digest, prefix=(hashed and hashed[1]) or "")


def _is_path(path: str, digest: str, lines: str) -> bool:
    if "://" in path or path.startswith(("^", "@", "REF-", "#")) or not _PATH.fullmatch(path):
        return False
    folder, ending = "/" in path, bool(_ENDING.search(path))
    return (folder or ending) if digest or lines else (folder and ending and not path.startswith("/"))


def _found(match: Match[str], path: str, digest: str, *, prefix: str) -> Found:
    fault, mend = _fault(match, digest, prefix)
    lines = _LINES.match(match[2])
    return Found(
        "artifact",
        Span(*match.span()),
        f"{path}@{digest.lower()}" if digest else path,
        locator=Locator(lines="-".join(filter(None, lines.groups()))) if lines else None,
        parts={"path": path, **({"hash": digest} if digest else {})},
        fault=fault,
        mend=mend,
    )


def _fault(match: Match[str], digest: str, prefix: str) -> tuple[str | None, str | None]:
    if digest and len(digest) != _LENGTH:
        return f"the hash has {len(digest)} digits, where it needs {_LENGTH}", None
    if prefix:
        return f"{prefix} stands before the hash", match[0].replace(f"{prefix}{digest}", digest.lower())
    if digest != digest.lower():
        return "the hash is written in capitals", match[0].replace(digest, digest.lower())
    lines = _LINES.match(match[2])
    if match[2] and not lines:
        return f"{match[2].lstrip(', ')} names no lines", None
    if lines and lines[2] and int(lines[2]) < int(lines[1]):
        return f"the lines run backwards: {lines[1]} to {lines[2]}", None
    return None, None
