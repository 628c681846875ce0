"""The index of a corpus: lookups, refresh, and other processes."""

import os
import pickle
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from citevet.corpus import entry_reader, index_refresh
from citevet.corpus.entry_reader import read_entry
from citevet.corpus.index_format import FileState
from citevet.corpus.indexed_corpus import IndexedCorpus, open_corpus
from citevet.model import Grade

TODAY = date(2026, 11, 15)


def entry(root: Path, ref: str, *, slug: str = "x", notes: str = "Notes.", **fields: object) -> Path:
    """Write an entry; fields go into its front matter as they are."""
    folder = root / ".citevet" / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    known = {"ref_id": ref, "title": f"The title of {ref}", "authors": "[Ann Lee]", "year": 2019, **fields}
    head = "\n".join(f"{key}: {value}" for key, value in known.items())
    file = folder / f"{ref}-{slug}.md"
    file.write_text(f"---\n{head}\n---\n{notes}\n", "utf-8")
    return file


def age(*paths: Path) -> None:
    """Make files look an hour old."""
    for path in paths:
        status = path.stat()
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 3_600_000_000_000))


def ids(opened: IndexedCorpus) -> list[str]:
    return [found.id for found in opened.entries()]


def test_entries_are_sorted_by_number(tmp_path: Path) -> None:
    """REF-9 comes before REF-10."""
    for ref in ("REF-10", "REF-9", "REF-100", "REF-021"):
        entry(tmp_path, ref)
    assert ["REF-9", "REF-10", "REF-021", "REF-100"] == ids(open_corpus(tmp_path))


def test_two_corpora_of_project_are_separate(tmp_path: Path) -> None:
    """Entries of another folder are not found, in whichever order they are opened."""
    for folder, ref in (("one", "REF-001"), ("two", "REF-004")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{ref}-x.md").write_text(f"---\nref_id: {ref}\ntitle: A study\n---\nNotes.\n")
    for folder, ref in (("one", "REF-001"), ("two", "REF-004"), ("one", "REF-001")):
        assert [ref] == ids(open_corpus(tmp_path, Path(folder)))


def test_project_without_corpus_is_empty(tmp_path: Path) -> None:
    """No cache is written."""
    opened = open_corpus(tmp_path, today=TODAY)
    assert not opened.exists
    assert [] == list(opened.entries())
    assert () == opened.entries_by_id("REF-001")
    assert [] == list(tmp_path.iterdir())


def test_cache_is_ignored_by_git(tmp_path: Path) -> None:
    """The folder has its own .gitignore."""
    entry(tmp_path, "REF-001")
    assert open_corpus(tmp_path).exists
    assert "*\n" == (tmp_path / ".citevet/cache/.gitignore").read_text()
    assert (tmp_path / ".citevet/cache/index.sqlite").is_file()


def test_entry_from_index_is_complete(tmp_path: Path) -> None:
    """Everything read from the file comes back, metadata included."""
    entry(tmp_path, "REF-043", doi="10.1000/182", grade="low", total_pages=24, last_verified="2026-11-01")
    (found,) = open_corpus(tmp_path, today=TODAY).entries_by_id("REF-043")
    assert ".citevet/corpus/REF-043-x.md" == found.path
    assert {"doi": "10.1000/182"} == found.identifiers
    assert Grade.LOW is found.grade
    assert 24 == found.pages
    assert date(2026, 11, 1) == found.last_verified
    assert "2026-11-01" == found.metadata["last_verified"]


def test_two_entries_with_one_id(tmp_path: Path) -> None:
    """Both come back, each with a fault."""
    entry(tmp_path, "REF-003", slug="a")
    entry(tmp_path, "REF-003", slug="b")
    found = open_corpus(tmp_path).entries_by_id("REF-003")
    assert [".citevet/corpus/REF-003-a.md", ".citevet/corpus/REF-003-b.md"] == [each.path for each in found]
    assert [True, True] == [any(fault.kind == "duplicate-id" for fault in each.faults) for each in found]


def test_duplicate_fault_ends_with_deletion(tmp_path: Path) -> None:
    """The remaining entry loses its fault although its file did not change."""
    entry(tmp_path, "REF-003", slug="a")
    other = entry(tmp_path, "REF-003", slug="b")
    open_corpus(tmp_path).close()
    other.unlink()
    (found,) = open_corpus(tmp_path).entries_by_id("REF-003")
    assert [] == [fault for fault in found.faults if fault.kind == "duplicate-id"]


@pytest.mark.parametrize(
    ("authors", "family", "year"),
    [
        ("[Ann Lee]", "lee", "2019"),
        ("[Ann Lee]", "LEE", "2019b"),
        ('["Müller, Jörg"]', "Muller", "2019"),
        ("[Søren Kierkegård]", "Kierkegard", "2019"),
        ("[Jan van der Berg]", "van der Berg", "2019"),
        ("[Jan van der Berg]", "Berg", "2019"),
        ('["Berg, Jan van der"]', "van der Berg", "2019"),
        ('["van der Berg, Jan"]', "Berg", "2019"),
        ("[Smith JA]", "Smith", "2019"),
        ('["O’Brien, Pat"]', "O'Brien", "2019"),
        ("[Sammy Davis Jr.]", "Davis", "2019"),
        ("[김철수]", "김철수", "2019"),
        ("[김철수]", "김", "2019"),
        ("[남궁민수]", "남궁", "2019"),
        ("[World Health Organization]", "World Health Organization", "2019"),
        ("[Mary Smith-Jones]", "Smith-Jones", "2019"),
    ],
)
def test_lookup_by_family_name(tmp_path: Path, authors: str, family: str, year: str) -> None:
    """Case, accents, particles, initials and the order of the parts do not matter."""
    entry(tmp_path, "REF-001", authors=authors)
    assert ["REF-001"] == [found.id for found in open_corpus(tmp_path).entries_by_author(family, year)]


@pytest.mark.parametrize(("family", "year"), [("Lee", "2020"), ("Ann", "2019"), ("Leeds", "2019"), ("", "2019")])
def test_lookup_with_other_name_or_year(tmp_path: Path, family: str, year: str) -> None:
    """Given names, prefixes of names and other years do not count."""
    entry(tmp_path, "REF-001")
    assert () == open_corpus(tmp_path).entries_by_author(family, year)


def test_lookup_by_path(tmp_path: Path) -> None:
    """The Markdown file and the attached file lead to the entry, also through a link."""
    file = entry(tmp_path, "REF-001")
    text = file.with_suffix(".txt")
    text.write_text("The words of the work.")
    (tmp_path / "link").symlink_to(file.parent)
    opened = open_corpus(tmp_path)
    for path in (file, text, tmp_path / "link" / "REF-001-x.txt"):
        found = opened.entry_at(path)
        assert found is not None
        assert "REF-001" == found.id
    assert opened.entry_at(tmp_path / "other.md") is None


def test_body_of_entry(tmp_path: Path) -> None:
    """An attached text is the full work; notes are notes."""
    entry(tmp_path, "REF-001").with_suffix(".txt").write_text("The words of the work.")
    entry(tmp_path, "REF-002", notes="Only notes.")
    opened = open_corpus(tmp_path)
    full, notes = (opened.body(opened.entries_by_id(ref)[0]) for ref in ("REF-001", "REF-002"))
    assert ("full", "The words of the work.") == (full.scope, full.pages[0].text.strip())
    assert ("notes", "Only notes.") == (notes.scope, notes.pages[0].text.strip())


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by the name of each entry that is read."""
    names: list[str] = []

    def noted(file: Path, **options: Any) -> Any:
        names.append(file.name)
        return read_entry(file, **options)

    monkeypatch.setattr(entry_reader, "read_entry", noted)
    return names


def test_only_changed_entries_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three entries one is edited, one touched and one deleted: one is read."""
    edited, touched, gone = (entry(tmp_path, ref) for ref in ("REF-001", "REF-002", "REF-003"))
    age(edited, touched, gone)
    open_corpus(tmp_path).close()
    names = counted(monkeypatch)
    edited.write_text(edited.read_text().replace("title of", "headline of"))
    os.utime(touched)
    gone.unlink()
    titles = [each.title for each in open_corpus(tmp_path).entries()]
    assert ["The headline of REF-001", "The title of REF-002"] == titles
    assert ["REF-001-x.md"] == names


def test_unchanged_files_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Size and time are enough, once they are old enough."""
    age(entry(tmp_path, "REF-001"), entry(tmp_path, "REF-002"))
    open_corpus(tmp_path).close()
    hashed: list[str] = []
    monkeypatch.setattr(index_refresh, "hash_file", lambda path, _: hashed.append(path))
    open_corpus(tmp_path).close()
    assert [] == hashed


def test_change_within_clock_step_is_detected(tmp_path: Path) -> None:
    """Same size and time, other words, right after indexing."""
    file = entry(tmp_path, "REF-001", notes="Old words.")
    status = file.stat()
    open_corpus(tmp_path).close()
    file.write_text(file.read_text().replace("Old", "New"))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    opened = open_corpus(tmp_path)
    assert "New words." == opened.body(opened.entries_by_id("REF-001")[0]).pages[0].text.strip()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (".citevet/corpus/REF-001-x.txt", "The words of the work."),
        (
            ".citevet/corpus/REF-001-citations.md",
            "---\nref: REF-001\n---\n## Outgoing\n\n| REF |\n|---|\n| REF-002 |\n",
        ),
        (".aiwg/research/quality-assessments/REF-001-assessment.yaml", "final_quality:\n  level: low\n"),
        (".citevet/quality-assessments/REF-001-assessment.yml", "final_quality:\n  level: low\n"),
    ],
    ids=["text", "sidecar", "assessment", "assessment-beside"],
)
def test_entry_is_read_again_with_its_files(
    tmp_path: Path, name: str, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is added, changed or deleted changes its entry only."""
    age(entry(tmp_path, "REF-001"), entry(tmp_path, "REF-002"))
    before = open_corpus(tmp_path).digest
    names = counted(monkeypatch)
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)
    assert before != open_corpus(tmp_path).digest
    file.write_text(f"{content}\n\n")
    open_corpus(tmp_path).close()
    file.unlink()
    open_corpus(tmp_path).close()
    assert ["REF-001-x.md"] * 3 == names


def test_missing_file_that_appears_is_detected(tmp_path: Path) -> None:
    """The front matter names a PDF elsewhere in the project."""
    entry(tmp_path, "REF-001", file="papers/lee.txt")
    (found,) = open_corpus(tmp_path).entries_by_id("REF-001")
    assert ["missing-file"] == [fault.kind for fault in found.faults if fault.kind == "missing-file"]
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers/lee.txt").write_text("Words.")
    (found,) = open_corpus(tmp_path).entries_by_id("REF-001")
    assert "papers/lee.txt" == found.file
    assert [] == [fault.kind for fault in found.faults if fault.kind == "missing-file"]


def test_date_of_run_decides_outdated(tmp_path: Path) -> None:
    """The same index gives the fault on a later date only."""
    entry(tmp_path, "REF-001", last_verified="2026-11-01")
    for today, kinds in ((date(2026, 11, 2), []), (date(2027, 11, 2), ["outdated"]), (None, [])):
        (found,) = open_corpus(tmp_path, today=today).entries_by_id("REF-001")
        assert kinds == [fault.kind for fault in found.faults if fault.kind == "outdated"]


def test_digest_depends_on_contents_only(tmp_path: Path) -> None:
    """It stays when files are touched, and changes with their bytes."""
    file = entry(tmp_path, "REF-001")
    first = open_corpus(tmp_path).digest
    age(file)
    assert first == open_corpus(tmp_path).digest
    assert 64 == len(first)
    file.write_text(file.read_text() + "More.\n")
    assert first != open_corpus(tmp_path).digest


def test_moved_project_is_indexed_again(tmp_path: Path) -> None:
    """An index belongs to one project."""
    entry(tmp_path / "old", "REF-001")
    open_corpus(tmp_path / "old").close()
    (tmp_path / "old").rename(tmp_path / "new")
    opened = open_corpus(tmp_path / "new")
    found = opened.entry_at(tmp_path / "new/.citevet/corpus/REF-001-x.md")
    assert found is not None
    assert "REF-001" == found.id


def test_reader_error_affects_one_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It becomes an entry with a fault; the others are read."""
    entry(tmp_path, "REF-001")
    entry(tmp_path, "REF-002")

    def breaking(file: Path, **options: Any) -> Any:
        if "REF-001" in file.name:
            raise RuntimeError("boom")
        return read_entry(file, **options)

    monkeypatch.setattr(entry_reader, "read_entry", breaking)
    opened = open_corpus(tmp_path)
    assert ["REF-001", "REF-002"] == ids(opened)
    (broken,) = opened.entries_by_id("REF-001")
    assert [("malformed", "it cannot be read (RuntimeError: boom)")] == [
        (each.kind, each.message) for each in broken.faults
    ]


def test_named_folder_without_entries_is_noted(tmp_path: Path) -> None:
    """The note says how to add its files; a folder with an entry, and one that no setting names, have none."""
    for name in ("sources/a.pdf", "sources/b.txt", "sources/notes.md", "docs/references/c.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    note = "sources has 2 files and no entry such as REF-001.md: run `citevet corpus add sources/*`"
    assert (note,) == open_corpus(tmp_path, Path("sources")).notes
    assert () == open_corpus(tmp_path).notes
    (tmp_path / "sources/REF-001-a.md").write_text("---\nref_id: REF-001\n---\n")
    assert () == open_corpus(tmp_path, Path("sources")).notes


def test_file_name_that_is_not_utf8_is_noted(tmp_path: Path) -> None:
    """No report can show it, so the entry is left out."""
    good = entry(tmp_path, "REF-001")
    Path(os.fsdecode(os.fsencode(good.parent) + b"/REF-002-\xff.md")).write_text("x")
    opened = open_corpus(tmp_path)
    assert ["REF-001"] == ids(opened)
    assert ("1 entries have names that are no UTF-8 and were left out, the first: REF-002-\\udcff.md",) == opened.notes


def _asked_elsewhere(opened: IndexedCorpus) -> list[str]:
    return ids(opened)


def test_corpus_in_forked_process(tmp_path: Path) -> None:
    """The child opens its own connection, and the parent's stays usable."""
    entry(tmp_path, "REF-001")
    opened = open_corpus(tmp_path)
    assert ["REF-001"] == ids(opened)
    with get_context("fork").Pool(1) as pool:
        assert ["REF-001"] == pool.apply(_asked_elsewhere, (opened,))
    assert ["REF-001"] == ids(opened)


def test_corpus_is_pickled_by_index_file(tmp_path: Path) -> None:
    """The receiver opens the same file, or builds a new index if it is gone."""
    entry(tmp_path, "REF-001")
    opened = open_corpus(tmp_path)
    sent = pickle.dumps(opened)
    assert 1_000 > len(sent)
    assert ["REF-001"] == ids(pickle.loads(sent))  # noqa: S301 - written a moment ago
    opened.close()
    (tmp_path / ".citevet/cache/index.sqlite").unlink()
    assert ["REF-001"] == ids(pickle.loads(sent))  # noqa: S301 - as above


def test_corpus_in_memory_is_pickled_whole(tmp_path: Path) -> None:
    """Without a file, the index itself is pickled."""
    entry(tmp_path, "REF-001")
    (tmp_path / ".citevet/cache").write_text("a file where the folder should be")
    opened = open_corpus(tmp_path)
    assert 1 == len(opened.notes)
    assert "this run built its own in memory" in opened.notes[0]
    there = pickle.loads(pickle.dumps(opened))  # noqa: S301 - written a moment ago
    assert (["REF-001"], opened.notes, opened.digest) == (ids(there), there.notes, there.digest)


def test_file_state_is_racy_for_two_seconds() -> None:
    """The coarsest file system clock has steps of two seconds."""
    second = 1_000_000_000
    assert [True, True, False] == [FileState((1, at * second), "", 10 * second).is_racy for at in (10, 9, 8)]


FINDING = "---\nref_id: REF-001\ntitle: A study of roofs and heat\nauthors: [Ann Lee]\nyear: 2019\n---\n"


@pytest.mark.parametrize(
    ("folders", "expected"),
    [
        (("sources", "findings"), [".aiwg/research/sources/REF-001-roofs.md"]),
        (("corpus", "paper-analysis"), [".aiwg/research/corpus/REF-001-roofs.md"]),
        (("findings",), [".aiwg/research/findings/REF-001-roofs.md"]),
        (
            ("corpus", "sources"),
            [".aiwg/research/corpus/REF-001-roofs.md", ".aiwg/research/sources/REF-001-roofs.md"],
        ),
    ],
)
def test_findings_are_not_second_entries(folders: tuple[str, ...], expected: list[str], tmp_path: Path) -> None:
    """Findings on a source in another folder are left out; two sources with one id are both entries."""
    for folder in folders:
        file = tmp_path / ".aiwg/research" / folder / "REF-001-roofs.md"
        file.parent.mkdir(parents=True)
        file.write_text(FINDING, encoding="utf-8")
    assert expected == [entry.path for entry in open_corpus(tmp_path).entries_by_id("REF-001")]
