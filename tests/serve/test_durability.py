"""Jobs survive the end of the server, whether it is stopped or killed."""

import os
import signal
import time
from pathlib import Path

import pytest
from tests.serve.conftest import Start
from tests.serve.running_server import RunningServer, error_code, send_text, wait_for

from citevet.errors import UsageError
from citevet.world.job_store import JobStore

LONG = "Trees cool the street [REF-001]. It is 12 % cooler (Miller, 2019).\n\n" * 30_000
SHORT = "Trees cool the street [REF-001]."


@pytest.fixture(scope="module")
def server(start_server: Start) -> RunningServer:
    """A server that each test leaves running, with its jobs."""
    return start_server(workers=1, grace_seconds=1.0)


def test_a_killed_server_loses_no_finished_job(server: RunningServer) -> None:
    """After kill -9 finished jobs have their report and review, the running one failed, the waiting one is done."""
    with server.client() as client:
        done = send_text(client, SHORT)
        wait_for(client, done)
        review = {"decisions": {"f1": {"decision": "accepted", "comment": ""}}}
        client.put(f"/api/jobs/{done}/review", json=review)
        report = client.get(f"/api/jobs/{done}/report").content
        running = send_text(client, LONG)
        wait_for(client, running, "running")
        waiting = send_text(client, SHORT)
    workers = list_children(server.process.pid if server.process else 0)
    assert workers
    server.end(signal.SIGKILL)
    for worker in workers:
        wait_until_gone(worker)
    server.start()
    with server.client() as client:
        assert report == client.get(f"/api/jobs/{done}/report").content
        assert review == client.get(f"/api/jobs/{done}/review").json()
        stopped = wait_for(client, running)
        assert "failed" == stopped["state"]
        assert stopped["error"].startswith("The server stopped before")
        assert "done" == wait_for(client, waiting)["state"]
        assert (409, "not_finished") == error_code(client.get(f"/api/jobs/{running}/report"))


def test_a_stopped_server_finishes_or_keeps_its_jobs(server: RunningServer) -> None:
    """After SIGTERM a job that takes too long waits for the next server, listeners are let go, the exit code is 0."""
    with server.client() as client:
        done = send_text(client, SHORT)
        wait_for(client, done)
        long, short = send_text(client, LONG), send_text(client, SHORT)
        wait_for(client, long, "running")
        with client.stream("GET", f"/api/jobs/{long}/events") as events:
            lines = events.iter_lines()
            assert "event: progress" == next(lines)
            assert 0 == server.end(signal.SIGTERM)
            assert not [line for line in lines if line.startswith("event: done")]
    server.start()
    with server.client() as client:
        assert "done" == client.get(f"/api/jobs/{done}").json()["state"]
        assert client.get(f"/api/jobs/{long}").json()["state"] in {"queued", "running"}
        client.delete(f"/api/jobs/{long}")
        assert "done" == wait_for(client, short)["state"]


def test_a_process_that_the_system_ends_costs_one_job(server: RunningServer) -> None:
    """The job that it worked on fails and says why; the next job has a new process."""
    assert server.process is not None
    with server.client() as client:
        lost = send_text(client, LONG)
        while wait_for(client, lost, "running", "queued")["stage"] in {"queued", "starting"}:
            time.sleep(0.05)
        end_all(list_children(server.process.pid))
        assert wait_for(client, lost)["error"].startswith("The process that worked on it ended without a result.")
        assert "done" == wait_for(client, send_text(client, SHORT))["state"]
        end_all(list_children(server.process.pid))
        assert "done" == wait_for(client, send_text(client, SHORT))["state"]


def end_all(processes: list[int]) -> None:
    """Kill processes, and wait until they are gone."""
    for process in processes:
        os.kill(process, signal.SIGKILL)
        wait_until_gone(process)


def test_one_server_uses_a_store_at_a_time(server: RunningServer) -> None:
    """A second server would take the jobs of the first for lost ones, so it does not start."""
    with pytest.raises(UsageError, match="another server uses this job store"):
        JobStore(server.folder / "jobs.sqlite")
    with server.client() as client:
        assert "ok" == client.get("/health").json()["status"]


def list_children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    return [int(each) for each in found.split()]


def wait_until_gone(process: int) -> None:
    """Wait for a process to end."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        if "\nState:\tZ" in Path(f"/proc/{process}/status").read_text("ascii"):
            return
        time.sleep(0.05)
    raise AssertionError(f"the process {process} still runs")
