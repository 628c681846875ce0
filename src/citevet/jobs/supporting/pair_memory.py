"""Weights of pairs that were asked before: an unchanged claim before an unchanged passage is judged once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from struct import Struct

from citevet.contracts import Nli
from citevet.world import memory

_THREE = Struct("<3f")
_BATCH = 256  # new pairs that are written at once: each writing looks through the whole table
Weights = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class PairMemory:
    """An NLI function that asks the one behind it only for what nobody remembers."""

    nli: Nli
    digest: str  # of the model and its precision
    new: dict[str, bytes] = field(default_factory=dict)

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        """Return three weights for each pair, with the precision that is remembered, so that both runs are equal."""
        keys = [self._key(*pair) for pair in pairs]
        known = dict(memory.recall([key for key in keys if key not in self.new]))
        known.update((key, self.new[key]) for key in keys if key in self.new)
        rest = {key: pair for key, pair in zip(keys, pairs, strict=True) if len(known.get(key, b"")) != _THREE.size}
        asked = self.nli(list(rest.values())) if rest else ()
        fresh = {key: _THREE.pack(*weights) for key, weights in zip(rest, asked, strict=True)}
        self.new.update(fresh)
        if len(self.new) >= _BATCH:
            self.keep()
        return [_unpacked((known | fresh)[key]) for key in keys]

    def keep(self) -> None:
        """Write what is new."""
        memory.keep(self.new)
        self.new.clear()

    def _key(self, evidence: str, claim: str) -> str:
        said = f"pair\0{self.digest}\0{len(evidence)}\0{evidence}\0{claim}"
        return sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def _unpacked(value: bytes) -> Weights:
    supported, neutral, contradicted = _THREE.unpack(value)
    return supported, neutral, contradicted
