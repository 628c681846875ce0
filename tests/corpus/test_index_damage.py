"""A damaged, locked, foreign or read-only index: the corpus is still read, and a note says why."""

import os
import random
import resource
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from citevet.corpus import index_store
from citevet.corpus.index_format import DAMAGED, MOVED, OUTDATED
from citevet.corpus.index_store import index_file
from citevet.corpus.indexed_corpus import IndexedCorpus, open_corpus
from citevet.corpus.search import search

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
    open_corpus(tmp_path).close()
    return tmp_path


def answers(corpus: IndexedCorpus) -> list[tuple[object, ...]]:
    """Query everything."""
    found = list(corpus.entries())
    return [
        tuple(found),
        tuple(corpus.body(entry) for entry in found),
        tuple(corpus.entries_by_id(f"REF-{number:03d}") for number in range(1, COUNT + 1)),
        tuple(corpus.entries_by_author(f"Lee{number}", "2019") for number in range(1, COUNT + 1)),
        tuple(corpus.entry_at(corpus.root / entry.path) for entry in found),
    ]


def whole_answers(root: Path) -> list[tuple[object, ...]]:
    """Query an undamaged index, and close it."""
    corpus = open_corpus(root)
    found = answers(corpus)
    corpus.close()
    return found


def dice(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - no secret hangs on it


def _alter(root: Path, statement: str) -> None:
    """Change the index outside of citevet."""
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
    file.write_text("Not a database at all.")


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
def test_damaged_index_is_rebuilt(root: Path, harm: Callable[[Path], None], notes: tuple[str, ...]) -> None:
    """The answers do not change, and a note says so; an empty file counts as no index."""
    expected = whole_answers(root)
    harm(index_file(root))
    corpus = open_corpus(root)
    assert expected == answers(corpus)
    assert notes == corpus.notes
    assert () == open_corpus(root).notes


def test_index_of_other_version_is_rebuilt(root: Path) -> None:
    """Nothing written by a newer or older citevet is used."""
    connection = sqlite3.connect(index_file(root))
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    corpus = open_corpus(root)
    assert (OUTDATED,) == corpus.notes
    assert COUNT == len(list(corpus.entries()))


def test_index_of_another_folder_is_rebuilt(root: Path) -> None:
    """A project that was moved keeps its answers, and the note does not blame another version."""
    expected = whole_answers(root)
    moved = root.rename(root.with_name("moved"))
    corpus = open_corpus(moved)
    assert (MOVED,) == corpus.notes
    assert expected == answers(corpus)


def test_index_of_other_code_is_rebuilt(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unchanged files are read again when the code that reads them changes."""
    monkeypatch.setattr(index_store, "index_version", lambda: "a newer reader")
    corpus = open_corpus(root)
    assert (OUTDATED,) == corpus.notes
    assert COUNT == len(list(corpus.entries()))


def test_overwritten_bytes_change_no_answer(root: Path) -> None:
    """At twenty random places of the file."""
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
        corpus = open_corpus(root)
        assert expected == answers(corpus), (at, len(harm))
        search(corpus, "recall of study 7")
        told += DAMAGED in corpus.notes
        corpus.close()
    assert told > 0


def test_altered_path_table_is_detected(root: Path) -> None:
    """An entry with another path is not believed."""
    _alter(root, "UPDATE places SET entry = 31 - entry")
    corpus = open_corpus(root)
    found = corpus.entry_at(root / ".citevet" / "corpus" / "REF-002-x.md")
    assert ("REF-002", True) == (found and found.id, DAMAGED in corpus.notes)


def test_damage_to_open_index_is_repaired(root: Path) -> None:
    """The hash of an altered page differs, and the files are read again."""
    corpus = open_corpus(root)
    (entry,) = corpus.entries_by_id("REF-007")
    expected = corpus.body(entry)
    _alter(root, "UPDATE pages SET text = replace(text, 'percent', 'permill')")
    assert expected == corpus.body(entry)
    assert (DAMAGED,) == corpus.notes


def test_missing_lookup_row_is_detected(root: Path) -> None:
    """The lookup tables are verified before a miss is believed."""
    _alter(root, "DELETE FROM authors WHERE family LIKE 'lee7%'")
    corpus = open_corpus(root)
    assert ["REF-007"] == [entry.id for entry in corpus.entries_by_author("Lee7", "2019")]
    assert (DAMAGED,) == corpus.notes


def test_locked_index_is_replaced_in_memory(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This run builds its own index, and a note says so."""
    monkeypatch.setattr(index_store, "LOCK_TIMEOUT", 0.2)
    holder = sqlite3.connect(index_file(root), isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    holder.execute("UPDATE settings SET value = value")
    corpus = open_corpus(root)
    assert COUNT == len(list(corpus.entries()))
    assert ("the index of the corpus is locked by another program; this run built its own in memory",) == corpus.notes
    holder.close()


def test_read_only_folder_needs_no_index(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is refused by a stub, because root may write anywhere."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    for file in index_file(root).parent.iterdir():
        file.unlink()
    monkeypatch.setattr(index_store, "_prepare_folder", refused)
    corpus = open_corpus(root)
    assert COUNT == len(list(corpus.entries()))
    assert 1 == len(corpus.notes)
    assert "cannot be written (Permission denied)" in corpus.notes[0]
    assert [] == list(index_file(root).parent.iterdir())


def test_full_disk_costs_only_the_index(root: Path) -> None:
    """The process still answers, and leaves no partial index."""
    index_file(root).unlink()
    process = os.fork()
    if process == 0:
        os._exit(_without_room(root))
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert COUNT == len(list(open_corpus(root).entries()))


def _without_room(root: Path) -> int:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
    corpus = open_corpus(root)
    return 0 if len(list(corpus.entries())) == COUNT and "in memory" in corpus.notes[0] else 1


def test_readers_are_not_blocked_by_writer(root: Path) -> None:
    """Neither by an open nor by a committed transaction."""
    corpus = open_corpus(root)
    writer = sqlite3.connect(index_file(root), isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM files")
    assert COUNT == len(list(corpus.entries()))
    writer.execute("ROLLBACK")
    writer.close()


def test_corpus_connection_is_read_only(root: Path) -> None:
    """It refuses any change."""
    corpus = open_corpus(root)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        corpus._store.connection.execute("DELETE FROM entries")
