"""`citevet data`, and what `citevet check` says offline once the data is installed."""

import json
from pathlib import Path
from typing import Any

from tests.doors.in_process import citevet
from tests.world.test_retraction_watch import make_row, write_csv


def judge(*flags: str) -> dict[str, Any]:
    done = citevet("check", "paper.md", "--format", "json", *flags)
    judgement: dict[str, Any] = json.loads(done.stdout)["documents"][0]["judgements"][0]
    return judgement


def test_data_commands(here: Path) -> None:
    """Data is added, listed and removed; mistakes are one sentence."""
    file = write_csv(here / "rw.csv", make_row())
    assert citevet("data", "list").stdout == "No data sets.\n"
    assert "retraction-watch  1 row " in citevet("data", "add", "retraction-watch", str(file)).stdout
    (listed,) = json.loads(citevet("data", "list", "--json").stdout)
    assert (listed["name"], listed["rows"], listed["file"]) == ("retraction-watch", 1, "rw.csv")
    assert citevet("data", "remove", "retraction-watch").stdout == "Removed retraction-watch.\n"
    for words in (
        ("remove", "retraction-watch"),
        ("add", "retraction-watch", "none.csv"),
        ("add", "other", str(file)),
    ):
        done = citevet("data", *words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_offline_check(here: Path) -> None:
    """A cited DOI of a retracted paper is flagged offline, also in a run after one without the data."""
    (here / "paper.md").write_text("Bacteria grow in warm tea within a day (doi:10.5555/KETTLE.1).\n")
    before = judge()
    assert (before["existence"], before["flags"]) == ("unchecked", [])
    citevet("data", "add", "retraction-watch", str(write_csv(here / "rw.csv", make_row())))
    after = judge()
    assert (after["existence"], after["flags"]) == ("found", ["retracted"])
    citevet("data", "remove", "retraction-watch")
    assert judge() == before


def test_reference_of_a_list(here: Path) -> None:
    """The DOI of a reference, or its PMID, counts for the marker that points to it."""
    citevet("data", "add", "retraction-watch", str(write_csv(here / "rw.csv", make_row(pmid="11000001"))))
    text = "Bacteria grow in warm tea within a day [1].\n\n## References\n\n[1] Teegarden A. Growth in tea. 1998. {}\n"
    for identifier in ("doi:10.5555/kettle.1", "PMID: 11000001"):
        (here / "paper.md").write_text(text.format(identifier))
        assert judge()["flags"] == ["retracted"]
