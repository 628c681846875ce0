"""The command on hostile projects: no hang, no crash, no internal error, and the other files are audited.

A sample of what `make torture` runs in full; links, devices and pipes as the current user and, for root, as nobody.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from fuzz.hostile.run import list_cases, run_case

_CASES = {case.name: case for case in list_cases()}
_NAMED = """
    front-matter-aliases-9-30 front-matter-merge front-matter-recursive-merge entry-recursive-list entry-listed-merge
    settings-0 settings-3 pyproject-7 settings-24 tool-0 baseline-path-0 baseline-path-1 baseline-link-b.json
    source-list-0 source-check-2 corpus-links-list-0 corpus-links-check-1 bibtex-strings-2
""".split()
_PATHS = """
    baseline-link-_dev_zero baseline-pipe link-a.md link-named-_dev_random link-named-_ include-_dev_zero pipe-named-md
    source-check-0 source-check-3 corpus-links-check-0 settings-link-_dev_zero pipe-settings artifacts odd-names
""".split()
_NOBODY = 65_534


def _find_users() -> list[int | None]:
    """Return the users to run as: root also runs as nobody, where nobody may start this Python."""
    if os.geteuid() != 0:
        return [None]
    probe = [sys.executable, "-c", "import citevet"]
    try:
        subprocess.run(probe, user=_NOBODY, capture_output=True, check=True, cwd="/")
    except (OSError, subprocess.CalledProcessError):
        return [None]
    return [None, _NOBODY]


@pytest.mark.parametrize("name", _NAMED)
def test_a_hostile_project_ends_well(name: str) -> None:
    """Exit code 0, 1 or 2 within 20 s, one line for what is wrong, and valid JSON with the sound document."""
    assert "" == run_case(_CASES[name])[0]


@pytest.mark.parametrize("user", _find_users())
@pytest.mark.parametrize("name", _PATHS)
def test_links_devices_and_pipes_end_well(name: str, user: int | None) -> None:
    """The same for every user: root may open what others may not."""
    assert "" == run_case(_CASES[name], user)[0]


def test_there_are_enough_cases() -> None:
    """`make torture` runs at least 500 projects, each under its own name."""
    assert len(list_cases()) == len(_CASES) >= 500
