"""Paths with links, circles and impossible names."""

from pathlib import Path

from citevet.world.paths import is_broken_link, resolve_path


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
