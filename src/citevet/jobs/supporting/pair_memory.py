"""Weights of pairs that were asked before: an unchanged claim before an unchanged passage is judged once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from struct import Struct

from citevet.contracts import Nli
from citevet.world import memory

_THREE = Struct("<3f")
_BATCH = 256  # new pairs that are asked and written at once: each writing looks through the whole table
_MOST = 200_000  # pairs that a process keeps at hand: about 40 MB
Weights = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class PairMemory:
    """An NLI function that asks the one behind it only for what nobody remembers."""

    nli: Nli
    digest: str  # of the model and its precision
    said: dict[str, bytes] = field(default_factory=dict)  # what this run knows, written or not
    new: dict[str, bytes] = field(default_factory=dict)  # what has to be written yet

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        """Return three weights for each pair, with the precision that is remembered, so that both runs are equal."""
        if len(self.said) + len(pairs) > _MOST:
            self.keep()
            self.said.clear()
        asked = {self._key(*pair): pair for pair in pairs}
        unknown = [key for key in asked if key not in self.said]
        if unknown:
            found = memory.recall(unknown)
            self.said.update((key, value) for key, value in found.items() if len(value) == _THREE.size)
        self._learn({key: asked[key] for key in unknown if key not in self.said})
        return [_unpacked(self.said[self._key(*pair)]) for pair in pairs]

    def keep(self) -> None:
        """Write what is new."""
        memory.keep(self.new)
        self.new.clear()

    def _learn(self, rest: dict[str, tuple[str, str]]) -> None:
        """Ask for what nobody remembers, part by part, so that a run that is stopped has not worked for nothing."""
        keys = list(rest)
        for at in range(0, len(keys), _BATCH):
            part = keys[at : at + _BATCH]
            weights = self.nli([rest[key] for key in part])
            fresh = {key: _THREE.pack(*each) for key, each in zip(part, weights, strict=True)}
            self.said.update(fresh)
            self.new.update(fresh)
            if len(self.new) >= _BATCH:
                self.keep()

    def _key(self, evidence: str, claim: str) -> str:
        said = f"pair\0{self.digest}\0{len(evidence)}\0{evidence}\0{claim}"
        return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def _unpacked(value: bytes) -> Weights:
    supported, neutral, contradicted = _THREE.unpack(value)
    return supported, neutral, contradicted
