"""An index that is damaged, locked, foreign or not to be written: the corpus is still read, and the user told."""

import os
import random
import resource
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from citevet.library import store
from citevet.library.search import search
from citevet.library.shelf import Shelf, open_shelf
from citevet.library.store import DAMAGED, OUTDATED, index_file

COUNT = 30


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A corpus of thirty entries with texts, indexed."""
    folder = tmp_path / ".citevet" / "corpus"
    folder.mkdir(parents=True)
    for number in range(1, COUNT + 1):
        head = f"ref_id: REF-{number:03d}\ntitle: Study {number}\nauthors: [Ann Lee{number}]\nyear: 2019"
        (folder / f"REF-{number:03d}-x.md").write_text(f"---\n{head}\n---\nNotes.\n")
        (folder / f"REF-{number:03d}-x.txt").write_text(f"The recall of study {number} was {number} percent.\n" * 60)
    open_shelf(tmp_path).close()
    return tmp_path


def answers(shelf: Shelf) -> list[tuple[object, ...]]:
    """Ask all there is to ask."""
    found = list(shelf.entries())
    return [
        tuple(found),
        tuple(shelf.body(entry) for entry in found),
        tuple(shelf.called(f"REF-{number:03d}") for number in range(1, COUNT + 1)),
        tuple(shelf.written_by(f"Lee{number}", "2019") for number in range(1, COUNT + 1)),
        tuple(shelf.at(shelf.root / entry.path) for entry in found),
    ]


def whole_answers(root: Path) -> list[tuple[object, ...]]:
    """Ask an index that nobody harmed, and let go of it."""
    shelf = open_shelf(root)
    found = answers(shelf)
    shelf.close()
    return found


def dice(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - no secret hangs on it


def _alter(root: Path, statement: str) -> None:
    """Change the index behind our back."""
    connection = sqlite3.connect(index_file(root))
    connection.execute(statement)
    connection.commit()
    connection.close()


def _garbage(file: Path) -> None:
    file.write_bytes(dice(7).randbytes(50_000))


def _truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:20_000])


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


def _text(file: Path) -> None:
    file.write_text("This is no database.")


def _no_tables(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("DROP TABLE authors")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("harm", "notes"),
    [
        (_garbage, (DAMAGED,)),
        (_truncated, (DAMAGED,)),
        (_text, (DAMAGED,)),
        (_emptied, ()),
        (_no_tables, (OUTDATED,)),
    ],
)
def test_a_damaged_index_is_rebuilt(root: Path, harm: Callable[[Path], None], notes: tuple[str, ...]) -> None:
    """The answers are those of a whole index, and the user is told; an empty file is as good as none."""
    expected = whole_answers(root)
    harm(index_file(root))
    shelf = open_shelf(root)
    assert expected == answers(shelf)
    assert notes == shelf.notes
    assert () == open_shelf(root).notes


def test_an_index_of_another_version_is_rebuilt(root: Path) -> None:
    """A newer or older citevet wrote it: nothing of it is used."""
    connection = sqlite3.connect(index_file(root))
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    shelf = open_shelf(root)
    assert (OUTDATED,) == shelf.notes
    assert COUNT == len(list(shelf.entries()))


def test_an_index_of_another_reader_is_rebuilt(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that did not change are read again when the code that reads them did."""
    monkeypatch.setattr(store, "maker", lambda: "a newer reader")
    shelf = open_shelf(root)
    assert (OUTDATED,) == shelf.notes
    assert COUNT == len(list(shelf.entries()))


def test_bytes_overwritten_anywhere_change_no_answer(root: Path) -> None:
    """At twenty random places of the file: the same answers, from the index or from the files."""
    expected = whole_answers(root)
    whole = index_file(root).read_bytes()
    chance = dice(43)
    told = 0
    for _ in range(20):
        at = chance.randrange(len(whole) - 200)
        harm = chance.randbytes(chance.choice((1, 8, 200)))
        for name in ("index.sqlite-wal", "index.sqlite-shm"):
            index_file(root).with_name(name).unlink(missing_ok=True)
        index_file(root).write_bytes(whole[:at] + harm + whole[at + len(harm) :])
        shelf = open_shelf(root)
        assert expected == answers(shelf), (at, len(harm))
        search(shelf, "recall of study 7")
        told += DAMAGED in shelf.notes
        shelf.close()
    assert told > 0


def test_a_path_that_leads_to_another_entry_is_noticed(root: Path) -> None:
    """The table of paths is altered behind our back: an entry that does not lie there is not believed."""
    _alter(root, "UPDATE places SET entry = 31 - entry")
    shelf = open_shelf(root)
    found = shelf.at(root / ".citevet" / "corpus" / "REF-002-x.md")
    assert ("REF-002", True) == (found and found.id, DAMAGED in shelf.notes)


def test_damage_that_comes_while_the_index_is_open_is_mended(root: Path) -> None:
    """The text of a page is altered behind our back: its hash tells, and the files are read again."""
    shelf = open_shelf(root)
    (entry,) = shelf.called("REF-007")
    expected = shelf.body(entry)
    _alter(root, "UPDATE pages SET text = replace(text, 'percent', 'permill')")
    assert expected == shelf.body(entry)
    assert (DAMAGED,) == shelf.notes


def test_a_missing_author_is_not_believed_before_the_tables_are_proven(root: Path) -> None:
    """A row that vanished from a table of lookups does not make a citation wrong."""
    _alter(root, "DELETE FROM authors WHERE family LIKE 'lee7%'")
    shelf = open_shelf(root)
    assert ["REF-007"] == [entry.id for entry in shelf.written_by("Lee7", "2019")]
    assert (DAMAGED,) == shelf.notes


def test_a_locked_index_is_passed_by(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody holds the file for himself: this run builds its own index, and says so."""
    monkeypatch.setattr(store, "PATIENCE", 0.2)
    holder = sqlite3.connect(index_file(root), isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    holder.execute("UPDATE settings SET value = value")
    shelf = open_shelf(root)
    assert COUNT == len(list(shelf.entries()))
    assert ("the index of the corpus is locked by another program; this run built its own in memory",) == shelf.notes
    holder.close()


def test_a_folder_that_cannot_be_written_to_needs_no_index(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the folder is refused as on a medium that is read-only; root may write to any other."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    for file in index_file(root).parent.iterdir():
        file.unlink()
    monkeypatch.setattr(store, "_prepare", refused)
    shelf = open_shelf(root)
    assert COUNT == len(list(shelf.entries()))
    assert 1 == len(shelf.notes)
    assert "cannot be written (Permission denied)" in shelf.notes[0]
    assert [] == list(index_file(root).parent.iterdir())


def test_a_full_disk_costs_the_index_only(root: Path) -> None:
    """With no room for the index the process still answers, and leaves no half of one."""
    index_file(root).unlink()
    process = os.fork()
    if process == 0:
        os._exit(_without_room(root))
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert COUNT == len(list(open_shelf(root).entries()))


def _without_room(root: Path) -> int:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
    shelf = open_shelf(root)
    return 0 if len(list(shelf.entries())) == COUNT and "in memory" in shelf.notes[0] else 1


def test_readers_read_on_while_one_writes(root: Path) -> None:
    """A transaction that is open, and then done, hinders no reader."""
    shelf = open_shelf(root)
    writer = sqlite3.connect(index_file(root), isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM files")
    assert COUNT == len(list(shelf.entries()))
    writer.execute("ROLLBACK")
    writer.close()


def test_nobody_can_write_through_a_shelf(root: Path) -> None:
    """The connection that answers questions refuses to change anything."""
    shelf = open_shelf(root)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        shelf._store.connection.execute("DELETE FROM entries")
