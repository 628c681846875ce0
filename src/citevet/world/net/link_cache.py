"""What earlier runs of `citevet links` found at addresses, in one SQLite file of the user's cache folder.

All wanted rows are read at once, and all new ones are written at once. Losing the file costs nothing but time.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import time

from citevet.world.disk_cache import is_damage, open_cache, remove_cache
from citevet.world.paths import user_cache_folder

_TABLE = "CREATE TABLE IF NOT EXISTS links (url TEXT PRIMARY KEY, stored REAL, row TEXT) WITHOUT ROWID"
_FIND = "SELECT url, stored, row FROM links WHERE url IN (SELECT value FROM json_each(?))"
_KEPT_SECONDS = 90 * 86_400.0
_AT_ONCE = 500
Row = Mapping[str, object]


class LinkCache:
    """Rows by address, with the time when they were stored."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or user_cache_folder() / "links.sqlite"

    def load(self, urls: Iterable[str]) -> dict[str, tuple[float, Row]]:
        """Return what is known of some addresses."""
        wanted, found = list(urls), dict[str, tuple[float, Row]]()
        try:
            with open_cache(self._file, _TABLE) as table:
                for start in range(0, len(wanted), _AT_ONCE):
                    part = wanted[start : start + _AT_ONCE]
                    rows = table.execute(_FIND, (json.dumps(part),))
                    found.update({url: (stored, json.loads(row)) for url, stored, row in rows})
            table.close()
        except (sqlite3.Error, OSError, ValueError) as error:
            self._heal(error)
            return {}
        return found

    def store(self, rows: Mapping[str, Row]) -> None:
        """Keep what was found at addresses."""
        now = time()
        try:
            with open_cache(self._file, _TABLE) as table:
                made = ((url, now, json.dumps(row)) for url, row in rows.items())
                table.executemany("INSERT OR REPLACE INTO links VALUES (?, ?, ?)", made)
                table.execute("DELETE FROM links WHERE stored < ?", (now - _KEPT_SECONDS,))
            table.close()
        except (sqlite3.Error, OSError, ValueError) as error:
            self._heal(error)

    def _heal(self, error: Exception) -> None:
        """Delete a damaged file, so that the next run can keep something again."""
        if isinstance(error, sqlite3.Error) and is_damage(error):
            remove_cache(self._file)
