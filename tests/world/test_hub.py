"""Judges of a model hub: what is fetched, what is refused, and that nothing halves."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.emulator.hub import COMMIT, Hub, graph, serving

from citevet.errors import ModelError
from citevet.world import hub as fetching
from citevet.world.hub import fetch
from citevet.world.models import load
from citevet.world.outputs import places
from citevet.world.weights import data_folder, find, is_hub_id

NAME = "owner/name"
PAIR = ("one two three", "four")  # with [CLS] and two [SEP]: five tokens of evidence, two of the claim


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub on this machine; what is fetched from it stays below the test's own folder."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with serving() as served:
        monkeypatch.setenv("HF_ENDPOINT", served.url)
        yield served


def left() -> list[str]:
    """Return what lies in the folder of weights, files only."""
    weights = data_folder() / "weights"
    return sorted(file.relative_to(weights).as_posix() for file in weights.rglob("*") if file.is_file())


def config(hub: Hub, **said: object) -> None:
    hub.files["config.json"] = json.dumps({**json.loads(hub.files["config.json"]), **said}).encode()


def test_a_model_is_fetched_once_and_used_offline(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four files of one commit, by way of another host; afterwards nobody is asked, and the name finds it."""
    folder = fetch(NAME)
    assert [f"/api/models/{NAME}/revision/main?blobs=true"] == hub.asked[:1]
    resolved = [path for path in hub.asked if "/resolve/" in path]
    wanted = ["config.json", "tokenizer.json", "onnx/model.onnx"]
    assert [f"/{NAME}/resolve/{COMMIT}/{file}" for file in wanted] == resolved
    assert [f"{NAME}/{file}" for file in sorted([*wanted, "manifest.json"])] == left()
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    model = load(NAME)
    assert (folder, NAME, "fp32", COMMIT) == (find(NAME), model.name, model.precision, model.settings["revision"])
    assert [[5.0, 7.0, 2.0]] == model.run([PAIR]).tolist()  # its outputs are contradiction, entailment, neutral


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        (["entailment", "neutral", "contradiction"], [0, 1, 2]),
        (["CONTRADICTION", "ENTAILMENT", "NEUTRAL"], [2, 0, 1]),
        (["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], [0, 2, 1]),
        (["entailment", "not_entailment"], [0, 1]),
        (["not-entailment", "Entailment"], [1, 0]),
    ],
)
def test_outputs_are_known_by_their_names(labels: list[str], order: list[int]) -> None:
    """Whatever their order, each output goes to its place: supported, neutral, contradicted."""
    assert order == places({str(at): label for at, label in enumerate(labels)}, NAME)


@pytest.mark.parametrize(
    "labels",
    [
        None,
        [],
        {},
        {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"},
        {"0": "entailment", "1": "entailment", "2": "neutral"},
        {"0": "entailment", "1": "contradiction"},
        {"0": "neutral", "1": "contradiction", "3": "entailment"},
        {"0": "positive", "1": "negative"},
        {"0": "entailment"},
        {"0": ["entailment"], "1": {}, "2": None},
    ],
)
def test_outputs_that_say_nothing_of_support_are_refused(hub: Hub, labels: object) -> None:
    """It is said so before the weights are fetched, and nothing is kept."""
    config(hub, id2label=labels)
    with pytest.raises(ModelError, match="says nothing of support") as told:
        fetch(NAME)
    assert str(told.value).startswith("owner/name: cannot be fetched: its outputs are called ")
    assert ([], []) == (left(), [path for path in hub.asked if path.endswith(".onnx")])


def test_of_two_outputs_what_is_not_entailed_is_neutral(hub: Hub) -> None:
    """Such a model never contradicts: the third weight is nothing, and no infinite number either."""
    hub.files["onnx/model.onnx"] = graph(2)
    config(hub, id2label={"0": "not_entailment", "1": "entailment"})
    fetch(NAME)
    assert [[5.0, 2.0, -10_000.0]] == load(NAME).run([PAIR]).tolist()


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ("tokenizer.json", "it offers no tokenizer.json"),
        ("config.json", "it offers no config.json"),
        ("onnx/model.onnx", "it offers no ONNX file"),
    ],
)
def test_what_a_model_does_not_offer_is_named(hub: Hub, without: str, said: str) -> None:
    """Nothing is fetched of a model that cannot run."""
    del hub.files[without]
    hub.files.pop("onnx/model_quantized.onnx")
    with pytest.raises(ModelError, match=said):
        fetch(NAME)
    assert (1, []) == (len(hub.asked), left())


def test_int8_is_taken_where_there_is_nothing_else(hub: Hub) -> None:
    """Nobody can say whether it is right on this processor, so the whole numbers come second."""
    hub.files["onnx/model_quantized.onnx"] = hub.files.pop("onnx/model.onnx")
    fetch(NAME)
    assert "int8" == load(NAME).precision


@pytest.mark.parametrize("file", ["config.json", "tokenizer.json", "onnx/model.onnx"])
def test_a_file_that_came_out_otherwise_is_refused(hub: Hub, file: str) -> None:
    """Of equal length, with another content: the hash of git tells it, and so does the sha256."""
    hub.answers[file] = hub.files[file][:-2] + bytes(2)
    with pytest.raises(ModelError, match=f"{file} came out otherwise than the hub states it"):
        fetch(NAME)
    assert [] == left()


def test_a_kept_file_that_changed_is_not_run(hub: Hub) -> None:
    """What was fetched is compared at each loading, as the embedded weights are."""
    assert hub.url
    graph_file = fetch(NAME) / "onnx/model.onnx"
    graph_file.write_bytes(graph(2))
    with pytest.raises(ModelError, match="not the one that was shipped"):
        load(NAME)


def test_a_graph_that_does_not_run_is_not_kept(hub: Hub) -> None:
    """Whole and as stated, but no model, or one with fewer outputs than names."""
    for broken, said in ((b"no graph", "cannot be loaded"), (graph(2), "names 3")):
        hub.files["onnx/model.onnx"] = broken
        with pytest.raises(ModelError, match=said):
            fetch(NAME)
    assert [] == left()


def test_names_of_files_are_ours(hub: Hub, tmp_path: Path) -> None:
    """Nothing that a listing calls a file is written beside the folder, whatever its name."""
    names = ["../../evil.onnx", "/etc/evil", "onnx/model.onnx_data/../../../evil", "onnx/../evil.onnx", "manifest.json"]
    hub.more = [{"rfilename": name, "size": 4} for name in names]
    fetch(NAME)
    assert 4 == len(left())
    assert [] == list(tmp_path.rglob("evil*"))


def test_weights_beside_the_graph_come_with_it(hub: Hub) -> None:
    """Large models keep them in files of their own, numbered or not."""
    hub.files |= {"onnx/model.onnx_data": b"12", "onnx/model.onnx_data_1": b"34", "onnx/model.onnx.data": b"5"}
    hub.files |= {"onnx/model_quantized.onnx_data": b"not asked for"}
    folder = fetch(NAME)
    assert b"12345" == b"".join(
        (folder / f"onnx/model.onnx{end}").read_bytes() for end in ("_data", "_data_1", ".data")
    )
    assert 7 == len(left())


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("http://192.0.2.7/model.onnx", "redirected to an address without encryption"),
        ("https://10.0.0.1/model.onnx", "leads into a private network"),
        ("file:///etc/passwd", "only http and https"),
        ("/owner/name/resolve/" + COMMIT + "/config.json", "redirects without end"),
    ],
)
def test_redirects_that_are_not_followed(hub: Hub, location: str, said: str) -> None:
    """Files lie on other hosts, but never in the clear, and never in somebody's private network."""
    hub.location = location
    with pytest.raises(ModelError, match=said):
        fetch(NAME)
    assert [] == left()


@pytest.mark.parametrize(
    ("status", "listing", "said"),
    [
        (404, b"{}", r"the hub does not show it \(404\)"),
        (401, b"{}", "models that need an account"),
        (503, b"", "the hub answered 503"),
        (200, b"<html>", "makes no sense"),
        (200, b"[" * 100_000, "makes no sense"),
        (200, b'{"sha": "main/../..", "siblings": []}', "makes no sense"),
        (200, b'{"sha": 7, "siblings": {"a": 1}}', "makes no sense"),
        (200, b'{"siblings": []}', "makes no sense"),
        (200, b" " * 9_000_000, "has no end"),
    ],
)
def test_a_hub_that_answers_otherwise(hub: Hub, status: int, listing: bytes, said: str) -> None:
    """It is said what it answered, of the model that was asked for."""
    hub.status, hub.listing = status, listing
    with pytest.raises(ModelError, match=said) as told:
        fetch(NAME)
    assert (NAME, []) == (told.value.to, left())


@pytest.mark.parametrize("endpoint", ["huggingface.co", "ftp://127.0.0.1", "file:///etc"])
def test_a_hub_has_a_web_address(hub: Hub, endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What HF_ENDPOINT names otherwise is said to be wrong there."""
    monkeypatch.setenv("HF_ENDPOINT", endpoint)
    with pytest.raises(ModelError, match="HF_ENDPOINT is no web address"):
        fetch(NAME)
    assert [] == hub.asked


@pytest.mark.parametrize("stated", [True, False])
def test_a_model_may_be_only_so_large(hub: Hub, monkeypatch: pytest.MonkeyPatch, *, stated: bool) -> None:
    """What is stated is refused at once, what is not stated while it comes."""
    monkeypatch.setattr(fetching, "_LARGEST", 1000)
    if not stated:
        files = [{"rfilename": name} for name in hub.files]
        hub.listing = json.dumps({"sha": COMMIT, "siblings": files}).encode()
    with pytest.raises(ModelError, match="it is larger than"):
        fetch(NAME)
    assert (stated, []) == (len(hub.asked) == 1, left())


def test_progress_is_told_in_megabytes(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each megabyte once, out of all that are needed."""
    monkeypatch.setattr(fetching, "_MB", 100)
    told: list[tuple[int, int, str]] = []
    fetch(NAME, progress=lambda *each: told.append(each))
    total = sum(len(hub.files[name]) for name in ("config.json", "tokenizer.json", "onnx/model.onnx")) // 100
    assert (total, total, "MB of owner/name") == told[-1]
    assert sorted({done for done, _, _ in told}) == [done for done, _, _ in told]


def test_a_revision_is_kept_beside_the_others(hub: Hub) -> None:
    """owner/name@v1 is another model than owner/name."""
    fetch(NAME)
    assert "name@v1" == fetch(f"{NAME}@v1").name
    assert f"/api/models/{NAME}/revision/v1?blobs=true" in hub.asked
    assert 8 == len(left())


def test_killed_in_the_middle_nothing_stands_under_the_name(hub: Hub) -> None:
    """What a killed process left is no model, the next one fetches it whole, and clears up when it is old."""
    hub.stall = "onnx/model.onnx"
    code = f"from citevet.world.hub import fetch; fetch({NAME!r})"
    with subprocess.Popen([sys.executable, "-c", code], env={**os.environ}) as process:
        until = time.monotonic() + 15
        while not any(name.endswith(".onnx") for name in left()) and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert [".fetching-"] == [name[:10] for name in left() if name.endswith(".onnx")]
    with pytest.raises(ModelError, match=r"not on this machine. Fetch it with: citevet models add owner/name"):
        find(NAME)
    hub.stall = None
    for file in (data_folder() / "weights").rglob("*"):
        os.utime(file, (0, 0))
    assert fetch(NAME) == find(NAME)
    assert 4 == len(left())


def test_two_at_once_both_get_it(hub: Hub) -> None:
    """The one that comes second takes what the first one placed."""
    assert hub.url
    with ThreadPoolExecutor(4) as pool:
        folders = set(pool.map(fetch, [NAME] * 4))
    assert (1, 4) == (len(folders), len(left()))


def test_a_full_disk_is_told(hub: Hub, tmp_path: Path) -> None:
    """Where nothing can be kept, the sentence names the folder."""
    assert hub.url
    (tmp_path / "data").write_text("a file, where the folder should be")
    with pytest.raises(ModelError, match="cannot be kept"):
        fetch(NAME)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("owner/name", True),
        ("cross-encoder/nli-deberta-v3-small", True),
        ("owner/name@v1.2", True),
        ("owner/name@" + COMMIT, True),
        ("small", False),
        ("./folder/name", False),
        ("../up", False),
        ("owner/..", False),
        ("owner/na..me", False),
        ("a/b/c", False),
        ("owner/name@refs/pr/1", False),
        ("owner/name?x", False),
        ("owner/na me", False),
        ("owner/이름", False),
        ("owner/name\n", False),
        ("o" * 97 + "/name", False),
        ("a/" * 500_000, False),
    ],
)
def test_names_of_a_hub(name: str, *, is_one: bool) -> None:
    """An owner and a name in plain letters, and perhaps a revision; everything else is a path or nothing."""
    assert is_one == is_hub_id(name)
