"""What git knows of a folder: its files, and the lines that changed."""

import subprocess
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path
from re import MULTILINE
from re import compile as pattern

from citevet.errors import UsageError

_HUNK = pattern(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", MULTILINE)
_FILE = pattern(
    r"^\+\+\+ (?:b/([^\t\n]*)\t?|\"b/(.*)\")$", MULTILINE
)  # git quotes odd names, and marks the end of one with spaces
_SECONDS = 60
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


def _output(folder: Path, *words: str) -> bytes | None:
    try:
        command = ["git", "-C", str(folder), *words]
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
