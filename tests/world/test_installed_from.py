"""The command that adds an extra names the place that citevet itself came from."""

import sys
from pathlib import Path

import pytest

from citevet.world.installed_from import Origin, install_command

GIT = Origin("https://git.test/owner/citevet.git", "0123abcd")


@pytest.fixture(autouse=True)
def on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An environment whose pip is the one on the PATH."""
    folder = tmp_path / "my bin"
    folder.mkdir()
    for name in ("python", "pip"):
        (folder / name).touch()
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    return folder


def test_the_pip_of_another_python_is_not_named(monkeypatch: pytest.MonkeyPatch, on_the_path: Path) -> None:
    """Where the environment is not on the PATH, `pip` installs elsewhere, or is not there."""
    monkeypatch.setenv("PATH", "/no-such-folder")
    assert f"'{on_the_path}/python' -m pip install 'citevet[web]'" == install_command("web", Origin())


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
