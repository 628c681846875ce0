"""`make eval-references HALLMARK=folder` on a set of four rows."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FIELDS = {
    "title": "Roots of street trees break the pipes of towns",
    "author": "Rowan Ash and Bea Birch and Carla Cedar",
    "booktitle": "Proceedings of the Conference on Trees",
    "year": "2021",
    "doi": "10.5555/roots.1",
}


def test_rows_are_scored_beside_other_tools(tmp_path: Path) -> None:
    """A right row matches its record; exchanged people and a DOI that nobody has are warned of."""
    rows = [
        ("VALID", None, FIELDS),
        ("HALLUCINATED", "swapped_authors", FIELDS | {"author": "Dora Dogwood and Emil Elm"}),
        ("HALLUCINATED", "fabricated_doi", FIELDS | {"doi": "10.77771/conf/5520200"}),
        ("HALLUCINATED", "chimeric_title", FIELDS | {"title": "Moss grows on northern roofs", "doi": ""}),
    ]
    lines = [
        json.dumps({"label": label, "hallucination_type": kind, "bibtex_type": "inproceedings", "fields": fields})
        for label, kind, fields in rows
    ]
    for name in ("v1.0/dev_public.jsonl", "raw/valid_entries.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("\n".join(lines[: None if "v1.0" in name else 1]))
    (tmp_path / "v1.0/baseline_results").mkdir()
    other = {"detection_rate": 0.5, "false_positive_rate": 0.125}
    (tmp_path / "v1.0/baseline_results/doi_only_dev_public.json").write_text(json.dumps(other))
    command = [sys.executable, "-m", "evals.references.hallmark", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    table = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line.split()}
    assert {"right": ["1", "0", "0"], "fabricated_doi": ["1", "1", "0"]}.items() <= table.items()
    assert table["swapped_authors"] == ["1", "1", "0"]
    assert table["chimeric_title"] == ["1", "0", "1"]
    assert table["doi_only"] == ["50.0%", "12.5%"]
