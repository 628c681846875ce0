"""A document becomes a job, and the job a report in every format."""

import json
import subprocess
import sys
from io import BytesIO
from typing import Any

import httpx2
import pytest
from docx import Document
from tests.serve.running_server import RunningServer, error_code, send_text, wait_for

from citevet.report import FORMATS

BIB = "references.bib"
LONG = "Trees cool the street [REF-001]. It is 12 % cooler (Miller, 2019).\n\n" * 30_000


def test_a_report_is_that_of_the_command(server: RunningServer, client: httpx2.Client) -> None:
    """An uploaded document gets the findings that `citevet check` prints, and the report has its text."""
    paper = (server.root / "paper.md").read_bytes()
    files = {"document": ("paper.md", paper), "companion": (BIB, (server.root / BIB).read_bytes())}
    sent = client.post("/api/check", files=files, data={"options": '{"strict": true}'})
    assert 202 == sent.status_code
    job = sent.json()["job"]
    events = [event for event in client.get(f"/api/jobs/{job}/events").text.split("\n\n") if event]
    assert events[-1].startswith("event: done\n")
    assert all(each.startswith("event: progress\n") for each in events[:-1])
    last = json.loads(events[-1].partition("data: ")[2])
    assert ("done", "paper.md", {"done": 1, "total": 1}) == (last["state"], last["name"], last["progress"])
    report = client.get(f"/api/jobs/{job}/report").json()
    assert paper.decode() == report["documents"][0].pop("text")
    outline = [report["documents"][0].pop(key)[0][0] for key in ("blocks", "regions")]
    assert ["heading", "metadata"] == outline  # what the page needs to lay out the text
    command = [sys.executable, "-m", "citevet", "check", "-", "--stdin-filename", "paper.md", "--strict", "--format"]
    done = subprocess.run([*command, "json"], input=paper, cwd=server.root, capture_output=True, check=False)
    printed = json.loads(done.stdout)
    keys = ("verdict", "sources", "rules")
    assert {key: printed[key] for key in keys} == {key: report[key] for key in keys}
    assert printed["documents"][0] == report["documents"][0]  # the bibliography is the other document


@pytest.fixture(scope="module")
def finished(server: RunningServer) -> str:
    """The id of a job with a report."""
    with server.client() as client:
        job = send_text(client, "Trees cool the street [REF-001]. It is 12 % cooler (Miller, 2019).")
        assert "done" == wait_for(client, job)["state"]
    return job


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_of_the_command(client: httpx2.Client, finished: str, name: str) -> None:
    """A report can be read in each format that the command has."""
    answer = client.get(f"/api/jobs/{finished}/report", params={"format": name})
    assert 200 == answer.status_code
    assert ("citevet" if name == "badge" else "paper.md") in answer.text


def test_a_review_is_kept_with_the_report(client: httpx2.Client, finished: str) -> None:
    """What a reader says to the findings comes back as it was; another shape is refused."""
    review = {"decisions": {"f1": {"decision": "rejected", "comment": "<b>No</b>"}}}
    assert review == client.put(f"/api/jobs/{finished}/review", json=review).json()
    assert review == client.get(f"/api/jobs/{finished}/review").json()
    wrong = client.put(f"/api/jobs/{finished}/review", json={"decisions": {"f1": {"decision": "maybe"}}})
    assert (422, "invalid") == error_code(wrong)


def test_a_finished_job_is_removed(client: httpx2.Client) -> None:
    """DELETE removes a finished job with everything that belongs to it."""
    job = send_text(client, "One [REF-001].")
    wait_for(client, job)
    assert job in {each["id"] for each in client.get("/api/jobs").json()["jobs"]}
    assert 204 == client.delete(f"/api/jobs/{job}").status_code
    assert (404, "not_found") == error_code(client.get(f"/api/jobs/{job}"))
    assert (404, "not_found") == error_code(client.get(f"/api/jobs/{job}/report"))


def test_a_running_job_is_cancelled(client: httpx2.Client) -> None:
    """DELETE stops a job at once, others go on, and no report exists."""
    job = send_text(client, LONG)
    wait_for(client, job, "running")
    assert "cancelled" == client.delete(f"/api/jobs/{job}").json()["state"]
    assert (409, "not_finished") == error_code(client.get(f"/api/jobs/{job}/report"))
    assert client.get(f"/api/jobs/{job}/events").text.startswith("event: cancelled\n")
    assert "done" == wait_for(client, send_text(client, "One [REF-001]."))["state"]


def test_companions_come_with_the_document(server: RunningServer, client: httpx2.Client) -> None:
    """A bibliography is read if it was sent along; one that lies on the server is not, and that is only a note."""
    text = b"---\nbibliography: references.bib\n---\n\nTrees cool [@sent2020].\n"
    entry = b"@article{sent2020, title={Trees}, author={Lee, Ann}, year={2020}}\n"
    assert (server.root / "references.bib").is_file()

    def find(*files: tuple[str, Any]) -> list[tuple[str, str]]:
        report = _check_files(client, ("document", ("a.md", text)), *files)
        return [(each["code"], each["severity"]) for document in report["documents"] for each in document["findings"]]

    assert [("KEY008", "info")] == find()  # the bibliography was not sent
    assert [] == [code for code, _ in find(("companion", ("references.bib", entry))) if code.startswith("KEY")]


def _check_files(client: httpx2.Client, *files: tuple[str, Any]) -> dict[str, Any]:
    job = client.post("/api/check", files=list(files)).json()["job"]
    assert "done" == wait_for(client, job)["state"]
    report: dict[str, Any] = client.get(f"/api/jobs/{job}/report").json()
    return report


def test_a_companion_without_its_folder_is_found(client: httpx2.Client) -> None:
    """A browser sends names without folders; a companion that nothing names is in the notes, as it is not checked."""
    text = b"\\documentclass{article}\\begin{document}\\input{parts/one}\\end{document}\n"
    sent = (("document", ("a.tex", text)), ("companion", ("one.tex", b"Trees [1].")), ("companion", ("b.md", b"Elm.")))
    report = _check_files(client, *sent)
    assert (["a.tex", "parts/one.tex"], []) == ([each["path"] for each in report["documents"]], report["unread"])
    assert ["b.md came with this document, which does not name it: it was not checked."] == report["documents"][0][
        "notes"
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd.md", "passwd.md"),
        ("C:\\work\\paper.tex", "paper.tex"),
        ("a\u202eb\x00.md", "ab.md"),
        ("..", "document.md"),
        (f"{'x' * 195}.md", f"{'x' * 148}.md"),
    ],
)
def test_a_name_is_only_a_name(client: httpx2.Client, name: str, shown: str) -> None:
    """A name with folders or control characters is cut down to a harmless one."""
    job = send_text(client, "One [REF-001].", name)
    assert shown == client.get(f"/api/jobs/{job}").json()["name"]
    wait_for(client, job)


def test_a_document_that_cannot_be_read_fails_with_the_reason(client: httpx2.Client) -> None:
    """The job says what is wrong, without the place of the project on the server."""
    sent = client.post("/api/check", files={"document": ("a.docx", b"PK\x03\x04 no archive")})
    found = wait_for(client, sent.json()["job"])
    assert "failed" == found["state"]
    assert found["error"].startswith("a.docx: ")


def test_a_document_that_takes_too_long_is_stopped(start_server: Any) -> None:
    """The process of a job is ended after the longest time, and the next job has a new one."""
    with start_server(job_seconds=1, workers=1).client() as client:
        slow, quick = send_text(client, LONG), send_text(client, "One [REF-001].")
        found = wait_for(client, slow)
        assert ("failed", "The work was stopped after 1 s. Send a smaller document.") == (
            found["state"],
            found["error"],
        )
        assert wait_for(client, quick)["state"] in {"done", "failed"}


def test_clients_get_what_the_server_allows(client: httpx2.Client) -> None:
    """The network and the judge are the server's choice; unknown rules and settings are refused at once."""
    for options, wanted in [
        ({"online": True}, (403, "forbidden")),
        ({"judge": True}, (403, "forbidden")),
        ({"select": ["XYZ999"]}, (422, "invalid")),
        ({"corpus": "/etc"}, (422, "invalid")),
        ({"online": False, "judge": False, "select": ["KEY"]}, None),
    ]:
        answer = client.post("/api/check", json={"text": "One.", "options": options})
        assert wanted == (error_code(answer) if wanted else None), answer.text


@pytest.fixture(scope="module")
def judging_server(start_server: Any) -> RunningServer:
    """A server with a judge, which keeps two jobs."""
    started: RunningServer = start_server(keep_jobs=2, options={"judge": "small"}, workers=1)
    return started


def test_old_jobs_are_removed(judging_server: RunningServer) -> None:
    """No more finished jobs are kept than the settings say; the oldest goes first."""
    with judging_server.client() as client:
        for number in range(3):
            last = send_text(client, f"Number {number} [REF-001].")
            wait_for(client, last)
        kept = [each["id"] for each in client.get("/api/jobs").json()["jobs"]]
    assert (2, last) == (len(kept), kept[0])


def test_clients_can_leave_the_judge_out(judging_server: RunningServer) -> None:
    """A server with a judge uses it, unless the client says that it is not wanted."""
    with judging_server.client() as client:
        assert "small" == client.get("/health").json()["judge"]
        cases: list[tuple[dict[str, Any], list[str]]] = [({}, ["small"]), ({"judge": False}, [])]
        for options, models in cases:
            job = send_text(client, "Shade trees lower the cooling load [REF-003].", **options)
            assert "done" == wait_for(client, job)["state"]
            assert models == list(client.get(f"/api/jobs/{job}/report").json()["run"]["models"])


def test_a_word_document_comes_back_with_comments(client: httpx2.Client, finished: str) -> None:
    """The uploaded file is returned with its findings as comments; other documents have no such copy."""
    document = Document()
    document.add_paragraph("Trees cool the street [REF-999].")
    sent = BytesIO()
    document.save(sent)
    job = client.post("/api/check", files={"document": ("a.docx", sent.getvalue())}).json()["job"]
    assert "done" == wait_for(client, job)["state"]
    answer = client.get(f"/api/jobs/{job}/report", params={"format": "docx-comments"})
    comments = [each.text for each in Document(BytesIO(answer.content)).comments]
    assert any("EXI001" in text for text in comments)
    refused = client.get(f"/api/jobs/{finished}/report", params={"format": "docx-comments"})
    assert (409, "not_a_word_file") == error_code(refused)
