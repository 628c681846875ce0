"""The sources that a caller of `verify` gives: cut into windows, and ranked for each claim."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from citevet.jobs.embedding import Floats, checked_vectors, to_units
from citevet.model import Body, Page, Passage, Scope, Span
from citevet.model.verification import SourceText
from citevet.retrieve.ranking import Bm25, add_neighbours, combine_scores, cosine_similarities, order_by_score
from citevet.retrieve.windows import MAX_WORDS, TextWindow, split_body
from citevet.text.sentences import split_sentences

MOST_WINDOWS = 5  # that are judged for a claim
_CANDIDATES = 12  # windows by words that are compared by vectors: to embed one costs as much as a verdict
_WHOLE = 2_000  # characters of a text that is only a list of sources or furniture, kept as one window


@dataclass(frozen=True, slots=True)
class IndexedWindow:
    """A window and the index of its source."""

    index: int
    window: TextWindow

    def passage(self, score: float | None = None) -> Passage:
        """Return it as evidence; `s1` is the first source."""
        window = self.window
        return Passage(f"s{self.index + 1}", window.span, window.text, window.page, window.label, score)


@dataclass(frozen=True, slots=True)
class RankedSource:
    """A source that a claim is judged on."""

    source: int
    passages: tuple[Passage, ...]  # the likeliest first
    similarity: float | None = None  # of the claim and the first passage


class GivenSources:
    """Sources that are used once, or again and again while a text streams."""

    def __init__(self, sources: Sequence[SourceText]) -> None:
        self.sources = tuple(sources)
        self.windows = tuple(
            IndexedWindow(index, window) for index, source in enumerate(sources) for window in _cut(source.text)
        )
        self._vectors: dict[int, Floats] = {}

    @cached_property
    def scopes(self) -> dict[str, Scope]:
        """How much of its work each source is."""
        return {f"s{number}": source.scope for number, source in enumerate(self.sources, 1)}

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """Which source each window belongs to."""
        return tuple(each.index for each in self.windows)

    @cached_property
    def words(self) -> Bm25:
        """The words of all windows."""
        return Bm25.over([each.window.text for each in self.windows])

    def embed(
        self, claims: Sequence[str], places: Sequence[int], embed: Callable[[Sequence[str]], Any]
    ) -> tuple[Floats, Floats]:
        """Return the vectors of claims and of some windows; claims are embedded first, windows at most once."""
        new = [place for place in places if place not in self._vectors]
        rows = checked_vectors(
            [*claims, *(self.windows[place].window.text for place in new)],
            embed,
            width=next((len(row) for row in self._vectors.values()), None),
        )
        self._vectors.update(zip(new, rows[len(claims) :], strict=True))
        return rows[: len(claims)], np.stack([self._vectors[place] for place in places])

    def rank(
        self, claims: Sequence[str], embed: Callable[[Sequence[str]], Any] | None
    ) -> list[tuple[RankedSource, ...]]:
        """Return for each claim its nearest windows by source, by rare words in common and by vectors."""
        near = [self._rank_by_words(claim) for claim in claims]
        if embed is None:
            return [self._group(list(scores)[:MOST_WINDOWS], {}) for scores in near]
        used = sorted({place for scores in near for place in scores})
        asked, rows = map(to_units, self.embed(claims, used, embed))
        row_of = {place: at for at, place in enumerate(used)}
        close = [
            cosine_similarities(claim, rows[[row_of[at] for at in scores]])
            for claim, scores in zip(asked, near, strict=True)
        ]
        return [self._fuse(*each) for each in zip(near, close, strict=True)]

    def _rank_by_words(self, claim: str) -> dict[int, float]:
        scores = add_neighbours(self.words.scores(claim), self.parts)
        return {place: scores[place] for place in order_by_score(scores)[:_CANDIDATES]}

    def _fuse(self, scores: Mapping[int, float], close: Sequence[float]) -> tuple[RankedSource, ...]:
        places = list(scores)
        best = order_by_score(combine_scores(list(scores.values()), close))[:MOST_WINDOWS]
        return self._group([places[at] for at in best], dict(zip(places, close, strict=True)))

    def _group(self, places: Sequence[int], close: Mapping[int, float]) -> tuple[RankedSource, ...]:
        groups: dict[int, list[int]] = {}
        for place in places:
            groups.setdefault(self.windows[place].index, []).append(place)
        return tuple(
            RankedSource(source, tuple(self.windows[place].passage() for place in group), close.get(group[0]))
            for source, group in groups.items()
        )


def _cut(text: str) -> Iterator[TextWindow]:
    """Yield the windows of a source; one without words has none."""
    if not any(char.isalnum() for char in text):
        return
    if len(text) <= MAX_WORDS and "\n" not in text and "\f" not in text:
        yield TextWindow(text, Span(0, len(text)))  # a short line cannot be split, and they come in thousands
        return
    found = split_body(Body(tuple(_split_pages(text))), split_sentences)
    yield from found or [TextWindow(text[:_WHOLE], Span(0, min(len(text), _WHOLE)))]


def _split_pages(text: str) -> Iterator[Page]:
    if "\f" not in text:
        yield Page(text)
        return
    for number, words in enumerate(text.split("\f"), 1):
        yield Page(words, number)
