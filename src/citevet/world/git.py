"""Files, changed lines and old versions of files, as git has them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from urllib.parse import urlsplit

from citevet.errors import UsageError
from citevet.patterns import lazy_pattern
from citevet.world.child_process import run_program

_HUNK = lazy_pattern(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
# git quotes odd names, and marks the end of a name with spaces by a tab.
_FILE = lazy_pattern(r"^\+\+\+ (?:b/([^\t\n]*)\t?|\"b/(.*)\")$", re.MULTILINE)
_BLOB = lazy_pattern(rb"^:\S+ \S+ ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ", re.MULTILINE)
_SECONDS = 60
_HISTORY_SECONDS = 10
_MAX_COMMITS = 200  # of one file that are searched for a version of it
_MAX_HISTORY = 64 * 1024 * 1024  # bytes of all versions of one file
_WHOLE_FILE = (range(1, 1 << 40),)
# Reading history has no side effects: no fetch of what a partial clone left out, no password prompt, no index lock.
_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_ALLOW_PROTOCOL": "none",
}
# Independent of the user's configuration; an added line starts with > so that none looks like a header.
_DIFF_FLAGS = (
    "-U0 --no-color --no-ext-diff --no-textconv --src-prefix=a/ --dst-prefix=b/ --output-indicator-new=>".split()
)


def list_files(folder: Path) -> list[Path] | None:
    """Return the files below a folder that git does not ignore, or None outside of a repository."""
    listed = _git(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    return None if listed is None else [folder / name for name in sorted(set(listed.split("\0"))) if name]


def find_version(folder: Path) -> str:
    """Return the version of git, or nothing where it is not installed."""
    return (_git(folder, "--version") or "").strip().removeprefix("git version ")


def find_base(folder: Path, revision: str) -> str:
    """Return the commit where HEAD left a revision: later commits there do not count. An unknown revision is an error.

    Without a common commit, as in a shallow clone, it is the revision itself.
    """
    root = _require_root(folder, "--changed-since")
    if revision.startswith("-") or _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") is None:
        is_shallow = (_git(root, "rev-parse", "--is-shallow-repository") or "").strip() == "true"
        whole = " This clone is shallow: fetch the whole history, in GitHub Actions with `fetch-depth: 0`."
        advice = f"Name a branch, tag or commit.{whole if is_shallow else ''}"
        raise UsageError(f'no such revision "{revision}"', to="--changed-since", advice=advice)
    return (_git(root, "merge-base", revision, "HEAD") or revision).strip()


def find_changed_lines(folder: Path, revision: str) -> Mapping[Path, tuple[range, ...]]:
    """Return the lines added or altered since a revision, by file; an untracked file is new from end to end.

    A file that was only moved has none, and its old name counts as deleted.
    """
    root, revision = _require_root(folder, "--changed-since"), find_base(folder, revision)
    diff = _git(root, "-c", "core.quotePath=false", "diff", "-M", *_DIFF_FLAGS, revision, "--")
    states = _git(root, "diff", "-M", "--name-status", "-z", revision, "--")
    others = _git(root, "ls-files", "-z", "--others", "--exclude-standard")
    if diff is None or states is None or others is None:
        raise UsageError("git could not tell what changed", to="--changed-since", advice="Run `git diff` to see why.")
    # git shows no lines of new files and of binary ones such as DOCX: they count as changed from end to end.
    names = (*_list_changed(states), *filter(None, others.split("\0")))
    whole = {root / name: _WHOLE_FILE for name in names}
    return {**whole, **_parse_diff(diff, root)}


def _list_changed(states: str) -> Iterator[str]:
    """Yield the names in the output of `--name-status -z`, without those that unchanged files were moved to."""
    fields = iter(states.split("\0"))
    for state in filter(None, fields):
        yield next(fields)
        if state.startswith("R"):
            name = next(fields)
            if state != "R100":
                yield name


def read_at_revision(folder: Path, revision: str, file: Path) -> bytes | None:
    """Return a file as it was at a revision, or None where the revision does not have it."""
    return _run(folder, "cat-file", "blob", f"{revision}:./{file.name}")  # `show` takes [id].md for a pattern


def find_staged_lines(folder: Path) -> Mapping[Path, tuple[range, ...]]:
    """Return the lines that the next commit adds, by file; binary files such as DOCX count as a whole.

    A file that only loses lines has no range; one that is deleted or only moved is left out.
    """
    root = _require_root(folder, "--staged")
    words = ("diff", "--cached", "--diff-filter=d")
    diff = _git(root, "-c", "core.quotePath=false", *words, "-M", *_DIFF_FLAGS, "--")
    sizes = _git(root, *words, "--no-renames", "--numstat", "-z", "--")
    if diff is None or sizes is None:
        raise UsageError("git could not tell what is staged", to="--staged", advice="Run `git diff --cached`.")
    rows = (row.split("\t", 2) for row in sizes.split("\0"))
    whole = {root / row[-1]: _WHOLE_FILE for row in rows if row[:2] == ["-", "-"]}
    lines = {path: tuple(filter(None, ranges)) for path, ranges in _parse_diff(diff, root).items()}
    return {**whole, **lines}


def list_staged_deletions(folder: Path) -> list[Path]:
    """Return the files that the next commit deletes."""
    root = find_repository_root(folder)
    names = root and _git(root, "diff", "--cached", "--diff-filter=D", "--no-renames", "--name-only", "-z", "--")
    return [root / name for name in names.split("\0") if name] if root and names else []


def read_staged(root: Path, file: Path) -> bytes | None:
    """Return a file as the next commit will have it, or None; `root` is the top of the checkout."""
    return _run(root, "cat-file", "blob", f":{file.relative_to(root).as_posix()}")


def find_repository_root(folder: Path) -> Path | None:
    """Return the top folder of a checkout, or None outside of a repository."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    return Path(found.removesuffix("\n")) if found else None


def is_ignored(folder: Path, file: Path) -> bool:
    """Return whether git leaves a file out, as it does with what a build makes; it need not be there."""
    return _run(folder, "check-ignore", "--no-index", "--quiet", "--", str(file)) is not None


def list_ignored(folder: Path, files: Sequence[Path]) -> frozenset[Path] | None:
    """Return which of some files git leaves out, in one call; none where it could not tell."""
    named = "".join(f"{file}\0" for file in files).encode("utf-8", "surrogateescape")
    words = ("git", "-C", str(folder), "check-ignore", "--no-index", "-z", "--stdin")
    found = run_program(*words, stdin=named, seconds=_SECONDS, environment=_ENVIRONMENT, most=1)  # 1: it has none
    if found is None:
        return None
    return frozenset(Path(each.decode("utf-8", "surrogateescape")) for each in found.split(b"\0") if each)


def find_remote(folder: Path) -> tuple[str, str] | None:
    """Return the address of the remote `origin`, without a password, and the current revision of a clone."""
    address, revision = (_git(folder, *words) for words in (("remote", "get-url", "origin"), ("rev-parse", "HEAD")))
    if not address or not revision:
        return None
    place = urlsplit(address.strip())
    if place.scheme not in {"https", "ssh"} or not place.hostname:
        return None
    host = place.hostname if place.scheme == "https" else place.netloc
    return f"{place.scheme}://{host}{place.path}", revision.strip()


def _require_root(folder: Path, option: str) -> Path:
    root = find_repository_root(folder)
    if root is None:
        raise UsageError("not in a git repository", to=option, advice="Run it inside the checkout.")
    return root


def list_versions(file: Path, *, largest: int) -> Mapping[str, str]:
    """Return the blobs of a file's past versions by the SHA-256 of their bytes; empty where git has none."""
    words = ("--raw", "--no-abbrev", "--no-renames", "-m", "--format=", f"-n{_MAX_COMMITS}", "--", file.name)
    log = _run(file.parent, "--literal-pathspecs", "log", *words, seconds=_HISTORY_SECONDS)
    names = dict.fromkeys(name.decode() for found in _BLOB.finditer(log or b"") for name in found.groups())
    return dict(_hash_blobs(file.parent, dict(_list_sizes(file.parent, list(names), largest))))


def read_blob(folder: Path, name: str) -> bytes | None:
    """Return the bytes of a blob."""
    return _run(folder, "cat-file", "blob", name, seconds=_HISTORY_SECONDS)


def _list_sizes(folder: Path, names: Sequence[str], largest: int) -> Iterator[tuple[str, int]]:
    """Yield the existing blobs and their sizes, the newest first, until there are too many bytes."""
    wanted = "".join(f"{name}\n" for name in names if name.strip("0")).encode()  # a name of zeros: no file
    listed = _run(folder, "cat-file", "--batch-check", stdin=wanted, seconds=_HISTORY_SECONDS) if wanted else None
    left = _MAX_HISTORY
    for line in (listed or b"").decode().splitlines():
        name, _, rest = line.partition(" ")
        kind, _, size = rest.partition(" ")
        if kind == "blob" and size.isdigit() and int(size) <= min(largest, left):
            left -= int(size)
            yield name, int(size)


def _hash_blobs(folder: Path, sizes: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield the hash of each blob and its name; also the hash of the blob as a checkout with CRLF has it."""
    wanted = "".join(f"{name}\n" for name in sizes).encode()
    output = (_run(folder, "cat-file", "--batch", stdin=wanted, seconds=_HISTORY_SECONDS) if sizes else None) or b""
    at = 0
    for name, size in sizes.items():
        at = output.find(b"\n", at) + 1
        data = output[at : at + size]
        if not at or len(data) < size:
            return
        at += size + 1
        yield sha256(data).hexdigest(), name
        if b"\r" not in data:
            yield sha256(data.replace(b"\n", b"\r\n")).hexdigest(), name


def _parse_diff(diff: str, root: Path) -> dict[Path, tuple[range, ...]]:
    lines: dict[Path, tuple[range, ...]] = {}
    starts = list(_FILE.finditer(diff))
    for found, following in zip_longest(starts, starts[1:]):
        end = following.start() if following else len(diff)
        hunks = _HUNK.finditer(diff, found.end(), end)
        name = found[1] or found[2].encode().decode("unicode_escape")
        lines[root / name] = tuple(range(int(hunk[1]), int(hunk[1]) + int(hunk[2] or 1)) for hunk in hunks)
    return lines


def _git(folder: Path, *words: str) -> str | None:
    output = _run(folder, *words)
    return None if output is None else output.decode("utf-8", errors="surrogateescape")


def _run(folder: Path, *words: str, stdin: bytes = b"", seconds: int = _SECONDS) -> bytes | None:
    return run_program("git", "-C", str(folder), *words, stdin=stdin, seconds=seconds, environment=_ENVIRONMENT)
