"""What `citevet corpus confirm` shows."""

from collections.abc import Iterator, Sequence
from typing import Any

from citevet.model import Entry
from citevet.records import dataclass
from citevet.report.json import pick
from citevet.report.safe_text import join_lines, show_controls, to_line


@dataclass(frozen=True, slots=True)
class ConfirmedSource:
    """An entry given to `corpus confirm`."""

    entry: Entry
    already: bool  # it had no mark


@join_lines
def render_confirmed(sources: Sequence[ConfirmedSource]) -> Iterator[str]:
    """Return what became of each entry."""
    for source in sources:
        said = "was confirmed before" if source.already else "confirmed; its citations count as found"
        yield f"{show_controls(source.entry.id)}  {to_line(source.entry.title or 'no title')}: {said}"


def confirmed_to_dict(sources: Sequence[ConfirmedSource]) -> dict[str, Any]:
    """Return the confirmed entries for JSON."""
    return {
        "version": 1,
        "confirmed": [{**pick(each.entry, "id", "title", "path"), "already": each.already} for each in sources],
    }
