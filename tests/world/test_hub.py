"""Downloads from a model hub: what is fetched, what is refused, and that no half download stays."""

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
from citevet.world.hub import fetch_model
from citevet.world.model_files import find_model, is_hub_id, read_label_order
from citevet.world.model_runner import load_model
from citevet.world.paths import user_data_folder

NAME = "owner/name"
PAIR = ("one two three", "four")  # with [CLS] and two [SEP]: five tokens of evidence, two of the claim


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub on this machine; downloads stay in the test's own folder."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with serving() as served:
        monkeypatch.setenv("HF_ENDPOINT", served.url)
        yield served


def installed() -> list[str]:
    """Return the files in the folder of weights."""
    weights = user_data_folder() / "weights"
    return sorted(file.relative_to(weights).as_posix() for file in weights.rglob("*") if file.is_file())


def config(hub: Hub, **said: object) -> None:
    hub.files["config.json"] = json.dumps({**json.loads(hub.files["config.json"]), **said}).encode()


def test_model_is_fetched_once_and_used_offline(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of one commit come through a redirect; later the name finds them without the network."""
    folder = fetch_model(NAME)
    assert [f"/api/models/{NAME}/revision/main?blobs=true"] == hub.asked[:1]
    resolved = [path for path in hub.asked if "/resolve/" in path]
    wanted = ["config.json", "tokenizer.json", "onnx/model.onnx"]
    assert [f"/{NAME}/resolve/{COMMIT}/{file}" for file in wanted] == resolved
    assert [f"{NAME}/{file}" for file in sorted([*wanted, "manifest.json"])] == installed()
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    model = load_model(NAME)
    assert (folder, NAME, "fp32", COMMIT) == (find_model(NAME), model.name, model.precision, model.settings["revision"])
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
def test_label_order(labels: list[str], order: list[int]) -> None:
    """Each output goes to its index by its name: supported, neutral, contradicted."""
    assert order == read_label_order({str(at): label for at, label in enumerate(labels)}, NAME)


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
def test_labels_without_support_are_refused(hub: Hub, labels: object) -> None:
    """Before the weights are downloaded, and nothing is installed."""
    config(hub, id2label=labels)
    with pytest.raises(ModelError, match="says nothing of support") as told:
        fetch_model(NAME)
    assert str(told.value).startswith("owner/name: cannot be fetched: its outputs are called ")
    assert ([], []) == (installed(), [path for path in hub.asked if path.endswith(".onnx")])


def test_two_outputs_mean_supported_and_neutral(hub: Hub) -> None:
    """The model never contradicts: the third logit is very low, but finite."""
    hub.files["onnx/model.onnx"] = graph(2)
    config(hub, id2label={"0": "not_entailment", "1": "entailment"})
    fetch_model(NAME)
    assert [[5.0, 2.0, -10_000.0]] == load_model(NAME).run([PAIR]).tolist()


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ("tokenizer.json", "it offers no tokenizer.json"),
        ("config.json", "it offers no config.json"),
        ("onnx/model.onnx", "it offers no ONNX file"),
    ],
)
def test_missing_files_are_named(hub: Hub, without: str, said: str) -> None:
    """Nothing is downloaded of a model that cannot run."""
    del hub.files[without]
    hub.files.pop("onnx/model_quantized.onnx")
    with pytest.raises(ModelError, match=said):
        fetch_model(NAME)
    assert (1, []) == (len(hub.asked), installed())


def test_int8_is_the_second_choice(hub: Hub) -> None:
    """Without golden rows it may be wrong on this processor unnoticed."""
    hub.files["onnx/model_quantized.onnx"] = hub.files.pop("onnx/model.onnx")
    fetch_model(NAME)
    assert "int8" == load_model(NAME).precision


@pytest.mark.parametrize("file", ["config.json", "tokenizer.json", "onnx/model.onnx"])
def test_file_with_another_hash_is_refused(hub: Hub, file: str) -> None:
    """The git hash or the sha256 shows a change of content at equal length."""
    hub.answers[file] = hub.files[file][:-2] + bytes(2)
    with pytest.raises(ModelError, match=f"{file} came out otherwise than the hub states it"):
        fetch_model(NAME)
    assert [] == installed()


def test_installed_file_that_changed_is_not_run(hub: Hub) -> None:
    """Files are compared at each load, as the embedded weights are."""
    assert hub.url
    graph_file = fetch_model(NAME) / "onnx/model.onnx"
    graph_file.write_bytes(graph(2))
    with pytest.raises(ModelError, match="not the one that was shipped"):
        load_model(NAME)


def test_graph_that_does_not_run_is_not_installed(hub: Hub) -> None:
    """A file that is not a graph, or a graph with fewer outputs than labels."""
    for broken, said in ((b"no graph", "cannot be loaded"), (graph(2), "names 3")):
        hub.files["onnx/model.onnx"] = broken
        with pytest.raises(ModelError, match=said):
            fetch_model(NAME)
    assert [] == installed()


def test_file_names_from_the_hub_are_not_trusted(hub: Hub, tmp_path: Path) -> None:
    """Nothing is written outside the folder, whatever the listing says."""
    names = ["../../evil.onnx", "/etc/evil", "onnx/model.onnx_data/../../../evil", "onnx/../evil.onnx", "manifest.json"]
    hub.more = [{"rfilename": name, "size": 4} for name in names]
    fetch_model(NAME)
    assert 4 == len(installed())
    assert [] == list(tmp_path.rglob("evil*"))


def test_external_weights_are_fetched(hub: Hub) -> None:
    """Large models keep them in files next to the graph, numbered or not."""
    hub.files |= {"onnx/model.onnx_data": b"12", "onnx/model.onnx_data_1": b"34", "onnx/model.onnx.data": b"5"}
    hub.files |= {"onnx/model_quantized.onnx_data": b"not asked for"}
    folder = fetch_model(NAME)
    assert b"12345" == b"".join(
        (folder / f"onnx/model.onnx{end}").read_bytes() for end in ("_data", "_data_1", ".data")
    )
    assert 7 == len(installed())


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
    """Files may be on other hosts, but never unencrypted, and never in a private network."""
    hub.location = location
    with pytest.raises(ModelError, match=said):
        fetch_model(NAME)
    assert [] == installed()


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
def test_bad_answers_of_a_hub(hub: Hub, status: int, listing: bytes, said: str) -> None:
    """The error states the answer, and names the requested model."""
    hub.status, hub.listing = status, listing
    with pytest.raises(ModelError, match=said) as told:
        fetch_model(NAME)
    assert (NAME, []) == (told.value.to, installed())


@pytest.mark.parametrize("endpoint", ["huggingface.co", "ftp://127.0.0.1", "file:///etc"])
def test_hub_needs_a_web_address(hub: Hub, endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another value of HF_ENDPOINT is an error."""
    monkeypatch.setenv("HF_ENDPOINT", endpoint)
    with pytest.raises(ModelError, match="HF_ENDPOINT is not a web address"):
        fetch_model(NAME)
    assert [] == hub.asked


@pytest.mark.parametrize("stated", [True, False])
def test_size_limit(hub: Hub, monkeypatch: pytest.MonkeyPatch, *, stated: bool) -> None:
    """A stated size is refused at once, an unstated one during the download."""
    monkeypatch.setattr(fetching, "MODEL_BYTES", 1000)
    if not stated:
        files = [{"rfilename": name} for name in hub.files]
        hub.listing = json.dumps({"sha": COMMIT, "siblings": files}).encode()
    with pytest.raises(ModelError, match="it is larger than"):
        fetch_model(NAME)
    assert (stated, []) == (len(hub.asked) == 1, installed())


def test_progress_in_megabytes(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each megabyte is reported once, out of all that are needed."""
    monkeypatch.setattr(fetching, "_MB", 100)
    told: list[tuple[int, int, str]] = []
    fetch_model(NAME, progress=lambda *each: told.append(each))
    total = sum(len(hub.files[name]) for name in ("config.json", "tokenizer.json", "onnx/model.onnx")) // 100
    assert (total, total, "MB of owner/name") == told[-1]
    assert sorted({done for done, _, _ in told}) == [done for done, _, _ in told]


def test_revisions_are_separate_models(hub: Hub) -> None:
    """owner/name@v1 is another model than owner/name."""
    fetch_model(NAME)
    assert "name@v1" == fetch_model(f"{NAME}@v1").name
    assert f"/api/models/{NAME}/revision/v1?blobs=true" in hub.asked
    assert 8 == len(installed())


def test_killed_download_leaves_no_model(hub: Hub) -> None:
    """The next download fetches everything, and removes the old rest."""
    hub.stall = "onnx/model.onnx"
    code = f"from citevet.world.hub import fetch_model; fetch_model({NAME!r})"
    with subprocess.Popen([sys.executable, "-c", code], env={**os.environ}) as process:
        until = time.monotonic() + 15
        while not any(name.endswith(".onnx") for name in installed()) and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert [".fetching-"] == [name[:10] for name in installed() if name.endswith(".onnx")]
    with pytest.raises(ModelError, match=r"not on this machine. Fetch it with: citevet models add owner/name"):
        find_model(NAME)
    hub.stall = None
    for file in (user_data_folder() / "weights").rglob("*"):
        os.utime(file, (0, 0))
    assert fetch_model(NAME) == find_model(NAME)
    assert 4 == len(installed())


def test_parallel_downloads(hub: Hub) -> None:
    """The second takes the folder that the first installed."""
    assert hub.url
    with ThreadPoolExecutor(4) as pool:
        folders = set(pool.map(fetch_model, [NAME] * 4))
    assert (1, 4) == (len(folders), len(installed()))


def test_unusable_folder_is_reported(hub: Hub, tmp_path: Path) -> None:
    """The error names the folder."""
    assert hub.url
    (tmp_path / "data").write_text("a file, where the folder should be")
    with pytest.raises(ModelError, match="cannot be kept"):
        fetch_model(NAME)


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
def test_hub_ids(name: str, *, is_one: bool) -> None:
    """An owner and a name in ASCII, and an optional revision; everything else is a path or invalid."""
    assert is_one == is_hub_id(name)
