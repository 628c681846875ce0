"""`citevet references`: a row for each reference, each work asked for once across papers, and runs that continue."""

import csv
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.many_references import answer_crossref, answer_doi, make_work, repeat_counts, write_papers
from fuzz.forked_command import ForkedCommand
from pyarrow import parquet
from tests.emulator.server import Emulator

from citevet.jobs.check import check
from citevet.report.json import render
from citevet.scale.reference_batch import tabulate
from citevet.session import Session

_WORKS = 40
WORK = make_work(1)


@pytest.fixture
def emulator(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """Crossref with made-up works; doi.org knows every DOI."""
    with Emulator(extra={"crossref": answer_crossref(_WORKS), "doi": answer_doi}, hurries=True) as served:
        served.use(monkeypatch)
        yield served


def write_entry(file: Path, *entries: str) -> None:
    lines = "\n\n".join(f"[{number}] {entry}" for number, entry in enumerate(entries, 1))
    file.write_text(f"Trees cool [1].\n\n## References\n\n{lines}\n")


def write_reference(number: int = 1, **changed: str) -> str:
    """Return a reference to a work with its DOI, and with some words replaced."""
    work = make_work(number)
    one, two = (each["family"] for each in work["author"])
    text = (
        f"{one}, R., & {two}, S. ({work['issued']['date-parts'][0][0]}). {work['title'][0]}. *Journal of Trees*, "
        f"*{work['volume']}*, {work['page']}. https://doi.org/{work['DOI']}"
    )
    for old, new in changed.items():
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.usefixtures("emulator")
def test_each_reference_has_a_row_with_its_word(here: Path) -> None:
    """The words, both sides of what differs, which record says so, and how sure that is; the worst paper first."""
    write_entry(here / "a.md", write_reference(1), write_reference(2, Journal="Annals", Cedar="Willow"))
    write_entry(here / "b.md", write_reference(3).replace("work.3", "work.30"))
    table = tabulate([Path()], Session({"online": True}))
    assert ["b.md", "a.md"] == [paper.path for paper in table.papers]
    assert ["another work", "matches", "matches with errors"] == [row.word for row in table.rows]
    wrong = table.rows[2]
    people = next(each for each in wrong.differences if each.field == "authors")
    assert ("Willow", "crossref 10.5555/work.2", "certain") == (people.cited, people.record, people.certainty)
    assert "https://doi.org/10.5555/work.2" == wrong.link
    assert {"matches": 1, "matches with errors": 1} == {word: n for word, n in table.papers[1].words.items() if n}


@pytest.mark.usefixtures("emulator")
def test_the_report_has_the_same_rows(here: Path) -> None:
    """`check --online --format json` says of each reference what the table says."""
    write_entry(here / "a.md", write_reference(1), write_reference(2, Cedar="Willow"), "Doe, J. (2001). Unknown.")
    report = json.loads(render(check("a.md", flags={"online": True})))
    rows = report["documents"][0]["reference_rows"]
    table = tabulate([Path("a.md")], Session({"online": True}))
    shown = [(row.word, row.link or None, [each.field for each in row.differences]) for row in table.rows]
    assert shown == [(row["word"], row["link"], [each["field"] for each in row["differences"]]) for row in rows]
    assert "matches with errors" == rows[1]["word"]


@pytest.mark.usefixtures("here")
def test_offline_is_unchecked_and_never_a_match(here: Path) -> None:
    """Nothing was asked, so nothing matches, and `--fail-on incomplete` says so."""
    write_entry(here / "a.md", write_reference(1))
    (row,) = tabulate([Path("a.md")], Session({"offline": True})).rows
    assert ("unchecked", "offline") == (row.word, row.reason)


def test_each_work_is_asked_for_once(here: Path, emulator: Emulator) -> None:
    """However many papers cite a work, no question is asked twice; another run asks nothing."""
    write_papers(here, papers=6, references=90, works=_WORKS)
    session = Session({"online": True})
    table = tabulate([Path()], session)
    assert {"matches"} == {row.word for row in table.rows}
    assert 90 == len(table.rows)
    assert 1 == max(repeat_counts(emulator.log).values())
    before = len(emulator.log)
    assert table == tabulate([Path()], Session({"online": True}))
    assert before == len(emulator.log)


def test_a_killed_run_goes_on(here: Path, emulator: Emulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed in the middle of the questions, the next run asks for nothing that was answered."""
    emulator.delay = 0.05
    monkeypatch.setenv("CITEVET_CACHE_DIR", str(here / "cache"))
    write_papers(here, papers=6, references=90, works=_WORKS)
    command = [sys.executable, "-m", "citevet", "references", ".", "--output", "table.json", "--quiet"]
    with subprocess.Popen(command) as run:
        emulator.wait_for(lambda log: len(log) > 10)
        run.send_signal(signal.SIGKILL)
    assert not (here / "table.json").exists()
    assert 0 == subprocess.run(command, check=False).returncode
    counts = repeat_counts(emulator.log)
    assert sum(count - 1 for count in counts.values()) <= emulator.most_at_once, "those that were under way"
    rows = json.loads((here / "table.json").read_text())["rows"]
    assert {"matches"} == {row["word"] for row in rows}


@pytest.mark.usefixtures("emulator")
def test_every_format_has_every_row(here: Path, forked_command: ForkedCommand) -> None:
    """CSV, Parquet, JSON, HTML and text have the same rows; a cell that looks like a formula is text."""
    evil = "=HYPERLINK(1), R. (2001). +Unknown <script>alert(1)</script> of trees."
    write_entry(here / "a.md", write_reference(1), write_reference(2, Cedar="Willow"), evil)
    for name in ("t.csv", "t.parquet", "t.json", "t.html"):
        ending, _, errors = forked_command.run(["references", "a.md", "--output", name, "--quiet"], here)
        assert (0, f"wrote {name}\n") == (ending.code, errors)
    words = [row["word"] for row in json.loads((here / "t.json").read_text())["rows"]]
    assert ["matches", "matches with errors"] == words[:2]
    rows = list(csv.DictReader((here / "t.csv").read_text().splitlines()))
    assert words == [row["word"] for row in rows]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    table = parquet.read_table(here / "t.parquet").to_pylist()
    assert words == [row["word"] for row in table]
    assert "Willow" == table[1]["differences"][0]["cited"]
    assert "<script>alert" not in (here / "t.html").read_text()
    ending, printed, _ = forked_command.run(["references", "a.md", "--word", "matches with errors", "--quiet"], here)
    assert 0 == ending.code
    assert "Willow" in printed
    assert "✓" not in printed


@pytest.mark.usefixtures("emulator")
def test_a_paper_that_cannot_be_read_is_told(here: Path, forked_command: ForkedCommand) -> None:
    """It comes first and the exit code is 2; the other papers have their rows. A missing one is an error at once."""
    (here / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    write_entry(here / "a.md", write_reference(1))
    ending, printed, _ = forked_command.run(["references", ".", "--quiet"], here)
    assert 2 == ending.code
    assert printed.startswith("broken.pdf: could not be read")
    assert "matches" in printed
    ending, _, errors = forked_command.run(["references", "absent.md"], here)
    assert 2 == ending.code
    assert "no such file" in errors


@pytest.mark.usefixtures("emulator")
def test_a_bibliography_belongs_to_its_paper(here: Path) -> None:
    """A paper has the entries that it cites, at the lines of their file; a .bib that is named has all."""
    (here / "refs.bib").write_text(
        "@article{one, title={" + WORK["title"][0] + "}, author={Birch, R. and Iris, S.}, year=2001, "
        "journal={Journal of Trees}, doi={10.5555/work.1}}\n@article{two, title={Never cited}, year=2001}\n"
    )
    (here / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}Trees cool \\cite{one}.\\bibliography{refs}\\end{document}\n"
    )
    table = tabulate([Path()], Session({"online": True}))
    assert [("paper.tex", "one", 1, "matches")] == [(row.path, row.key, row.line, row.word) for row in table.rows]
    assert ["one", "two"] == [row.key for row in tabulate([Path("refs.bib")], Session({"offline": True})).rows]


def test_a_broken_entry_is_told(here: Path) -> None:
    """An entry whose braces are not closed is in no row, and the totals of its file say so; the rest has its rows."""
    whole = "@article{%s, title={A tree in an old town}, author={Ash, R.}, year=2001}\n"
    (here / "refs.bib").write_text(whole % "one" + "@article{open, title={A {tree, year=2001\n" + whole % "two")
    table = tabulate([here / "refs.bib"], Session({"offline": True}))
    assert ["one", "two"] == [row.key for row in table.rows]
    assert "line 2: the entry open is broken" in table.papers[0].unread
