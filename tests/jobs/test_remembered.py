"""Audits of an earlier run: used while nothing changed, and only then."""

from collections.abc import Callable
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from citevet.jobs import document_audit, result_cache
from citevet.jobs.check import check
from citevet.model import Report
from citevet.world import disk_cache

FILED = ".citevet/corpus/REF-001-roofs.md"
ENTRY = "---\nref_id: REF-001\ntitle: A study of roofs and heat\nauthors: [Ann Lee]\nyear: 2019\npages: {pages}\n---\n"


@pytest.fixture
def project(here: Path) -> Path:
    """Two documents, a corpus of one entry, and a file that one of them cites."""
    (here / ".citevet/corpus").mkdir(parents=True)
    (here / FILED).write_text(ENTRY.format(pages=9))
    (here / "table.csv").write_text("a,b\n1,2\n")
    (here / "one.md").write_text("Roofs are warm [REF-001, p. 12].\n")
    (here / "two.md").write_text("Roofs are warm [table.csv, L2].\n")
    return here


@pytest.fixture
def audited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the files that are really audited."""
    done: list[str] = []
    audit_file = document_audit.audit_file

    def note(file: Path, *rest: Any) -> object:
        done.append(file.name)
        return audit_file(file, *rest)

    monkeypatch.setattr(document_audit, "audit_file", note)
    return done


def codes(report: Report) -> dict[str, list[str]]:
    """Return the codes found, by document."""
    return {audit.document.path: [found.code for found in audit.findings] for audit in report.audits}


def test_an_unchanged_document_is_not_audited_again(project: Path, audited: list[str]) -> None:
    """The second run audits nothing and reports the same."""
    first, second = check(project), check(project)
    assert ["one.md", "two.md"] == audited
    assert {"one.md": ["PAG001"], "two.md": ["FRE002"]} == {
        path: sorted(found, reverse=True) for path, found in codes(first).items()
    }
    assert (first.audits, first.sources, first.census) == (second.audits, second.sources, second.census)


def test_no_cache_uses_and_keeps_nothing(project: Path, audited: list[str]) -> None:
    """With --no-cache every document is audited, the report is the same, and the cache folder stays as it was."""
    uncached = check(project, flags={"no_cache": True})
    assert not disk_cache.find_file().exists()
    first, again = check(project), check(project, flags={"no_cache": True})
    assert ["one.md", "two.md"] * 3 == audited
    assert uncached.audits == first.audits == again.audits


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda root: (root / "one.md").write_text("Roofs are warm [REF-001, p. 3].\n"), ["one.md"]),
        (
            lambda root: (root / FILED).write_text(ENTRY.format(pages=99)),
            ["one.md", "two.md"],
        ),
        (lambda root: (root / "table.csv").unlink(), ["two.md"]),
        (lambda root: (root / "citevet.toml").write_text('select = ["EXI"]\n'), ["one.md", "two.md"]),
    ],
    ids=["the document", "the corpus", "a cited file", "the settings"],
)
def test_what_changed_is_audited_again(
    project: Path, audited: list[str], change: Callable[[Path], object], expected: list[str]
) -> None:
    """An edit of the document, of the corpus, of a cited file or of the settings is seen."""
    check(".")
    audited.clear()
    change(project)
    check(".")
    assert expected == audited


def test_other_code_audits_again(project: Path, audited: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A module or a table of ours that is edited, in whatever folder, makes earlier results useless."""
    package = project.parent / "package"
    for name in ("jobs/result_cache.py", "rules/keys/order.py", "text/words.tsv"):
        (package / name).parent.mkdir(parents=True)
        (package / name).write_text("1")
    monkeypatch.setattr(result_cache, "__file__", str(package / "jobs/result_cache.py"))
    for name in ("rules/keys/order.py", "text/words.tsv"):
        check(project)
        (package / name).write_text("12")
        audited.clear()
        check(project)
        assert ["one.md", "two.md"] == audited


def test_a_new_use_case_counts_at_once(here: Path) -> None:
    """A use case that did not exist in the first run is found in the second."""
    folder = here / ".aiwg/requirements"
    folder.mkdir(parents=True)
    (folder / "UC-001-login.md").write_text("Users log in.\n")
    (here / "plan.md").write_text("Done as UC-001 and UC-002 ask.\n")
    first = codes(check(here / "plan.md"))
    (folder / "UC-002-logout.md").write_text("Users log out.\n")
    assert ({"plan.md": ["EXI013"]}, {"plan.md": []}) == (first, codes(check(here / "plan.md")))


def test_the_settings_of_a_project_and_their_bibliography_count(here: Path, audited: list[str]) -> None:
    """A chapter is checked again when the settings name another bibliography, or when that file changes."""
    (here / ".git").mkdir()
    (here / "part").mkdir()
    (here / "part" / "one.qmd").write_text("Foam cools slowly [@kim2019].\n")
    results = []
    for name, text in (
        ("readme.txt", "No settings."),
        ("_quarto.yml", "bibliography: refs.bib"),
        ("refs.bib", "@misc{lee2020, title = {On ice}, year = {2020}}"),
        ("refs.bib", "@misc{kim2019, title = {On foam}, year = {2019}}"),
        ("other.bib", "@misc{lee2020, title = {On ice}, year = {2020}}\n@misc{kim, title = {On foam}}"),
        ("_quarto.yml", "bibliography: [refs.bib, other.bib]"),
        ("_quarto.yml", "bibliography: [refs.bib, other.bib]  # the same"),
    ):
        (here / name).write_text(text)
        results.append(codes(check(here / "part" / "one.qmd", flags={"select": ("KEY",)}))["part/one.qmd"])
    assert [["KEY015"], ["KEY008"], ["KEY001"], [], [], [], []] == results
    assert 5 == len(audited)


def test_a_bibliography_that_is_there_has_the_reason(here: Path) -> None:
    """A file that exists and cannot be read is not said to be looked for."""
    (here / "a.md").write_text("---\nbibliography: refs.bib\n---\n\nFoam [@kim2019].\n", "utf-8")
    (here / "refs.bib").mkdir()
    (finding,) = check("a.md").audits[0].findings
    assert 'cannot read bibliography "refs.bib": this is a folder' == finding.message


def test_a_missing_bibliography_of_a_project_is_reported_once(here: Path) -> None:
    """Thirty chapters have one fault: the settings name a file that is not there."""
    (here / "_quarto.yml").write_text("bibliography: refs.bib\n")
    for name in "abc":
        (here / f"{name}.qmd").write_text("Foam cools slowly [@kim2019].\n")
    found = check(here, flags={"select": ("KEY",)}).audits
    assert [["KEY008"], [], []] == [[each.code for each in audit.findings] for audit in found]
    assert 'cannot read bibliography "refs.bib", which _quarto.yml names' == found[0].findings[0].message


def test_a_note_with_a_large_bibliography_is_not_kept(here: Path, audited: list[str]) -> None:
    """A copy of the library for each of a thousand notes costs more than an audit; one for itself is kept."""
    entry = "@article{{kim{number}, author={{Kim, Hana}}, title={{On roofs}}, year={{2019}}, note={{{filler}}}}}\n"
    library = "".join(entry.format(number=number, filler="warm roof " * 500) for number in range(20))
    (here / "refs.bib").write_text(library)
    (here / "note.md").write_text("---\nbibliography: refs.bib\n---\n\nRoofs are warm [@kim3].\n")
    first, again = check("note.md"), check("note.md")
    check("refs.bib"), check("refs.bib")
    assert ["note.md", "note.md", "refs.bib"] == audited
    assert first.audits == again.audits


def test_a_picture_that_git_ignores_from_now_on_is_not_missing(here: Path) -> None:
    """What git ignores decides whether a picture is missing, so a changed .gitignore counts at once."""
    run(["git", "init", "-q", str(here)], check=True)
    (here / "one.md").write_text("Roofs are warm.\n\n![Roofs](figures/roofs.png)\n")
    assert {"one.md": ["LNK006"]} == codes(check([here / "one.md"]))
    (here / ".gitignore").write_text("figures/\n")
    assert {"one.md": []} == codes(check([here / "one.md"]))
