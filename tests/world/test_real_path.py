"""Where a path leads, for names of every kind."""

from pathlib import Path

from citevet.world.real_path import is_broken_link, real


def test_links_are_followed_as_far_as_they_lead(here: Path) -> None:
    """A good link leads to its file, a dangling one to where that would be, and a circle stays where it is."""
    for name, target in (("good.md", "file.md"), ("dangling.md", "gone.md"), ("circle.md", "circle.md")):
        (here / name).symlink_to(target)
    (here / "file.md").write_text("x")
    names = ("good.md", "dangling.md", "circle.md", "file.md", "none.md")
    assert ["file.md", "gone.md", "circle.md", "file.md", "none.md"] == [real(here / name).name for name in names]
    assert [False, True, True, False, False] == [is_broken_link(here / name) for name in names]


def test_names_that_no_file_can_have(here: Path) -> None:
    """A name that is too long, or that holds a null character, stays as it is."""
    for name in ("a" * 300, "a\0b"):
        assert (here / name, False) == (real(Path(name)), is_broken_link(Path(name)))
