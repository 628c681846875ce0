"""The corpus that a command works on, or the way to start one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from citevet.config import Config, config
from citevet.errors import UsageError
from citevet.jobs.ground import shelf
from citevet.library.shelf import Shelf
from citevet.model import Entry


def settings_here(flags: Mapping[str, Any]) -> Config:
    """Return what holds in the folder that people stand in."""
    return config(Path.cwd(), flags)


def kept(settings: Config) -> Shelf:
    """Return the project's corpus; without one there is nothing to ask."""
    found = shelf(settings)
    if not found.is_kept:
        raise UsageError(
            "this project keeps no corpus", advice="`citevet corpus add paper.pdf` starts one; --corpus names another."
        )
    return found


def entry_called(shelf: Shelf, ref: str) -> Entry:
    """Return the one entry of an id, in whatever case it was typed."""
    name = ref.upper() if ref.upper().startswith("REF-") else ref
    found = shelf.called(name) or shelf.called(ref)
    if len(found) > 1:
        paths = ", ".join(entry.path for entry in found)
        raise UsageError("several entries have this id", to=name, advice=f"Give each its own: {paths}.")
    if not found:
        raise UsageError("not in the corpus", to=name, advice=_nearest(shelf, name))
    return found[0]


def _nearest(shelf: Shelf, name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only on the way to an error

    near = get_close_matches(name, [entry.id for entry in shelf.entries()], 1)
    return f"Did you mean {near[0]}?" if near else "`citevet corpus list` shows what there is."
