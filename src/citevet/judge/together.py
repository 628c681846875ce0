"""Two judges who weigh a pair together: one knows what the other forgot."""

from collections.abc import Sequence

from citevet.contracts import Nli

Weights = tuple[float, float, float]
_LEAST = 1e-9  # a weight of nought would outvote any other


def together(first: Nli, second: Nli, *, share: float) -> Nli:
    """Return two judges as one; `share` is that of the first."""
    return lambda pairs: [mean(*said, share=share) for said in zip(first(pairs), second(pairs), strict=True)]


def mean(first: Weights, second: Weights, *, share: float) -> Weights:
    """Return the geometric mean of two answers, which is the mean of their logits."""
    both = zip(first, second, strict=True)
    found = [max(one, _LEAST) ** share * max(other, _LEAST) ** (1 - share) for one, other in both]
    supported, neutral, contradicted = (each / sum(found) for each in found)
    return supported, neutral, contradicted


def lately(nli: Nli) -> Nli:
    """Return a judge who need not be asked again what it was asked last."""
    known: dict[tuple[str, str], Weights] = {}

    def ask(pairs: Sequence[tuple[str, str]]) -> list[Weights]:
        nonlocal known
        said = known  # another thread may ask something else meanwhile
        if not said.keys() >= set(pairs):
            known = said = dict(zip(pairs, nli(pairs), strict=True))
        return [said[pair] for pair in pairs]

    return ask
