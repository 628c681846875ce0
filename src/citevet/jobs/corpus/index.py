"""Make ready what searches need: the index of the words, and the vectors of what the sources are about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from citevet.contracts import Progress
from citevet.jobs.corpus.kept import kept, settings_here
from citevet.jobs.corpus.meaning import embed_heads


@dataclass(frozen=True, slots=True)
class Indexed:
    """What is ready."""

    sources: int
    passages: int  # titles and openings that have vectors
    new: int  # of them, since the last time


def index(flags: Mapping[str, Any], progress: Progress | None = None) -> Indexed:
    """Bring index and vectors up to date; what did not change is not read again."""
    shelf = kept(settings_here(flags))
    return Indexed(sum(1 for _ in shelf.entries()), *embed_heads(shelf, progress=progress))
