"""Looking one work up from the page: at the registries where the operator allows it, else a refusal in words."""

import json
from pathlib import Path

import httpx2
import pytest
from tests.emulator.audited import serve_public_hosts
from tests.serve.running_server import RunningServer

TEXT = b"Trees cool streets (doi:10.5555/none.2020), and they grow [@oak].\n"
ENTRY = b"@article{oak, title = {No such work of anybody}, author = {Oak, K.}, year = {2019}, doi = {10.5555/none.7}}\n"


def check(client: httpx2.Client) -> tuple[str, dict[str, object]]:
    """Check a paper; return the address of the check, and its first document."""
    paper = client.post("/api/papers", json={}).json()["paper"]
    for name, data in {"paper.md": TEXT, "references.bib": ENTRY}.items():
        client.put(f"/api/papers/{paper}/files", params={"name": name}, content=data).raise_for_status()
    place = f"/api/papers/{paper}/checks"
    place += "/" + client.post(place, json={}).json()["job"]
    while client.get(place).json()["state"] in {"queued", "running"}:
        pass
    return place, client.get(f"{place}/report").json()["documents"][0]


def start(folder: Path, **options: object) -> RunningServer:
    """Start a server of an empty project."""
    (folder / "project").mkdir()
    server = RunningServer(folder, folder / "project", {"options": options, "workers": 1, "rate": 60_000})
    server.start()
    return server


def test_the_registries_are_asked_about_one_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A citation and an entry are looked up; the row says what became of them, and who was asked."""
    with serve_public_hosts(monkeypatch):
        server = start(tmp_path, online=True)
        with server.client() as client:
            place, document = check(client)
            (doi,) = (each for each in document["citations"] if each["kind"] == "doi")  # type: ignore[attr-defined]
            cited = client.post(f"{place}/lookups", json={"citation": doi["id"]}).json()
            (entry,) = document["references"]  # type: ignore[misc]
            listed = client.post(f"{place}/lookups", json={"reference": entry["id"]}).json()  # type: ignore[has-type]
            nothing = client.post(f"{place}/lookups", json={"citation": "c999"})
            elsewhere = client.post(f"{place}/lookups", json={"document": 99})
        server.end()
    assert ("not found", "missing") == (cited["row"]["word"], cited["row"]["existence"])
    assert "doi.org" in cited["asked"]
    assert "oak" == listed["row"]["key"]
    assert "missing" == listed["row"]["existence"]
    assert (422, 422) == (nothing.status_code, elsewhere.status_code), (nothing.text, elsewhere.text)


def test_a_server_without_the_network_says_so(tmp_path: Path) -> None:
    """Nothing is looked up, and the answer names who can change that."""
    server = start(tmp_path)
    with server.client() as client:
        place, document = check(client)
        refused = client.post(f"{place}/lookups", json={"citation": document["citations"][0]["id"]})  # type: ignore[index]
    server.end()
    assert 403 == refused.status_code
    assert "citevet serve --online" in json.loads(refused.text)["error"]["message"]
