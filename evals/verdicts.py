"""What the whole judge rules on our own triplets: the model, and what is compared without one."""

from collections import Counter
from collections.abc import Iterator, Sequence

from citevet.judge.calibration import Calibration
from citevet.judge.support import judge_support
from citevet.model import Ruling
from evals.weighed import Weighed


def rulings(found: Sequence[Weighed], curve: Calibration) -> list[Ruling]:
    """Return the ruling on each pair, from weights that are known already; clauses are not asked again."""
    return [_ruling(each, curve) for each in found]


def _ruling(each: Weighed, curve: Calibration) -> Ruling:
    known = {
        (passage.text, each.pair.claim): tuple(float(weight) for weight in weights)
        for passage, weights in zip(each.passages, each.weights, strict=True)
    }

    def nli(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float, float]]:
        return [known.get(pair, (0.0, 1.0, 0.0)) for pair in pairs]  # type: ignore[misc]  # three weights each

    return judge_support(each.pair.claim, each.passages, nli, windows=each.windows, calibration=curve)


def told(found: Sequence[Weighed], ruled: Sequence[Ruling]) -> Iterator[str]:
    """Yield for each kind of contrast how often it is called what."""
    kinds: dict[str, Counter[str]] = {}
    for each, ruling in zip(found, ruled, strict=True):
        if each.pair.kind:
            kinds.setdefault(each.pair.kind, Counter())[ruling.support] += 1
    words = ("supported", "partial", "unsupported", "contradicted", "unchecked")
    yield f"{'contrast':22} {'n':>5} " + " ".join(f"{word:>13}" for word in words)
    for kind, counts in kinds.items():
        shares = " ".join(f"{100 * counts[word] / counts.total():12.1f}%" for word in words)
        yield f"{kind:22} {counts.total():5} {shares}"
