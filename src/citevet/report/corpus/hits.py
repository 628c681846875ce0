"""What a search in the corpus found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from citevet.model import Entry, Span
from citevet.report.corpus.table import cut
from citevet.report.paint import paint
from citevet.report.visible import one_line, visible

_TITLE = 80  # columns


@dataclass(frozen=True, slots=True)
class Found:
    """A page that has the words, and where they stand in the part that is shown."""

    entry: Entry
    page: int | None
    label: str | None
    snippet: str
    marks: tuple[Span, ...]  # the words of the question, in the snippet
    score: float


def render(query: str, found: Sequence[Found], *, color: bool = False) -> str:
    """Return the hits, the best first, each with its place and a stretch of its text."""
    if not found:
        return f"nothing found for {one_line(query)}\n"
    return "".join(f"{line}\n" for rank, hit in enumerate(found, 1) for line in _lines(rank, hit, color=color))


def _lines(rank: int, hit: Found, *, color: bool) -> Iterator[str]:
    place = f", p. {visible(hit.label or str(hit.page))}" if hit.page else ""
    title = cut(one_line(hit.entry.title or "no title"), _TITLE)
    yield f"{rank}. {paint(visible(hit.entry.id) + place, 'strong', color=color)}  {title}"
    yield f"   {_marked(hit, color=color)}"


def _marked(hit: Found, *, color: bool) -> str:
    """Return the snippet with its hits in bold, or between asterisks where nothing can be bold."""
    parts: list[str] = []
    at = 0
    for mark in hit.marks:
        word = visible(mark.of(hit.snippet))
        parts += [visible(hit.snippet[at : mark.start]), paint(word, "strong", color=True) if color else f"*{word}*"]
        at = mark.end
    return "".join([*parts, visible(hit.snippet[at:])])


def shape(query: str, found: Sequence[Found]) -> dict[str, Any]:
    """Return the hits for programs."""
    return {
        "version": 1,
        "query": query,
        "hits": [
            {
                "rank": rank,
                "id": hit.entry.id,
                "title": hit.entry.title,
                "page": hit.page,
                "page_label": hit.label,
                "snippet": hit.snippet,
                "marks": [[mark.start, mark.end] for mark in hit.marks],
                "score": hit.score,
            }
            for rank, hit in enumerate(found, 1)
        ],
    }
