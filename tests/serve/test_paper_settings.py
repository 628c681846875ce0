"""A paper with sources of its own is checked as the project that is served says."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from citevet.serve.http.paper_tasks import check_paper
from citevet.serve.http.stored_reports import load_report
from citevet.world.net.services import SERVICES

THESIS = Path(__file__).parents[2] / "examples/thesis"
TEXT = (THESIS / "thesis.md").read_bytes() + b"\nA claim that nobody made [@nobody2020].\n"


def _check(folder: Path, settings: str, **options: Any) -> tuple[set[str], int, set[str]]:
    """Check the thesis with its PDFs; return the codes, how often a part was shown, and why things are unchecked."""
    (project := folder / "project").mkdir()
    (project / "citevet.toml").write_text(settings, "utf-8")
    listed = (THESIS / "references.bib").read_bytes()
    request = {
        "root": str(project),
        "options": options,
        "files": [{"name": "thesis.md", "size": len(TEXT)}, {"name": "references.bib", "size": len(listed)}],
        "lists": [_describe(folder, "references.bib", listed)],
        "sources": [_describe(folder, each.name, each.read_bytes()) for each in (THESIS / "papers").glob("*.pdf")],
        "library": str(folder / "library"),
    }
    parts: list[bytes] = []
    report = load_report(check_paper(request, TEXT + listed, parts.append, lambda *_: None))
    assert not (project / ".citevet").exists(), "the index of the project is left alone"
    codes = {each.code for audit in report.audits for each in audit.findings}
    return codes, len(parts), {*report.census.unchecked}


def _describe(folder: Path, name: str, data: bytes) -> dict[str, str]:
    (place := folder / sha256(data).hexdigest()).write_bytes(data)
    return {"name": name, "digest": place.name, "entry": "", "place": str(place)}


def test_the_judge_of_the_project_judges(tmp_path: Path) -> None:
    """The file of the project turns the judge on; what is not selected, or ignored, is not said."""
    codes, parts, unchecked = _check(tmp_path, 'judge = "small"')
    assert {"KEY001", "NUM001"} <= codes
    assert parts >= 1
    assert "not-asked" not in unchecked


@pytest.mark.parametrize(
    ("settings", "options", "expected"),
    [
        ('judge = "small"\nselect = ["KEY"]', {}, {"KEY001"}),
        ('judge = "small"\nignore = ["KEY"]\n[per-file-ignores]\n"*.md" = ["NUM", "SUP"]', {}, set()),
        ('judge = "small"\nselect = ["KEY", "NUM"]', {"judge": "none"}, {"KEY001"}),
        ("", {}, {"KEY001"}),
    ],
)
def test_rules_are_chosen_by_the_project(
    tmp_path: Path, settings: str, options: dict[str, Any], expected: set[str]
) -> None:
    """Rules that the project leaves out find nothing; an option of the server counts more than the file."""
    codes, *_ = _check(tmp_path, settings, **options)
    assert expected == {code for code in codes if code.startswith(("KEY", "NUM", "SUP"))}


@pytest.mark.parametrize(
    ("settings", "options", "is_offline"),
    [
        ("online = true", {}, False),
        ("online = true", {"offline": True}, True),
        ("offline = true", {"online": True}, True),
    ],
)
def test_the_network_is_used_as_the_project_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, options: dict[str, Any], *, is_offline: bool
) -> None:
    """Services are asked where the project or the server says so; here nobody answers."""
    nobody = dict.fromkeys(SERVICES, "http://127.0.0.1:9")
    monkeypatch.setenv("CITEVET_SERVICES", json.dumps(nobody))
    _, _, unchecked = _check(tmp_path, f"{settings}\nmax-requests = 1", **options)
    assert is_offline == ("offline" in unchecked)


def test_a_corpus_that_the_server_names_takes_no_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody sends along is never added to the corpus that the user of the server named."""
    (corpus := tmp_path / "own").mkdir()
    monkeypatch.setenv("CITEVET_CORPUS", str(corpus))
    codes, *_ = _check(tmp_path, 'judge = "small"', corpus=str(corpus))
    assert "NUM001" in codes
    assert [] == [each.name for each in corpus.iterdir() if not each.name.startswith(".")]
