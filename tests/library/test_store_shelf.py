"""The index over a corpus: what it finds, what it reads again, and what it does not."""

import os
import pickle
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from citevet.library import files, index
from citevet.library.entry import read_entry
from citevet.library.index import refresh
from citevet.library.places import corpora
from citevet.library.shelf import Shelf, open_shelf
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
    """Make files look as if they had been written an hour ago."""
    for path in paths:
        status = path.stat()
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 3_600_000_000_000))


def ids(shelf: Shelf) -> list[str]:
    return [found.id for found in shelf.entries()]


def test_entries_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """REF-9 stands before REF-10, however the files are called."""
    for ref in ("REF-10", "REF-9", "REF-100", "REF-021"):
        entry(tmp_path, ref)
    assert ["REF-9", "REF-10", "REF-021", "REF-100"] == ids(open_shelf(tmp_path))


def test_two_corpora_of_a_project_stay_apart(tmp_path: Path) -> None:
    """What another folder holds is not in the shelf of this one, in whatever order they were opened."""
    for folder, ref in (("one", "REF-001"), ("two", "REF-004")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{ref}-x.md").write_text(f"---\nref_id: {ref}\ntitle: A study\n---\nNotes.\n")
    for folder, ref in (("one", "REF-001"), ("two", "REF-004"), ("one", "REF-001")):
        assert [ref] == ids(open_shelf(tmp_path, Path(folder)))


def test_a_project_without_a_corpus_has_an_empty_shelf_and_no_cache(tmp_path: Path) -> None:
    """Nothing is written where there is nothing to keep."""
    shelf = open_shelf(tmp_path, today=TODAY)
    assert not shelf.is_kept
    assert [] == list(shelf.entries())
    assert () == shelf.called("REF-001")
    assert [] == list(tmp_path.iterdir())


def test_the_cache_is_ignored_by_git(tmp_path: Path) -> None:
    """The folder of the index says so itself."""
    entry(tmp_path, "REF-001")
    assert open_shelf(tmp_path).is_kept
    assert "*\n" == (tmp_path / ".citevet/cache/.gitignore").read_text()
    assert (tmp_path / ".citevet/cache/index.sqlite").is_file()


def test_an_entry_survives_the_index_whole(tmp_path: Path) -> None:
    """All that was read from the file comes back, metadata included."""
    entry(tmp_path, "REF-043", doi="10.1000/182", grade="low", total_pages=24, last_verified="2026-11-01")
    (found,) = open_shelf(tmp_path, today=TODAY).called("REF-043")
    assert ".citevet/corpus/REF-043-x.md" == found.path
    assert {"doi": "10.1000/182"} == found.identifiers
    assert Grade.LOW is found.grade
    assert 24 == found.pages
    assert date(2026, 11, 1) == found.last_verified
    assert "2026-11-01" == found.metadata["last_verified"]


def test_two_entries_may_quarrel_over_an_id(tmp_path: Path) -> None:
    """Both come back, and each has the fault that shows only beside the other."""
    entry(tmp_path, "REF-003", slug="a")
    entry(tmp_path, "REF-003", slug="b")
    found = open_shelf(tmp_path).called("REF-003")
    assert [".citevet/corpus/REF-003-a.md", ".citevet/corpus/REF-003-b.md"] == [each.path for each in found]
    assert [True, True] == [any(fault.kind == "duplicate-id" for fault in each.faults) for each in found]


def test_a_quarrel_ends_when_one_file_goes(tmp_path: Path) -> None:
    """The entry that stays loses its fault, though its own file did not change."""
    entry(tmp_path, "REF-003", slug="a")
    other = entry(tmp_path, "REF-003", slug="b")
    open_shelf(tmp_path).close()
    other.unlink()
    (found,) = open_shelf(tmp_path).called("REF-003")
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
def test_authors_are_found_by_family_name(tmp_path: Path, authors: str, family: str, year: str) -> None:
    """Case, accents, particles, initials and the order of the parts do not matter."""
    entry(tmp_path, "REF-001", authors=authors)
    assert ["REF-001"] == [found.id for found in open_shelf(tmp_path).written_by(family, year)]


@pytest.mark.parametrize(("family", "year"), [("Lee", "2020"), ("Ann", "2019"), ("Leeds", "2019"), ("", "2019")])
def test_another_name_or_year_is_not_found(tmp_path: Path, family: str, year: str) -> None:
    """Given names, beginnings of names and other years do not count."""
    entry(tmp_path, "REF-001")
    assert () == open_shelf(tmp_path).written_by(family, year)


def test_entries_are_found_by_the_place_of_their_files(tmp_path: Path) -> None:
    """The Markdown file and the attached file lead to the same entry, through a link too."""
    file = entry(tmp_path, "REF-001")
    text = file.with_suffix(".txt")
    text.write_text("The words of the work.")
    (tmp_path / "link").symlink_to(file.parent)
    shelf = open_shelf(tmp_path)
    for path in (file, text, tmp_path / "link" / "REF-001-x.txt"):
        found = shelf.at(path)
        assert found is not None
        assert "REF-001" == found.id
    assert shelf.at(tmp_path / "other.md") is None


def test_the_body_is_what_the_file_says(tmp_path: Path) -> None:
    """Words of an attached text are the full work; notes alone are notes."""
    entry(tmp_path, "REF-001").with_suffix(".txt").write_text("The words of the work.")
    entry(tmp_path, "REF-002", notes="Only notes.")
    shelf = open_shelf(tmp_path)
    full, notes = (shelf.body(shelf.called(ref)[0]) for ref in ("REF-001", "REF-002"))
    assert ("full", "The words of the work.") == (full.scope, full.pages[0].text.strip())
    assert ("notes", "Only notes.") == (notes.scope, notes.pages[0].text.strip())


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by the name of each entry that is read."""
    names: list[str] = []

    def noted(file: Path, **options: Any) -> Any:
        names.append(file.name)
        return read_entry(file, **options)

    monkeypatch.setattr(index, "read_entry", noted)
    return names


def test_only_what_changed_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three entries one is edited, one touched, one gone: one is read."""
    edited, touched, gone = (entry(tmp_path, ref) for ref in ("REF-001", "REF-002", "REF-003"))
    age(edited, touched, gone)
    assert (3, 0, 0) == _numbers(tmp_path)
    names = counted(monkeypatch)
    edited.write_text(edited.read_text().replace("title of", "headline of"))
    os.utime(touched)
    gone.unlink()
    assert (0, 1, 1) == _numbers(tmp_path)
    assert ["REF-001-x.md"] == names
    assert ["The headline of REF-001", "The title of REF-002"] == [
        each.title for each in open_shelf(tmp_path).entries()
    ]


def _numbers(root: Path) -> tuple[int, int, int]:
    done = refresh(root, corpora(root, None))
    return done.added, done.changed, done.removed


def test_when_nothing_changed_no_file_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at size and time is enough, once they are old enough to be trusted."""
    age(entry(tmp_path, "REF-001"), entry(tmp_path, "REF-002"))
    refresh(tmp_path, corpora(tmp_path, None))
    hashed: list[str] = []
    monkeypatch.setattr(index, "see", lambda path, _: hashed.append(path))
    assert (0, 0, 0) == _numbers(tmp_path)
    assert [] == hashed


def test_a_change_within_the_same_tick_is_seen(tmp_path: Path) -> None:
    """Same size, same time, other words, right after the index was made: the words count."""
    file = entry(tmp_path, "REF-001", notes="Old words.")
    status = file.stat()
    open_shelf(tmp_path).close()
    file.write_text(file.read_text().replace("Old", "New"))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    shelf = open_shelf(tmp_path)
    assert "New words." == shelf.body(shelf.called("REF-001")[0]).pages[0].text.strip()


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
def test_an_entry_changes_with_every_file_it_is_made_of(tmp_path: Path, name: str, content: str) -> None:
    """A file that comes, changes or goes makes the entry be read again, and no other."""
    age(entry(tmp_path, "REF-001"), entry(tmp_path, "REF-002"))
    assert (2, 0, 0) == _numbers(tmp_path)
    before = open_shelf(tmp_path).digest
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)
    assert (0, 1, 0) == _numbers(tmp_path)
    assert before != open_shelf(tmp_path).digest
    file.write_text(f"{content}\n\n")
    assert (0, 1, 0) == _numbers(tmp_path)
    file.unlink()
    assert (0, 1, 0) == _numbers(tmp_path)


def test_a_file_that_was_missed_makes_the_entry_whole_when_it_comes(tmp_path: Path) -> None:
    """Front matter names a PDF elsewhere in the project that is not there yet."""
    entry(tmp_path, "REF-001", file="papers/lee.txt")
    (found,) = open_shelf(tmp_path).called("REF-001")
    assert ["missing-file"] == [fault.kind for fault in found.faults if fault.kind == "missing-file"]
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers/lee.txt").write_text("Words.")
    (found,) = open_shelf(tmp_path).called("REF-001")
    assert "papers/lee.txt" == found.file
    assert [] == [fault.kind for fault in found.faults if fault.kind == "missing-file"]


def test_age_alone_outdates_an_entry(tmp_path: Path) -> None:
    """The same index gives the fault on a later day, and not on an earlier one."""
    entry(tmp_path, "REF-001", last_verified="2026-11-01")
    for today, kinds in ((date(2026, 11, 2), []), (date(2027, 11, 2), ["outdated"]), (None, [])):
        (found,) = open_shelf(tmp_path, today=today).called("REF-001")
        assert kinds == [fault.kind for fault in found.faults if fault.kind == "outdated"]


def test_the_digest_tells_contents_apart_and_nothing_else(tmp_path: Path) -> None:
    """It stays when files are touched, and goes with their bytes."""
    file = entry(tmp_path, "REF-001")
    first = open_shelf(tmp_path).digest
    age(file)
    assert first == open_shelf(tmp_path).digest
    assert 64 == len(first)
    file.write_text(file.read_text() + "More.\n")
    assert first != open_shelf(tmp_path).digest


def test_a_moved_project_is_indexed_anew(tmp_path: Path) -> None:
    """An index knows the project that it was made for."""
    entry(tmp_path / "old", "REF-001")
    open_shelf(tmp_path / "old").close()
    (tmp_path / "old").rename(tmp_path / "new")
    shelf = open_shelf(tmp_path / "new")
    found = shelf.at(tmp_path / "new/.citevet/corpus/REF-001-x.md")
    assert found is not None
    assert "REF-001" == found.id


def test_an_entry_that_breaks_its_reader_takes_no_other_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an entry with a fault; the others are read."""
    entry(tmp_path, "REF-001")
    entry(tmp_path, "REF-002")

    def breaking(file: Path, **options: Any) -> Any:
        if "REF-001" in file.name:
            raise RuntimeError("boom")
        return read_entry(file, **options)

    monkeypatch.setattr(index, "read_entry", breaking)
    shelf = open_shelf(tmp_path)
    assert ["REF-001", "REF-002"] == ids(shelf)
    (broken,) = shelf.called("REF-001")
    assert [("malformed", "it cannot be read (RuntimeError: boom)")] == [
        (each.kind, each.message) for each in broken.faults
    ]


def test_a_name_that_is_no_text_is_left_out_and_named(tmp_path: Path) -> None:
    """A file name that is no UTF-8 can stand in no report; the note says which."""
    good = entry(tmp_path, "REF-001")
    Path(os.fsdecode(os.fsencode(good.parent) + b"/REF-002-\xff.md")).write_text("x")
    shelf = open_shelf(tmp_path)
    assert ["REF-001"] == ids(shelf)
    assert ("1 entries have names that are no UTF-8 and were left out, the first: REF-002-\\udcff.md",) == shelf.notes


def _asked_elsewhere(shelf: Shelf) -> list[str]:
    return ids(shelf)


def test_a_shelf_can_be_asked_in_another_process(tmp_path: Path) -> None:
    """A process that was forked opens its own connection, and the first one goes on."""
    entry(tmp_path, "REF-001")
    shelf = open_shelf(tmp_path)
    assert ["REF-001"] == ids(shelf)
    with get_context("fork").Pool(1) as pool:
        assert ["REF-001"] == pool.apply(_asked_elsewhere, (shelf,))
    assert ["REF-001"] == ids(shelf)


def test_a_shelf_travels_by_the_name_of_its_index(tmp_path: Path) -> None:
    """What arrives opens the same file; if that is gone, it makes a new one."""
    entry(tmp_path, "REF-001")
    shelf = open_shelf(tmp_path)
    sent = pickle.dumps(shelf)
    assert 1_000 > len(sent)
    assert ["REF-001"] == ids(pickle.loads(sent))  # noqa: S301 - written a moment ago
    shelf.close()
    (tmp_path / ".citevet/cache/index.sqlite").unlink()
    assert ["REF-001"] == ids(pickle.loads(sent))  # noqa: S301 - as above


def test_a_shelf_in_memory_travels_whole(tmp_path: Path) -> None:
    """Where no file can be kept, the index itself goes along."""
    entry(tmp_path, "REF-001")
    (tmp_path / ".citevet/cache").write_text("a file where the folder should be")
    shelf = open_shelf(tmp_path)
    assert 1 == len(shelf.notes)
    assert "this run built its own in memory" in shelf.notes[0]
    there = pickle.loads(pickle.dumps(shelf))  # noqa: S301 - written a moment ago
    assert (["REF-001"], shelf.notes, shelf.digest) == (ids(there), there.notes, there.digest)


def test_seen_files_are_racy_for_two_seconds() -> None:
    """The coarsest clock of a file system counts in steps of two seconds."""
    second = 1_000_000_000
    assert [True, True, False] == [files.Seen((1, at * second), "", 10 * second).is_racy for at in (10, 9, 8)]
