"""Labelled pairs from a file: how much of a work their evidence is."""

import json
from pathlib import Path

import pytest
from evals.pairs import from_file


@pytest.mark.parametrize(
    ("row", "scope"),
    [
        ({"dataset": "scifact.dev"}, "abstract"),
        ({"dataset": "wice.dev"}, "full"),
        ({"dataset": "mine", "scope": "abstract"}, "abstract"),
    ],
)
def test_the_scope_of_a_pair(tmp_path: Path, row: dict[str, str], scope: str) -> None:
    """It is given by the row, or else by what the set is known to hold."""
    file = tmp_path / "pairs.jsonl"
    file.write_text(json.dumps(row | {"claim": "c", "evidence": "e", "label": "supported"}) + "\n", "utf-8")
    assert [scope] == [pair.scope for pair in from_file(file)]
