"""The judge that a run asked for: loaded once in a process, or known to be missing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from citevet.contracts import Progress
from citevet.errors import ModelError
from citevet.jobs.judges import asking, assessor, judges, shortcomings
from citevet.jobs.supporting.pair_memory import PairMemory
from citevet.judge.support import Assessor
from citevet.world import memory
from citevet.world.models import Model
from citevet.world.weights import find, split_names

if TYPE_CHECKING:
    from citevet.jobs.supporting.held import Held  # 0.2 s of patterns, and a run that changed nothing cuts nothing
    from citevet.jobs.supporting.second_opinion import SecondOpinion

_KEPT = 200  # sources in windows; one of 8,000 words takes about 1 MB


@dataclass(frozen=True, slots=True)
class Tools:
    """What claims are judged with, and the sources that were cut into windows so far."""

    assessor: Assessor | None  # none: there is no such model
    risk: float | None = None
    held: "dict[tuple[str, ...], Held]" = field(default_factory=dict)
    memories: tuple[PairMemory, ...] = ()  # what the judges said of pairs
    opinion: "SecondOpinion | None" = None  # who is asked where the judge is unsure
    progress: Progress | None = None  # told how much of a document's work is done

    def hold(self, key: tuple[str, ...], source: "Held") -> "Held":
        """Keep a source that was cut, and let go of the oldest when there are too many."""
        if len(self.held) >= _KEPT:
            del self.held[next(iter(self.held))]
        self.held[key] = source
        return source

    def keep(self) -> None:
        """Write what was learnt for the next run."""
        for each in self.memories:
            each.keep()


@cache
def tools(judge: str, risk: float | None) -> Tools:
    """Load a judge by its name or folder; one that cannot be loaded is said in the report, and stops nothing."""
    try:
        models = judges(judge)
    except ModelError:
        return Tools(None, risk)
    memories = {each.digest: _remembering(each) for each in models}
    found = assessor(models, lambda each: memories[each.digest])
    return Tools(found, risk, memories=tuple(memories.values()))


def _remembering(loaded: Model) -> PairMemory:
    return PairMemory(asking(loaded), f"{loaded.digest}-{loaded.precision}")


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
        models = judges(judge)
    except ModelError as error:
        return {"model": judge, "note": str(error)}
    said = {
        name: "+".join(getattr(each, field) for each in models)
        for name, field in (("model", "name"), ("digest", "digest"), ("precision", "precision"))
    }
    notes = list(shortcomings(models))
    said = {**said, "note": "; ".join(notes)} if notes else said
    memory.keep({key: json.dumps(said).encode()})
    return said


def looks(judge: str) -> str:
    """Return what changes whenever the files of a judge do, without reading them."""
    return "" if judge == "none" else "\0".join(map(_look, split_names(judge)))


def _look(name: str) -> str:
    try:
        folder = find(name)
        files = sorted((file.name, file.stat()) for file in folder.iterdir() if file.is_file())
    except (ModelError, OSError):
        return "missing"
    return repr((str(folder.resolve()), [(name, stat.st_mtime_ns, stat.st_size) for name, stat in files]))
