"""The curl lines of docs/guides/serve.md, run against a server in the order of the guide."""

import json
import re
import subprocess
from functools import reduce
from http.client import HTTPConnection
from pathlib import Path

from tests.serve.running_server import RunningServer

from citevet.serve.http.tokens import add_token

GUIDE = Path(__file__).parents[2] / "docs/guides/serve.md"
_BLOCK = re.compile(r"^```shell\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CURL = re.compile(r"^curl .*?(?=^[a-z#]|\Z)", re.DOTALL | re.MULTILINE)


def test_the_largest_requests_are_those_of_the_guide(server: RunningServer) -> None:
    """By default 32 MB with a document and 8 MB without one: a longer request is refused by its stated length."""
    row = next(line for line in GUIDE.read_text("utf-8").splitlines() if line.startswith("| `--max-mb N` |"))
    sizes = dict(zip(("/api/check", "/api/verify"), re.findall(r"(?<= )\d+(?= \||, or)", row), strict=True))
    for path, size in sizes.items():
        most = int(size) * 2**20
        line = HTTPConnection(server.url.removeprefix("http://"), timeout=60)
        line.putrequest("POST", path)
        line.putheader("content-length", str(most + 1))
        line.endheaders()
        answer = line.getresponse()
        said = json.loads(answer.read())["error"]["message"]
        line.close()
        assert (413, f"The request is larger than {size} MB.") == (answer.status, said)


def test_the_guide_tells_the_truth(server: RunningServer) -> None:
    """Each line is answered without an error, and with what the guide says."""
    lines = [line.strip() for block in _BLOCK.findall(GUIDE.read_text("utf-8")) for line in _CURL.findall(block)]
    known = {"http://127.0.0.1:8349": server.url}
    answers: list[str] = []
    for line in lines:
        if "Bearer" in line:
            known |= {"citevet_…": add_token(server.tokens, "alice"), "https://citevet.example.org": server.url}
        meant = reduce(lambda typed, pair: typed.replace(*pair), known.items(), line)
        command = f"curl --silent --show-error --fail{meant.removeprefix('curl')}"
        done = subprocess.run(["bash", "-c", command], cwd=server.root, capture_output=True, text=True, check=False)
        assert 0 == done.returncode, f"{meant}\n{done.stderr}"
        answers.append(done.stdout)
        if "3q2…" not in known:
            known["3q2…"] = json.loads(done.stdout)["job"]
    _, events, report, sarif, verified, jobs = answers
    assert "event: done" in events
    assert ["paper.md", "references.bib"] == [each["path"] for each in json.loads(report)["documents"]]
    assert "2.1.0" == json.loads(sarif)["version"]
    assert {"supported"} == {claim["verdict"] for claim in json.loads(verified)["claims"]}
    assert {"jobs": []} == json.loads(jobs)  # alice has none of her own
