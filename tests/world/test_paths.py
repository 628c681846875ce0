"""Paths with links, circles and impossible names."""

import os
from pathlib import Path

import pytest

from citevet.world.paths import is_broken_link, open_regular, resolve_path


def test_links_are_followed(here: Path) -> None:
    """A good link leads to its file, a dangling one to the missing file, and a circle stays as it is."""
    for name, target in (("good.md", "file.md"), ("dangling.md", "gone.md"), ("circle.md", "circle.md")):
        (here / name).symlink_to(target)
    (here / "file.md").write_text("x")
    names = ("good.md", "dangling.md", "circle.md", "file.md", "none.md")
    assert ["file.md", "gone.md", "circle.md", "file.md", "none.md"] == [
        resolve_path(here / name).name for name in names
    ]
    assert [False, True, True, False, False] == [is_broken_link(here / name) for name in names]


def test_impossible_names(here: Path) -> None:
    """A name that is too long or contains a null character stays as it is."""
    for name in ("a" * 300, "a\0b"):
        assert (here / name, False) == (resolve_path(Path(name)), is_broken_link(Path(name)))


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/random", "pipe", "folder", "link", "none"])
def test_only_regular_files_are_opened(here: Path, name: str) -> None:
    """Devices, pipes, folders and links to them are an error at once; nothing waits for a writer."""
    os.mkfifo(here / "pipe")
    (here / "folder").mkdir()
    (here / "link").symlink_to("/dev/zero")
    with pytest.raises(OSError, match=r"not a regular file|No such file"):
        open_regular(here / name)


def test_a_regular_file_is_opened_through_its_link(here: Path) -> None:
    """A link to a file is as good as the file."""
    (here / "file").write_text("x")
    (here / "link").symlink_to("file")
    with open_regular(here / "link") as file:
        assert b"x" == file.read()
