"""Citations of files with a hash and lines."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import pytest

from citevet.model import Citation, Difference, Resolution
from citevet.resolve.local import artifacts, resolve_locally
from citevet.resolve.local.context import LocalContext

Resolve = Callable[..., Resolution | None]
Find = Callable[[str], Citation]

OLD = "one\ntwo\nthree\nfour\nfive\n"


class Repository(Protocol):
    """A folder with a history."""

    folder: Path

    def git(self, *words: str) -> None:
        """Run git."""

    def commit(self, name: str, text: str) -> None:
        """Write and commit."""


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def write(folder: Path, text: str, name: str = "src/a.py") -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text.encode())


def test_fresh_file(resolved: Resolve, tmp_path: Path) -> None:
    """The hash is that of the bytes, and the source is named by its path."""
    write(tmp_path, OLD)
    found = resolved(f"Voice [src/a.py@{digest(OLD)}, L2-3].")
    assert found is not None
    assert found.source is not None
    assert ("found", (), ()) == (found.existence, found.flags, found.differences)
    assert ("src/a.py", "artifact", sha256(OLD.encode()).hexdigest()) == (
        found.source.id,
        found.source.kind,
        found.source.sha256,
    )


@pytest.mark.parametrize("written", [digest(OLD).upper(), digest(OLD)[:8], sha256(OLD.encode()).hexdigest()])
def test_hash_in_other_form_is_compared(resolved: Resolve, tmp_path: Path, written: str) -> None:
    """Capitals and other lengths are faults that a rule reports; the file is fresh."""
    write(tmp_path, OLD)
    found = resolved(f"Voice [src/a.py@{written}, L2-3].")
    assert found is not None
    assert ("found", ()) == (found.existence, found.flags)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[src/a.py, L2]", (("unversioned",), ())),
        ("[src/a.py]", (("unversioned",), ())),
        ("[src/a.py, L4-6]", (("unversioned", "wrong-lines"), (Difference("lines", "4-6", "1-5"),))),
        ("[src/a.py, L0]", (("unversioned", "wrong-lines"), (Difference("lines", "0", "1-5"),))),
        (f"[src/a.py@{digest(OLD)}, L6]", (("wrong-lines",), (Difference("lines", "6", "1-5"),))),
        (f"[src/a.py@{digest(OLD)}, L5-2]", ((), ())),
        ("[src/empty.py, L1]", (("unversioned", "wrong-lines"), (Difference("lines", "1", "none"),))),
    ],
)
def test_lines_beyond_the_end_are_reported(resolved: Resolve, tmp_path: Path, text: str, expected: object) -> None:
    """Lines beyond the end are reported; a rule reports backward ranges."""
    write(tmp_path, OLD)
    write(tmp_path, "", "src/empty.py")
    found = resolved(f"Voice {text}.")
    assert found is not None
    assert expected == (found.flags, found.differences)


def test_missing_file(resolved: Resolve) -> None:
    """With a hash and without."""
    assert Resolution("missing") == resolved("Voice [src/b.py, L2].") == resolved(f"Voice [src/b.py@{digest(OLD)}].")


def test_file_that_cannot_be_compared(resolved: Resolve, tmp_path: Path) -> None:
    """Outside the project, a folder, or too large: unchecked, with a reason."""
    (tmp_path / "src" / "folder.py").mkdir(parents=True)
    with (tmp_path / "src" / "large.py").open("wb") as file:
        file.truncate((64 << 20) + 1)
    assert Resolution("unchecked", "blocked", flags=("outside-root",)) == resolved("Voice [src/../../b.py, L2].")
    assert Resolution("unchecked", "unreadable") == resolved("Voice [src/folder.py, L2].")
    assert Resolution("unchecked", "too-large") == resolved("Voice [src/large.py, L2].")


@pytest.mark.parametrize(
    ("new", "lines", "flags", "difference"),
    [
        ("one\ntwo\nthree\nfour\nFIVE\n", "2-3", ("lines-unchanged",), None),
        ("zero\none\ntwo\nthree\nfour\nfive\n", "2-3", ("moved",), ("2-3", "3-4")),
        ("three\nfour\nfive\n", "3", ("moved",), ("3", "1")),
        ("zero\ntwo\nzero\ntwo\nzero\nzero\ntwo\n", "2", ("lines-unchanged",), None),
        ("two\nzero\nzero\ntwo\n", "2", ("moved",), ("2", "1")),
        ("one\ntwo\nTHREE\nfour\nfive\n", "2-3", ("lines-changed",), None),
        ("one\ntwo\nand three\n", "3", ("lines-changed",), None),
        ("", "1-2", ("lines-changed",), None),
        ("one\r\ntwo\r\nthree\r\nfour\r\nfive\r\n", "1-5", ("lines-unchanged",), None),
        ("zero\none\ntwo\nthree\nfour\nfive", "4-5", ("moved",), ("4-5", "5-6")),
        ("zero\n", "4-9", ("wrong-lines",), ("4-9", "1-5")),
        ("zero\n", None, (), None),
    ],
)
def test_cited_lines_are_traced(
    resolved: Resolve,
    repository: Repository,
    new: str,
    lines: str | None,
    flags: tuple[str, ...],
    difference: tuple[str, str] | None,
) -> None:
    """The cited version is found in git, and its lines in the current file: unchanged, moved or changed."""
    repository.commit("src/a.py", OLD)
    repository.commit("src/a.py", "something\nelse\n")
    write(repository.folder, new)
    place = f", L{lines}" if lines else ""
    found = resolved(f"Voice [src/a.py@{digest(OLD)}{place}].")
    assert found is not None
    told = [Difference("lines", *difference)] if difference else []
    assert ("found", ("stale", *flags)) == (found.existence, found.flags)
    assert (Difference("hash", digest(OLD), digest(new)), *told) == found.differences


def test_nearest_place_of_lines_is_reported(resolved: Resolve, repository: Repository) -> None:
    """Lines that are at several places now have moved to the nearest."""
    repository.commit("src/a.py", "\n" * 9 + "a call here\n")
    write(repository.folder, "a call here\n" + "x\n" * 10 + "a call here\n" + "x\n" * 20 + "a call here\n")
    found = resolved(f"Voice [src/a.py@{digest(chr(10) * 9 + 'a call here' + chr(10))}, L10].")
    assert found is not None
    assert Difference("lines", "10", "12") == found.differences[1]


def test_lone_bracket_does_not_move(resolved: Resolve, repository: Repository) -> None:
    """Lines without a word are everywhere."""
    old = "f() {\n}\n"
    repository.commit("src/a.py", old)
    write(repository.folder, "g() {\n\n}\n")
    found = resolved(f"Voice [src/a.py@{digest(old)}, L2].")
    assert found is not None
    assert ("stale", "lines-changed") == found.flags


@pytest.mark.parametrize("history", ["no repository", "never committed", "another version"])
def test_cited_version_is_unknown(resolved: Resolve, repository: Repository, history: str) -> None:
    """Only the number of lines is compared."""
    if history == "no repository":
        (repository.folder / ".git").rename(repository.folder / "git")
    if history == "another version":
        repository.commit("src/a.py", "another\n")
    write(repository.folder, "one\ntwo\n")
    found = resolved(f"Voice [src/a.py@{digest(OLD)}, L1].")
    assert found is not None
    assert ("stale",) == found.flags
    beyond = resolved(f"Voice [src/a.py@{digest(OLD)}, L3].")
    assert beyond is not None
    assert ("stale", "wrong-lines") == beyond.flags


def test_checkout_with_other_line_ends(resolved: Resolve, repository: Repository) -> None:
    """The hash of a file with CRLF leads to the version that git keeps with LF."""
    repository.commit("src/a.py", OLD)
    write(repository.folder, "zero\n" + OLD)
    found = resolved(f"Voice [src/a.py@{digest(OLD.replace(chr(10), chr(13) + chr(10)))}, L2].")
    assert found is not None
    assert ("stale", "moved") == found.flags


def test_odd_file_names(resolved: Resolve, repository: Repository) -> None:
    """A name with special characters has its own history."""
    repository.commit("src/a(1).py", OLD)
    repository.commit("src/a1.py", "other\n")
    write(repository.folder, "zero\n" + OLD, "src/a(1).py")
    found = resolved(f"Voice [src/a(1).py@{digest(OLD)}, L2].")
    assert found is not None
    assert ("stale", "moved") == found.flags


def test_many_citations_of_one_file(cited: Find, context: Callable[..., LocalContext], repository: Repository) -> None:
    """100,000 citations of one stale file read it once."""
    repository.commit("src/a.py", OLD)
    write(repository.folder, "zero\n" + OLD)
    citation, base = cited(f"Voice [src/a.py@{digest(OLD)}, L2]."), context()
    answers = {id(resolve_locally(citation, None, base)) for _ in range(100_000)}
    assert 1 == len(answers) == len(base.cache.resolutions) == len(base.cache.searches)


def test_many_ranges_of_large_file(
    cited: Find, context: Callable[..., LocalContext], repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches are limited; beyond the limit the file is only stale."""
    monkeypatch.setattr(artifacts, "_MAX_SEARCHES", 50)
    old = "".join(f"line {number}\n" for number in range(100))
    repository.commit("src/a.py", old)
    write(repository.folder, "zero\n" + old)
    base = context()
    found = [resolve_locally(cited(f"Voice [src/a.py@{digest(old)}, L{line}]."), None, base) for line in range(1, 61)]
    assert 50 == sum(each is not None and "moved" in each.flags for each in found)
    assert [("stale",)] * 10 == [each.flags for each in found[50:] if each]


def test_worst_case_of_line_search(resolved: Resolve, repository: Repository) -> None:
    """A run of 50,000 equal lines in two million equal lines."""
    old = "b\n" + "aaa\n" * 50_000
    repository.commit("src/a.py", old)
    write(repository.folder, "aaa\n" * 2_000_000)
    found = resolved(f"Voice [src/a.py@{digest(old)}, L1-50001].")
    assert found is not None
    assert ("stale", "lines-changed") == found.flags
