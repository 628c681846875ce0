"""`citevet batch`: the same bytes whatever the number of workers and however often a run is killed."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

import pytest
from fuzz.killed_runs import count_finished, list_children, read_output, wait_for_documents, write_project
from pyarrow import parquet
from tests.emulator.server import Emulator, Request, Response
from tests.scale.conftest import Batch

from citevet import check
from citevet.report.json import census_to_dict
from citevet.scale.results import ROW_GROUP, write_table

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMAND = (sys.executable, "-m", "citevet", "batch")
DOCUMENTS = 16
DOI = "10.5555/trees.2020"
OUTPUT = ("reports.jsonl", "summary.json")


@pytest.fixture
def documents(here: Path) -> Path:
    """Documents that cite four shared sources, each some tenths of a second of work."""
    write_project(here, documents=DOCUMENTS, sentences=40)
    return here


def test_a_killed_run_continues(documents: Path, batch: Batch) -> None:
    """Killed at random points, once a worker of it, two workers end with the bytes of one worker undisturbed."""
    assert 1 == batch(".", "--output", "whole", "--jobs", "1").returncode
    lines = (documents / "whole/reports.jsonl").read_text("utf-8").splitlines()
    assert [f"{number:02}.md" for number in range(DOCUMENTS)] == [json.loads(line)["path"] for line in lines]
    for victim in ("run", "run", "worker"):
        words = [*COMMAND, ".", "--output", "killed", "--jobs", "2"]
        started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        workers = _wait_for_documents(documents / "killed/journal.sqlite", started, SystemRandom().randint(1, 4))
        if victim == "run":
            started.kill()
            assert -signal.SIGKILL == started.wait(timeout=300)
            assert not (documents / "killed/reports.jsonl").exists()
        else:
            with suppress(ProcessLookupError):
                os.kill(workers[0], signal.SIGKILL)
            assert 1 == started.wait(timeout=300)
    assert read_output(documents / "whole") == read_output(documents / "killed")


def _wait_for_documents(journal: Path, started: subprocess.Popen[bytes], more: int) -> list[int]:
    """Wait until a run has finished some more documents, and return its workers."""
    wait_for_documents(journal, started, count_finished(journal) + more)
    return list_children(started.pid)


def test_only_what_changed_is_checked_again(here: Path, batch: Batch) -> None:
    """A part belongs to its main file; edits of a file or its bibliography count, and unread files are tried again."""
    (here / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}\\input{part}\\bibliography{refs}\\end{document}\n", "utf-8"
    )
    (here / "part.tex").write_text("Trees cool streets \\cite{lee}.\n", "utf-8")
    (here / "refs.bib").write_text("@article{lee, title={Trees}, author={Lee}, year={2019}}\n", "utf-8")
    (here / "other.md").write_text("Trees cool streets [1].\n", "utf-8")
    (here / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing")
    first = batch(".", "--output", "all.jsonl", "--jobs", "2")
    assert (2, "") == (first.returncode, first.stderr)
    assert "  broken.pdf  1 unread file: " in first.stdout
    rows = [json.loads(line) for line in (here / "all.jsonl").read_text("utf-8").splitlines()]
    assert ["broken.pdf", "main.tex", "other.md"] == [row["path"] for row in rows]
    assert ["main.tex", "part.tex", "refs.bib"] == [each["path"] for each in rows[1]["documents"]]
    assert 1 == json.loads((here / "all.summary.json").read_text("utf-8"))["unread"]
    assert "From the journal: 3 files\n" in batch(".", "--output", "all.jsonl").stdout
    (here / "refs.bib").write_text("@article{kim, title={Trees}, author={Kim}, year={2019}}\n", "utf-8")
    second = batch(".", "--output", "all.jsonl")
    assert "From the journal: 2 files\n" in second.stdout
    lines = [json.loads(line) for line in (here / "all.jsonl").read_text("utf-8").splitlines()]
    assert [True, False, True] == [old == new for old, new in zip(rows, lines, strict=True)]


def test_counts_and_an_empty_folder(here: Path, batch: Batch) -> None:
    """One of a thing is singular; a folder without documents is said, with what is read, and does not pass."""
    (here / "empty").mkdir()
    none = batch("empty", "--output", "none.jsonl", "--fail-on", "incomplete")
    assert (3, True) == (none.returncode, "note: no document found in empty: files that end in .adoc," in none.stderr)
    (here / "a.md").write_text("Trees cool [2].\n\n## References\n\n[1] Lee, A. (2019). Trees. Nature.\n", "utf-8")
    said = batch("a.md", "--output", "one.jsonl").stdout
    assert "  a.md  1 error\n" in said
    assert "  KEY001 undefined-citation  1 finding in 1 file\n" in said


def test_a_shared_bibliography_counts_once(here: Path, batch: Batch) -> None:
    """A line has only entries that its document uses or that are faulty; the roll-up has the counts of `check`."""
    entries = [f"@article{{k{at}, title={{Trees {at}}}, author={{Lee}}, year={{2019}}}}\n" for at in range(40)]
    (here / "refs.bib").write_text("".join([*entries, "@article{k3, title={Elm}, author={Kim}}\n"]), "utf-8")
    for at in range(4):
        text = f"---\nbibliography: refs.bib\n---\n\nTrees cool streets [@k{at}].\n"
        (here / f"{at}.md").write_text(text, "utf-8")
    assert 1 == batch(".", "--output", "one", "--jobs", "1").returncode
    assert 1 == batch(".", "--output", "two", "--jobs", "2").returncode
    assert read_output(here / "one") == read_output(here / "two")
    lines = [json.loads(line) for line in (here / "one/reports.jsonl").read_text("utf-8").splitlines()]
    files = [[each["key"] for each in line["documents"][1]["references"]] for line in lines]
    assert [["k0", "k3"], ["k1", "k3"], ["k2", "k3"], ["k3", "k3"]] == files
    summary = json.loads((here / "one/summary.json").read_text("utf-8"))
    assert census_to_dict(check(here).census) == summary["census"]
    assert [("KEY003", 1, 1)] == [(each["code"], each["findings"], each["files"]) for each in summary["rules"]]


def test_what_stops_a_batch_is_one_line(here: Path, batch: Batch) -> None:
    """A foreign file in the place of the output, a damaged journal and a missing path are errors, exit 2."""
    (here / "a.md").write_text("Trees cool streets [1].\n", "utf-8")
    (here / "mine.jsonl").write_text('{"mine": 1}\n', "utf-8")
    (here / "bad.journal.sqlite").write_bytes(b"no database" * 1000)
    for words, said in (
        (("a.md", "--output", "mine.jsonl"), "mine.jsonl: exists, and is not a report of citevet."),
        (("a.md", "--output", "bad.jsonl"), "bad.journal.sqlite: the journal of the batch failed"),
        (("b.md", "--output", "out"), "b.md: no such file."),
    ):
        done = batch(*words)
        assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
        assert said in done.stderr
    assert '{"mine": 1}\n' == (here / "mine.jsonl").read_text("utf-8")


def test_a_table_has_every_citation(here: Path, batch: Batch) -> None:
    """The Parquet table has a row per file, citation and other finding, and the same bytes each time."""
    (here / "a.md").write_text(
        "Trees cool streets by 2 °C [@lee].\n\nSo they do [1].\n\n# References\n\n[2] Kim.\n", "utf-8"
    )
    (here / "b.pdf").write_bytes(b"%PDF-1.7 and nothing")
    assert 2 == batch(".", "--output", "lines").returncode
    for output in (("--output", "table", "--format", "parquet"), ("--output", "all.parquet", "--jobs", "1")):
        assert 2 == batch(".", *output).returncode
    table = (here / "table/reports.parquet").read_bytes()
    assert table == (here / "all.parquet").read_bytes()
    assert 2 == batch(".", "--output", "all.parquet").returncode  # a table of ours may be replaced
    assert table == (here / "all.parquet").read_bytes()
    rows = parquet.read_table(here / "all.parquet").to_pylist()
    lines = [json.loads(line) for line in (here / "lines/reports.jsonl").read_text("utf-8").splitlines()]
    assert [line["path"] for line in lines] == [row["file"] for row in rows if row["record"] == "file"]
    assert lines[1]["unread"][0]["message"] == next(row for row in rows if row["file"] == "b.pdf")["messages"][0]
    found = [each["code"] for line in lines for document in line["documents"] for each in document["findings"]]
    assert sorted(found) == sorted(code for row in rows for code in row["rules"] or ())
    cited = next(row for row in rows if row["record"] == "citation")
    wanted = {"path": "a.md", "line": 1, "kind": "key", "text": "[@lee]", "existence": "unchecked"}
    assert wanted == {name: cited[name] for name in wanted}
    assert "Trees cool streets by 2 °C [@lee]." == cited["claim"]


def test_a_table_is_written_in_groups(here: Path) -> None:
    """A long table has several row groups, and half a character becomes a question mark."""
    lines = [
        json.dumps({"path": f"{row} \ud800", "verdict": "pass", "unread": [], "sources": [], "documents": []}).encode()
        for row in range(ROW_GROUP + 1)
    ]
    write_table(lines, here / "a.parquet")
    read = parquet.ParquetFile(here / "a.parquet")
    assert [ROW_GROUP, 1] == [read.metadata.row_group(each).num_rows for each in range(read.metadata.num_row_groups)]
    assert f"{ROW_GROUP} ?" == read.read_row_group(1)["path"][0].as_py()


def test_shared_sources_are_fetched_once(here: Path, batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Online, four documents that cite one work and one page cause the requests of one document."""
    requests = []
    for number in (1, 4):
        folder = here / str(number)
        folder.mkdir()
        monkeypatch.setenv("CITEVET_CACHE_DIR", str(folder / ".cache"))
        with Emulator(sites={"trees.example": _serve_page}) as emulator:
            emulator.use(monkeypatch)
            for name in range(number):
                text = f"Trees cool street {name} (https://doi.org/{DOI}), see [the note](http://trees.example/note).\n"
                (folder / f"{name}.md").write_text(text, "utf-8")
            done = batch(str(folder), "--output", str(folder / "out"), "--online", "--jobs", "4")
            assert "One process: the limits of services" in done.stdout
        requests.append([(each.service, each.host, each.path, each.query) for each in emulator.log])
    assert len(requests[0]) > 2
    assert sorted(requests[0], key=str) == sorted(requests[1], key=str)


def _serve_page(_: Request) -> Response:
    return Response("<html><title>Note</title><p>Trees cool streets.</p></html>", type="text/html")
