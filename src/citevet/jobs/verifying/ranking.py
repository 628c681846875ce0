"""Which windows of which sources each claim is judged on: rare words in common first, then nearness of vectors."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from citevet.jobs.verifying.scoring import units
from citevet.jobs.verifying.shelf import Shelf
from citevet.model import Passage
from citevet.retrieve.fusion import cosines, fused, order, with_neighbours

_NEAR = 12  # windows by words that are compared by vectors: to embed one costs as much as a verdict
MOST = 5  # windows that are judged


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
    near = [_by_words(claim, shelf) for claim in claims]
    if embed is None:
        return [_grouped(shelf, list(scores)[:MOST], {}) for scores in near]
    used = sorted({place for scores in near for place in scores})
    asked, held = map(units, shelf.embedded(claims, used, embed))
    row_of = {place: at for at, place in enumerate(used)}
    close = [cosines(claim, held[[row_of[at] for at in scores]]) for claim, scores in zip(asked, near, strict=True)]
    return [_fused(shelf, *each) for each in zip(near, close, strict=True)]


def _by_words(claim: str, shelf: Shelf) -> dict[int, float]:
    """Return the windows that have the claim's words, the best first, with their scores."""
    scores = with_neighbours(shelf.words.scores(claim), shelf.parts)
    return {place: scores[place] for place in order(scores)[:_NEAR]}


def _fused(shelf: Shelf, scores: Mapping[int, float], close: Sequence[float]) -> tuple[Near, ...]:
    places = list(scores)
    best = order(fused(list(scores.values()), close))[:MOST]
    return _grouped(shelf, [places[at] for at in best], dict(zip(places, close, strict=True)))


def _grouped(shelf: Shelf, places: Sequence[int], close: Mapping[int, float]) -> tuple[Near, ...]:
    groups: dict[int, list[int]] = {}
    for place in places:
        groups.setdefault(shelf.windows[place].index, []).append(place)
    return tuple(
        Near(source, tuple(shelf.windows[place].passage() for place in group), close.get(group[0]))
        for source, group in groups.items()
    )
