"""Kill adding, indexing and fixing at any moment: every file is whole, old or new."""

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

from citevet.corpus.additions import SourceDetails, add_source
from citevet.corpus.index_format import DAMAGED
from citevet.corpus.index_store import index_file
from citevet.corpus.indexed_corpus import open_corpus
from citevet.corpus.source_records import SourceRecord
from citevet.jobs.audit import CITED_RULES, check_health
from citevet.jobs.check import run_check
from citevet.model import Document
from citevet.read import parse
from citevet.report.corpus.health import render_health
from citevet.session import Session
from citevet.world.file_writer import write_document

KILLS = int(os.environ.get("KILLS", "16"))  # conftest clears what starts with CITEVET_
SECONDS = 0.25  # the child is killed somewhere within
TODAY = date(2026, 11, 15)
OLD, NEW = "Roofs are warm.\n" * 2_000, "Roofs are cold.\n" * 2_000
GIVEN = SourceDetails(authors=("Ann Lee",), year="2019", source_type="blog")


def dice(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - no secret hangs on it


def corpus(root: Path) -> Path:
    return root / ".citevet" / "corpus"


def adding(root: Path) -> None:
    """Add sources of different sizes until killed."""
    chance = dice(os.getpid())
    while True:
        data = chance.randbytes(8).hex().encode() * chance.randrange(1, 20_000)
        record = SourceRecord(
            title=f"Roofs {data[:8].decode()}", data=data, ending=".txt", identifiers={"url": "https://a.example/x"}
        )
        add_source(root, corpus(root), record, given=GIVEN, today=TODAY)


def indexing(root: Path) -> None:
    """Delete the index or change an entry, and index again, until killed."""
    chance = dice(os.getpid())
    while True:
        with closing(sqlite3.connect(index_file(root))) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        if chance.random() < 0.3:
            for file in index_file(root).parent.glob("index.sqlite*"):
                file.unlink(missing_ok=True)
        for file in sorted(corpus(root).glob("REF-*.txt"))[:5]:
            os.utime(file, ns=(0, chance.randrange(1 << 60)))
        open_corpus(root).close()


def fixing(root: Path) -> None:
    """Overwrite a text with another until killed."""
    path = root / "paper.md"
    while True:
        document = parse(path.read_bytes(), "paper.md")
        write_document(path, document, NEW if document.text == OLD else OLD)


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
    """Return what is wrong after the next run."""
    opened = open_corpus(root, today=TODAY)
    entries = list(opened.entries())
    owned = {Path(path).name for entry in entries for path in (entry.path, entry.file) if path}
    found = [f"{entry.id}: {fault.kind}" for entry in entries for fault in entry.faults]
    found += [f"{entry.id}: no file" for entry in entries if entry.file is None]
    found += [f"{entry.id}: other words" for entry in entries if not _agrees(root, entry.file, entry.file_sha256)]
    found += [f"{entry.id}: not in the index" for entry in entries if opened.body(entry).scope != "full"]
    found += [f"{path.name}: an orphan" for path in corpus(root).iterdir() if path.name not in owned]
    found += [note for note in opened.notes if note != DAMAGED]
    numbers = [int(entry.id[4:]) for entry in entries]
    found += [] if numbers == list(range(1, len(numbers) + 1)) else [f"ids {numbers}"]
    found += [] if (root / "paper.md").read_text() in {OLD, NEW} else ["paper.md: neither old nor new"]
    opened.close()
    with chdir(root):
        session = Session({"today": TODAY})
        report = run_check(["."], session.with_options(select=CITED_RULES, ignore=()))
        seen = check_health(report, session)
    return found + ([] if seen.is_healthy else [render_health(seen)])


def _agrees(root: Path, file: str | None, digest: str | None) -> bool:
    return file is not None and sha256((root / file).read_bytes()).hexdigest() == digest


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a paper and a few sources."""
    (tmp_path / "paper.md").write_text(OLD)
    for number in range(3):
        record = SourceRecord(title=f"Roofs {number}", data=f"Roofs are warm, {number}.".encode(), ending=".txt")
        add_source(tmp_path, corpus(tmp_path), record, given=GIVEN, today=TODAY)
    assert [] == faults(tmp_path)
    return tmp_path


def test_killed_process_leaves_whole_corpus(root: Path) -> None:
    """No partial entry, orphan, duplicate id or lost file; every document is old or new."""
    chance = dice(43)
    works = (adding, adding, indexing, fixing)
    for number in range(KILLS):
        work = works[number % len(works)]
        killed(work, root, chance.uniform(0.01, SECONDS))
        assert [] == faults(root), (number, work.__name__)
    assert 3 < len(list(open_corpus(root).entries()))
    assert isinstance(parse((root / "paper.md").read_bytes(), "paper.md"), Document)


def test_two_killed_additions_leave_whole_corpus(root: Path) -> None:
    """One waits for the other's lock when both are killed."""
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
