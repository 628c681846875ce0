"""Which windows of which sources each claim is judged on: rare words in common first, then nearness of vectors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from citevet.jobs.verifying.scoring import units
from citevet.jobs.verifying.shelf import Shelf
from citevet.model import Passage

if TYPE_CHECKING:
    from citevet.jobs.verifying.scoring import Floats

_NEAR = 12  # windows by words that are compared by vectors: to embed one costs as much as a verdict
MOST = 5  # windows that are judged
_DAMP = 60  # of reciprocal rank fusion, the customary value


@dataclass(frozen=True, slots=True)
class Near:
    """A source that a claim is held against."""

    source: int
    passages: tuple[Passage, ...]  # the likeliest first
    similarity: float | None = None  # of the claim and the first passage


def ranking(
    claims: Sequence[str], shelf: Shelf, embed: Callable[[Sequence[str]], Any] | None
) -> list[tuple[Near, ...]]:
    """Return for each claim its sources, the nearest first; each window is embedded at most once."""
    near = [_best(shelf.words.scores(claim))[:_NEAR] for claim in claims]
    if embed is None:
        return [_grouped(shelf, places[:MOST], {}) for places in near]
    used = sorted({place for places in near for place in places})
    asked, held = map(units, shelf.embedded(claims, used, embed))
    row_of = {place: at for at, place in enumerate(used)}
    rows = [held[[row_of[place] for place in places]] for places in near]
    return [
        _fused(shelf, places, _cosines(*each)) for places, each in zip(near, zip(asked, rows, strict=True), strict=True)
    ]


def _cosines(claim: "Floats", rows: "Floats") -> list[float]:
    """Return the cosines of unit rows, each by itself: none depends on what else was asked."""
    import numpy as np  # noqa: PLC0415 - 0.1 s, and most commands compare no vectors

    return [min(max(round(cosine, 6), 0.0), 1.0) for cosine in np.vecdot(rows, claim).tolist()]


def _best(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda place: (-scores[place], place))


def _fused(shelf: Shelf, places: Sequence[int], cosines: Sequence[float]) -> tuple[Near, ...]:
    by_vector = {at: rank for rank, at in enumerate(_best(cosines))}
    fused = [1 / (_DAMP + rank) + 1 / (_DAMP + by_vector[rank]) for rank in range(len(places))]
    chosen = [places[at] for at in _best(fused)[:MOST]]
    return _grouped(shelf, chosen, dict(zip(places, cosines, strict=True)))


def _grouped(shelf: Shelf, places: Sequence[int], cosines: dict[int, float]) -> tuple[Near, ...]:
    groups: dict[int, list[int]] = {}
    for place in places:
        groups.setdefault(shelf.windows[place].index, []).append(place)
    return tuple(
        Near(source, tuple(shelf.windows[place].passage() for place in group), cosines.get(group[0]))
        for source, group in groups.items()
    )
