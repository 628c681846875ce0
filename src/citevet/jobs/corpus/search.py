"""Search the sources: by their words, and by what they are about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from citevet.contracts import Progress
from citevet.errors import ModelError, UsageError
from citevet.jobs.corpus.kept import kept, settings_here
from citevet.jobs.corpus.meaning import Near, near
from citevet.jobs.corpus.words import marks, share, telling
from citevet.library.search import Hit, search
from citevet.library.shelf import Shelf
from citevet.library.snippet import snippet
from citevet.report.corpus.hits import Found
from citevet.retrieve.fusion import fused, order

_PAGES = 50  # by words that are weighed against what the sources are about
_UNREAD = "not all sources are embedded, so words alone were searched; `citevet corpus index` embeds them, once"


@dataclass(frozen=True, slots=True)
class Searched:
    """What was found, the best first, and what people should know of how."""

    found: tuple[Found, ...]
    note: str = ""


def find(
    query: str,
    flags: Mapping[str, Any],
    *,
    limit: int = 10,
    words_only: bool = False,
    progress: Progress | None = None,
) -> Searched:
    """Return the pages that have the words of a question, and the sources that are about it in others."""
    if not query.strip():
        raise UsageError("there is nothing to search for", advice="Name one or more words.")
    shelf = kept(settings_here(flags))
    about, note = ({}, "") if words_only else _about(query, shelf, progress)
    hits = _merged(query, search(shelf, telling(query), limit=max(limit, _PAGES)), about)[:limit]
    found = (
        Found(shelf.called(hit.entry)[0], hit.page, hit.label, hit.snippet, marks(query, hit.snippet), hit.score)
        for hit in hits
    )
    return Searched(tuple(found), note)


def _about(query: str, shelf: Shelf, progress: Progress | None) -> tuple[Mapping[str, Near], str]:
    try:
        found = near(query, shelf, progress=progress)
    except ModelError as error:
        return {}, f"words alone were searched: {error}"
    return ({}, _UNREAD) if found is None else (found, "")


def _merged(query: str, by_words: Sequence[Hit], about: Mapping[str, Near]) -> list[Hit]:
    """Return the pages that have the words, and the opening of each source that has none and is about them.

    What a source is about counts for each of its pages. Words are held against a page that would have them all, so
    that "attack" alone does not come before what is about a heart attack.
    """
    if not about:
        return list(by_words)
    having = {hit.entry for hit in by_words}
    hits = [*by_words, *(_opening(each) for entry, each in about.items() if entry not in having)]
    nearness = [about[hit.entry].nearness if hit.entry in about else 0.0 for hit in hits]
    whole = by_words[0].score / (share(query, by_words[0].snippet) or 1.0) if by_words else 1.0
    *scores, _ = fused([*(hit.score for hit in hits), whole], [*nearness, 0.0])
    return [replace(hits[at], score=round(scores[at], 6)) for at in order(scores)]


def _opening(found: Near) -> Hit:
    head = found.head
    return Hit(head.entry, head.page, head.label, snippet(found.text or head.text or head.title, ()), 0.0)
