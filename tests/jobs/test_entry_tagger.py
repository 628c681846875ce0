"""Without its tagger a run goes on, and says once why no entry was tagged."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from citevet.extract.entry_features import VERSION
from citevet.jobs.check import check
from citevet.jobs.doctor import examine
from citevet.jobs.stages.documents import extract
from citevet.read import parse_text
from citevet.session import Session

LIST = "Foam cools [1, 2].\n\n## References\n\n[1] Roe, J. (2019). On foam. *Ice*, 3, 1-9.\n"


def make(manifest: dict[str, object] | None, model: bytes | None) -> str | None:
    """Return the text of a manifest that fits a model, with some values of its own."""
    whole = {"features": VERSION, "sha256": sha256(model or b"").hexdigest(), "weights": {}, "least": {}}
    return None if manifest is None else json.dumps({**whole, **manifest})


@pytest.mark.parametrize(
    ("manifest", "model", "why"),
    [
        ({}, None, "the tagger of reference entries is missing"),
        ({"sha256": "0"}, b"cut", "the file is not the one that was shipped"),
        ({}, b"foreign", "cannot be loaded"),
        ({"features": "0"}, b"old", "trained with other features (0, not"),
    ],
)
def test_a_bad_model_is_one_note_and_the_rest_goes_on(
    manifest: dict[str, object], model: bytes | None, why: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two papers with lists: each is checked, the note is there once, and no field is given."""
    folder = here / "weights/references"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(make(manifest, model) or "")
    if model is not None:
        (folder / "tagger.crf").write_bytes(model)
    monkeypatch.setenv("CITEVET_WEIGHTS", str(here / "weights"))
    for name in ("one.md", "two.md"):
        (here / name).write_text(LIST)
    report = check([here / "one.md", here / "two.md"])
    assert [1] == [sum(why in note for note in report.run["notes"])]
    assert [["KEY001"]] * 2 == [[finding.code for finding in audit.findings] for audit in report.audits]
    for audit in report.audits:
        assert [(None, {})] == [(each.is_entry, each.fields) for each in audit.extraction.references]
    assert any(each.name == "model tagger" and why in each.details for each in examine(Session()))
    assert why in json.loads(extract(parse_text(LIST, "one.md")))["run"]["notes"][0]
