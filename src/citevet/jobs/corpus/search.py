"""Search the words of the sources."""

from collections.abc import Mapping
from typing import Any

from citevet.errors import UsageError
from citevet.jobs.corpus.kept import kept, settings_here
from citevet.jobs.corpus.words import marks, telling
from citevet.library.search import search
from citevet.report.corpus.hits import Found


def find(query: str, flags: Mapping[str, Any], *, limit: int = 10) -> list[Found]:
    """Return the pages that have the words of a question, the best first."""
    if not query.strip():
        raise UsageError("there is nothing to search for", advice="Name one or more words.")
    shelf = kept(settings_here(flags))
    return [
        Found(shelf.called(hit.entry)[0], hit.page, hit.label, hit.snippet, marks(query, hit.snippet), hit.score)
        for hit in search(shelf, telling(query), limit=limit)
    ]
