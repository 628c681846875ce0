"""Where a project keeps its corpus, and which files are entries."""

import os
from pathlib import Path

import pytest

from citevet.corpus.corpus_folders import (
    find_corpus_folders,
    find_entry_files,
    id_of_file_name,
    is_entry_name,
    walk_files,
)
from citevet.errors import ConfigError


def lay(root: Path, *names: str) -> None:
    """Write empty files."""
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")


def found(root: Path, configured: str | None = None) -> list[str]:
    folders = find_corpus_folders(root, root / configured if configured else None)
    return [folder.relative_to(root).as_posix() for folder in folders]


def test_folders_have_fixed_order(tmp_path: Path) -> None:
    """The configured folder first, then our own, then those of other layouts; missing ones are left out."""
    lay(tmp_path, "docs/references/a", ".aiwg/research/findings/a", ".citevet/corpus/a", "papers/a")
    assert [".citevet/corpus", ".aiwg/research/findings", "docs/references"] == found(tmp_path)
    assert ["papers", ".citevet/corpus", ".aiwg/research/findings", "docs/references"] == found(tmp_path, "papers")
    assert [] == found(tmp_path / "papers")


@pytest.mark.parametrize(
    ("configured", "expected"),
    [
        ("docs/references", ["docs/references", ".citevet/corpus"]),
        ("docs", ["docs", ".citevet/corpus"]),
        ("docs/references/old", [".citevet/corpus", "docs/references"]),
        (".", [".", ".citevet/corpus"]),
    ],
)
def test_nested_folder_is_left_out(tmp_path: Path, configured: str, expected: list[str]) -> None:
    """Unless a dot in its name hides it from the walk through the outer folder."""
    lay(tmp_path, "docs/references/old/a", ".citevet/corpus/a")
    assert expected == found(tmp_path, configured)


def test_only_configured_folder_may_be_outside(tmp_path: Path) -> None:
    """A link out of the project is not followed."""
    lay(tmp_path, "project/docs/a", "elsewhere/REF-001.md")
    (tmp_path / "project/docs/references").symlink_to(tmp_path / "elsewhere")
    assert () == find_corpus_folders(tmp_path / "project", None)
    assert (tmp_path / "elsewhere",) == find_corpus_folders(tmp_path / "project", tmp_path / "elsewhere")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("REF-043.md", "REF-043"),
        ("REF-043-voice-in-prose.md", "REF-043"),
        ("REF-1.md", "REF-1"),
        ("REF-1234567-x.md", "REF-1234567"),
        ("REF-043a-x.md", "REF-043a"),
        ("REF-043-이름.md", "REF-043"),
    ],
)
def test_id_of_file_name(name: str, expected: str) -> None:
    """Ids have any number of digits, and may end with a lower-case letter."""
    assert (True, expected) == (is_entry_name(name), id_of_file_name(name))


@pytest.mark.parametrize(
    "name", ["REF-043-citations.md", "REF-043.pdf", "ref-043.md", "REF-x.md", "REF-043x1.md", "README.md", "REF-.md"]
)
def test_other_files_are_not_entries(name: str) -> None:
    """Sidecars, PDFs and others."""
    assert not is_entry_name(name)


def test_entries_are_found_in_subfolders_in_order(tmp_path: Path) -> None:
    """Folders with a leading dot and additions in progress are skipped."""
    lay(
        tmp_path,
        "REF-002.md",
        "REF-001-a.md",
        "REF-001-citations.md",
        "more/deep/REF-010.md",
        ".adding-7/REF-011.md",
        ".git/REF-012.md",
        "notes.md",
        "1/2/3/4/5/6/7/8/REF-020.md",
        "1/2/3/4/5/6/7/8/9/REF-021.md",
    )
    (tmp_path / "REF-030.md").mkdir()
    assert ["1/2/3/4/5/6/7/8/REF-020.md", "REF-001-a.md", "REF-002.md", "more/deep/REF-010.md"] == [
        file.relative_to(tmp_path).as_posix() for file in find_entry_files(tmp_path)
    ]
    assert [] == list(find_entry_files(tmp_path / "nowhere"))


def test_links_out_of_corpus_are_not_followed(tmp_path: Path) -> None:
    """Nor links to another entry, nor loops."""
    corpus = tmp_path / "corpus"
    lay(tmp_path, "corpus/REF-001.md", "corpus/kept.md", "outside/REF-009.md", "outside.md")
    (corpus / "REF-002.md").symlink_to(tmp_path / "outside.md")
    (corpus / "REF-003.md").symlink_to(corpus / "REF-001.md")
    (corpus / "REF-004.md").symlink_to(corpus / "kept.md")
    (corpus / "REF-005.md").symlink_to(corpus / "gone.md")
    (corpus / "sub").symlink_to(tmp_path / "outside")
    (corpus / "loop").symlink_to(corpus)
    assert ["REF-001.md", "REF-004.md"] == [file.name for file in find_entry_files(corpus)]


def test_the_walk_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with more files than the limit is refused, and a deep one is left after some levels."""
    for name in "abcdefgh":
        (tmp_path / f"REF-00{ord(name) - 96}.md").touch()
    deep = tmp_path.joinpath(*"d" * 40)
    deep.mkdir(parents=True)
    (deep / "REF-009.md").touch()
    assert 8 == len(list(find_entry_files(tmp_path)))
    monkeypatch.setattr("citevet.corpus.corpus_folders.CORPUS_FILES", 5)
    with pytest.raises(ConfigError, match="more than 5 files"):
        list(find_entry_files(tmp_path))
    monkeypatch.setattr("citevet.corpus.corpus_folders.CORPUS_FILES", 500)
    monkeypatch.setattr("citevet.corpus.corpus_folders.CORPUS_SECONDS", -1.0)
    with pytest.raises(ConfigError, match="to list them"):
        list(find_entry_files(tmp_path))


def test_a_folder_that_cannot_be_opened_is_no_empty_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sources are there, so "not in the corpus" would be false: the error names the folder and the reason."""

    def refuse(folder: str) -> None:
        raise PermissionError(13, "Permission denied", folder)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(ConfigError, match=r"this folder of the corpus cannot be opened \(Permission denied\)"):
        list(walk_files(str(tmp_path)))
