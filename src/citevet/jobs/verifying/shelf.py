"""The given sources in windows, with what was counted and embedded of them so far."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from citevet.extract.sentences import sentences
from citevet.jobs.verifying.vectors import vectors
from citevet.model import Body, Page, Passage, Scope, Span
from citevet.report.verified import Given
from citevet.retrieve.bm25 import Bm25
from citevet.retrieve.windows import WORDS, Window, windows

if TYPE_CHECKING:
    from citevet.jobs.verifying.vectors import Floats

_WHOLE = 2_000  # characters of a text that is nothing but a list of sources or furniture, kept as one window


@dataclass(frozen=True, slots=True)
class Shelved:
    """A window and the index of its source."""

    index: int
    window: Window

    def passage(self, score: float | None = None) -> Passage:
        """Return it as evidence; `s1` is the first source."""
        window = self.window
        return Passage(f"s{self.index + 1}", window.span, window.text, window.page, window.label, score)


class Shelf:
    """Sources that are asked once, or again and again while a text streams."""

    def __init__(self, sources: Sequence[Given]) -> None:
        self.sources = tuple(sources)
        self.windows = tuple(
            Shelved(index, window) for index, source in enumerate(sources) for window in _windows(source.text)
        )
        self._vectors: dict[int, Floats] = {}

    @cached_property
    def sizes(self) -> Counter[str]:
        """How many windows each source has."""
        return Counter(each.passage().source for each in self.windows)

    @cached_property
    def scopes(self) -> dict[str, Scope]:
        """How much of its work each source holds."""
        return {f"s{number}": source.scope for number, source in enumerate(self.sources, 1)}

    @cached_property
    def parts(self) -> tuple[int, ...]:
        """Which source each window is of."""
        return tuple(each.index for each in self.windows)

    @cached_property
    def words(self) -> Bm25:
        """The words of all windows."""
        return Bm25.over([each.window.text for each in self.windows])

    def embedded(
        self, claims: Sequence[str], places: Sequence[int], embed: Callable[[Sequence[str]], Any]
    ) -> "tuple[Floats, Floats]":
        """Return the vectors of claims and of some windows; claims are embedded first, windows at most once."""
        import numpy as np  # noqa: PLC0415 - 0.1 s, and most commands compare no vectors

        new = [place for place in places if place not in self._vectors]
        rows = vectors(
            [*claims, *(self.windows[place].window.text for place in new)],
            embed,
            width=next((len(row) for row in self._vectors.values()), None),
        )
        asked, held = rows[: len(claims)], rows[len(claims) :]
        if len(new) == len(places) and not self._vectors:
            self._vectors.update(zip(new, held, strict=True))
            return asked, held
        self._vectors.update(zip(new, held, strict=True))
        return asked, np.stack([self._vectors[place] for place in places])


def _windows(text: str) -> Iterator[Window]:
    """Yield the windows of a source; one without words has none."""
    if not any(char.isalnum() for char in text):
        return
    if len(text) <= WORDS and "\n" not in text and "\f" not in text:
        yield Window(text, Span(0, len(text)))  # one short line cannot be parted, and they come in thousands
        return
    found = windows(Body(tuple(_pages(text))), sentences)
    yield from found or [Window(text[:_WHOLE], Span(0, min(len(text), _WHOLE)))]


def _pages(text: str) -> Iterator[Page]:
    if "\f" not in text:
        yield Page(text)
        return
    for number, words in enumerate(text.split("\f"), 1):
        yield Page(words, number)
