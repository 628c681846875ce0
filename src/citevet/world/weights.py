"""Where model files lie, and whether they are the ones that were shipped."""

import json
import os
import sys
from collections.abc import Mapping
from hashlib import file_digest, sha256
from pathlib import Path
from re import ASCII, IGNORECASE
from re import compile as pattern
from typing import Any, Literal

from citevet.errors import ModelError

Precision = Literal["int8", "fp32"]
# The graph of a model by precision, under the names that people give it; the first that is there is run.
GRAPHS: Mapping[Precision, tuple[str, ...]] = {
    "int8": (
        "int8.onnx",
        "judge.int8.onnx",
        *("model_quantized.onnx", "onnx/model_quantized.onnx", "model_int8.onnx", "onnx/model_int8.onnx"),
    ),
    "fp32": ("fp32.onnx", "model.onnx", "onnx/model.onnx"),
}
_HUB_ID = pattern(r"[a-z0-9][\w.-]{0,95}/[a-z0-9][\w.-]{0,95}(?:@[a-z0-9][\w.-]{0,63})?", ASCII | IGNORECASE)
_UNNAMED = pattern(r"LABEL_\d{1,3}")
_FEWEST = 16  # tokens; models without positions of their own say -1 or 0
_EMBEDDED = Path(__file__).parent.parent / "weights"


def find(name: str) -> Path:
    """Return the folder of a model: embedded, in CITEVET_WEIGHTS, in the user's data folder, or where a path leads."""
    for folder in (*(place / name for place in _shelves()), Path(name)):
        if _is_model(folder):
            return folder
    if is_hub_id(name):
        advice = f"Fetch it with: citevet models add {name}"
        raise ModelError("this model is not on this machine", to=name, advice=advice)
    advice = f"Put its folder (ONNX file and tokenizer.json) into {data_folder() / 'weights'}, or set CITEVET_WEIGHTS."
    raise ModelError("there is no such model", to=name, advice=advice)


def _is_model(folder: Path) -> bool:
    graphs = (folder / name for names in GRAPHS.values() for name in names)
    return (folder / "tokenizer.json").is_file() and any(graph.is_file() for graph in graphs)


def split_names(judge: str) -> tuple[str, ...]:
    """Return the models of a judge: one, or two with a plus between, of which the second is asked in doubt."""
    return (judge,) if Path(judge).is_dir() else tuple(name for name in judge.split("+", 1) if name)


def _shelves() -> tuple[Path, ...]:
    named = os.environ.get("CITEVET_WEIGHTS")
    return *([Path(named)] if named else []), _EMBEDDED, data_folder() / "weights"


def available() -> Mapping[str, Path]:
    """Return the models that a name finds, with their folders; those of a hub have two parts."""
    found: dict[str, Path] = {}
    for shelf in _shelves():
        for words in sorted((*shelf.glob("*/tokenizer.json"), *shelf.glob("*/*/tokenizer.json"))):
            name = words.parent.relative_to(shelf).as_posix()
            if not name.startswith(".") and _is_model(words.parent):  # the first is what is being fetched
                found.setdefault(name, words.parent)
    return found


def is_hub_id(name: str) -> bool:
    """Say whether a name looks like a model of a hub: owner/name, or owner/name@revision."""
    return _HUB_ID.fullmatch(name) is not None and ".." not in name


def data_folder() -> Path:
    """Return where the user keeps larger models."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "citevet"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/citevet"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "citevet"


def manifest(folder: Path) -> Mapping[str, Any]:
    """Return what the folder says of itself; of a stranger's model, what its config.json says."""
    file = folder / "manifest.json"
    return {**_strangers(folder / "config.json"), **(_read(file) if file.is_file() else {})}


def _strangers(file: Path) -> Mapping[str, Any]:
    """Return what its outputs mean, and the longest row that it can take; some count positions from two on."""
    said = _read(file) if file.is_file() else {}
    longest, labels = said.get("max_position_embeddings"), said.get("id2label")
    tokens = {"tokens": longest - 2} if isinstance(longest, int) and longest > _FEWEST else {}
    return {**tokens, **({"labels": labels} if labels and not _is_unnamed(labels) else {})}


def _is_unnamed(labels: object) -> bool:
    """Say whether nobody named the outputs: LABEL_0 and so on is what libraries write then."""
    return isinstance(labels, dict) and all(_UNNAMED.fullmatch(str(label)) for label in labels.values())


def _read(file: Path) -> Mapping[str, Any]:
    try:
        said = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError("it is damaged", to=str(file), advice="Install the weights anew.") from error
    return said if isinstance(said, dict) else {}


def proven(folder: Path, said: Mapping[str, Any]) -> str:
    """Return a digest over a model's files, each compared with what the manifest states."""
    stated = said.get("files", {})
    names = sorted(stated) or sorted(each.name for each in folder.iterdir() if each.is_file())
    found = {name: _digest(folder / name) for name in names}
    for name, digest in found.items():
        if name in stated and stated[name] != digest:
            raise ModelError("the file is not the one that was shipped", to=str(folder / name), advice="Reinstall it.")
    return sha256(json.dumps(found).encode()).hexdigest()


def _digest(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(f"cannot be read ({error.strerror})", to=str(file), advice="Reinstall it.") from error
