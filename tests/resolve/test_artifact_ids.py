"""Ids of files: as the project lists them, as aiwg's index does, and by file name."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from citevet.extract import extract_files
from citevet.model import Resolution
from citevet.read import parse_text
from citevet.resolve.local import project_files, resolve_locally
from citevet.resolve.local.context import LocalContext

Resolve = Callable[..., Resolution]
TEXT = "one\ntwo\n"
HASH = sha256(TEXT.encode()).hexdigest()[:16]


def write(root: Path, *names: str, text: str = TEXT) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


@pytest.fixture
def resolve(context: Callable[..., LocalContext]) -> Resolve:
    """Resolve the one file citation of a text in a folder, with `artifacts` of its settings."""

    def find(root: Path, text: str, **artifacts: str) -> Resolution:
        ids = project_files.find_project_ids(root, None, None, artifacts, only_files=True)
        (citation,) = extract_files(parse_text(text), ids).citations
        found = resolve_locally(citation, None, LocalContext(root, context().corpus, ids=ids))
        assert found is not None
        return found

    return find


@pytest.mark.parametrize("name", ["UC-login.md", "a/b/UC-login.md", ".aiwg/requirements/UC-login.yaml", "a/UC-login"])
def test_by_file_name(resolve: Resolve, tmp_path: Path, name: str) -> None:
    """An id is the name of a file anywhere in the project, with or without an ending."""
    write(tmp_path, name)
    found = resolve(tmp_path, f"[UC-login@{HASH}, L1-2]")
    assert found.source is not None
    assert ("found", (), name) == (found.existence, found.flags, found.source.path)


@pytest.mark.parametrize("index", [{"ADR 7": "docs/seven.md"}, {"ADR 7": {"path": "docs/seven.md", "title": "x"}}])
def test_by_index_of_aiwg(resolve: Resolve, tmp_path: Path, index: object) -> None:
    """`.aiwg/index/artifacts.json` maps ids to paths."""
    write(tmp_path, "docs/seven.md")
    write(tmp_path, ".aiwg/index/artifacts.json", text=json.dumps(index))
    found = resolve(tmp_path, "[ADR 7, L2]")
    assert ("found", ("unversioned",)) == (found.existence, found.flags)


def test_settings_come_first(resolve: Resolve, tmp_path: Path) -> None:
    """`artifacts` of the settings beats the index, and both beat file names."""
    write(tmp_path, "docs/new.md")
    write(tmp_path, "DES-1.md", "docs/old.md", text="other")
    write(tmp_path, ".aiwg/index/artifacts.json", text='{"DES-1": "docs/old.md"}')
    found = resolve(tmp_path, f"[DES-1@{HASH}]", **{"DES-1": "docs/new.md"})
    assert found.source is not None
    assert (found.flags, found.source.path) == ((), "docs/new.md")


@pytest.mark.parametrize("path", ["../secret.md", "/etc/passwd", "~/x.md", "C:\\x.md", "a/../../x.md"])
def test_ids_that_climb_out_are_refused(resolve: Resolve, tmp_path: Path, path: str) -> None:
    """An id whose path leaves the project is not opened, wherever the id is listed."""
    write(tmp_path, ".aiwg/index/artifacts.json", text=json.dumps({"A-1": path}))
    for found in (resolve(tmp_path, f"[A-1@{HASH}, L1]"), resolve(tmp_path, f"[B-1@{HASH}]", **{"B-1": path})):
        assert ("unchecked", ("outside-root",)) == (found.existence, found.flags)


def test_link_out_of_the_project_is_refused(resolve: Resolve, tmp_path: Path) -> None:
    """A file of that name that is a link out of the project is no file of it."""
    root = tmp_path / "project"
    root.mkdir()
    write(tmp_path, "UC-1.md")
    (root / "UC-1.md").symlink_to(tmp_path / "UC-1.md")
    assert "missing" == resolve(root, f"[UC-1@{HASH}]").existence


def test_several_files_of_one_name(resolve: Resolve, tmp_path: Path) -> None:
    """Among several files of a name the hash decides; without one the id is ambiguous."""
    write(tmp_path, "a/UC-1.md")
    write(tmp_path, "b/UC-1.md", text="other")
    decided, open_ = resolve(tmp_path, f"[UC-1@{HASH}]"), resolve(tmp_path, "[UC-1, L1]")
    assert decided.source is not None
    assert ("found", "a/UC-1.md") == (decided.existence, decided.source.path)
    assert ("ambiguous", "a/UC-1.md, b/UC-1.md") == (open_.existence, open_.differences[0].source)


@pytest.mark.parametrize("index", ["[1", "[]", "1", '{"A": 1' + "}" * 9, "\xff", "[" * 100_000])
def test_broken_index(resolve: Resolve, tmp_path: Path, index: str) -> None:
    """With an index that cannot be read, an id that no file has is unchecked; files are found all the same."""
    write(tmp_path, "UC-1.md")
    (tmp_path / ".aiwg/index").mkdir(parents=True)
    (tmp_path / ".aiwg/index/artifacts.json").write_bytes(index.encode("latin-1"))
    assert "found" == resolve(tmp_path, f"[UC-1@{HASH}]").existence
    lost = resolve(tmp_path, f"[UC-2@{HASH}]")
    assert ("unchecked", "unreadable") == (lost.existence, lost.reason)


@pytest.mark.parametrize("value", [5, None, [], {"file": "x"}, ""])
def test_wrong_value_in_the_index(resolve: Resolve, tmp_path: Path, value: object) -> None:
    """A value that is no path makes its own id unreadable, and no other."""
    write(tmp_path, "UC-1.md")
    write(tmp_path, ".aiwg/index/artifacts.json", text=json.dumps({"A-1": value}))
    assert "unreadable" == resolve(tmp_path, f"[A-1@{HASH}]").reason
    assert ("found", "missing") == (
        resolve(tmp_path, f"[UC-1@{HASH}]").existence,
        resolve(tmp_path, f"[UC-2@{HASH}]").existence,
    )


def test_project_with_too_many_files(resolve: Resolve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not all names can be listed, an id is unchecked and not missing."""
    monkeypatch.setattr(project_files, "NAMED_FILES", 3)
    write(tmp_path, *(f"{number}.md" for number in range(4)))
    found = resolve(tmp_path, f"[UC-1@{HASH}]")
    assert ("unchecked", "too-large") == (found.existence, found.reason)
