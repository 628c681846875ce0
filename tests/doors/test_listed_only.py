"""What only a bibliography or a title says of a work never counts as a check of it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.emulator.audited import serve_public_hosts
from tests.emulator.server import Emulator

import citevet

Run = Callable[..., CompletedProcess[str]]
BIB = """\
@article{ghost, title={Invented trees cool invented streets}, author={Ghost, Ann}, year=2020, doi={10.5555/ghost.1}}
@article{ash, title={The roots of street trees in old towns}, author={Ash, A.}, year=2020, doi={10.5555/trees.2020}}
"""
RIS = "TY  - JOUR\nTI  - Invented trees cool invented streets\nAU  - Ghost, Ann\nPY  - 2020\nER  -\n"
CSL = json.dumps(
    [
        {
            "id": "ghost",
            "type": "book",
            "title": "Invented trees cool invented streets",
            "author": [{"family": "Ghost", "given": "Ann"}],
            "issued": {"date-parts": [[2020]]},
        }
    ]
)
ENTRY = "---\nref_id: REF-001\ntitle: Warm Roofs\nauthors: [Lee Ann]\nyear: 2019\nsource_type: book\n---\n{notes}"


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """All services."""
    with serve_public_hosts(monkeypatch) as served:
        yield served


def existences(run: Run, line: str) -> list[tuple[str, str | None]]:
    """Return existence and its reason for each citation of the first document."""
    report = json.loads(run(f"{line} --format json").stdout)
    return [(each["existence"], each["existence_reason"]) for each in report["documents"][0]["judgements"]]


@pytest.mark.parametrize(("name", "text"), [("refs.bib", BIB), ("refs.ris", RIS), ("refs.json", CSL)])
@pytest.mark.parametrize(
    "citing", ["Trees cool [REF-001].", "Trees cool (Ghost, 2020).", "Trees cool [1].\n\n## References\n\n1. {entry}\n"]
)
def test_an_imported_entry_proves_no_work(name: str, text: str, citing: str, here: Path, run: Run) -> None:
    """A list of invented works that was imported does not make their citations pass, whatever form they have."""
    (here / name).write_text(text)
    entry = "Ghost, A. (2020). Invented trees cool invented streets. Journal of Nothing."
    (here / "paper.md").write_text(citing.format(entry=entry))
    assert 0 == run(f"corpus import {name}").returncode
    assert existences(run, "check paper.md") == [("unchecked", "listed-only")]
    assert "INCOMPLETE" in run("check paper.md").stdout
    assert 3 == run("check paper.md --fail-on incomplete").returncode
    assert "in the corpus" in run("corpus check").stdout  # it is there; only what it proves is open


def test_a_confirmed_entry_counts_as_one_written_by_hand(here: Path, run: Run) -> None:
    """`corpus confirm` takes the mark from the entries that are named, and from no other."""
    (here / "refs.bib").write_text(BIB)
    (here / "paper.md").write_text("Trees cool [REF-001]. Roots hold [REF-002].\n")
    run("corpus import refs.bib")
    done = run("corpus confirm ref-001 REF-009")
    assert (done.returncode, existences(run, "check paper.md")[0][0]) == (2, "unchecked")
    assert 0 == run("corpus confirm ref-001").returncode
    assert existences(run, "check paper.md") == [("found", None), ("unchecked", "listed-only")]
    assert "confirmed before" in run("corpus confirm REF-001").stdout


def test_an_attached_file_settles_an_imported_entry(here: Path, run: Run) -> None:
    """The text of the work next to its entry shows that it exists."""
    (here / "refs.bib").write_text(BIB)
    (here / "paper.md").write_text("Trees cool [REF-001].\n")
    run("corpus import refs.bib")
    entry = next((here / ".citevet/corpus").glob("REF-001*.md"))
    entry.with_suffix(".txt").write_text("Trees cool streets by two degrees.\n")
    assert existences(run, "check paper.md") == [("found", None)]


@pytest.mark.usefixtures("emulator")
def test_a_registry_settles_an_imported_entry(here: Path, run: Run) -> None:
    """Online the registry is asked for the entry, also where a document cites it by its id alone."""
    (here / "refs.bib").write_text(BIB)
    (here / "paper.md").write_text("Trees cool [REF-001]. Roots hold [REF-002]. Roots hold (Ash, 2020).\n")
    run("corpus import refs.bib")
    found = existences(run, "check paper.md --online")
    assert [each[0] for each in found] == ["missing", "found", "found"]
    assert "EXI007" in run("check paper.md --online --format concise").stdout


@pytest.mark.parametrize(
    ("notes", "support"),
    [
        ("", "partial-scope"),
        ("# Warm Roofs\n", "partial-scope"),
        ("# REF-001: Warm roofs\n", "partial-scope"),
        ("# Warm Roofs\n\nWarm roofs lower the price of a house by a tenth.\n", None),
    ],
)
def test_a_title_supports_no_claim(notes: str, support: str | None, here: Path, run: Run) -> None:
    """An entry of only a title is there, but neither supports nor denies a claim; notes do."""
    corpus = here / ".citevet/corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001-roofs.md").write_text(ENTRY.format(notes=notes))
    said = "Warm roofs lower the price of a house by a tenth" if support is None else "Warm roofs"
    (here / "paper.md").write_text(f"{said} are what Lee found [REF-001].\n" if support else f"{said} [REF-001].\n")
    report = json.loads(run("check paper.md --judge small --format json").stdout)
    (judged,) = report["documents"][0]["judgements"]
    assert judged["existence"] == "found"
    assert judged["support_reason"] in ({support, "no-text"} if support else {None})
    assert (judged["support"] == "supported") == (support is None)


@pytest.mark.parametrize(("name", "text"), [("refs.bib", BIB), ("refs.ris", RIS), ("refs.json", CSL)])
def test_a_bibliography_is_no_source(name: str, text: str, here: Path, run: Run) -> None:
    """The title in a list is not evidence for the claim that repeats it, nor an entry of the corpus."""
    (here / name).write_text(text)
    done = run(f"verify --source {name}", "Invented trees cool invented streets.")
    assert (2, True) == (done.returncode, "bibliography" in done.stderr)
    done = run(f"corpus add {name}")
    assert (2, True) == (done.returncode, "corpus import" in done.stderr)


@pytest.mark.parametrize("parts", [{}, {"nli": None}, {"support_threshold": 0.1, "unverifiable_threshold": 0.05}])
def test_a_given_title_supports_no_claim(parts: dict[str, float | None]) -> None:
    """The same holds for a source that its giver calls a title, for the judge, the cosines and own thresholds."""
    title = citevet.Source("Warm roofs lower rents.", scope="title")
    (claim,) = citevet.verify("Warm roofs lower rents.", [title], **parts).claims
    assert ("unchecked", "partial-scope") == (claim.ruling.support, claim.ruling.reason)
