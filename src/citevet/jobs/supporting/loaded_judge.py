"""The judge that a run asked for: loaded once in a process, or known to be missing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any

from citevet.contracts import Nli
from citevet.errors import ModelError
from citevet.jobs.supporting.held import Held
from citevet.jobs.supporting.pair_memory import PairMemory
from citevet.jobs.verifying.defaults import model, weigh
from citevet.judge.calibration import Calibration
from citevet.world import memory
from citevet.world.models import Model
from citevet.world.weights import find

_ANSWERS = 3  # supported, neutral, contradicted
_KEPT = 200  # sources in windows; one of 8,000 words takes about 1 MB


@dataclass(frozen=True, slots=True)
class Tools:
    """What claims are judged with, and the sources that were cut into windows so far."""

    nli: Nli | None  # none: there is no such model
    calibration: Calibration = field(default_factory=Calibration)
    risk: float | None = None
    held: dict[tuple[str, ...], Held] = field(default_factory=dict)

    def hold(self, key: tuple[str, ...], source: Held) -> Held:
        """Keep a source that was cut, and let go of the oldest when there are too many."""
        if len(self.held) >= _KEPT:
            del self.held[next(iter(self.held))]
        self.held[key] = source
        return source

    def keep(self) -> None:
        """Write what was learnt for the next run."""
        if isinstance(self.nli, PairMemory):
            self.nli.keep()


@cache
def tools(judge: str, risk: float | None) -> Tools:
    """Load a judge by its name or folder; one that cannot be loaded is said in the report, and stops nothing."""
    try:
        loaded = _proven(judge)
    except ModelError:
        return Tools(None, risk=risk)
    nli = PairMemory(lambda pairs: weigh(loaded, pairs), f"{loaded.digest}-{loaded.precision}")
    return Tools(nli, Calibration.of(loaded.settings), risk)


def forget() -> None:
    """Cut the sources anew: a long-lived process must see what changed on disk."""
    tools.cache_clear()


def described(judge: str) -> Mapping[str, Any]:
    """Return what a report says of a judge; the judge itself is loaded for it only the first time."""
    key = sha256(f"judge\0{looks(judge)}".encode()).hexdigest()
    known = memory.recall([key]).get(key)
    if known is not None:
        said: Mapping[str, Any] = json.loads(known)
        return said
    try:
        loaded = _proven(judge)
    except ModelError as error:
        return {"model": judge, "note": str(error)}
    said = {"model": loaded.name, "digest": loaded.digest, "precision": loaded.precision}
    said = {**said, "note": loaded.note} if loaded.note else said
    memory.keep({key: json.dumps(said).encode()})
    return said


def looks(judge: str) -> str:
    """Return what changes whenever the files of a judge do, without reading them."""
    if judge == "none":
        return ""
    try:
        folder = find(judge)
        files = sorted((file.name, file.stat()) for file in folder.iterdir() if file.is_file())
    except (ModelError, OSError):
        return "missing"
    return repr((str(folder.resolve()), [(name, stat.st_mtime_ns, stat.st_size) for name, stat in files]))


def _proven(judge: str) -> Model:
    """Return a model that answers as a judge does."""
    loaded = model(judge)
    width = loaded.run([("It rains.", "It rains.")]).shape[-1]
    if width != _ANSWERS:
        what = f"gives {width} values for a pair, and a judge gives three"
        raise ModelError(what, to=judge, advice="Name a model that tells supported, neutral and contradicted.")
    return loaded
