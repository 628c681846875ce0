"""`citevet corpus` as people meet it: what is printed where, and with which exit code."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas
from tests.doors import in_process

from citevet.corpus.grading import SOURCE_TYPES, is_known_type

PAGES = (
    ("Shade of Street Trees", "Ada Marsh", "We measured the shade of 61 trees in two summers."),
    ("Where crowns covered a third of the pavement,", "its surface stayed 11.5 degrees cooler at noon."),
    ("We counted what we could reach by bicycle.", "No street of the old town was measured."),
)
ENTRY = """\
---
ref_id: {ref}
title: {title}
authors: [Ada Marsh]
year: 2021
source_type: report
{more}
---

# {title}

{notes}
"""
CANVAS: Any = Canvas  # reportlab has no types
COMMANDS = ("list", "search x", "index", "check", "pages REF-001", "health", "grade", "cite 'shade of trees'")


def citevet(*words: str, cwd: Path, more: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return in_process.citevet("corpus", *words, cwd=cwd, env={"CITEVET_TODAY": "2026-06-01", **(more or {})})


def outside(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "citevet", "corpus", *words],
        cwd=cwd,
        capture_output=True,
        check=False,
        timeout=120,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "ascii", "CITEVET_TODAY": "2026-06-01"},
    )


def asked(*words: str, cwd: Path) -> Any:
    return json.loads(citevet(*words, "--json", cwd=cwd).stdout)


def write_pdf(path: Path, pages: Sequence[Sequence[str]] = PAGES, title: str = PAGES[0][0]) -> None:
    canvas = CANVAS(str(path), pagesize=A5, invariant=1)
    canvas.setTitle(title)
    canvas.setAuthor("Ada Marsh")
    for number, lines in enumerate(pages):
        for index, line in enumerate(lines):
            canvas.setFont("Times-Roman", 18 if number == index == 0 else 11)
            canvas.drawString(40, 560 - 24 * index, line)
        canvas.showPage()
    canvas.save()


def write_entry(folder: Path, ref: str = "REF-001", *, title: str = "Shade", more: str = "", notes: str = "") -> Path:
    corpus = folder / ".citevet/corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    file = corpus / f"{ref}-shade.md"
    file.write_text(ENTRY.format(ref=ref, title=title, more=more, notes=notes), encoding="utf-8")
    return file


@pytest.fixture
def project(here: Path) -> Path:
    """A folder with a paper in its corpus and a document that cites it, rightly and wrongly."""
    write_pdf(here / "paper.pdf")
    filed = citevet("add", "paper.pdf", "--year", "2021", "--type", "report", "--relevance", "shade", cwd=here)
    assert 0 == filed.returncode, filed.stderr
    (here / "paper.pdf").unlink()
    (here / "report.md").write_text(
        "Crowns cool the pavement [REF-001, p. 2]. Roofs do not [REF-099].\n\n"
        "The old town was left out [REF-001, p. 9], as was said [REF-001].\n"
    )
    return here


@pytest.mark.parametrize("words", [("check",), ("search", "crowns")])
def test_a_process_of_its_own_says_the_same(words: tuple[str, ...], project: Path) -> None:
    """Started from a shell the command prints the same bytes, in UTF-8 whatever the terminal speaks."""
    there, here = outside(*words, cwd=project), citevet(*words, cwd=project)
    assert (here.returncode, here.stdout, here.stderr) == (there.returncode, there.stdout, there.stderr)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_corpus_there_is_a_way_to_start_one(command: str, here: Path) -> None:
    """Every command that needs a corpus says so in one sentence, exits 2, and leaves nothing behind."""
    done = citevet(*command.replace("'", "").split(maxsplit=1), cwd=here)
    starts = "`citevet corpus import library.bib papers/` or `citevet corpus add paper.pdf` starts one"
    said = f"citevet: this project keeps no corpus. {starts}; --corpus names another.\n"
    assert (2, "", said) == (done.returncode, done.stdout, done.stderr)
    assert [] == list(here.iterdir())


@pytest.mark.parametrize(
    ("command", "code", "printed"),
    [
        ("list", 0, "0 sources: 0 with full text, 0 assessed\n"),
        ("search x", 1, "no matches for x\n"),
        ("index", 0, "0 sources; 0 passages embedded, 0 of them new\n"),
        ("check", 0, "0 corpus citations in 0 documents\n"),
        ("health", 0, "0 sources: 0 with a file, 0 without\n0 assessed, 0 not; 0 sidecars\n\nhealthy\n"),
        ("cite 'shade of trees'", 1, "No source in the corpus supports this claim (0 sources searched).\n"),
    ],
)
def test_every_command_works_on_an_empty_corpus(command: str, code: int, printed: str, here: Path) -> None:
    """A folder without entries is a corpus; nothing is found in it."""
    (here / ".citevet/corpus").mkdir(parents=True)
    done = citevet(*command.replace("'", "").split(maxsplit=1), cwd=here)
    assert (code, printed) == (done.returncode, done.stdout[: len(printed)])
    assert "Traceback" not in done.stderr


def test_add_reports_found_and_missing_fields(here: Path) -> None:
    """Title, author, pages and hash come from the file; year and type are not guessed but asked for."""
    write_pdf(here / "paper.pdf")
    done = citevet("add", "paper.pdf", cwd=here)
    entry = ".citevet/corpus/REF-001-shade-of-street-trees.md"
    assert 0 == done.returncode
    assert done.stdout.startswith("REF-001  Shade of Street Trees\n")
    assert f"  no year or source type found: add `year:` and `source_type:` to {entry}\n" in done.stdout
    assert "  authors   Ada Marsh\n" in done.stdout
    assert "  pages     3" in done.stdout
    assert "relevance" not in (here / entry).read_text()
    again = citevet("add", "paper.pdf", cwd=here)
    assert f"REF-001  Shade of Street Trees\n  already in the corpus: {entry}\n" == again.stdout
    assert 1 == len(asked("list", cwd=here)["sources"])


def test_add_takes_what_is_given_before_what_is_found(here: Path) -> None:
    """The flags win over the file, and the entry has the reason for filing."""
    write_pdf(here / "paper.pdf")
    words = ("--title", "Other", "--authors", "Kim, Min; Lee, Bo", "--year", "2020", "--relevance", "why not")
    added = asked("add", "paper.pdf", *words, cwd=here)["added"][0]
    assert ("Other", ["Kim, Min", "Lee, Bo"], "2020") == (added["title"], added["authors"], added["year"])
    assert "relevance: why not" in (here / added["path"]).read_text()


def test_one_bad_source_does_not_stop_the_others(here: Path) -> None:
    """Broken, missing, empty and folder-like sources are named on stderr, the good one is filed, exit 2."""
    write_pdf(here / "good.pdf")
    (here / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    (here / "binary.txt").write_bytes(bytes(range(256)) * 8)
    (here / "folder").mkdir()
    done = citevet("add", "broken.pdf", "none.pdf", "folder", "binary.txt", "good.pdf", "10.5555/x", cwd=here)
    assert 2 == done.returncode
    assert ["REF-001  Shade of Street Trees"] == [line for line in done.stdout.splitlines() if line.startswith("REF")]
    named = [line.split(": ")[1] for line in done.stderr.splitlines()]
    assert ["broken.pdf", "none.pdf", "folder", "binary.txt", "10.5555/x"] == named


def test_offline_a_doi_is_filed_only_with_what_is_given(here: Path) -> None:
    """Nothing is looked up unasked: without a title it is refused with the way out, with one it is filed."""
    refused = citevet("add", "https://doi.org/10.5555/Shade.1", cwd=here)
    assert (2, True) == (refused.returncode, "Allow it with --online, or give --title" in refused.stderr)
    added = asked("add", "https://doi.org/10.5555/Shade.1", "--title", "Shade of Trees", cwd=here)["added"][0]
    assert ({"doi": "10.5555/shade.1"}, None) == (added["identifiers"], added["file"])


class _Registry(BaseHTTPRequestHandler):
    """Knows one DOI and one page, on this machine alone."""

    def do_GET(self) -> None:
        """Answer with CSL-JSON or HTML, and 404 for the rest."""
        record = {
            "DOI": "10.5555/shade.1",
            "title": "Shade of Trees",
            "type": "report",
            "issued": {"date-parts": [[2019]]},
        }
        known = {
            "/10.5555/shade.1": ("application/vnd.citationstyles.csl+json", json.dumps(record)),
            "/page.html": ("text/html", "<title>Roofs</title><h1>Roofs</h1><p>Roofs are dark.</p>"),
        }
        kind, text = known.get(self.path, ("text/plain", ""))
        self.send_response(200 if text else 404)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_online_a_doi_is_asked_for_and_a_page_is_fetched(here: Path) -> None:
    """The registry's record and the page's own words are filed; a DOI that is not registered is said, exit 2."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Registry) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}"
        more = {"CITEVET_DOI_RESOLVER": home, "CITEVET_ALLOW_PRIVATE": "1"}
        sources = ("10.5555/Shade.1", f"{home}/page.html", "10.5555/none")
        done = citevet("add", *sources, "--online", "--json", cwd=here, more=more)
        server.shutdown()
    doi, page = json.loads(done.stdout)["added"]
    assert ("Shade of Trees", "2019", {"doi": "10.5555/shade.1"}) == (doi["title"], doi["year"], doi["identifiers"])
    assert ("Roofs", ".citevet/corpus/REF-002-roofs.html") == (page["title"], page["file"])
    assert (2, True) == (done.returncode, "10.5555/none: the DOI is not registered" in done.stderr)


def test_one_title_for_two_sources_is_refused(here: Path) -> None:
    """What can only be meant for one source is not given to several."""
    done = citevet("add", "a.pdf", "b.pdf", "--title", "X", cwd=here)
    assert (2, True) == (done.returncode, "one title, author or year for several sources" in done.stderr)


def test_add_starts_the_corpus_that_it_is_told(here: Path) -> None:
    """--corpus names a folder that need not be there; a configuration that names it is obeyed without the flag."""
    write_pdf(here / "paper.pdf")
    added = asked("add", "paper.pdf", "--corpus", "sources", cwd=here)["added"][0]
    assert "sources/REF-001-shade-of-street-trees.md" == added["path"]
    (here / "citevet.toml").write_text('corpus = "sources"\n')
    assert ["REF-001"] == [source["id"] for source in asked("list", cwd=here)["sources"]]


def test_add_starts_the_corpus_that_the_settings_name(here: Path) -> None:
    """Other commands say who names the folder and how to start it; one outside the project is not made unasked."""
    write_pdf(here / "paper.pdf")
    (here / "citevet.toml").write_text('corpus = "sources/kept"\n')
    told = "sources/kept: no such folder, which citevet.toml names as the corpus."
    lacking = citevet("list", cwd=here)
    assert (2, True, True) == (lacking.returncode, told in lacking.stderr, "citevet corpus add" in lacking.stderr)
    assert "sources/kept/REF-001-shade-of-street-trees.md" == asked("add", "paper.pdf", cwd=here)["added"][0]["path"]
    (here / "citevet.toml").write_text('corpus = "../elsewhere"\n')
    refused = citevet("add", "paper.pdf", cwd=here)
    assert (2, True) == (refused.returncode, "lies outside the project" in refused.stderr)
    assert not (here.parent / "elsewhere").exists()


def test_add_starts_the_corpus_that_the_environment_names(here: Path) -> None:
    """Outside the project too: the variable is the user's own, as --corpus is."""
    write_pdf(here / "paper.pdf")
    (here / "citevet.toml").write_text('corpus = "sources"\n')
    elsewhere = here.parent / "elsewhere"
    done = citevet("add", "paper.pdf", cwd=here, more={"CITEVET_CORPUS": str(elsewhere)})
    assert (0, True) == (done.returncode, (elsewhere / "REF-001-shade-of-street-trees.md").is_file())
    assert not (here / "sources").exists()


def test_list_shows_each_source_in_a_line(project: Path) -> None:
    """Id, year, authors, title, pages, grade, scope and path, in columns that line up."""
    write_entry(project, "REF-002", title="가로수의 그늘", more="grade: LOW")
    lines = citevet("list", cwd=project).stdout.splitlines()
    assert [
        "REF-001  2021  Ada Marsh  Shade of Street Trees  3 p.      unassessed  full",
        "REF-002  2021  Ada Marsh  가로수의 그늘          no pages  LOW         title",
        "2 sources: 1 with full text, 1 assessed",
    ] == [line.partition("  .citevet")[0].rstrip() for line in lines]
    assert lines[0].endswith("  .citevet/corpus/REF-001-shade-of-street-trees.md")


def test_search_marks_the_matched_words(project: Path) -> None:
    """A hit has its rank, id, page and snippet, with the matched words marked in any inflection."""
    done = citevet("search", "crown", cwd=project)
    assert (
        "1. REF-001, p. 2  Shade of Street Trees\n"
        "   Where *crowns* covered a third of the pavement, its surface stayed 11.5 degrees cooler at noon.\n"
    ) == done.stdout
    hit = asked("search", "crown", "--limit", "1", cwd=project)["hits"][0]
    start, end = hit["marks"][0]
    assert ("crowns", 2) == (hit["snippet"][start:end], hit["page"])


def test_a_search_in_other_words_finds_the_page(project: Path) -> None:
    """What the opening of a source is about is found without its words; with `--words` it is not."""
    done = citevet("search", "vegetation", "that", "darkens", "roads", cwd=project)
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith("1. REF-001, p. 1  Shade of Street Trees\n   Shade of Street Trees")
    assert 1 == citevet("search", "vegetation", "that", "darkens", "roads", "--words", cwd=project).returncode


def test_index_says_what_is_ready(project: Path) -> None:
    """Title and opening of the one source are embedded once."""
    assert "1 source; 2 passages embedded, 2 of them new\n" == citevet("index", cwd=project).stdout
    assert {"version": 1, "sources": 1, "passages": 2, "new": 0} == asked("index", cwd=project)


@pytest.mark.parametrize("query", ['"', "a AND (b OR", "NEAR(x, 1)", "*", "col:x", "-", "';DROP TABLE entries"])
def test_a_search_cannot_be_broken_by_its_question(query: str, project: Path) -> None:
    """What a database would take for its own language is only text."""
    done = citevet("search", "--", query, cwd=project)
    assert (True, "") == (done.returncode in {0, 1}, done.stderr)


def test_check_lists_what_is_not_in_the_corpus(project: Path) -> None:
    """Only missing sources are listed, by document and place; exit 1, and 0 once they are fixed."""
    done = citevet("check", cwd=project)
    assert (
        "report.md\n  1:56  EXI001 not-in-corpus  REF-099 is not in the corpus\n\n"
        "4 corpus citations in 1 document: 1 not in the corpus\n"
    ) == done.stdout
    assert 1 == done.returncode
    (project / "report.md").write_text("Crowns cool the pavement [REF-001, p. 2].\n")
    fixed = citevet("check", cwd=project)
    assert (0, "1 corpus citation in 1 document: all in the corpus\n") == (fixed.returncode, fixed.stdout)


def test_check_names_unreadable_documents(project: Path) -> None:
    """A missing document is said on stderr, and exits 2 whatever the others have."""
    done = citevet("check", "report.md", "none.md", cwd=project)
    assert (2, True) == (done.returncode, done.stderr.startswith("citevet: none.md: "))
    assert "REF-099" in done.stdout


def test_check_of_a_source_names_the_other_command(project: Path) -> None:
    """An id of the corpus is no document, and nothing is counted."""
    refused = citevet("check", "REF-001", cwd=project)
    assert (2, "") == (refused.returncode, refused.stdout)
    assert "citevet corpus pages REF-001" in refused.stderr


def test_pages_tells_who_cites_which_page(project: Path) -> None:
    """Each citation has its verdict: a page that is there, one that may be a printed number, and none."""
    found = asked("pages", "ref-001", cwd=project)
    assert (3, 3) == (found["pages"], found["text_pages"])
    assert [(1, "2", True), (3, "9", None), (3, None, None)] == [
        (cited["line"], cited["page"], cited["holds"]) for cited in found["citations"]
    ]
    done = citevet("pages", "REF-001", cwd=project)
    assert 0 == done.returncode
    assert "[REF-001, p. 9]  not checked: the printed page numbers are not known\n" in done.stdout


def test_pages_compares_the_key_quotes(project: Path) -> None:
    """A quote on its page, one on another, an altered and an invented one differ in the output; notes prove nothing."""
    file = project / ".citevet/corpus/REF-001-shade-of-street-trees.md"
    quotes = """\
key_quotes:
  - {quote: "We counted what we could reach by bicycle.", page: 3, validated: true, validator: A. Marsh}
  - {quote: "We counted what we could reach by bicycle.", page: 1}
  - {quote: "We counted what we could reach by tram.", page: 3}
  - {quote: "Trees have been painted blue since the war.", page: 2}
"""
    file.write_text(file.read_text().replace("documented_date", f"{quotes}documented_date"))
    found = asked("pages", "REF-001", cwd=project)["quotes"]
    assert [
        (True, "found on p. 3"),
        (False, "on p. 3, not on p. 1"),
        (False, "in other words on p. 3: “tram” for “bicycle”"),
        (False, "nothing like it is in the file"),
    ] == [(quote["found"], quote["said"]) for quote in found]
    write_entry(project, "REF-002", more='key_quotes: [{quote: "Trees are green in summer.", page: 2}]')
    alone = asked("pages", "REF-002", cwd=project)["quotes"][0]
    assert (None, "not checked: the corpus holds notes only") == (alone["found"], alone["said"])


def test_pages_does_not_confirm_an_unlisted_section(here: Path) -> None:
    """A page within the source says nothing of its section where the entry lists none."""
    write_entry(here, more="total_pages: 8")
    (here / "a.md").write_text("Trees cool streets [REF-001, p. 3, Section Methods].\n")
    (cited,) = asked("pages", "REF-001", cwd=here)["citations"]
    assert "within 8 pages; the sections are not known" == cited["said"]


def test_pages_of_an_unknown_id(project: Path) -> None:
    """An id that is not there is wrong usage, with the nearest one that is; two entries of one id are both named."""
    done = citevet("pages", "REF-002", cwd=project)
    assert (2, "citevet: REF-002: not in the corpus. Did you mean REF-001?\n") == (done.returncode, done.stderr)
    write_entry(project)
    twice = citevet("pages", "REF-001", cwd=project)
    assert (2, True) == (twice.returncode, "several entries have this id" in twice.stderr)


def test_health_is_green_when_nothing_is_wrong(project: Path) -> None:
    """A filed paper is healthy; brief has the counts and the verdict alone."""
    done = citevet("health", "--brief", cwd=project)
    assert (
        0,
        "1 source: 1 with a file, 0 without\n0 assessed, 1 not; 0 sidecars\n\nhealthy\n",
    ) == (done.returncode, done.stdout)


def test_health_names_what_is_wrong(project: Path) -> None:
    """A changed file, a missing field, an orphan, an old date, an uncited entry and an open item, and exit 1."""
    corpus = project / ".citevet/corpus"
    write_pdf(corpus / "REF-001-shade-of-street-trees.pdf", PAGES[:2])
    write_pdf(corpus / "loose.pdf")
    (corpus / "REF-008-citations.md").write_text("---\nref: REF-008\n---\n")
    entry = write_entry(project, "REF-007", more="last_verified: 2026-01-01")
    entry.write_text(entry.read_text().replace("year: 2021\n", ""))
    (project / ".citevet/TODO.md").write_text("- [x] done\n- [ ] read the survey\n\n```\n- [ ] an example\n```\n")
    done = citevet("health", cwd=project)
    found = asked("health", cwd=project)
    assert (1, False) == (done.returncode, found["healthy"])
    codes = {(fault["id"], fault["code"]) for fault in found["faults"]}
    assert {("REF-001", "MET005"), ("REF-007", "MET002"), ("REF-007", "MET010")} <= codes
    assert [".citevet/corpus/REF-008-citations.md", ".citevet/corpus/loose.pdf"] == found["orphans"]
    assert ["REF-007"] == found["uncited"]
    assert [{"path": ".citevet/TODO.md", "line": 2, "text": "read the survey"}] == found["gaps"]
    assert "  .citevet/TODO.md:2  read the survey\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("NOT HEALTHY  ")


def test_health_shows_errors_before_it_cuts_a_list(here: Path) -> None:
    """Twenty lines of warnings hide no error: what is broken comes first, then the files in their order."""
    for number in range(1, 26):
        write_entry(here, f"REF-{number:03d}").write_text(f"---\nref_id: REF-{number:03d}\ntitle: T\n---\n")
    (here / ".citevet/corpus/REF-099-broken.md").write_text("---\ntitle: [unclosed\nyear: 2020\n---\n")
    lines = citevet("health", cwd=here).stdout.split("\nFaults\n")[1].splitlines()
    said = "malformed and was not read: line 2: while parsing a flow sequence: "
    assert (True, True) == (lines[0].startswith("  ✗  .citevet/corpus/REF-099-broken.md:1 "), said in lines[0])
    assert lines[1].startswith("  ⚠  .citevet/corpus/REF-001-shade.md:1 ")


def test_health_lists_files_without_text(project: Path) -> None:
    """A scan and a truncated PDF are listed, because quotations cannot be checked in them."""
    corpus = project / ".citevet/corpus"
    write_pdf(corpus / "REF-002-shade.pdf", ((),))
    write_entry(project, "REF-002", more="pdf: REF-002-shade.pdf")
    write_pdf(corpus / "REF-003-shade.pdf")
    (corpus / "REF-003-shade.pdf").write_bytes((corpus / "REF-003-shade.pdf").read_bytes()[:900])
    write_entry(project, "REF-003", more="pdf: REF-003-shade.pdf")
    expected = [
        ".citevet/corpus/REF-002-shade.pdf: the PDF has no text layer",
        ".citevet/corpus/REF-003-shade.pdf: the PDF breaks off",
    ]
    assert expected == asked("health", cwd=project)["without_text"]
    printed = citevet("health", cwd=project).stdout
    assert (
        f"\nFiles without readable text (quotations cannot be checked)\n  {expected[0]}\n  {expected[1]}\n" in printed
    )
    assert "2 without text" in printed.splitlines()[-1]


def test_a_source_without_a_title_gets_its_file_name(here: Path) -> None:
    """The file name becomes the title, and a note says so; an error prints nothing on stdout."""
    (here / "field notes.txt").write_text("Some words of a day outside.\n")
    done = citevet("add", "field notes.txt", cwd=here)
    assert done.stdout.startswith("REF-001  field notes\n  added as .citevet/corpus/REF-001-field-notes.md with ")
    assert "  note: no title was found, so the name of the file is used\n" in done.stdout
    assert "" == citevet("add", "none.pdf", cwd=here).stdout


def test_a_year_that_is_none_is_refused(here: Path) -> None:
    """What the user says goes before what the file says, and so must make sense; nothing is filed."""
    (here / "a.txt").write_text("Some words.\n")
    done = citevet("add", "a.txt", "--year", "20x", cwd=here)
    assert (2, "citevet: --year 20x: this is not a year. Write it with four digits.\n") == (
        done.returncode,
        done.stderr,
    )
    assert not (here / ".citevet").exists()


def test_a_damaged_index_is_rebuilt_and_said(project: Path) -> None:
    """Whatever command meets it answers from the files, and says on stderr what happened; once."""
    before = citevet("list", cwd=project)
    (project / ".citevet/cache/index.sqlite").write_bytes(b"nothing of a database" * 500)
    done = citevet("list", cwd=project)
    assert (0, before.stdout) == (done.returncode, done.stdout)
    assert "note: the index of the corpus was damaged and was rebuilt from the files\n" == done.stderr
    assert "" == citevet("list", cwd=project).stderr


def test_health_keeps_its_report_with_the_others(project: Path) -> None:
    """--report writes the whole of it below .citevet, or below .aiwg where a project has that tree."""
    done = citevet("health", "--brief", "--report", cwd=project)
    assert "saved as .citevet/reports/corpus-health.md\n" == done.stderr
    assert "# Corpus health, 2026-06-01\n" in (project / ".citevet/reports/corpus-health.md").read_text()
    (project / ".aiwg").mkdir()
    assert "saved as .aiwg/reports/corpus-health.md\n" == citevet("health", "--report", cwd=project).stderr


def test_grade_computes_and_compares(project: Path) -> None:
    """Counts by level, the unassessed with a proposal and a warning, and one source step by step."""
    write_entry(
        project,
        "REF-002",
        more="quality_assessment: {grade_baseline: HIGH, downgrade_factors: [imprecision], final_grade: HIGH}",
    )
    done = citevet("grade", cwd=project)
    assert "HIGH          ⊕⊕⊕⊕  1\n" in done.stdout
    assert "  REF-002  stated HIGH, computed MODERATE  Shade\n" in done.stdout
    assert "  REF-001  proposed LOW  Shade of Street Trees  baseline LOW for report\n" in done.stdout
    assert (0, "warning: 1 of 2 sources not assessed, more than 30%\n") == (done.returncode, done.stderr)
    one = asked("grade", "REF-002", cwd=project)
    assert ("HIGH", "HIGH", "MODERATE", True) == (one["baseline"], one["stated"], one["reckoned"], one["differs"])
    alone = citevet("grade", "--unassessed", cwd=project).stdout
    assert "REF-001  proposed LOW  Shade of Street Trees  baseline LOW for report\n" == alone


@pytest.mark.parametrize("written", ["blah", "", "  "])
def test_add_refuses_a_type_that_it_does_not_know(written: str, here: Path) -> None:
    """Nothing is filed, the known ones are named, and the exit code is 2."""
    (here / "a.txt").write_text("Plans\n\nThe council met.\n")
    done = citevet("add", "a.txt", "--type", written, cwd=here)
    assert (2, "") == (done.returncode, done.stdout)
    assert "this is not a type of source. Known are journal, conference, " in done.stderr
    assert not (here / ".citevet").exists()


@pytest.mark.parametrize("written", [*SOURCE_TYPES, "Peer-reviewed journal", "@inproceedings", "학술지"])
def test_every_type_that_is_named_is_known(written: str) -> None:
    """What the message offers is taken, in the spellings that people use."""
    assert is_known_type(written)


def test_two_files_that_cite_one_work_are_two_sources(here: Path) -> None:
    """Identifiers that a file cites are not its own: neither file is taken for the other, or for the cited work."""
    (here / "a.md").write_text("# Roofs\n\nWe extend the work of Ash (doi:10.1000/abc.777) to tiles.\n")
    (here / "b.md").write_text("# Tiles\n\nWe tiled.\n\n## References\n\n[1] Ash. https://doi.org/10.1000/abc.777\n")
    added = asked("add", "a.md", "b.md", cwd=here)["added"]
    assert [("REF-001", {}), ("REF-002", {})] == [(each["id"], each["identifiers"]) for each in added]


def test_cite_gives_the_passage_it_found(project: Path) -> None:
    """The citation has the page, and the quotation is on it word for word."""
    done = citevet("cite", "The surface of the pavement stayed 11.5 degrees cooler at noon.", cwd=project)
    assert 0 == done.returncode
    assert done.stdout.startswith(
        "[REF-001, p.2]\n\n"
        "  “Where crowns covered a third of the pavement, its surface stayed 11.5 degrees cooler at noon.”\n"
    )
    assert "the passage has all 6 content words of the claim" in done.stdout


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ("The surface of the pavement stayed 20 degrees cooler at noon.", "the passage “11.5 degrees” (number)"),
        ("The surface of the pavement never stayed cooler at noon.", "(negation)"),
        ("Streets of the old town were measured.", "(negation)"),
        ("Robots paint the pavement of every museum blue.", "(65% required)"),
        ("Penguins migrate southwards.", ""),
    ],
)
def test_cite_gives_no_citation_for_an_unsupported_claim(claim: str, why: str, project: Path) -> None:
    """If a number, a negation or the words differ, no citation is given, but a reason and advice (exit 1)."""
    done = citevet("cite", claim, cwd=project)
    assert (1, None) == (done.returncode, asked("cite", claim, cwd=project)["citation"])
    assert done.stdout.startswith("No source in the corpus supports this claim (1 source searched).\n")
    assert why in done.stdout
    assert "[citation needed]" in done.stdout
    assert f"  citevet corpus add paper.pdf --relevance '{claim}'\n" in done.stdout


def test_cite_offers_nothing_that_says_otherwise_or_less_surely(here: Path) -> None:
    """The passage is shown with the difference and its type, and the exit code is 1; what says the same is cited."""
    said = "The council rejected the plan in May. Watering may lower the mortality of trees."
    (here / "a.txt").write_text(f"Plans\n\n{said}\n")
    citevet("add", "a.txt", cwd=here)
    for claim, kind, source in (
        ("The council adopted the plan in May.", "direction", "rejected"),
        ("Watering lowers the mortality of trees.", "hedge", "may"),
    ):
        done, told = citevet("cite", claim, cwd=here), asked("cite", claim, cwd=here)
        assert (1, None) == (done.returncode, told["citation"])
        assert [(kind, source)] == [(each["type"], each["source"]) for each in told["nearest"]["differences"]]
        assert f"“{source}” ({kind})." in done.stdout
    assert "[REF-001]" == asked("cite", "The council rejected the plan in May.", cwd=here)["citation"]


def test_cite_shows_the_passage_that_contradicts_the_claim(here: Path) -> None:
    """A contradicting passage is labelled, the advice is to correct the claim, and JSON has `opposed`."""
    (here / "a.txt").write_text("Plans\n\nThe council rejected the plan for the harbour in May.\n")
    citevet("add", "a.txt", cwd=here)
    claim = "The council adopted the plan for the harbour in May."
    done, told = citevet("cite", claim, cwd=here), asked("cite", claim, cwd=here)
    assert (1, None, True, []) == (done.returncode, told["citation"], told["nearest"]["opposed"], told["against"])
    assert "\nContradicts the claim: REF-001\n  “The council rejected the plan" in done.stdout
    assert "\nCorrect the claim, mark it as [citation needed], or add" in done.stdout


def test_cite_lists_contradicting_sources_with_the_citation(here: Path) -> None:
    """If one source supports a claim and another contradicts it, both are shown, with exit 0."""
    (here / "a.txt").write_text("Plans\n\nThe council rejected the plan for the harbour in May.\n")
    (here / "b.txt").write_text("News\n\nThe council adopted the plan for the harbour in May after a debate.\n")
    citevet("add", "a.txt", "b.txt", cwd=here)
    claim = "The council adopted the plan for the harbour in May."
    done, told = citevet("cite", claim, cwd=here), asked("cite", claim, cwd=here)
    assert (0, "[REF-002]", ["REF-001"]) == (
        done.returncode,
        told["citation"],
        [each["source"] for each in told["against"]],
    )
    assert "\nContradicts the claim: REF-001\n" in done.stdout
    assert "the claim says “adopted”, the passage “rejected” (direction)\n" in done.stdout


def test_cite_finds_a_contradiction_in_the_same_source(here: Path) -> None:
    """A contradiction elsewhere in the same source is shown together with the cited sentence."""
    said = "The council adopted the plan for the harbour, the mayor said. It did not adopt the plan for the harbour."
    (here / "a.txt").write_text(f"Minutes\n\n{said}\n")
    citevet("add", "a.txt", cwd=here)
    told = asked("cite", "The council adopted the plan for the harbour.", cwd=here)
    assert ["It did not adopt the plan for the harbour."] == [each["text"] for each in told["against"]]


def test_cite_from_notes_quotes_nothing(here: Path) -> None:
    """Words of notes are shown as notes, without a page; a key quote is the source's own, with its page."""
    write_entry(
        here,
        more='key_quotes: [{quote: "Every tree of the avenue was planted twice.", page: 12}]',
        notes="The survey covers harbour streets and squares.",
    )
    notes = citevet("cite", "The survey covers harbour streets.", cwd=here).stdout
    assert notes.startswith("[REF-001]\n\n  The survey covers harbour streets and squares.\n  (from the notes ")
    quote = citevet("cite", "Every tree of the avenue was planted twice.", cwd=here).stdout
    assert quote.startswith("[REF-001, p.12]\n\n  “Every tree of the avenue was planted twice.”\n  (key quote, ")


def test_cite_reads_sentences_across_the_lines_of_a_text(here: Path) -> None:
    """In a text of wrapped lines a sentence goes on to the next; the mark of an item is not part of it."""
    (here / "a.txt").write_text(
        "Roofs\n\n- Dark roofs warm the top floors of\n  old houses by night.\n- Trees\n  help.\n"
    )
    citevet("add", "a.txt", cwd=here)
    done = asked("cite", "Dark roofs warm the top floors of old houses.", cwd=here)
    assert ("[REF-001]", "Dark roofs warm the top floors of\n  old houses by night.") == (
        done["citation"],
        done["nearest"]["text"],
    )


@pytest.mark.parametrize("claim", ["", "x", "the of and", "word " * 1000])
def test_cite_refuses_text_that_is_not_a_claim(claim: str, project: Path) -> None:
    """Nothing, one word, and a whole paragraph are wrong usage."""
    done = citevet("cite", claim, cwd=project)
    assert (2, "", True) == (done.returncode, done.stdout, done.stderr.startswith("citevet: CLAIM: "))


def test_hostile_names_and_titles_stay_text(here: Path) -> None:
    """No control character of a title, a file name or an open item reaches the terminal, and nothing breaks."""
    title = 'Shade "\\e[31mred \\u202e and \\x07'
    write_entry(here, title=f'"{title[:6]}\\e[31mred\\u202e\\a"', notes="Shade of trees\x1b[2J and squares.")
    odd = here / ".citevet/corpus/loose\x1b[31m\n$(touch x).pdf"
    write_pdf(odd)
    (here / ".citevet/TODO.md").write_text("- [ ] \x1b]0;owned\x07 item\n")
    (here / "a\x1b[1m.md").write_text("Shade [REF-404].\n")
    for command in (
        "list",
        "health",
        "check",
        "pages REF-001",
        "grade",
        "search shade",
        "index",
        "cite 'shade of trees'",
    ):
        for more in ((), ("--json",)):
            done = citevet(*command.replace("'", "").split(maxsplit=1), *more, cwd=here)
            assert "Traceback" not in done.stderr
            said = done.stdout + done.stderr
            assert [] == [char for char in said if char in "\x1b\x07\u202e"], command
            if more:
                json.loads(done.stdout)
    assert not (here / "x").exists()


def test_a_hostile_path_is_filed_under_a_tame_name(here: Path) -> None:
    """A name full of controls, dots and slashes becomes a slug of its title inside the corpus."""
    (here / "..\n;rm -rf \x1b[1m.txt").write_text("Shade of Trees\n\nTrees cast shade on the pavement.\n")
    done = citevet("add", "..\n;rm -rf \x1b[1m.txt", "--title", "../../etc/passwd \x1b[1m", cwd=here)
    assert 0 == done.returncode
    assert "\x1b" not in done.stdout
    assert {"REF-001-etc-passwd-1m.md", "REF-001-etc-passwd-1m.txt"} == {
        path.name for path in (here / ".citevet/corpus").iterdir()
    }


def test_help_has_every_command_and_an_example(here: Path) -> None:
    """The group lists its commands without loading them; each has an example."""
    group = citevet("--help", cwd=here).stdout
    for command in "add list search index check pages health grade cite".split():
        assert f"\n  {command} " in group
        assert "\n  Example:\n    citevet corpus " in citevet(command, "--help", cwd=here).stdout
