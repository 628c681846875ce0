"""The command that adds an extra names the place that citevet itself came from."""

from pathlib import Path

import pytest

from citevet.world.installed_from import Origin, install_command

GIT = Origin("https://git.test/owner/citevet.git", "0123abcd")


@pytest.mark.parametrize(
    ("origin", "extra", "command"),
    [
        (Origin(), "web", "pip install 'citevet[web]'"),
        (Origin(), "base", "pip install 'citevet[base]'"),
        (GIT, "web", "pip install 'citevet[web] @ git+https://git.test/owner/citevet.git@0123abcd'"),
        (
            GIT,
            "base",
            (
                "pip install 'citevet-base @ git+https://git.test/owner/citevet.git@0123abcd"
                "#subdirectory=packages/citevet-base'"
            ),
        ),
        (Origin("file:///wheels/citevet.whl"), "web", "pip install 'citevet[web] @ file:///wheels/citevet.whl'"),
        (
            Origin("file:///wheels/citevet.whl"),
            "base",
            "pip install the wheel of citevet-base from the release page",
        ),
    ],
)
def test_an_extra_comes_from_where_citevet_came(origin: Origin, extra: str, command: str) -> None:
    """From the index, a repository or a wheel."""
    assert command == install_command(extra, origin)


def test_the_larger_judge_of_a_clone_is_in_the_clone(tmp_path: Path) -> None:
    """Its folder may have a space in its name."""
    clone = tmp_path / "my clone"
    clone.mkdir()
    assert f"pip install '{clone}/packages/citevet-base'" == install_command("base", Origin(clone.as_uri()))
