"""Kill -9 at any moment of adding, indexing and fixing: what is left is whole, and old or new."""

import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import chdir, closing
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from citevet.fix.write import write
from citevet.jobs.corpus.health import health
from citevet.jobs.ground import forget
from citevet.library.add import Given, add
from citevet.library.record import Record
from citevet.library.shelf import open_shelf
from citevet.library.store import DAMAGED, index_file
from citevet.model import Document
from citevet.read import parse
from citevet.report.corpus.health import render

KILLS = int(os.environ.get("KILLS", "40"))  # conftest clears what starts with CITEVET_
SECONDS = 0.25  # the child is killed somewhere within
TODAY = date(2026, 11, 15)
OLD, NEW = "Roofs are warm.\n" * 2_000, "Roofs are cold.\n" * 2_000
GIVEN = Given(authors=("Ann Lee",), year="2019", source_type="blog")


def dice(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - no secret hangs on it


def corpus(root: Path) -> Path:
    return root / ".citevet" / "corpus"


def adding(root: Path) -> None:
    """Add sources until killed, each of another size."""
    chance = dice(os.getpid())
    while True:
        data = chance.randbytes(8).hex().encode() * chance.randrange(1, 20_000)
        record = Record(
            title=f"Roofs {data[:8].decode()}", data=data, ending=".txt", identifiers={"url": "https://a.example/x"}
        )
        add(root, corpus(root), record, given=GIVEN, today=TODAY)


def indexing(root: Path) -> None:
    """Throw the index away or change an entry, and index again, until killed."""
    chance = dice(os.getpid())
    while True:
        with closing(sqlite3.connect(index_file(root))) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        if chance.random() < 0.3:
            for file in index_file(root).parent.glob("index.sqlite*"):
                file.unlink(missing_ok=True)
        for file in sorted(corpus(root).glob("REF-*.txt"))[:5]:
            os.utime(file, ns=(0, chance.randrange(1 << 60)))
        open_shelf(root).close()


def fixing(root: Path) -> None:
    """Write one text over the other until killed."""
    path = root / "paper.md"
    while True:
        document = parse(path.read_bytes(), "paper.md")
        write(path, document, NEW if document.text == OLD else OLD)


def killed(work: Callable[[Path], None], root: Path, after: float) -> None:
    """Run in a child process, and kill it after a time."""
    process = os.fork()
    if process == 0:
        try:
            work(root)
        finally:
            os._exit(1)  # it ended by itself: something went wrong
    time.sleep(after)
    os.kill(process, signal.SIGKILL)
    assert -signal.SIGKILL == os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def faults(root: Path) -> list[str]:
    """Return what is not as it should be, after the next run has come by."""
    shelf = open_shelf(root, today=TODAY)
    entries = list(shelf.entries())
    owned = {Path(path).name for entry in entries for path in (entry.path, entry.file) if path}
    found = [f"{entry.id}: {fault.kind}" for entry in entries for fault in entry.faults]
    found += [f"{entry.id}: no file" for entry in entries if entry.file is None]
    found += [f"{entry.id}: other words" for entry in entries if not _agrees(root, entry.file, entry.file_sha256)]
    found += [f"{entry.id}: not in the index" for entry in entries if shelf.body(entry).scope != "full"]
    found += [f"{path.name}: an orphan" for path in corpus(root).iterdir() if path.name not in owned]
    found += [note for note in shelf.notes if note != DAMAGED]
    numbers = [int(entry.id[4:]) for entry in entries]
    found += [] if numbers == list(range(1, len(numbers) + 1)) else [f"ids {numbers}"]
    found += [] if (root / "paper.md").read_text() in {OLD, NEW} else ["paper.md: neither old nor new"]
    shelf.close()
    with chdir(root):
        forget()
        seen = health({"today": TODAY})
    return found + ([] if seen.is_healthy else [render(seen)])


def _agrees(root: Path, file: str | None, digest: str | None) -> bool:
    return file is not None and sha256((root / file).read_bytes()).hexdigest() == digest


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a paper and the first sources of a corpus."""
    (tmp_path / "paper.md").write_text(OLD)
    for number in range(3):
        record = Record(title=f"Roofs {number}", data=f"Roofs are warm, {number}.".encode(), ending=".txt")
        add(tmp_path, corpus(tmp_path), record, given=GIVEN, today=TODAY)
    assert [] == faults(tmp_path)
    return tmp_path


def test_whatever_moment_it_is_killed_at_the_library_is_whole(root: Path) -> None:
    """No half entry, no orphan, no duplicate id, no lost file, and every document is the old one or the new."""
    chance = dice(43)
    works = (adding, adding, indexing, fixing)
    for number in range(KILLS):
        work = works[number % len(works)]
        killed(work, root, chance.uniform(0.01, SECONDS))
        assert [] == faults(root), (number, work.__name__)
    assert 3 < len(list(open_shelf(root).entries()))
    assert isinstance(parse((root / "paper.md").read_bytes(), "paper.md"), Document)


def test_two_adders_killed_at_once_leave_a_whole_library(root: Path) -> None:
    """One waits for the other's lock when both die."""
    chance = dice(44)
    for _ in range(max(KILLS // 10, 2)):
        alive, mark = os.pipe()  # its other end closes when the last of them is gone
        both = os.fork()
        if both == 0:
            os.setpgid(0, 0)
            os.fork()
            try:
                adding(root)
            finally:
                os._exit(1)
        time.sleep(chance.uniform(0.05, SECONDS))
        os.killpg(both, signal.SIGKILL)
        os.waitpid(both, 0)
        os.close(mark)
        assert b"" == os.read(alive, 1)
        os.close(alive)
        assert [] == faults(root)
