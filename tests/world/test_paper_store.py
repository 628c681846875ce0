"""Contents of papers lie on disk as long as a paper or a check has them, and no longer."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from citevet.world.paper_store import PaperStore


@pytest.fixture
def store(tmp_path: Path) -> PaperStore:
    """An empty store."""
    return PaperStore(tmp_path / "papers.sqlite")


def contents(store: PaperStore) -> set[bytes]:
    """Return what lies on disk."""
    return {each.read_bytes() for each in store.folder.iterdir() if each.is_file()}


def test_what_a_new_version_replaces_is_dropped(store: PaperStore) -> None:
    """Of a file that is saved ten times one content is left, and those that a check has read."""
    paper = store.add("ada", "")
    for number in range(10):
        file = store.put_file(paper, "a.md", "text", b"version %d" % number)
        if number == 4:
            store.add_check(paper, "job", file.digest, [file.digest])
    assert {b"version 4", b"version 9"} == contents(store)
    store.remove_check("job")
    assert {b"version 9"} == contents(store)
    store.put_file(paper, "b.md", "text", b"version 9")
    store.remove_file(paper, "a.md")
    assert {b"version 9"} == contents(store), "the other file has the same content"
    store.remove(paper)
    assert set() == contents(store)


def test_papers_of_two_users_share_a_content(store: PaperStore) -> None:
    """A content goes with the last paper that has it."""
    ada, bob = store.add("ada", ""), store.add("bob", "")
    assert store.put_file(ada, "a.pdf", "pdf", b"same").digest == store.put_file(bob, "b.pdf", "pdf", b"same").digest
    store.remove(ada)
    assert {b"same"} == contents(store)
    store.put_file(bob, "b.pdf", "pdf", b"other")
    assert {b"other"} == contents(store)
    assert (0, 1) == (store.count("ada"), store.count("bob"))


def test_many_files_are_added_together_or_not_at_all(store: PaperStore) -> None:
    """Roles and works of replaced files stay; of files for a paper that is gone nothing stays."""
    paper = store.add("ada", "")
    store.put_file(paper, "1.pdf", "pdf", b"first")
    store.set_role(paper, "1.pdf", role="source", entry="kim2021")
    store.put_files(paper, [(f"{number}.pdf", "pdf", b"%d" % number) for number in range(500)])
    files = {each.name: each for each in store.list_files(paper)}
    assert 500 == len(files)
    assert ("source", "kim2021") == (files["1.pdf"].role, files["1.pdf"].entry)
    assert 500 == len(contents(store))
    store.put_files(paper, [("1.pdf", "pdf", b"twice"), ("1.pdf", "pdf", b"again")])
    assert 500 == len(contents(store))
    assert b"twice" not in contents(store)
    with pytest.raises(sqlite3.IntegrityError):
        store.put_files("gone", [("a.md", "text", b"lost"), ("b.md", "text", b"1")])
    assert b"lost" not in contents(store)
    assert 500 == len(contents(store))


def test_a_content_that_comes_and_goes_is_there_while_a_file_has_it(store: PaperStore) -> None:
    """One request adds the content that another one drops at this moment."""
    keeper, other = store.add("ada", ""), store.add("bob", "")

    def come_and_go(paper: str) -> None:
        for _ in range(100):
            file = store.put_file(paper, "a.pdf", "pdf", b"same")
            assert b"same" == store.load(file.digest)
            store.remove_file(paper, "a.pdf")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(come_and_go, (keeper, other)))
    assert set() == contents(store)


def test_old_papers_and_what_belongs_to_none_go(store: PaperStore) -> None:
    """What earlier versions have left goes as well; papers in use stay."""
    paper = store.add("ada", "")
    store.put_file(paper, "a.md", "text", b"kept")
    (store.folder / ("0" * 64)).write_bytes(b"left")
    store.library(paper).mkdir()
    store.prune(3_600)
    store.sweep()
    assert {b"kept"} == contents(store)
    assert store.library(paper).is_dir()
    store.prune(-1)
    assert [] == store.list_papers("ada")
    assert [] == list(store.folder.iterdir())


def test_of_two_corrections_at_once_one_is_made(store: PaperStore) -> None:
    """A file is replaced only while it has the content that the correction was made from."""
    paper = store.add("ada", "")
    old = store.put_file(paper, "a.md", "text", b"old")
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda n: store.swap_file(paper, "a.md", old.digest, b"new %d" % n), range(8)))
    (kept,) = filter(None, made)
    assert [kept] == store.list_files(paper)
    assert store.swap_file(paper, "b.md", old.digest, b"newer") is None
    assert {store.load(kept.digest)} == contents(store)
