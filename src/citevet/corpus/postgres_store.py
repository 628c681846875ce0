"""Open the index of a project in a PostgreSQL database: its tables, their upgrades, and lost connections.

Every project has a schema of its own, named after its folder. The corpus is the truth: what is damaged or was made by
another version is filled again from the files.
"""

import time
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from citevet.corpus.index_format import DAMAGED, OUTDATED, CorruptIndex, get_setting, make_storable, set_setting
from citevet.corpus.index_store import index_version
from citevet.errors import ConfigError, DatabaseError, first_line
from citevet.records import dataclass, field, replace
from citevet.world.installed_from import install_command

if TYPE_CHECKING:
    import psycopg

    from citevet.corpus.postgres_index import PostgresIndex

_SETTING = "corpus-database"
_CONNECT_SECONDS = 10
_LOCK_MILLISECONDS = 120_000  # another process writes a batch in seconds
_MIGRATION_LOCK = 0x636974657665  # one upgrade at a time, over all projects
_MAX_FAILURES = 12  # of one query or refresh: about ten seconds
_CALM_SECONDS = 60.0  # after which an earlier failure does not count

_TEXT = 'TEXT COLLATE "C" NOT NULL'  # sorted by bytes, as in SQLite
_ENTRY = "entry BIGINT NOT NULL REFERENCES entries ON DELETE CASCADE"
_KEY = "key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
# Each holds the statements that lead from the version before it to its own. Append; never change one.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"CREATE TABLE settings (key {_TEXT} PRIMARY KEY, value TEXT NOT NULL)",
        f"""CREATE TABLE entries ({_KEY}, path {_TEXT} UNIQUE, id {_TEXT}, place {_TEXT},
            own TEXT NOT NULL, "full" TEXT NOT NULL, body TEXT NOT NULL, seal BYTEA NOT NULL)""",
        "CREATE INDEX entries_id ON entries (id, path)",
        f"""CREATE TABLE files (path {_TEXT}, {_ENTRY}, size BIGINT NOT NULL, mtime_ns BIGINT NOT NULL,
            sha256 {_TEXT}, seen_ns BIGINT NOT NULL, PRIMARY KEY (path, entry))""",
        "CREATE INDEX files_entry ON files (entry)",
        "CREATE INDEX files_sha256 ON files (sha256)",
        f"CREATE TABLE places (path {_TEXT}, {_ENTRY}, PRIMARY KEY (path, entry))",
        "CREATE INDEX places_entry ON places (entry)",
        f"CREATE TABLE authors (family {_TEXT}, year {_TEXT}, {_ENTRY}, PRIMARY KEY (family, year, entry))",
        "CREATE INDEX authors_entry ON authors (entry)",
        f"CREATE TABLE identifiers (kind {_TEXT}, value {_TEXT}, {_ENTRY}, PRIMARY KEY (kind, value, entry))",
        "CREATE INDEX identifiers_entry ON identifiers (entry)",
        f"CREATE TABLE pages ({_KEY}, {_ENTRY}, number BIGINT, label TEXT, text TEXT NOT NULL)",
        "CREATE INDEX pages_entry ON pages (entry)",
        # Terms are stored apart from the row, which is read for every match.
        f"""CREATE TABLE windows ({_KEY}, page BIGINT NOT NULL REFERENCES pages ON DELETE CASCADE,
            first INTEGER NOT NULL, last INTEGER NOT NULL, size INTEGER NOT NULL,
            terms TSVECTOR NOT NULL, repeats JSONB NOT NULL) WITH (toast_tuple_target = 128)""",
        "ALTER TABLE windows ALTER terms SET STORAGE EXTERNAL, ALTER repeats SET STORAGE MAIN",
        "CREATE INDEX windows_page ON windows (page)",
        "CREATE INDEX windows_terms ON windows USING gin (terms)",
        f"CREATE TABLE frequencies (term {_TEXT} PRIMARY KEY, windows BIGINT NOT NULL)",
    ),
    (
        "CREATE EXTENSION IF NOT EXISTS vector SCHEMA public",
        """CREATE TABLE openings (entry BIGINT PRIMARY KEY REFERENCES entries ON DELETE CASCADE, title TEXT NOT NULL,
            page BIGINT REFERENCES pages ON DELETE CASCADE, first INTEGER NOT NULL, last INTEGER NOT NULL)""",
        "CREATE INDEX openings_page ON openings (page)",
        f"CREATE TABLE pieces ({_KEY}, {_ENTRY}, first INTEGER, last INTEGER, digest {_TEXT})",
        "CREATE INDEX pieces_entry ON pieces (entry)",
        "CREATE INDEX pieces_digest ON pieces (digest)",
        f"""CREATE TABLE vectors (digest {_TEXT} PRIMARY KEY, value BYTEA NOT NULL, seal BIGINT NOT NULL,
            vector HALFVEC NOT NULL)""",
    ),
)


@dataclass(frozen=True, slots=True)
class PostgresStore:
    """An open index and the address of its database."""

    connection: "PostgresIndex"
    root: Path
    address: str = field(repr=False)  # may hold a password
    notes: tuple[str, ...] = ()
    failed: int = 0  # how often in a row
    failed_at: float = 0.0
    is_shared: bool = True

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """The errors of the database, and contents that were not written by us."""
        return (*self.connection.errors, CorruptIndex)

    def replace_failed(self, error: Exception) -> "PostgresStore":
        """Connect again after a lost connection, or empty an index that is damaged; raise for everything else."""
        now = time.monotonic()
        failed = self.failed + 1 if now - self.failed_at < _CALM_SECONDS else 1
        is_damage = isinstance(error, CorruptIndex)
        is_lost = self.connection.is_lost(error)
        self.connection.close()
        if failed > _MAX_FAILURES or not (is_damage or is_lost):
            raise _describe(error, self.address) from error
        time.sleep(min(0.01 * 2**failed, 1.0))
        try:
            new = open_postgres(self.address, self.root)
        except ConfigError:  # a server that starts again refuses connections for a moment
            if failed == _MAX_FAILURES:
                raise
            return replace(self, failed=failed, failed_at=now).replace_failed(error)
        if is_damage:
            with new.connection.transaction():
                _empty(new.connection, self.root)
        notes = (*self.notes, *new.notes, *((DAMAGED,) if is_damage else ()))
        return replace(new, notes=tuple(dict.fromkeys(notes)), failed=failed, failed_at=now)

    def reopen(self) -> "PostgresStore":
        """Open the same index for reading, in another process."""
        new = open_postgres(self.address, self.root)
        new.connection.set_read_only(on=True)
        return replace(new, notes=self.notes)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle for another process, which opens a connection of its own."""
        return _unpickle, (self.address, self.root, self.notes)


def open_postgres(address: str, root: Path) -> PostgresStore:
    """Open the index of a project, with its tables made or upgraded first."""
    schema = name_schema(root)
    for failed in count(1):
        connection = _connect(address)
        from citevet.corpus.postgres_index import PostgresIndex

        index = PostgresIndex(connection, _lock_number(schema))
        try:
            return PostgresStore(index, root, address, _prepare(index, schema, root))
        except index.errors as error:
            is_lost = index.is_lost(error)
            index.close()
            if failed > _MAX_FAILURES or not is_lost:
                raise _describe(error, address) from error
    raise AssertionError  # the loop ends only by an answer


def name_schema(root: Path) -> str:
    """Return the name of the schema that holds the index of a project."""
    return f"citevet_{blake2b(str(root).encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}"


def describe_server(address: str) -> str:
    """Connect to a database, and return its version and where it is; raise ConfigError where that fails."""
    connection = _connect(address)
    try:
        version = connection.info.server_version
        return f"PostgreSQL {version // 10_000}.{version % 10_000} at {_show(address)}"
    finally:
        connection.close()


def _unpickle(address: str, root: Path, notes: tuple[str, ...]) -> PostgresStore:
    new = open_postgres(address, root)
    return replace(new, notes=(*new.notes, *notes))


def _connect(address: str) -> "psycopg.Connection[Any]":
    try:
        import psycopg
    except ImportError as error:
        advice = f"Install it with: {install_command('postgres')}"
        raise ConfigError("PostgreSQL needs the package psycopg", to=_SETTING, advice=advice) from error
    try:
        given = psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.Error:  # whose message may quote the password
        advice = "Write it as postgresql://user@host:5432/name."
        raise ConfigError("this is not the address of a PostgreSQL database", to=_SETTING, advice=advice) from None
    usual: dict[str, str | int] = {"connect_timeout": _CONNECT_SECONDS, "application_name": "citevet"}
    unset = {key: value for key, value in usual.items() if key not in given}
    try:
        return psycopg.connect(psycopg.conninfo.make_conninfo(address, **unset), autocommit=True)
    except psycopg.Error as error:
        raise _describe(error, address) from None


def _describe(error: Exception, address: str) -> DatabaseError:
    """Say what the database answered, without the password."""
    from psycopg import OperationalError
    from psycopg.conninfo import conninfo_to_dict

    password = str(conninfo_to_dict(address).get("password") or "")
    answer = first_line(error)
    answer = answer.replace(password, "…") if password else answer
    what = "the database refused a statement"
    advice = "Its user must be allowed to make schemas, and the database needs pgvector"
    if isinstance(error, OperationalError):
        what, advice = "the database cannot be reached", "Start the server or correct the address"
    advice += "; without CITEVET_CORPUS_DATABASE the index is a file of the project."
    return DatabaseError(f"{what} ({answer})", to=_show(address), advice=advice)


def _show(address: str) -> str:
    """Return host, port and name of a database, without user and password."""
    from psycopg.conninfo import conninfo_to_dict

    given = conninfo_to_dict(address)
    port = f":{given['port']}" if given.get("port") else ""
    return f"{given.get('host') or 'local'}{port}/{given.get('dbname') or ''}"


def _lock_number(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)


def _prepare(index: "PostgresIndex", schema: str, root: Path) -> tuple[str, ...]:
    """Select the schema of a project, upgrade its tables, and empty them if other code filled them; return notes."""
    index.execute("SET client_min_messages = warning")
    index.execute("SET synchronous_commit = off")  # batches lost in a crash of the server are read again
    index.execute("SET jit = off")  # compiling a search takes longer than the search
    index.execute(f"SET lock_timeout = {_LOCK_MILLISECONDS}")
    index.execute(f"SET search_path = {schema}, public, extensions")
    version = _find_version(index, schema)
    if version > len(MIGRATIONS):
        what = f"the tables of this project have version {version}, and this citevet has {len(MIGRATIONS)}"
        raise ConfigError(what, to=_SETTING, advice="Install the newer citevet, or use another database.")
    if version < len(MIGRATIONS):
        _migrate(index, schema)
    return () if get_setting(index, "version") == index_version() else _empty_outdated(index, root)


def _empty_outdated(index: "PostgresIndex", root: Path) -> tuple[str, ...]:
    """Empty tables that other code filled, unless another process has just done so; return notes."""
    with index.transaction():
        filled_by = get_setting(index, "version")
        if filled_by == index_version():
            return ()
        _empty(index, root)
    return (OUTDATED,) if filled_by else ()


def _find_version(index: "PostgresIndex", schema: str) -> int:
    """Return the version of a project's tables; 0 if there are none."""
    (present,) = index.execute("SELECT to_regclass(?) IS NOT NULL", (f"{schema}.migrations",)).fetchone()
    if not present:
        return 0
    (version,) = index.execute("SELECT coalesce(max(version), 0) FROM migrations").fetchone()
    return int(version)


def _migrate(index: "PostgresIndex", schema: str) -> None:
    """Apply the missing upgrades in one transaction; a second process waits, and finds them done."""
    index.execute("BEGIN")
    try:
        index.execute("SELECT pg_advisory_xact_lock(?)", (_MIGRATION_LOCK,))
        index.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
        version = _find_version(index, schema)
        if version == 0:
            index.execute("CREATE TABLE migrations (version INTEGER PRIMARY KEY, applied TIMESTAMPTZ NOT NULL)")
        for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
            for statement in statements:
                index.execute(statement)
            index.execute("INSERT INTO migrations VALUES (?, now())", (number,))
        index.execute("COMMIT")
    except BaseException:
        with suppress(*index.errors):
            index.execute("ROLLBACK")
        raise


def _empty(index: "PostgresIndex", root: Path) -> None:
    """Remove all entries, in a transaction."""
    index.execute("TRUNCATE entries CASCADE")
    index.execute("TRUNCATE frequencies")
    set_setting(index, "settled", "0")
    set_setting(index, "root", make_storable(str(root)))
    set_setting(index, "version", index_version())
