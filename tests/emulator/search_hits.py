"""What the search services find: pages of the emulated sites, by a word of the question."""

from typing import NamedTuple


class Hit(NamedTuple):
    """One result, under neutral names."""

    title: str
    url: str
    snippet: str


_STORM = Hit("Storm hits the harbour", "https://harbour-post.example/2021/storm", "The storm left 300 homes …")
_LOST = Hit("A page that is gone", "https://harbour-post.example/lost", "The storm left 900 homes …")


def find_hits(question: str) -> list[Hit]:
    """Return the results for a question."""
    return [_LOST, _STORM] if "storm" in question.lower() else []
