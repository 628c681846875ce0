"""`citevet models`, and a judge of a hub in `citevet check`: who may use the network, and what is said."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.doors.in_process import citevet
from tests.emulator.hub import Hub, serving

ENTRY = "---\nref_id: REF-001\ntitle: Shade\nauthors: [Ada Marsh]\nyear: 2021\n---\n\n# Shade\n"
ADVICE = "--judge: no judge owner/name. Judges on this machine: small. Fetch it with: citevet models add owner/name"


@pytest.fixture
def hub(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub on this machine, and a project with one source."""
    corpus = here / ".citevet/corpus"
    corpus.mkdir(parents=True)
    (corpus / "REF-001-shade.md").write_text(ENTRY)
    (corpus / "REF-001-shade.txt").write_text("Trees keep the pavement cool at noon. We measured 61 of them.\n")
    (here / "paper.md").write_text("Trees keep the pavement cool at noon [REF-001].\n")
    for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(here / "data"))
    with serving() as served:
        monkeypatch.setenv("HF_ENDPOINT", served.url)
        yield served


def checked(*flags: str) -> dict[str, Any]:
    done = citevet("check", "paper.md", "--judge", "owner/name", "--format", "json", *flags)
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_add_and_list(hub: Hub) -> None:
    """The name, its size and its folder are printed; the second time nothing is fetched."""
    first = citevet("models", "add", "owner/name")
    asked = len(hub.asked)
    again, listed = citevet("models", "add", "owner/name"), citevet("models", "list", "--json")
    assert (0, "", asked) == (first.returncode, first.stderr, len(hub.asked))
    assert first.stdout == again.stdout
    assert "owner/name " == first.stdout[:11]
    found = {each["name"]: each["folder"] for each in json.loads(listed.stdout)}
    assert {"embedder", "small", "owner/name"} == set(found)
    assert found["owner/name"] in first.stdout


def test_add_refuses_a_wrong_name_and_an_unusable_model(hub: Hub) -> None:
    """One sentence and exit code 2, for a name and for a model that is none."""
    hub.files["config.json"] = b'{"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}'
    for name, said in (
        ("small", "this is not a model of a hub"),
        ("owner/name", "its outputs are called LABEL_0, LABEL_1"),
    ):
        done = citevet("models", "add", name)
        assert (2, "", 1) == (done.returncode, done.stdout, len(done.stderr.splitlines()))
        assert said in done.stderr


def test_a_project_may_forbid_the_network(hub: Hub, here: Path) -> None:
    """`offline = true` holds for this command too."""
    (here / "citevet.toml").write_text("offline = true\n")
    done = citevet("models", "add", "owner/name")
    assert (2, []) == (done.returncode, hub.asked)
    assert "the configuration forbids the network" in done.stderr


@pytest.mark.parametrize("flags", [(), ("--offline", "--online")])
def test_a_check_fetches_nothing_offline(hub: Hub, flags: tuple[str, ...]) -> None:
    """The judge is missing: one sentence says which are here, and how to fetch it, with exit code 2."""
    done = citevet("check", "paper.md", "--judge", "owner/name", *flags)
    assert (2, "", []) == (done.returncode, done.stdout, hub.asked)
    assert ADVICE in done.stderr


def test_a_check_online_fetches_the_judge_and_asks_it(hub: Hub) -> None:
    """Once; the report names the model, and the next run needs no network."""
    online = checked("--online")
    asked = len(hub.asked)
    offline = checked()
    assert (asked, online["documents"]) == (len(hub.asked), offline["documents"])
    assert ["owner/name", "fp32"] == [online["run"]["models"]["owner/name"][key] for key in ("model", "precision")]
    assert "model-missing" not in json.dumps(online["documents"])


def test_a_judge_that_cannot_be_fetched_stops_nothing(hub: Hub) -> None:
    """The rest of the report is complete, and both sentences are in its notes."""
    hub.status = 503
    said = checked("--online")
    told = [note for note in said["run"]["notes"] if note.startswith("owner/name")]
    assert "owner/name: cannot be fetched: the hub answered 503. Try again later." == told[0]
    assert ("incomplete", 2) == (said["verdict"], len(told))
