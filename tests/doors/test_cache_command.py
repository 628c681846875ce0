"""`citevet cache` and the network part of `citevet doctor`, against a server on this machine."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.emulator.server import Emulator, Response

from citevet.cli import group
from citevet.jobs.doctor import examine
from citevet.jobs.run_summary import describe_run
from citevet.session import Session


@pytest.fixture
def session(here: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A run that asked one service."""
    with Emulator(extra={"crossref": lambda _: Response({"status": "ok"})}) as emulator:
        emulator.use(monkeypatch)
        session = Session({"online": True, "max_requests": 1}, here=here)

        async def ask() -> None:
            async with session.web as web:
                for name in ("one", "two"):
                    await web.ask("crossref", f"/works/{name}")

        asyncio.run(ask())
    return session


@pytest.mark.usefixtures("session")
def test_info_and_clear() -> None:
    """The answers of a run are listed, and gone after `clear`."""
    runner = CliRunner()
    found = json.loads(runner.invoke(group, ["cache", "info", "--json"]).stdout)
    assert ("answers", 1) == (found[0]["name"], found[0]["entries"])
    assert "0 answers, 0 results dropped" in runner.invoke(group, ["cache", "prune"]).stdout
    assert 0 == runner.invoke(group, ["cache", "clear"]).exit_code
    assert not Path(found[0]["path"]).exists()


def test_run_says_what_was_sent(session: Session) -> None:
    """A report has the counts by host, what was sent, and what ended the run."""
    run = describe_run((), session)
    (host,) = run["services"]
    assert {"requests": 1, "cached": 0, "failed": 0} == run["services"][host]
    assert {"identifier": 1} == run["network"]["hosts"][host]["what"]
    assert any("--max-requests" in note for note in run["notes"])


def test_doctor_offline(here: Path) -> None:
    """Without --online no service is queried."""
    assert [] == [each for each in examine(Session(here=here)) if each.name.startswith("service")]


def test_doctor_online(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each service is queried once; those without a key say what it would add."""
    monkeypatch.delenv("LAW_GO_KR_OC", raising=False)
    with Emulator(extra={"crossref": lambda _: Response({})}) as emulator:
        emulator.use(monkeypatch)
        emulator.inject("403", service="ecfr")
        found = {each.name: each for each in examine(Session({"online": True}, here=here))}
    assert "ok" == found["service crossref"].state
    assert ("missing", True) == (found["service ecfr"].state, "403" in found["service ecfr"].details)
    assert "LAW_GO_KR_OC" in found["service lawgokr"].details
