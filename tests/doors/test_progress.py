"""How far a long run is, where stderr is no terminal: a line from time to time, and nothing on stdout."""

import os
import sys
from collections.abc import Sequence
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citevet.cli import group, progress
from citevet.jobs import audit_file, supports
from citevet.jobs import verify as job
from citevet.jobs.supporting.loaded_judge import Tools
from citevet.jobs.supporting.pair_memory import PairMemory
from citevet.judge.support import Assessor
from citevet.report.excerpt import width

CLAIMS = "".join(f"Tower {number} of the port is {number} m high.\n" for number in range(1, 7))


def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Know nothing."""
    return [(0.01, 0.98, 0.01) for _ in pairs]


@pytest.fixture(autouse=True)
def _files(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six claims, a source and six documents; no model is loaded."""
    (here / "claims.txt").write_text(CLAIMS, encoding="utf-8")
    (here / "source.txt").write_text("The towers of the port are old.\n", encoding="utf-8")
    for number in range(6):
        (here / f"{number}.md").write_text("The tower is old.\n", encoding="utf-8")
    monkeypatch.setattr(job, "own_assessor", lambda _: Assessor(nli))
    monkeypatch.setattr(job, "judge_notes", lambda _: ())


def citevet(*words: str) -> Result:
    return CliRunner().invoke(group, words)


def each_look_takes(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock go on by so much whenever it is looked at."""
    ticks = count()
    monkeypatch.setattr(progress, "stopwatch", lambda: next(ticks) * seconds)


VERIFY = ("verify", "--claims", "claims.txt", "--source", "source.txt")
CHECK = ("check", "--select", "KEY", *(f"{number}.md" for number in range(6)))


def test_a_long_verify_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds after the last line there is another, with what is done, and how much there is."""
    each_look_takes(5.0, monkeypatch)
    told = citevet(*VERIFY).stderr.splitlines()
    assert "citevet: 1 of 6 claims: Tower 2 of the port is 2 m high." == told[0]
    assert ["1 of 6", "3 of 6", "5 of 6"] == [line.removeprefix("citevet: ")[:6] for line in told]


def test_a_long_check_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The documents that are done are counted; no line has a carriage return."""
    each_look_takes(10.0, monkeypatch)
    told = citevet(*CHECK).stderr
    assert "citevet: 3 of 6 documents: 2.md\n" in told
    assert "\r" not in told


@pytest.mark.parametrize("words", [VERIFY, CHECK], ids=["verify", "check"])
def test_a_short_run_says_nothing_of_it(words: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is done within ten seconds shows no progress."""
    each_look_takes(0.1, monkeypatch)
    assert " of 6" not in citevet(*words).stderr


@pytest.mark.parametrize("words", [VERIFY, CHECK], ids=["verify", "check"])
def test_quiet_and_the_same_results(words: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`--quiet` shows no progress, and with or without it stdout is the same to the byte."""
    each_look_takes(20.0, monkeypatch)
    loud, quiet = citevet(*words), citevet(*words, "--quiet")
    assert (True, False) == (" of 6 " in loud.stderr, " of 6 " in quiet.stderr)
    assert loud.stdout_bytes == quiet.stdout_bytes


def test_one_long_document_tells_of_its_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model gets the pairs of a document in parts, and before each of them it is told how many were weighed."""
    told: list[tuple[int, int]] = []
    asked: list[int] = []

    def counting(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        asked.append(len(pairs))
        return nli(pairs)

    monkeypatch.setattr(supports, "_pairs", lambda claim, *_: [(f"{claim} {number}", "") for number in range(100)])
    tools = Tools(
        Assessor(counting),
        memories=(PairMemory(counting, "counting"),),
        progress=lambda done, total, _: told.append((done, total)),
    )
    supports.ask_ahead(((number, {}) for number in range(6)), tools)  # type: ignore[misc]  # any name of a claim
    assert ([256, 256, 88], [(0, 600), (256, 600), (512, 600)]) == (asked, told)


def test_the_pairs_of_a_document_are_told_apart_from_documents(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line says what it counts, and of which file: documents, or the pairs of one of them."""
    (here / ".citevet" / "corpus").mkdir(parents=True)
    entry = "---\ntitle: Ports\n---\nThe towers of the port are old.\n"
    (here / ".citevet" / "corpus" / "REF-001.md").write_text(entry, encoding="utf-8")
    (here / "d.md").write_text("The towers of the port are new [REF-001].\n", encoding="utf-8")
    memory = PairMemory(nli, "silent")
    monkeypatch.setattr(audit_file, "tools", lambda *_: Tools(Assessor(memory), memories=(memory,)))
    each_look_takes(10.0, monkeypatch)
    told = citevet("check", "--judge", "small", "d.md").stderr
    assert "citevet: 0 of 1 pairs of claim and passage: d.md\n" in told
    assert "citevet: 1 of 1 documents: d.md\n" in told


def test_a_long_name_keeps_its_end_and_what_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The unit is whole, and of a path the file is shown rather than its first folders."""
    each_look_takes(10.0, monkeypatch)
    (folder := Path("a" * 50)).mkdir()
    (folder / "d.md").write_text("The tower is old.\n", encoding="utf-8")
    told = citevet("check", "--select", "KEY", f"{folder}/d.md").stderr
    assert f"citevet: 1 of 1 documents: {'a' * 35}/d.md\n" in told


class Terminal(StringIO):
    """A stderr on which somebody looks."""

    def isatty(self) -> bool:
        """Say that it is one."""
        return True

    def fileno(self) -> int:
        """Return the number that stderr has."""
        return 2


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (200, f" 3/600 pairs of claim and passage: {'a' * 36}d.md"),
        (80, " 3/600 pairs of claim and passage: aaaaaaaaaad.md"),
        (0, " 3/600 pairs of claim and passage: aaaaaaaaaad.md"),
        (50, " 3/600 pairs of cla"),
        (20, ""),
        (1, ""),
    ],
)
def test_a_bar_stays_on_one_row(columns: int, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However narrow the terminal: a line that wraps leaves a row behind whenever it is drawn anew."""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    with progress.bar() as tell:
        assert tell
        tell(3, 600, f"pairs of claim and passage: {'a' * 50}d.md")
    line = terminal.getvalue().split("\r\x1b[2K")[1]
    assert shown == line.lstrip("━╌")
    assert width(line) < (columns or 80)


def test_a_wide_name_stays_on_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Korean letter takes two columns; a stderr of no known size has eighty."""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(terminal, "fileno", StringIO().fileno)
    with progress.bar() as tell:
        assert tell
        tell(3, 6, f"documents: {'가' * 50}.md")
    line = terminal.getvalue().split("\r\x1b[2K")[1]
    assert (True, True) == (line.endswith("가.md"), width(line) in {78, 79})
