"""Models ready to run: found by name, and proven on this processor before anybody trusts them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from citevet.errors import ModelError
from citevet.world import memory
from citevet.world.outputs import arranged, places
from citevet.world.rows import Run, runner
from citevet.world.weights import GRAPHS, Precision, find, manifest, proven

_TOKENS = 512  # the longest row of a model that does not say
_APART = 0.5  # how far a golden value may lie off, where the manifest does not say


@dataclass(frozen=True, slots=True)
class Model:
    """A model that passed its golden rows."""

    name: str
    digest: str  # of all its files
    precision: Precision
    settings: Mapping[str, Any]  # calibration and the like, from its manifest
    run: Run
    note: str = ""  # what a report must say: that int8 is wrong here, and fp32 runs instead


def load(name: str, *, threads: int = 1) -> Model:
    """Return a model by its name or folder; int8 where it is right on this processor, else the same weights in fp32."""
    folder = find(name)
    said = manifest(folder)
    called = str(said.get("hub", folder.name))
    order = places(said["labels"], called) if "labels" in said else None
    digest = proven(folder, said)
    note = ""
    for precision, graphs in GRAPHS.items():
        graph = next((folder / each for each in graphs if (folder / each).is_file()), None)
        if graph is not None:
            run = runner(graph, tokens=int(said.get("tokens", _TOKENS)), threads=threads)
            if _is_right(run, said, f"{digest}-{precision}"):
                ours = run if order is None else arranged(run, order, called)
                return Model(called, digest, precision, said, ours, note)
            note = f"{called}: {precision} comes out wrong on this processor"
    raise ModelError(note or "there is no ONNX file", to=str(folder), advice="Install it anew, or name another model.")


def _is_right(run: Run, said: Mapping[str, Any], name: str) -> bool:
    """Say whether the golden rows come out as they should; asked once for each model, processor and runtime."""
    golden = said.get("golden", [])
    if not golden:
        return True
    import numpy as np  # noqa: PLC0415 - with onnxruntime 0.3 s, and most commands run no model
    import onnxruntime  # noqa: PLC0415

    key = sha256(json.dumps([name, onnxruntime.__version__, _processor()]).encode()).hexdigest()
    if memory.recall([key]).get(key) == b"right":
        return True
    found = run([tuple(row["texts"]) for row in golden])
    wanted = np.array([row["vector"] for row in golden], np.float32)
    right = found.shape == wanted.shape and bool(np.abs(found - wanted).max() < said.get("apart", _APART))
    if right:
        memory.keep({key: b"right"})
    return right


def _processor() -> str:
    """Return what chooses the kernels: the machine and the features of its processor."""
    import platform  # noqa: PLC0415

    try:
        told = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        told = []
    flags = next((line for line in told if line.startswith(("flags", "Features"))), platform.processor())
    return f"{platform.machine()} {flags}"
