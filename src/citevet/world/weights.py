"""Where model files lie, and whether they are the ones that were shipped."""

import json
import os
import sys
from collections.abc import Mapping
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from citevet.errors import ModelError

_EMBEDDED = Path(__file__).parent.parent / "weights"


def find(name: str) -> Path:
    """Return the folder of a model: embedded, in CITEVET_WEIGHTS, in the user's data folder, or where a path leads."""
    places = [Path(named) for named in [os.environ.get("CITEVET_WEIGHTS")] if named]
    tried = [*(place / name for place in (*places, _EMBEDDED, data_folder() / "weights")), Path(name)]
    for folder in tried:
        if (folder / "tokenizer.json").is_file():
            return folder
    advice = f"Put its folder (ONNX file and tokenizer.json) into {data_folder() / 'weights'}, or set CITEVET_WEIGHTS."
    raise ModelError("there is no such model", to=name, advice=advice)


def data_folder() -> Path:
    """Return where the user keeps larger models."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "citevet"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/citevet"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "citevet"


def manifest(folder: Path) -> Mapping[str, Any]:
    """Return what the folder says of itself; a stranger's model says nothing, and is taken as it is."""
    file = folder / "manifest.json"
    return _read(file) if file.is_file() else _strangers(folder / "config.json")


def _strangers(file: Path) -> Mapping[str, Any]:
    """Return the longest row that a model without a manifest can take; some count positions from two on."""
    longest = _read(file).get("max_position_embeddings") if file.is_file() else None
    return {"tokens": longest - 2} if isinstance(longest, int) else {}


def _read(file: Path) -> Mapping[str, Any]:
    try:
        said = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
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
