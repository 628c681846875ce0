"""A manifest of another shape is one line about the model, and only regular files are opened."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from citevet.errors import ModelError
from citevet.world.model_files import check_manifest, read_manifest, verify_files

_CURVE = {"bias": 0.1, "weights": {"window": 1.0}}
_WHOLE = {"support": _CURVE, "contradiction": _CURVE, "threshold": 0.5, "against": 0.5}


_WRONG: dict[str, list[Any]] = {
    "tokens": ["x", [], None, 0, -1, True, 1.5, 10**30],
    "files": [[], "x", {"a": 1}, {"../a": "0" * 64}, {"/dev/zero": "0" * 64}, {"a": "0"}],
    "golden": [
        *(1, {}, [1], [{}], [{"texts": "a", "vector": [1]}], [{"texts": ["a"], "vector": ["b"]}]),
        [{"texts": ["a"], "vector": [1]}, {"texts": ["a"], "vector": [1, 2]}],
        [{"texts": ["a"], "vector": [float("nan")]}],
    ],
    "apart": ["x", [], None, True],
    "calibration": [
        *(1, [], "x", {"threshold": 0.5}, {**_WHOLE, "threshold": "x"}, {**_WHOLE, "risk": {"x": 0.5}}),
        {**_WHOLE, "support": {"bias": 1, "weights": {"window": []}}},
    ],
    "hub": [[]],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in _WRONG.items() for value in values])
def test_wrong_shapes_are_named(tmp_path: Path, key: str, value: Any) -> None:
    """The error names the file and the key."""
    (tmp_path / "manifest.json").write_text(json.dumps({key: value}))
    with pytest.raises(ModelError, match=f"manifest.json: its {key} is not"):
        read_manifest(tmp_path)


def test_our_own_manifests_are_right() -> None:
    """What we ship, and a whole calibration, pass."""
    weights = Path(__file__).parents[2] / "src/citevet/weights"
    assert ["calibration" in read_manifest(weights / name) for name in ("small", "embedder")] == [True, False]
    assert check_manifest({"calibration": {**_WHOLE, "risk": {"0.05": 0.9}}, "other": 1}, "x")


@pytest.mark.parametrize("text", ["[" * 90_000, "\0", '{"a": ' + "9" * 6_000 + "}"])
def test_damaged_manifests_are_one_line(tmp_path: Path, text: str) -> None:
    """What is not JSON, nests too deep or has a number without end is damaged."""
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ModelError, match="it is damaged"):
        read_manifest(tmp_path)


def test_links_to_devices_and_pipes_are_not_read(tmp_path: Path) -> None:
    """A file of the manifest that is a device or a pipe is refused at once."""
    (tmp_path / "a.onnx").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "b.onnx")
    for name in ("a.onnx", "b.onnx"):
        with pytest.raises(ModelError, match="not a regular file"):
            verify_files(tmp_path, {"files": {name: "0" * 64}})
