"""`citevet corpus import`: a library and its documents become one entry per work, in whatever order they come."""

import json
import shutil
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.doors.library.exports import make_csl, make_endnote_xml, make_enw, make_rdf, make_ris
from tests.doors.library.papers import PAPERS, Paper, bib_entry, make_bib, make_pdf, write_pdfs
from tests.doors.library.zotero_folder import ZoteroFolder

from citevet.jobs.corpus.import_library import import_files, settle_questions
from citevet.model import Entry
from citevet.session import Session

Run = Callable[..., CompletedProcess[str]]
KEYS = {paper.key for paper in PAPERS}
THESIS = """\
Pavements below mature trees were 2 degrees cooler than pavements in the sun [@halvorsen2019, p. 2].
Weekly watering doubled the deaths of young trees in dry summers [@kim2021].
A hedge of two metres took 30 decibels from the noise of the road [@oneill2020].
Half of the towns had nobody who was in charge of street trees [@vandenberg2014].
"""
FALSIFIED = ["2 degrees", "doubled", "30 decibels"]


@pytest.fixture(scope="module")
def pdfs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The PDFs of the twelve works."""
    folder = tmp_path_factory.mktemp("pdfs")
    write_pdfs(folder)
    return folder


def listed(run: Run) -> Mapping[str, dict[str, object]]:
    """Return the entries of the corpus by citation key; entries without one by id."""
    sources = json.loads(run("corpus list --json").stdout)["sources"]
    return {(source["keys"] or [source["id"]])[0]: source for source in sources}


def assert_complete(run: Run) -> None:
    """Check that there is one entry for each work, with its key, people, year, DOI and text."""
    entries = listed(run)
    assert set(entries) == KEYS
    for paper in PAPERS:
        entry = entries[paper.key]
        assert (entry["title"], entry["year"], entry["scope"]) == (paper.title, str(paper.year), "full")
        assert entry["authors"] == [f"{family}, {given}" for family, given in paper.authors]
        assert entry["identifiers"] == {"doi": paper.doi}
    assert len({entry["file"] for entry in entries.values()}) == len(PAPERS)


@pytest.mark.parametrize(
    "steps",
    [
        ["corpus import refs.bib papers"],
        ["corpus import refs.bib", "corpus import papers"],
        ["corpus import refs.bib", "corpus add {papers}"],
        ["corpus add {papers}", "corpus import refs.bib"],
        ["corpus add {papers}", "corpus import refs.bib papers", "corpus import refs.bib papers"],
    ],
)
def test_twelve_works_and_twelve_pdfs_are_twelve_entries(steps: list[str], here: Path, run: Run, pdfs: Path) -> None:
    """Whatever comes first, each work has one entry with its key and its text."""
    shutil.copytree(pdfs, here / "papers")
    (here / "refs.bib").write_text(make_bib(), encoding="utf-8")
    papers = " ".join(f"papers/{path.name}" for path in sorted((here / "papers").iterdir()))
    for step in steps:
        assert 0 == run(step.format(papers=papers)).returncode
    assert_complete(run)


def test_falsified_sentences_are_found(here: Path, run: Run, pdfs: Path) -> None:
    """Two commands from a bibliography and a folder of PDFs to three of three findings."""
    (here / "refs.bib").write_text(make_bib(), encoding="utf-8")
    (here / "thesis.md").write_text(f"---\nbibliography: refs.bib\n---\n\n{THESIS}", encoding="utf-8")
    assert 0 == run(f"corpus import refs.bib {pdfs}").returncode
    found = json.loads(run("check thesis.md --judge --format json").stdout)
    [document] = [each for each in found["documents"] if each["path"] == "thesis.md"]
    wrong = [each for each in document["findings"] if each["severity"] == "error"]
    assert [any(words in each["message"] for words in FALSIFIED) for each in wrong] == [True] * 3
    assert document["claims"][3]["support"] == "supported"


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("refs.ris", make_ris),
        ("refs.txt", make_ris),
        ("refs.rdf", make_rdf),
        ("refs.xml", make_endnote_xml),
        ("refs.enw", make_enw),
    ],
)
def test_every_export_names_its_files(name: str, make: Callable[..., str], here: Path, run: Run) -> None:
    """Entries, keys and files come from one command; the files are where the export names them."""
    for paper in PAPERS:
        path = here / "export" / "files" / f"{paper.key} – text.pdf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make_pdf(paper))
    (here / "export" / name).write_text(make(files="files/{0.key} – text.pdf"), encoding="utf-8")
    done = run(f"corpus import export/{name}")
    assert (0, "") == (done.returncode, done.stderr)
    assert_complete(run)


@pytest.mark.parametrize(("name", "text"), [("refs.json", make_csl()), ("refs.ris", make_ris())])
def test_an_export_without_files_takes_a_folder(name: str, text: str, here: Path, run: Run, pdfs: Path) -> None:
    """The folder may have any name and any order."""
    (here / name).write_text(text, encoding="utf-8")
    assert 0 == run(f"corpus import {pdfs} {name}").returncode
    assert_complete(run)


@pytest.mark.parametrize(
    "field",
    [
        "Full Text PDF:files/{0.key}/text.pdf:application/pdf",
        ":files/{0.key}/text.pdf:PDF",
        "files/{0.key}/text.pdf",
        r"C:\\lib\\ana\\Zotero\\files\\{0.key}\\text.pdf",
        r":C$\backslash$:/lib/ana/files/{0.key}/text.pdf:pdf",
        "Snapshot:files/{0.key}/page.html:text/html;PDF:files/{0.key}/text.pdf:application/pdf",
        "{here}/files/{0.key}/text.pdf",
    ],
)
def test_file_fields_lead_to_the_files(field: str, here: Path, run: Run) -> None:
    """Relative, absolute, and as they were on another machine."""
    for paper in PAPERS:
        path = here / "files" / paper.key / "text.pdf"
        path.parent.mkdir(parents=True)
        path.write_bytes(make_pdf(paper))
    entries = (bib_entry(paper, field.format(paper, here=here)) for paper in PAPERS)
    (here / "refs.bib").write_text("".join(entries), encoding="utf-8")
    assert 0 == run("corpus import refs.bib").returncode
    assert_complete(run)


@pytest.mark.parametrize("is_open", [False, True])
def test_a_zotero_folder_is_read_while_zotero_has_it_open(*, is_open: bool, here: Path, run: Run) -> None:
    """Its works have the keys of their notes and the files of `storage`; nothing in the folder changes."""
    zotero = ZoteroFolder(here / "Zotero")
    for paper in PAPERS:
        zotero.add_paper(paper)
    trashed = zotero.add_item("book", {"title": "A book in the trash"})
    zotero.connection.execute("INSERT INTO deletedItems (itemID) VALUES (?)", (trashed,))
    zotero.add_item("journalArticle", {"title": "An item of a feed"}, library=2)
    zotero.add_file(None, "loose.pdf", b"%PDF-1.4")
    if is_open:
        zotero.lock()
    before = {path: path.stat().st_mtime_ns for path in (here / "Zotero").rglob("*") if path.is_file()}
    done = run("corpus import Zotero")
    assert 0 == done.returncode
    assert "1 files of the library belong to no work" in done.stderr
    assert_complete(run)
    assert before == {path: path.stat().st_mtime_ns for path in (here / "Zotero").rglob("*") if path.is_file()}


def test_keys_of_better_bibtex_are_read(here: Path, run: Run) -> None:
    """They are in a database of their own; fields of other kinds of works are titles, too."""
    zotero = ZoteroFolder(here / "Zotero")
    case = zotero.add_item("case", {"caseName": "Oak v. Elm", "date": "2011"}, [("Court of Trees", "")])
    preprint = {"title": "Shade at night", "archiveID": "arXiv:2301.00010", "date": "2023"}
    zotero.add_item("preprint", preprint, [("김", "민지"), ("Lind", "Per")])
    keys = sqlite3.connect(here / "Zotero" / "better-bibtex.sqlite", isolation_level=None)
    keys.execute("CREATE TABLE citationkey (itemID, itemKey, libraryID, citationKey, pinned, lcCitationKey)")
    keys.execute("INSERT INTO citationkey VALUES (?, 'ITEM0001', 1, 'oak2011', 1, 'oak2011')", (case,))
    keys.close()
    assert 0 == run("corpus import Zotero").returncode
    entries = listed(run)
    assert entries["oak2011"]["title"] == "Oak v. Elm"
    assert entries["oak2011"]["authors"] == ["Court of Trees"]
    [other] = [each for key, each in entries.items() if key != "oak2011"]
    assert (other["authors"], other["identifiers"]) == (["김, 민지", "Lind, Per"], {"arxiv": "2301.00010"})


def test_a_broken_database_is_told_in_words(here: Path, run: Run) -> None:
    """Neither a traceback nor an empty library."""
    (here / "Zotero").mkdir()
    (here / "Zotero" / "zotero.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 4_000)
    done = run("corpus import Zotero")
    assert 2 == done.returncode
    assert "Zotero: cannot be read as a Zotero database" in done.stderr
    assert "Close Zotero and try again" in done.stderr


def test_bad_documents_are_told_and_the_others_filed(here: Path, run: Run) -> None:
    """Encrypted, broken, of no work, and a second PDF of one work; the second of one file is known."""
    first, second, third = PAPERS[:3]
    folder = here / "papers"
    folder.mkdir()
    (folder / "a-encrypted.pdf").write_bytes(make_pdf(first, password="secret"))  # noqa: S106 - of a test
    (folder / "b-broken.pdf").write_bytes(make_pdf(second)[:300])
    (folder / "c-good.pdf").write_bytes(make_pdf(third))
    (folder / "d-again.pdf").write_bytes(make_pdf(third))
    (folder / "e-proof.pdf").write_bytes(make_pdf(third._replace(finding="A proof.")))
    (folder / "f-foreign.pdf").write_bytes(make_pdf(PAPERS[5]))
    (here / "refs.bib").write_text(make_bib(PAPERS[:3]), encoding="utf-8")
    done = run("corpus import refs.bib papers")
    assert 2 == done.returncode
    assert "papers/c-good.pdf → Okafor et al. 2018 [okafor2018roots]" in done.stdout
    assert "1 of 6 documents filed with their works, 1 filed before" in done.stdout
    assert "encrypted" in done.stderr
    assert "b-broken.pdf" in done.stderr
    assert "papers/e-proof.pdf: not filed: it is Okafor et al. 2018 [okafor2018roots], and the entry has" in done.stderr
    assert "papers/f-foreign.pdf: no work of the library fits" in done.stderr
    assert [each["scope"] for each in listed(run).values()] == ["title", "title", "full"]


def test_two_works_that_fit_are_a_question(here: Path, run: Run) -> None:
    """Without a terminal both are named, nothing is filed, and `--to` answers."""
    one = PAPERS[4]._replace(doi="10.5555/a.1", key="lind2017a", shows_doi=False)
    other = one._replace(doi="10.5555/a.2", key="lind2017b")
    (here / "refs.bib").write_text(make_bib([one, other]), encoding="utf-8")
    (here / "paper.pdf").write_bytes(make_pdf(one))
    done = run("corpus import refs.bib paper.pdf")
    assert 2 == done.returncode
    assert "paper.pdf: 2 works fit (lind2017a: Lind 2017; lind2017b: Lind 2017). Say which:" in done.stderr
    assert "several entries fit" in run("corpus add paper.pdf").stderr
    assert 0 == run("corpus add paper.pdf --to lind2017b").returncode
    assert [each["scope"] for each in listed(run).values()] == ["title", "full"]


def test_one_pdf_of_two_entries_is_filed_once(here: Path, run: Run) -> None:
    """The proceedings that two chapters name: one file, and both have its text."""
    (here / "volume.pdf").write_bytes(make_pdf(PAPERS[0]))
    chapters = (PAPERS[0], PAPERS[1]._replace(doi=""))
    entries = "".join(bib_entry(paper, ":volume.pdf:PDF") for paper in chapters)
    (here / "refs.bib").write_text(entries, encoding="utf-8")
    run("corpus import refs.bib")
    assert len(list((here / ".citevet/corpus").glob("*.pdf"))) == 1
    assert [each["scope"] for each in listed(run).values()] == ["full", "full"]
    assert 0 == run("corpus remove REF-001").returncode
    assert [each["scope"] for each in listed(run).values()] == ["full"]


def test_names_in_hangul(here: Path, run: Run) -> None:
    """Title, people and file name."""
    paper = PAPERS[0]
    korean = Paper(
        "김민지2021", "도시 가로수와 여름밤의 수면", (("김", "민지"),), 2021, "도시연구", "10.5555/kr.1", "x"
    )
    (here / "도서관.bib").write_text(
        bib_entry(korean, ":논문/김민지_2021.pdf:PDF") + bib_entry(paper), encoding="utf-8"
    )
    (here / "논문").mkdir()
    (here / "논문" / "김민지_2021.pdf").write_bytes(make_pdf(korean))
    done = run("corpus import 도서관.bib")
    assert 0 == done.returncode
    assert "논문/김민지_2021.pdf → 김민지 2021 [김민지2021]" in done.stdout
    assert listed(run)["김민지2021"]["file"]


def test_sources_beside_the_thesis_are_not_checked_as_documents(here: Path, run: Run, pdfs: Path) -> None:
    """`citevet check` on the folder reads the thesis; another PDF is a document."""
    shutil.copytree(pdfs, here / "papers")
    (here / "refs.bib").write_text(make_bib(), encoding="utf-8")
    (here / "thesis.md").write_text("Trees cost money [@lind2017].\n")
    assert "13 documents" in run("check").stdout
    run("corpus import refs.bib papers")
    assert "in 1 document" in run("check").stdout
    (here / "papers" / "draft.pdf").write_bytes(make_pdf(PAPERS[0]._replace(finding="We changed this.")))
    assert "in 2 documents" in run("check").stdout


def test_a_repeated_import_changes_nothing(here: Path, run: Run, pdfs: Path) -> None:
    """The files of the corpus are the same bytes."""
    (here / "refs.bib").write_text(make_bib(), encoding="utf-8")
    run(f"corpus import refs.bib {pdfs}")
    before = {path.name: path.read_bytes() for path in (here / ".citevet/corpus").iterdir() if path.is_file()}
    again = run(f"corpus import refs.bib {pdfs}")
    assert "12 works in refs.bib: 12 already in the corpus" in again.stdout
    assert "0 of 12 documents filed with their works, 12 filed before" in again.stdout
    assert before == {path.name: path.read_bytes() for path in (here / ".citevet/corpus").iterdir() if path.is_file()}


def test_what_the_user_wrote_into_an_entry_stays(here: Path, run: Run) -> None:
    """Notes, other fields and their order; only what is missing is added."""
    corpus = here / ".citevet/corpus"
    corpus.mkdir(parents=True)
    head = f"---\nref_id: REF-001\ntitle: {PAPERS[4].title}\nauthors:\n- Lind, Per\nmine: yes # keep\n"
    entry = f"{head}---\n\n# Notes\n\nMy words.\n"
    (corpus / "REF-001-price.md").write_text(entry)
    (here / "refs.bib").write_text(make_bib([PAPERS[4]]))
    done = run("corpus import refs.bib")
    assert "added its year, type, venue, identifiers, citation key" in done.stdout
    text = (corpus / "REF-001-price.md").read_text()
    assert text.startswith(entry.split("---\n\n", maxsplit=1)[0])
    assert text.endswith("---\n\n# Notes\n\nMy words.\n")


def test_health_names_duplicates_and_merge_makes_one_entry(here: Path, run: Run) -> None:
    """The entry with the file is kept and gets key, fields and notes of the other; the other goes."""
    paper = PAPERS[4]
    corpus = here / ".citevet/corpus"
    corpus.mkdir(parents=True)
    people = "authors: [Per Lind]\nyear: 2017\n"
    (corpus / "REF-001-a.md").write_text(
        f"---\nref_id: REF-001\ntitle: {paper.title}\n{people}citation_key: lind2017\n---\n\nMy note.\n"
    )
    (corpus / "REF-002-b.md").write_text(f"---\nref_id: REF-002\ntitle: {paper.title}.\n{people}---\n")
    (corpus / "REF-002-b.pdf").write_bytes(make_pdf(paper))
    (corpus / "REF-003-c.md").write_text(f"---\nref_id: REF-003\ntitle: {paper.title}\nauthors: [Ada Marsh]\n---\n")
    health = json.loads(run("corpus health --json").stdout)
    assert health["duplicates"] == [["REF-002", "REF-001"]]
    assert "citevet corpus merge REF-002 REF-001\n" in run("corpus health").stdout
    assert "would be merged with it: REF-001" in run("corpus merge REF-002 REF-001 --dry-run").stdout
    (here / "paper.md").write_text("Trees cost money [REF-001].\n")
    refused = run("corpus merge REF-002 REF-001")
    assert (2, True) == (refused.returncode, "cited in paper.md:1" in refused.stderr)
    (here / "paper.md").unlink()
    assert 0 == run("corpus merge REF-002 REF-001").returncode
    assert set(listed(run)) == {"lind2017", "REF-003"}
    assert "## Notes of REF-001\n\nMy note.\n" in (corpus / "REF-002-b.md").read_text()
    assert json.loads(run("corpus health --json").stdout)["duplicates"] == []


def test_merge_gives_the_file_to_the_entry_that_is_kept(here: Path, run: Run) -> None:
    """Entries with two different files are not merged, and nothing is lost."""
    (here / "refs.bib").write_text(make_bib(PAPERS[:2]), encoding="utf-8")
    (here / "a.pdf").write_bytes(make_pdf(PAPERS[0]))
    (here / "b.pdf").write_bytes(make_pdf(PAPERS[1]))
    run("corpus import refs.bib a.pdf")
    assert 0 == run("corpus merge pereira2020 halvorsen2019").returncode
    entry = listed(run)["pereira2020"]
    assert (entry["keys"], entry["scope"]) == (["pereira2020", "halvorsen2019"], "full")
    run("corpus import refs.bib")
    (here / "other.pdf").write_bytes(make_pdf(PAPERS[2]))
    run("corpus add other.pdf")
    assert "different files" in run("corpus merge REF-002 REF-004").stderr


def test_one_file_of_several_is_filed_and_a_scan_only_if_there_is_no_other(here: Path, run: Run) -> None:
    """A saved page and a scan stay where they are; the totals say so."""
    paper, other = PAPERS[0], PAPERS[1]
    (here / "page.html").write_text(f"<h1>{paper.title}</h1><p>Saved.</p>", encoding="utf-8")
    (here / "scan.pdf").write_bytes(make_pdf(paper, text=False))
    (here / "text.pdf").write_bytes(make_pdf(paper))
    (here / "only-scan.pdf").write_bytes(make_pdf(other, text=False))
    files = ("page.html;scan.pdf;text.pdf", ":only-scan.pdf:PDF")
    entries = (bib_entry(each, field) for each, field in zip((paper, other), files, strict=True))
    (here / "refs.bib").write_text("".join(entries), encoding="utf-8")
    done = run("corpus import refs.bib")
    assert (0, "") == (done.returncode, done.stderr)
    assert "text.pdf → Halvorsen and Pereira 2019 [halvorsen2019]\n" in done.stdout
    assert "only-scan.pdf → Pereira 2020 [pereira2020] (it has no text" in done.stdout
    assert "2 more files of these works stay where they are\n" in done.stdout
    assert listed(run)["halvorsen2019"]["scope"] == "full"


@pytest.mark.parametrize(
    "name", ["lind2017.pdf", "Lind - 2017 - The price of a tree.pdf", "lind_2017_the-price-of-a-tree.pdf"]
)
def test_a_scan_is_known_by_its_name(name: str, here: Path, run: Run) -> None:
    """By citation key, or by people, year and title, as Zotero names files."""
    (here / "papers").mkdir()
    (here / "papers" / name).write_bytes(make_pdf(PAPERS[4], text=False))
    (here / "refs.bib").write_text(make_bib(), encoding="utf-8")
    assert f"papers/{name} → Lind 2017 [lind2017]" in run("corpus import refs.bib papers").stdout


def test_a_paper_that_cites_a_work_on_its_first_page_is_not_that_work(here: Path, run: Run) -> None:
    """A reply names the title and the author of the work that it is about, in a sentence below its own title."""
    paper = PAPERS[3]
    said = f"We read the study {paper.title} (Kim and Okafor, 2021) with interest, and disagree."
    (here / "reply.html").write_text(f"<h1>A reply</h1><p>Ada Marsh</p><p>{said}</p>", encoding="utf-8")
    (here / "study.html").write_text(
        f"<p>Research article</p><h1>{paper.title}</h1><p>Minji Kim</p><p>Trees.</p>", encoding="utf-8"
    )
    (here / "refs.bib").write_text(make_bib([paper]), encoding="utf-8")
    done = run("corpus import refs.bib reply.html study.html")
    assert "reply.html: no work of the library fits" in done.stderr
    assert "study.html → Kim and Okafor 2021 [kim2021]" in done.stdout


def test_changes_that_zotero_has_not_written_yet_are_read(here: Path, run: Run) -> None:
    """They are in the log beside the database."""
    zotero = ZoteroFolder(here / "Zotero")
    assert zotero.connection.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    zotero.connection.execute("PRAGMA wal_autocheckpoint = 0")
    zotero.add_paper(PAPERS[4])
    assert (here / "Zotero" / "zotero.sqlite-wal").stat().st_size
    assert 0 == run("corpus import Zotero").returncode
    assert set(listed(run)) == {"lind2017"}


def test_a_question_is_answered_in_the_terminal(here: Path, run: Run) -> None:
    """The document is filed with the work that the user names; 0 leaves it."""
    one = PAPERS[4]._replace(doi="10.5555/a.1", key="lind2017a")
    (here / "refs.bib").write_text(make_bib([one, one._replace(doi="10.5555/a.2", key="lind2017b")]), encoding="utf-8")
    run("corpus import refs.bib")
    (here / "paper.pdf").write_bytes(make_pdf(one))
    session = Session(here=here)
    done = import_files(["paper.pdf"], session)
    assert [each.status for each in done.documents] == ["ambiguous"]
    asked: list[list[str]] = []

    def choose(name: object, entries: Sequence[Entry]) -> Entry | None:
        asked.append([str(name), *(entry.keys[0] for entry in entries)])
        return entries[1]

    settled = settle_questions(done, session, choose)
    assert asked == [["paper.pdf", "lind2017a", "lind2017b"]]
    assert [each.status for each in settled.documents] == ["filed"]
    assert listed(run)["lind2017b"]["scope"] == "full"


def test_large_libraries_take_time_in_proportion(here: Path, run: Run) -> None:
    """Four times the works take less than seven times the time."""
    seconds = []
    for count in (400, 1_600):
        works = [
            paper._replace(
                key=f"k{number}", doi=f"10.5555/{count}.{number}", title=f"{paper.title} of case {count} {number}"
            )
            for number in range(count)
            for paper in [PAPERS[number % len(PAPERS)]]
        ]
        (here / f"{count}.bib").write_text(make_bib(works), encoding="utf-8")
        started = time.process_time()
        assert f"{count:,} works in {count}.bib: {count} added" in run(f"corpus import {count}.bib").stdout
        seconds.append(time.process_time() - started)
        shutil.rmtree(here / ".citevet")
    assert seconds[1] < 7 * seconds[0]
