"""What is known of a document is shown while the rest is looked up and judged."""

from pathlib import Path

import pytest
from tests.emulator.audited import serve_public_hosts

from citevet.cli import output
from citevet.jobs import early_results
from citevet.jobs.check import run_check
from citevet.model import Audit
from citevet.read import parse
from citevet.session import Session

ONLINE = "\n\n".join(f"Trees cool street {n} (https://doi.org/10.5555/none.{n})." for n in range(100, 160))
ENTRY = "---\nref: REF-001\ntitle: Shade\nauthors: [Lind, A.]\nyear: 2017\n---\n\n{}\n"
JUDGED = "\n\n".join(f"Tower {n} of the port is {n} metres high [REF-001]." for n in range(100, 160))


def check(text: str, session: Session) -> Audit:
    """Audit a text."""
    return run_check([parse(text.encode(), "paper.md")], session).audits[0]


def test_first_findings_of_slow_look_ups_come_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a tenth of the citations is looked up its findings are shown; the end is as without a listener."""
    shown: list[list[str]] = []
    options = {"online": True, "no-cache": True}
    with serve_public_hosts(monkeypatch) as emulator:
        emulator.delay = 0.05
        listening = Session(
            options, here=tmp_path, show_early=lambda each: shown.append([f.code for f in each.findings])
        )
        last = check(ONLINE, listening)
        alone = check(ONLINE, Session(options, here=tmp_path))
    assert ["EXI007"] * 60 == [each.code for each in last.findings]
    first = next(codes for codes in shown if codes)
    assert 1 <= len(first) <= 6
    assert shown == sorted(shown, key=len)
    assert alone.findings == last.findings


def test_claims_are_judged_in_parts_with_the_same_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first judgements are shown before a tenth of the claims is judged, and parts change no judgement."""
    monkeypatch.setattr(early_results, "_PAUSE", 0.0)
    monkeypatch.setattr(early_results, "_LONGER", 0.0)
    monkeypatch.setattr(early_results, "_SHARE", 0.0)

    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/REF-001-shade.md").write_text(
        ENTRY.format("The towers of the port are seven metres high. " * 9)
    )
    judged: list[int] = []
    progress: list[tuple[int, int, str]] = []

    def show(audit: Audit) -> None:
        judged.append(sum(each.support != "unchecked" for each in audit.judgements))

    options = {"judge": "small", "no-cache": True, "corpus": str(tmp_path / "corpus")}
    session = Session(options, here=tmp_path, show_early=show)
    document = parse(JUDGED.encode(), "paper.md")
    last = run_check([document], session, progress=lambda *each: progress.append(each)).audits[0]
    alone = check(JUDGED, Session(options, here=tmp_path))
    assert 60 == sum(each.support != "unchecked" for each in last.judgements)
    assert 1 <= next(filter(None, judged)) <= 6
    assert alone == last
    counts = [(done, total) for done, total, what in progress if what.startswith("claims judged")]
    assert counts == sorted(counts)
    assert {60} == {total for _, total in counts}


def test_a_terminal_shows_the_first_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time a few new ones are named and the others counted; none is named twice, and a short run names none."""
    text = "\n\n".join(f"Shade helps in street {n} [^{n}]." for n in range(5))
    audit = check(text, Session({"select": "KEY"}, here=tmp_path))
    now = iter((0.0, 1.0, 60.0, 90.0))
    monkeypatch.setattr(output, "stopwatch", lambda: next(now))
    early = output.EarlyFindings()
    early(audit)
    assert "" == capsys.readouterr().err
    early(audit)
    lines = capsys.readouterr().err.replace("\r\x1b[2K", "").splitlines()
    assert 4 == len(lines)
    assert "so far: paper.md:1: KEY001 error:" in lines[0]
    assert lines[-1].endswith("paper.md: 2 more")
    early(audit)
    assert "" == capsys.readouterr().err
