"""A client that a generator made from our description works: `make clients` installs the generator."""

import importlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tests.serve.running_server import RunningServer

pytest.importorskip("openapi_python_client", reason="`make clients` installs openapi-python-client")

_NAME = "citevet_made_client"
_SOURCES = ["Tokyo is the capital and seat of government of Japan. Tokyo has 14 million people."]


class _Made:
    """The generated package, and a client of a running server."""

    def __init__(self, url: str) -> None:
        self.models = importlib.import_module(f"{_NAME}.models")
        self.client = importlib.import_module(_NAME).Client(base_url=url, raise_on_unexpected_status=True)

    def call(self, where: str, /, *args: Any, **given: Any) -> Any:
        """Call an operation, by its group and name, and return its typed answer."""
        module = importlib.import_module(f"{_NAME}.api.{where}")
        return module.sync(*args, client=self.client, **given)


@pytest.fixture(scope="module")
def made(server: RunningServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Made]:
    """A client that the generator made from the description of the server."""
    folder = tmp_path_factory.mktemp("made")
    with server.client() as client:
        described = client.get("/openapi.json").json()
    for operation in (each for operations in described["paths"].values() for each in operations.values()):
        # As the guide says: of two kinds of one body, this generator makes a module that names what it does not import.
        operation.get("requestBody", {}).get("content", {}).pop("multipart/form-data", None)
    (folder / "openapi.json").write_text(json.dumps(described), "utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none"]
    done = subprocess.run([*command, "--output-path", _NAME], cwd=folder, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert 0 == done.returncode, said
    assert "Unable" not in said, said  # a shape that it cannot make
    assert said.count("WARNING") == said.count("Unsupported content_type image/png)"), said
    sys.path.insert(0, str(folder))
    try:
        made = _Made(server.url)
        with made.client:
            yield made
    finally:
        sys.path.remove(str(folder))


def test_claims_are_verified(made: _Made) -> None:
    """A call and its answer are objects with the names of the description."""
    call = made.models.VerifyCall.from_dict({"text": "Tokyo has 41 million people.", "sources": _SOURCES})
    (claim,) = made.call("verify.verify_claims", body=call).claims
    assert ("contradicted", "41 million") == (str(claim.verdict), claim.differences[0].claim)
    prepared = made.call("verify.prepare_sources", body=made.models.SourcesCall.from_dict({"sources": _SOURCES}))
    many = made.models.VerifyManyCall(items=["Tokyo is the capital of Japan."], sources=prepared.sources)
    (answer,) = made.call("verify.verify_many", body=many).results
    assert ["supported"] == [str(each.verdict) for each in answer.claims]
    guard = made.models.GuardCall.from_dict({"sources": _SOURCES, "chunk": "Tokyo is in Japan.", "finish": True})
    assert "Tokyo is in Japan." == "".join(each.text for each in made.call("verify.guard_stream", body=guard).events)


def test_a_document_is_checked(made: _Made) -> None:
    """The job, its state and its report are typed, and a fault of the document is a finding with a rule."""
    body = made.models.CheckedText(name="paper.md", text="Trees are green [@nokey].\n\n[^1]: x\n")
    job = made.call("jobs.check_document", body=body).job
    while str((seen := made.call("jobs.show_job", job)).state) in {"queued", "running"}:
        time.sleep(0.1)
    assert "done" == str(seen.state)
    report = made.call("jobs.show_report", job)
    assert isinstance(report, made.models.CheckReport)
    assert {"KEY015"} <= {each.code for each in report.documents[0].findings}
    assert job in {each.id for each in made.call("jobs.list_jobs").jobs}


def test_works_sources_and_rules_are_found(made: _Made) -> None:
    """What is looked up has typed answers, too."""
    assert "ok" == str(made.call("server.show_health").status)
    assert "PAG001" == made.call("rules.explain_rule", "PAG001").code
    assert made.call("rules.list_rules").rules
    assert made.call("corpus.list_corpus").sources
    assert made.call("corpus.search_corpus", query="shade lowers temperature").hits
    targets = made.models.ResolveCall.from_dict({"targets": ["10.1038/nature12373"]})
    (work,) = made.call("resolve.resolve_works", body=targets).works
    assert "unchecked" == json.loads(json.dumps(work.to_dict()))["existence"]


def test_a_wrong_call_has_a_typed_error(made: _Made) -> None:
    """An error is an object with a code and a message."""
    answer = made.call("jobs.show_job", "no-such-job")
    assert "not_found" == answer.error.code
