"""`citevet corpus import` and `remove`: whole works come and go, and nothing is lost by accident."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from citevet.corpus import staging
from citevet.corpus.indexed_corpus import open_corpus

Run = Callable[..., CompletedProcess[str]]
BIB = """\
@article{attention, title={Attention Is All You Need}, author={Vaswani, Ashish and others}, year=2017,
  journal={arXiv preprint arXiv:1706.03762}}
@inproceedings{lee, title={{W}arm roofs of old houses}, author={Lee, Ann and Kim, Bo}, booktitle={Proc. Roofs},
  year={2019}, doi={10.1234/Roofs.7}}
@book{heat, title={Heat and Health}, author={{World Health Organization}}, year=2020}
"""
CSL = [
    {"id": "a", "type": "article-journal", "title": "Warm Roofs", "DOI": "https://doi.org/10.1234/roofs.7"},
    {"id": "b", "type": "report", "title": "The Price of a Tree", "issued": {"date-parts": [[2022]]}},
]
RIS = """\
TY  - JOUR
TI  - Heat and health
AU  - World Health Organization
PY  - 2021
ER  -
TY  - JOUR
TI  - Heat and Health
AU  - Marsh, Ada
PY  - 2021
ER  -
"""


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / ".citevet/corpus").iterdir())


@pytest.fixture
def project(here: Path, run: Run) -> Path:
    """A project whose corpus was imported from a bibliography."""
    (here / "references.bib").write_text(BIB)
    assert 0 == run("corpus import references.bib").returncode
    return here


def test_a_bibliography_becomes_one_entry_per_work(project: Path, run: Run) -> None:
    """Title, authors, year, type, venue and identifiers come from the file, and a citation finds the work."""
    shown = json.loads(run("corpus list --json").stdout)["sources"]
    assert [
        (
            "REF-001",
            "Attention Is All You Need",
            ["Vaswani, Ashish et al."],
            "2017",
            "preprint",
            {"arxiv": "1706.03762"},
        ),
        (
            "REF-002",
            "Warm roofs of old houses",
            ["Lee, Ann", "Kim, Bo"],
            "2019",
            "conference",
            {"doi": "10.1234/roofs.7"},
        ),
        ("REF-003", "Heat and Health", ["World Health Organization"], "2020", "book", {}),
    ] == [
        tuple(each[key] for key in ("id", "title", "authors", "year", "source_type", "identifiers")) for each in shown
    ]
    (project / "paper.md").write_text("Roofs are warm (Lee & Kim, 2019). Attention helps [REF-001].\n")
    assert 0 == run("corpus check").returncode


def test_an_import_can_be_repeated(project: Path, run: Run) -> None:
    """A work of the corpus is reported and not added again, whatever format names its DOI or title."""
    before = entries(project)
    again = run("corpus import references.bib")
    assert (0, before) == (again.returncode, entries(project))
    assert "lee        Warm roofs of old houses   already in the corpus" in again.stdout
    assert again.stdout.endswith("3 works in references.bib: 3 already in the corpus\n")
    (project / "library.json").write_text(json.dumps(CSL))
    (project / "export.ris").write_text(RIS)
    more = run("corpus import library.json export.ris --json")
    works = json.loads(more.stdout)["works"]
    assert [("REF-002", "known"), ("REF-004", "added"), ("REF-003", "known"), ("REF-005", "added")] == [
        (work["id"], work["status"]) for work in works
    ]


def test_a_dry_run_writes_nothing(here: Path, run: Run) -> None:
    """It shows the ids that the works would get."""
    (here / "references.bib").write_text(BIB)
    done = run("corpus import references.bib --dry-run")
    assert (0, ["references.bib"]) == (done.returncode, [path.name for path in here.iterdir()])
    assert "heat       Heat and Health            would be added\n" in done.stdout


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.bib", "@misc{x, author={A}}\n@book{y, title={Roofs}}\n", "line 1  x      not added: no title"),
        ("b.bib", "@book{y, title={Roofs}}\n@book{z, title={No end\n", "line 2  z      not added: cannot be parsed"),
        ("c.json", "{}", "citevet: c.json: it is JSON, but no list of CSL items. Export the library as CSL-JSON."),
        ("d.log", "x", "citevet: d.log: not a bibliography. Export it as .bib, .ris, .json, "),
        ("d.pdf", "x", "d.pdf: it is not a PDF, whatever its name."),
        ("e.bib", None, "citevet: e.bib: no such file."),
    ],
)
def test_what_cannot_be_imported_is_reported(here: Path, run: Run, name: str, text: str | None, said: str) -> None:
    """The other works are added, and the exit code is 2."""
    if text is not None:
        (here / name).write_text(text)
    done = run(f"corpus import {name}")
    assert 2 == done.returncode
    assert said in done.stdout + done.stderr
    assert ("Roofs" in (text or "")) == (here / ".citevet/corpus/REF-001-roofs.md").exists()


def test_an_interrupted_import_leaves_nothing(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full at the third work, none of the three is in the corpus."""
    (here / "references.bib").write_text(BIB)
    write, written = staging._write, []

    def full(path: Path, data: bytes) -> None:
        written.append(path)
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        write(path, data)

    monkeypatch.setattr(staging, "_write", full)
    done = run("corpus import references.bib")
    assert (2, []) == (done.returncode, entries(here))
    assert "the corpus cannot be changed (No space left on device). Nothing was changed" in done.stderr


def test_a_cited_source_is_not_removed(project: Path, run: Run) -> None:
    """Nothing is removed, not even the source that is not cited, until --force says so."""
    (project / "paper.md").write_text("Attention helps.\n\nRoofs are warm [REF-002].\n")
    refused = run("corpus remove REF-003 REF-002")
    assert 2 == refused.returncode
    assert (
        "citevet: REF-002: cited in paper.md:3. Nothing was removed. Correct the citations, or use --force.\n"
        == refused.stderr
    )
    assert 3 == len(entries(project))
    assert 0 == run("corpus remove REF-003 ref-002 --force").returncode
    assert ["REF-001-attention-is-all-you-need.md"] == entries(project)


def test_a_source_goes_with_its_files(here: Path, run: Run) -> None:
    """Its text, sidecar and assessment go too; a file that another entry names stays."""
    corpus = here / ".aiwg/research/sources"
    corpus.mkdir(parents=True)
    (here / ".aiwg/research/quality-assessments").mkdir()
    entry = "---\nref_id: {}\ntitle: Roofs {}\nfile: {}\n---\n"
    for name, text in {
        "REF-001-roofs.md": entry.format("REF-001", 1, "REF-001-roofs.txt"),
        "REF-001-roofs.txt": "Warm.",
        "REF-001-citations.md": "---\nref: REF-001\n---\n",
        "../quality-assessments/REF-001-assessment.yaml": "final_grade: LOW\n",
        "REF-0011-walls.md": entry.format("REF-0011", 2, "shared.txt"),
        "REF-003-doors.md": entry.format("REF-003", 3, "shared.txt"),
        "shared.txt": "Cold.",
    }.items():
        (corpus / name).write_text(text)
    shown = run("corpus remove REF-001 REF-003 --dry-run").stdout
    assert 5 == shown.count("would remove")
    assert "shared.txt" not in shown
    done = json.loads(run("corpus remove REF-001 REF-003 --json").stdout)["removed"]
    assert [4, 1] == [len(each["files"]) for each in done]
    assert ["REF-0011-walls.md", "shared.txt"] == sorted(path.name for path in corpus.iterdir())
    assert [] == list((here / ".aiwg/research/quality-assessments").iterdir())


def test_of_two_entries_with_one_id_a_path_names_one(project: Path, run: Run) -> None:
    """The id alone is refused; the path removes one entry and leaves the other."""
    copy = project / ".citevet/corpus/REF-003-copy.md"
    copy.write_text("---\nref_id: REF-003\ntitle: A copy\n---\n")
    assert "several entries have this id" in run("corpus remove REF-003").stderr
    assert 0 == run(f"corpus remove {copy.relative_to(project)}").returncode
    assert "REF-003-heat-and-health.md" in entries(project)


@pytest.mark.parametrize(("folder", "left"), [(".removing", 3), (".removed", 2)])
def test_an_interrupted_removal_is_undone_or_finished(project: Path, folder: str, left: int) -> None:
    """Before the commit every file returns to its place, after it the rest is deleted."""
    corpus = project / ".citevet/corpus"
    file = corpus / "REF-003-heat-and-health.md"
    (corpus / folder).mkdir()
    (corpus / folder / "origins.json").write_text(json.dumps([str(file), str(corpus / "REF-001-attention.md")]))
    file.rename(corpus / folder / "0")
    open_corpus(project).close()
    assert left == len(entries(project))


def test_corpus_check_lists_every_outside_form(project: Path, run: Run) -> None:
    """Links, DOIs, numbers, authors, laws and notes are listed; works of the corpus and remarks are not."""
    (project / "paper.md").write_text(
        "Attention helps [REF-001] (Lee & Kim, 2019). A [post](https://example.org/post) and 10.1000/182 say so.\n"
        "Numbers [1, 2], a law (42 U.S.C. § 1983), a case (Roe v. Wade, 410 U.S. 113 (1973)).\n"
        "A note[^a], a remark[^b].\n\n"
        "[^a]: Kim (2018), On Roofs, https://example.org/roofs.\n[^b]: We looked twice.\n\n"
        "## References\n\n[1] Vaswani, A. (2017). Attention Is All You Need.\n[2] Ash, R. (2020). Water for Trees.\n",
        encoding="utf-8",
    )
    done = run("corpus check paper.md --json")
    outside = json.loads(done.stdout)["outside"]
    assert ["link", "doi", "numeric", "us-statute", "us-case", "footnote"] == [each["kind"] for each in outside]
    assert "[2] Ash, R. (2020). Water for Trees." == outside[2]["reference"]
    assert 0 == done.returncode
    shown = run("corpus check paper.md --corpus-only")
    assert 1 == shown.returncode
    assert "  1:48  link        [post](https://example.org/post)\n" in shown.stdout
    assert shown.stdout.endswith("all in the corpus; 6 citations of other works\n")


def test_the_added_file_does_not_cite_itself(here: Path, run: Run) -> None:
    """A paper that names its own DOI does not keep its entry from being removed; another document does."""
    (here / "paper.txt").write_text("Warm Roofs\n\nhttps://doi.org/10.1234/roofs.7\n\nRoofs warm houses in winter.\n")
    assert 0 == run("corpus add paper.txt").returncode
    assert "paper.txt" not in run("corpus pages REF-001").stdout
    (here / "other.md").write_text("Roofs are warm (https://doi.org/10.1234/roofs.7).\n")
    assert "cited in other.md:1. Nothing" in run("corpus remove REF-001").stderr
    (here / "other.md").unlink()
    assert 0 == run("corpus remove REF-001").returncode
