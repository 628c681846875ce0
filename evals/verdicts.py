"""What the whole judge rules on our own triplets and on the trials by readers, and the floors that must hold."""

from collections import Counter
from collections.abc import Iterator, Sequence

from citevet.model import Ruling
from evals.scores import Scored

_WORDS = ("supported", "partial", "unsupported", "contradicted", "unchecked")
# Percent of each kind that must be right: true claims are supported, the others are not. For the shipped `small`.
FLOORS = {"as it stands": 82.0, "denied": 91.0, "turned round": 78.0, "number swapped": 82.0}
FLOORS |= {"trial: reworded": 46.0, "trial: one wrong detail": 64.5, "second trial: true near": 90.0}
FLOORS |= {"second trial: denied": 90.5, "second trial: turned round": 65.0, "long trial: half missing": 93.0}


def verdict_lines(scored: Sequence[Scored], rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield for each kind of claim how often it is called what."""
    kinds: dict[str, Counter[str]] = {}
    for each, ruling in zip(scored, rulings, strict=True):
        kinds.setdefault(each.pair.kind, Counter())[ruling.support] += 1
    yield f"{'kind':32} {'n':>5} " + " ".join(f"{word:>13}" for word in _WORDS)
    for kind, counts in kinds.items():
        shares = " ".join(f"{100 * counts[word] / counts.total():12.1f}%" for word in _WORDS)
        yield f"{kind:32} {counts.total():5} {shares}"


def failed_floors(scored: Sequence[Scored], rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield a line for each floor that does not hold."""
    right: dict[str, list[bool]] = {}
    for each, ruling in zip(scored, rulings, strict=True):
        is_right = (ruling.support == "supported") == (each.pair.label == "supported")
        right.setdefault(each.pair.kind, []).append(is_right)
    for kind, floor in FLOORS.items():
        if kind in right and 100 * sum(right[kind]) / len(right[kind]) < floor:
            yield f"FAILED  {kind}: {100 * sum(right[kind]) / len(right[kind]):.1f} % right, the floor is {floor} %"
