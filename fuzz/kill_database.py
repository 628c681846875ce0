"""End connections of `citevet batch` to its database, and kill the server, at random points.

`python -m fuzz.kill_database [KILLS] [SEED]`: the output must always have the bytes of an undisturbed run over SQLite.
"""

import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.database_server import DatabaseServer
from fuzz.killed_runs import INCOMPLETE, Run, Victim, disturb, write_project

_LONGEST = 3.0  # seconds for which the server stays away; a run waits for about ten
_ENTRIES = 60  # of the corpus besides the examples: to index them takes a second
_OURS = "FROM pg_stat_activity WHERE application_name = 'citevet'"


def main(kills: int = 50, seed: int = 0) -> int:
    """Kill so often, and return 1 if the output differs once."""
    with TemporaryDirectory() as name, closing(DatabaseServer()) as server:
        folder = Path(name, "project")
        write_project(folder)
        _write_entries(folder / "corpus")
        words, variables = ("--jobs", "2"), {"CITEVET_CORPUS_DATABASE": server.address}
        victims = (
            Victim("connection", words, partial(_end_connection, server), variables=variables),
            Victim("database server", words, partial(_kill_server, server), INCOMPLETE, variables),
        )
        return disturb(folder, victims, kills=kills, seed=seed, before=partial(_drop_tables, server))


def _write_entries(corpus: Path) -> None:
    for number in range(_ENTRIES):
        head = f"---\nref_id: REF-{number + 100}\ntitle: Streets of town {number}\nyear: 2019\n---\n"
        text = "".join(f"Street {row} of town {number} has {row * number} trees. " for row in range(1_000))
        (corpus / f"REF-{number + 100}-town.md").write_text(f"{head}{text}\n", encoding="utf-8")


def _drop_tables(server: DatabaseServer) -> None:
    """Let the next run fill its index again: this is disturbed as well."""
    for (name,) in server.run("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'citevet%'"):
        server.run(f"DROP SCHEMA {name} CASCADE")


def _end_connection(server: DatabaseServer, _: Run, random: Random) -> bool:
    """End one connection of the run, or all of them."""
    pids = sorted(pid for (pid,) in server.run(f"SELECT pid {_OURS}"))
    chosen = random.choice([pids, pids[:1], pids[-1:]])
    return any(server.run(f"SELECT pg_terminate_backend({pid})")[0][0] for pid in chosen)


def _kill_server(server: DatabaseServer, _: Run, random: Random) -> bool:
    """Kill the server, and start it again after a while."""
    server.kill()
    time.sleep(_LONGEST * random.random())
    server.start()
    return True


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
