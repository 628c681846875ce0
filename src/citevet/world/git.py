"""What git knows of a folder: its files, and the lines that changed."""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from re import MULTILINE
from re import compile as pattern

from citevet.errors import UsageError

_HUNK = pattern(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", MULTILINE)
_FILE = pattern(
    r"^\+\+\+ (?:b/([^\t\n]*)\t?|\"b/(.*)\")$", MULTILINE
)  # git quotes odd names, and marks the end of one with spaces
_BLOB = pattern(rb"^:\S+ \S+ ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ", MULTILINE)
_SECONDS = 60
_COMMITS = 200  # of one file that are looked at for a version of it
_ALTOGETHER = 64 * 1024 * 1024  # bytes of all versions of one file
# A look into history asks nobody: no fetch of what a partial clone left out, no password, no lock of the index.
_STILL = {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "none"}
# Whatever the user's configuration says; an added line starts with > so that none looks like a header.
_PLAIN = (
    "-U0",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--output-indicator-new=>",
)


def files(folder: Path) -> list[Path] | None:
    """Return the files below a folder that git does not ignore, or None where there is no repository."""
    listed = _git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return None if listed is None else [folder / name for name in sorted(set(listed.split("\0"))) if name]


def changed(folder: Path, revision: str) -> Mapping[Path, tuple[range, ...]]:
    """Return the lines added or altered since a revision, by file; an untracked file is new from end to end."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is None:
        raise UsageError("not in a git repository", to="--changed-since", advice="Run it inside the checkout.")
    root = Path(top.strip())
    if revision.startswith("-") or _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") is None:
        raise UsageError(f"no such revision: {revision}", to="--changed-since", advice="Name a branch, tag or commit.")
    diff = _git(root, "-c", "core.quotePath=false", "diff", *_PLAIN, revision, "--")
    names = _git(root, "diff", "--name-only", "-z", revision, "--")
    others = _git(root, "ls-files", "-z", "--others", "--exclude-standard")
    if diff is None or names is None or others is None:
        raise UsageError("git could not tell what changed", to="--changed-since", advice="Run `git diff` to see why.")
    # What git shows no lines of, new files and binary ones such as DOCX, changed from end to end.
    whole = {root / name: (range(1, 1 << 40),) for name in f"{names}{others}".split("\0") if name}
    return {**whole, **_parsed(diff, root)}


def shown(folder: Path, revision: str, file: Path) -> bytes | None:
    """Return a file as it was at a revision, or None where it was not."""
    return _output(folder, "show", f"{revision}:./{file.name}")


def staged(folder: Path) -> Mapping[Path, tuple[range, ...]]:
    """Return the lines that the next commit adds, by file; what git shows no lines of, such as DOCX, as a whole."""
    root = top(folder)
    if root is None:
        raise UsageError("not in a git repository", to="--staged", advice="Run it inside the checkout.")
    words = ("diff", "--cached", "--diff-filter=d")
    diff = _git(root, "-c", "core.quotePath=false", *words, "-M", *_PLAIN, "--")
    sizes = _git(root, *words, "--no-renames", "--numstat", "-z", "--")
    if diff is None or sizes is None:
        raise UsageError("git could not tell what is staged", to="--staged", advice="Run `git diff --cached`.")
    rows = (row.split("\t", 2) for row in sizes.split("\0"))
    whole = {root / row[-1]: (range(1, 1 << 40),) for row in rows if row[:2] == ["-", "-"]}
    lines = {path: tuple(filter(None, ranges)) for path, ranges in _parsed(diff, root).items()}
    return {**whole, **{path: ranges for path, ranges in lines.items() if ranges}}


def indexed(root: Path, file: Path) -> bytes | None:
    """Return a file as the next commit will hold it, or None where it will not; `root` is the top of the checkout."""
    return _output(root, "show", f":{file.relative_to(root).as_posix()}")


def top(folder: Path) -> Path | None:
    """Return the folder that a checkout starts at, or None where there is no repository."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    return Path(found.removesuffix("\n")) if found else None


def versions(file: Path, *, largest: int) -> Mapping[str, str]:
    """Return what a file has been, as blobs by the SHA-256 of their bytes; empty where git knows nothing of it."""
    words = ("--raw", "--no-abbrev", "--no-renames", "-m", "--format=", f"-n{_COMMITS}", "--", file.name)
    log = _output(file.parent, "--literal-pathspecs", "log", *words, seconds=10)
    names = dict.fromkeys(name.decode() for found in _BLOB.finditer(log or b"") for name in found.groups())
    return dict(_hashed(file.parent, _within(file.parent, list(names), largest)))


def blob(folder: Path, name: str) -> bytes | None:
    """Return the bytes of a blob."""
    return _output(folder, "cat-file", "blob", name, seconds=10)


def _within(folder: Path, names: Sequence[str], largest: int) -> Iterator[tuple[str, int]]:
    """Yield the blobs that there are and their sizes, the newest first, until there are too many bytes."""
    asked = "".join(f"{name}\n" for name in names if name.strip("0"))  # zeros stand for no file
    listed = _output(folder, "cat-file", "--batch-check", given=asked.encode(), seconds=10) if asked else None
    left = _ALTOGETHER
    for name, kind, size in (line.split() for line in (listed or b"").decode().splitlines() if line.count(" ") == 2):  # noqa: PLR2004
        if kind == "blob" and int(size) <= min(largest, left):
            left -= int(size)
            yield name, int(size)


def _hashed(folder: Path, blobs: Iterator[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """Yield the hash of each blob and its name; also as a checkout with CRLF has it."""
    sizes = dict(blobs)
    asked = "".join(f"{name}\n" for name in sizes).encode()
    held = (_output(folder, "cat-file", "--batch", given=asked, seconds=10) if sizes else None) or b""
    at = 0
    for name, size in sizes.items():
        at = held.find(b"\n", at) + 1
        data = held[at : at + size]
        if not at or len(data) < size:
            return
        at += size + 1
        yield sha256(data).hexdigest(), name
        if b"\r" not in data:
            yield sha256(data.replace(b"\n", b"\r\n")).hexdigest(), name


def _parsed(diff: str, root: Path) -> dict[Path, tuple[range, ...]]:
    lines: dict[Path, tuple[range, ...]] = {}
    starts = list(_FILE.finditer(diff))
    for found, following in zip_longest(starts, starts[1:]):
        end = following.start() if following else len(diff)
        hunks = _HUNK.finditer(diff, found.end(), end)
        name = found[1] or found[2].encode().decode("unicode_escape")
        lines[root / name] = tuple(range(int(hunk[1]), int(hunk[1]) + int(hunk[2] or 1)) for hunk in hunks)
    return lines


def _git(folder: Path, *words: str) -> str | None:
    output = _output(folder, *words)
    return None if output is None else output.decode("utf-8", errors="surrogateescape")


def _output(folder: Path, *words: str, given: bytes = b"", seconds: int = _SECONDS) -> bytes | None:
    try:
        command = ["git", "-C", str(folder), *words]
        still = {**os.environ, **_STILL}
        done = subprocess.run(command, capture_output=True, timeout=seconds, check=False, input=given, env=still)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
