"""`citevet batch` over PostgreSQL, whose connections and server are lost: the output is that of an undisturbed run."""

import os
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from fuzz import kill_database
from fuzz.database_server import DatabaseServer
from fuzz.killed_runs import BATCH, count_finished, read_output, run_to_end, wait_for_documents, write_project


@pytest.fixture(autouse=True)
def _own_runtime_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


def test_lost_connections_and_killed_servers_cost_no_answer() -> None:
    """Connections end and the server is killed at random points of two runs; `make torture` does so 50 times."""
    assert 0 == kill_database.main(kills=2, seed=3)


def test_server_that_stays_away_ends_the_batch(here: Path) -> None:
    """One error, and the journal keeps what is finished; when the server is back, the run continues from there."""
    write_project(here, documents=12)
    run_to_end(here, "whole")
    with closing(DatabaseServer()) as server:
        address = {"CITEVET_CORPUS_DATABASE": server.address}
        words = [*BATCH, "killed", "--jobs", "2"]
        journal = here / "killed/journal.sqlite"
        run = subprocess.Popen(words, env={**os.environ, **address}, stderr=subprocess.PIPE, encoding="utf-8")
        wait_for_documents(journal, run, 5)
        server.kill()
        _, error = run.communicate(timeout=300)
        assert (2, 1) == (run.returncode, error.count("\n"))
        assert "the database cannot be reached" in error
        finished = count_finished(journal)
        again = subprocess.run(words, env={**os.environ, **address}, capture_output=True, check=False, encoding="utf-8")
        assert (2, "", 1) == (again.returncode, again.stdout, again.stderr.count("\n"))
        assert 5 <= finished == count_finished(journal)
        server.start()
        run_to_end(here, "killed", variables=address)
    assert read_output(here / "whole") == read_output(here / "killed")
