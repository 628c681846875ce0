"""What a project can answer for itself: its root and its corpus, opened once for a run."""

from datetime import date
from functools import cache
from pathlib import Path

from citevet.config import Config
from citevet.library.shelf import Shelf, open_shelf
from citevet.resolve import Ground
from citevet.world import clock


def ground(settings: Config) -> Ground:
    """Return where the local citations of a document are looked up; the index of the corpus is brought up to date."""
    return Ground(settings.root.resolve(), shelf(settings))


def shelf(settings: Config) -> Shelf:
    """Return the corpus of a project, opened once in this process."""
    return _shelf(settings.root.resolve(), settings.corpus, settings.today or clock.today())


@cache
def _shelf(root: Path, corpus: Path | None, today: date) -> Shelf:
    return open_shelf(root, corpus, today=today)


def forget() -> None:
    """Open the corpus anew: a long-lived process must see what changed on disk."""
    _shelf.cache_clear()
