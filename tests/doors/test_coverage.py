"""The page of capabilities: every command is run, and shows what its row says."""

from dataclasses import replace
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
ROWS = 153  # capabilities of the five published systems, and what a careful reader finds besides


@pytest.fixture
def coverage() -> dict[str, Any]:
    """The names of docs/coverage.py."""
    return run_path(str(DOCS / "coverage.py"))


def test_the_page_of_capabilities_is_up_to_date(coverage: dict[str, Any]) -> None:
    """docs/coverage.md has what the commands print today; `make docs` writes it."""
    assert coverage["page"]() == (DOCS / "coverage.md").read_text("utf-8")


def test_every_capability_has_one_row(coverage: dict[str, Any]) -> None:
    """Each capability is listed once, and a row without a command says what it waits for and what is missing."""
    rows = [row for rows in coverage["read_rows"]().values() for row in rows]
    assert ROWS == len({row.capability for row in rows}) == len(rows)
    assert [] == [row.capability for row in rows if not row.waits and not (row.run and row.shows)]
    assert [] == [row.capability for row in rows if row.waits and not row.note]


def test_a_row_cannot_claim_what_its_command_does_not_show(coverage: dict[str, Any]) -> None:
    """Words that are not in the output, another exit code, and no command at all are problems."""
    row = coverage["Row"]("pages", "a", ("citevet check notes.md",), ("no page 45",))
    ran = coverage["Ran"](("notes.md:4:88: PAG001 warning: no page 45 in REF-003",), 1)
    wrong = (replace(row, shows=("no page 46",)), replace(row, exit=0), replace(row, run=()))
    assert [] == list(coverage["find_problems"](row, ran))
    assert [1, 1, 1] == [len(list(coverage["find_problems"](each, ran))) for each in wrong]
