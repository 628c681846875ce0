"""The command on hostile projects: no hang, no crash, no internal error, and the other files are audited.

A sample of what `make torture` runs in full; links, devices and pipes also without the rights of root.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from fuzz.forked_command import ForkedCommand
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
    unreadable-document unreadable-folder unreadable-settings unreadable-corpus unreadable-bibliography
""".split()
_USERS = (False, True) if os.geteuid() == 0 and shutil.which("setpriv") else (False,)


@pytest.fixture(scope="module")
def runners() -> Iterator[dict[bool, ForkedCommand]]:
    """Run commands with the rights of this process, and as an ordinary user."""
    with ExitStack() as stack:
        yield {user: stack.enter_context(ForkedCommand(as_ordinary_user=user)) for user in {False, *_USERS}}


@pytest.mark.parametrize("name", _NAMED)
def test_a_hostile_project_ends_well(runners: dict[bool, ForkedCommand], name: str) -> None:
    """Exit code 0, 1 or 2 within 20 s, one line for what is wrong, and valid JSON with the sound document."""
    assert "" == run_case(_CASES[name], runners[False])[0]


@pytest.mark.parametrize(
    ("name", "as_ordinary_user"),
    [(name, user) for name in _PATHS for user in _USERS if user or len(_USERS) == 1 or "unreadable" not in name],
)
def test_links_devices_and_pipes_end_well(
    runners: dict[bool, ForkedCommand], name: str, *, as_ordinary_user: bool
) -> None:
    """The same for every user: root may open what others may not, and can read whatever is said to be unreadable."""
    assert "" == run_case(_CASES[name], runners[as_ordinary_user])[0]


def test_there_are_enough_cases() -> None:
    """`make torture` runs at least 500 projects, each under its own name."""
    assert len(list_cases()) == len(_CASES) >= 500
