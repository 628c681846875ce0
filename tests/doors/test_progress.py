"""Progress of a long run when stderr is not a terminal: a line from time to time, and nothing on stdout."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable, Sequence
from io import StringIO
from itertools import count
from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner, Result

from citevet.cli import group, output
from citevet.jobs import claim_support
from citevet.jobs.judge_claims import ClaimQuestion, judge_claims
from citevet.judge.support import Assessor
from citevet.model import Passage, Span
from citevet.report.safe_text import measure_width

CLAIMS = "".join(f"Tower {number} of the port is {number} m high.\n" for number in range(1, 7))


def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
    """Know nothing."""
    return [(0.01, 0.98, 0.01) for _ in pairs]


@pytest.fixture(autouse=True)
def _files(here: Path, use_nli: Callable[..., None]) -> None:
    """Six claims, a source and six documents; no model is loaded."""
    (here / "claims.txt").write_text(CLAIMS, encoding="utf-8")
    (here / "source.txt").write_text("The towers of the port are old.\n", encoding="utf-8")
    for number in range(6):
        (here / f"{number}.md").write_text("The tower is old.\n", encoding="utf-8")
    use_nli(nli)


def citevet(*words: str) -> Result:
    return CliRunner().invoke(group, words)


def each_look_takes(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock go on by so much whenever it is looked at."""
    ticks = count()
    monkeypatch.setattr(output, "stopwatch", lambda: next(ticks) * seconds)


VERIFY = ("verify", "--claims", "claims.txt", "--source", "source.txt")
CHECK = ("check", "--select", "KEY", *(f"{number}.md" for number in range(6)))


def test_a_long_verify_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten seconds after the last line there is another, with what is done, and how much there is."""
    each_look_takes(10.0, monkeypatch)
    assert ["citevet: 0 of 6 pairs of claim and passage"] == citevet(*VERIFY).stderr.splitlines()


def test_a_long_check_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The documents that are done are counted; no line has a carriage return."""
    each_look_takes(10.0, monkeypatch)
    told = citevet(*CHECK).stderr
    assert "citevet: 3 of 6 documents, 30 s left: 2.md\n" in told
    assert "\r" not in told


def test_each_stage_has_its_own_time_left() -> None:
    """Two seconds after its begin, by what it did since; a stage that begins again is a new one."""
    forecast = output._Forecast()
    assert "claims: a.md" == forecast.add_to("claims: a.md", 0, 100, 0.0)
    assert "documents: a.md" == forecast.add_to("documents: a.md", 1, 3, 0.0)
    assert "claims: a.md" == forecast.add_to("claims: a.md", 1, 100, 1.0)
    assert "claims, 76 s left: a.md" == forecast.add_to("claims: a.md", 5, 100, 4.0)
    assert "documents, 8 s left: b.md" == forecast.add_to("documents: b.md", 2, 3, 8.0)
    assert "claims: b.md" == forecast.add_to("claims: b.md", 0, 100, 9.0)
    assert "claims, 5 min left: b.md" == forecast.add_to("claims: b.md", 1, 100, 12.0)
    assert "claims: b.md" == forecast.add_to("claims: b.md", 100, 100, 20.0)


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


def test_a_long_run_reports_its_pairs() -> None:
    """The model gets all pairs in batches, and progress is reported before each batch."""
    told: list[tuple[int, int]] = []
    asked: list[int] = []

    def counting(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        asked.append(len(pairs))
        return nli(pairs)

    passage = Passage("s1", Span(0, 7), "A tower")
    questions = [ClaimQuestion(f"Tower {number}", (passage,)) for number in range(600)]
    judge_claims(questions, Assessor(counting), progress=lambda done, total, _: told.append((done, total)))
    assert ([256, 256, 88], [(0, 600), (256, 600), (512, 600)]) == (asked, told)


def test_the_pairs_of_a_document_are_told_apart_from_documents(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line names its unit and file: documents, or the pairs of one document."""
    (here / ".citevet" / "corpus").mkdir(parents=True)
    entry = "---\ntitle: Ports\n---\nThe towers of the port are old.\n"
    (here / ".citevet" / "corpus" / "REF-001.md").write_text(entry, encoding="utf-8")
    (here / "d.md").write_text("The towers of the port are new [REF-001].\n", encoding="utf-8")
    monkeypatch.setattr(claim_support, "load_cached_judge", lambda *_: Assessor(nli))
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
    """On a narrow terminal the bar is cut: a wrapped line would leave a row behind at each update."""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    with output.show_progress() as tell:
        assert tell
        tell(3, 600, f"pairs of claim and passage: {'a' * 50}d.md")
    line = terminal.getvalue().split("\r\x1b[2K")[1]
    assert shown == line.lstrip("━╌")
    assert measure_width(line) < (columns or 80)


def test_a_long_document_shows_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """One document has no bar, but while it takes long its name and the seconds are shown, and then wiped."""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(output, "_TICK", 0.01)
    with output.show_progress() as tell:
        assert tell
        tell(0, 1, "documents: d.md")
        while "(0 s)" not in terminal.getvalue():
            sleep(0.01)
    assert " 0/1 documents: d.md (0 s)\r" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[2K")


def test_a_wide_name_stays_on_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Korean letter takes two columns; a stderr of no known size has eighty."""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(terminal, "fileno", StringIO().fileno)
    with output.show_progress() as tell:
        assert tell
        tell(3, 6, f"documents: {'가' * 50}.md")
    line = terminal.getvalue().split("\r\x1b[2K")[1]
    assert (True, True) == (line.endswith("가.md"), measure_width(line) in {78, 79})


def test_loading_a_model_is_shown_on_a_terminal_only(here: Path) -> None:
    """Someone at a terminal sees why nothing happens yet, and the line is wiped; a log has no trace of it."""
    words = [sys.executable, "-m", "citevet", "verify", "The towers are old.", "--source", "source.txt"]
    master, slave = pty.openpty()
    seen = subprocess.run(words, cwd=here, stdout=subprocess.PIPE, stderr=slave, check=True, timeout=120)
    os.close(slave)
    told = os.read(master, 10_000).decode()
    os.close(master)
    assert "\r\x1b[2Kloading model: " in told
    assert told.endswith("\r\x1b[2K")
    logged = subprocess.run(words, cwd=here, capture_output=True, check=True, timeout=120)
    assert (b"", seen.stdout) == (logged.stderr, logged.stdout)
