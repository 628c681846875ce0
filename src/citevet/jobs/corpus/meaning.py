"""Which sources are about what somebody asks, in whatever words: by the vectors of their titles and openings.

The rest of a source is found by its words. To embed all of 2,000 papers would take an hour, their heads three minutes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citevet.contracts import Progress
from citevet.jobs.embedded import Known
from citevet.library.heads import Head, heads
from citevet.library.shelf import Shelf
from citevet.library.windows import windows
from citevet.retrieve.fusion import cosines

_PIECE = 1_000  # characters; the model reads about 1,200
# Of 200 claims 95 % come nearer than 0.4 to their abstract, two bare words 0.3; 95 % of other abstracts stay below 0.3.
_FLOOR = 0.3
_LATIN = 0.7  # of the characters
_AT_ONCE = 200  # rows that a search may embed on the way: about four seconds on two cores


@dataclass(frozen=True, slots=True)
class Near:
    """A source that is about the question."""

    head: Head
    text: str  # the piece that comes nearest; empty when it is the title
    nearness: float


def near(query: str, shelf: Shelf, *, progress: Progress | None = None) -> dict[str, Near] | None:
    """Return the sources that are about a question, by id; none at all for one that the model cannot read.

    Where too much would have to be embedded first, there is no answer.
    """
    found = list(_pieces(shelf)) if _is_read(query) else []
    if not found:
        return {}
    known = Known([query[:_PIECE], *(text for _, text in found)])
    if known.missing > _AT_ONCE:
        return None
    rows = known.rows(progress)
    return _nearest(found, cosines(rows[0], rows[1:]))


def embed_heads(shelf: Shelf, *, progress: Progress | None = None) -> tuple[int, int]:
    """Embed the heads of all sources; return how many pieces there are, and how many of them are new."""
    texts = [text for _, text in _pieces(shelf)]
    if not texts:
        return 0, 0
    known = Known(texts)
    new = known.missing
    if new:
        known.rows(progress)
    return len(texts), new


def _pieces(shelf: Shelf) -> Iterator[tuple[Head, str]]:
    for head in heads(shelf):
        for text in (head.title[:_PIECE], *(head.text[start:end] for start, end in windows(head.text, _PIECE))):
            if text.strip() and _is_read(text):
                yield head, text


def _is_read(text: str) -> bool:
    """Say whether a text may be English, the language of the model, by its letters: 2,000 sources in 10 ms."""
    return len(text.encode("ascii", "ignore")) >= _LATIN * len(text)


def _nearest(found: Sequence[tuple[Head, str]], nearness: Sequence[float]) -> dict[str, Near]:
    best: dict[str, Near] = {}
    for (head, text), value in zip(found, nearness, strict=True):
        if value >= _FLOOR and (head.entry not in best or value > best[head.entry].nearness):
            best[head.entry] = Near(head, "" if head.title.startswith(text) else text, value)
    return best
