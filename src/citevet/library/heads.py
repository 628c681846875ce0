"""The title and the opening of each source: what it is about, in few words."""

import sqlite3
from dataclasses import dataclass

from citevet.library.shelf import Shelf

_WORDS = 300  # characters from which a stretch says something: a cover page does not
# By the table of windows, which is small: to ask the pages for their length would read every text.
_OPENINGS = """
    WITH openings AS (
        SELECT entry, coalesce(min(CASE WHEN last - first >= ? THEN windows.key END), min(windows.key)) AS window
        FROM windows JOIN pages ON pages.key = windows.page GROUP BY entry
    )
    SELECT id, coalesce(json_extract(full, '$.title'), ''), number, label,
        coalesce(substr(text, first + 1, last - first), '')
    FROM entries LEFT JOIN openings ON openings.entry = entries.key
    LEFT JOIN windows ON windows.key = openings.window LEFT JOIN pages ON pages.key = windows.page
    ORDER BY place, path
"""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a source begins to say something."""

    entry: str  # REF-043
    title: str
    page: int | None  # counted from 1; none where the source has no pages
    label: str | None  # as printed
    text: str  # about half a page


def heads(shelf: Shelf) -> list[Head]:
    """Return the head of every entry, in the order of ids."""

    def asked(connection: sqlite3.Connection) -> list[Head]:
        return [Head(*row) for row in connection.execute(_OPENINGS, (_WORDS,))]

    return shelf.ask(asked)
