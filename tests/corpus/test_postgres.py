"""The index in PostgreSQL, on a real server: the same answers as SQLite, upgrades, writers and lost connections."""

import json
import os
import pickle
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from fuzz.database_server import DatabaseServer
from tests.corpus.sources import SOURCES

from citevet.corpus import index_refresh, postgres_store
from citevet.corpus.index_format import DAMAGED, OUTDATED
from citevet.corpus.indexed_corpus import IndexedCorpus, open_corpus
from citevet.corpus.postgres_index import PostgresIndex
from citevet.corpus.postgres_store import name_schema
from citevet.corpus.search import search
from citevet.errors import ConfigError
from citevet.jobs.check import check
from citevet.jobs.corpus.search import index_corpus, search_corpus
from citevet.jobs.doctor import examine
from citevet.report.json import render
from citevet.session import Session

EXAMPLES = Path(__file__).parents[2] / "examples"
LONG = {
    "REF-022": "x" * 5_000 + " needle \0 in the roof",
    "REF-023": "The needle was found. " * 5_000,  # more windows than are looked up at first
}
QUERIES = (
    *(
        "도쿄",
        "법",
        "수",
        "東京",
        "improved CAFE",
        "roof warmth summers",
        "needle",
        "recall AND 'quotes'",
        "",
        "\0",
        "the",
        "ᦃᦲᧃ walls",
    ),
    *("index of the corpus", "citation report format", "roof roofs roofing", "files that citevet reads", "zebra"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server with pgvector that lives as long as these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        with closing(DatabaseServer()) as started:
            yield started.address


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A corpus in several scripts, with long texts of real words in random order."""
    folder = tmp_path / ".citevet/corpus"
    folder.mkdir(parents=True)
    chance = Random(7)  # noqa: S311 - no secret hangs on it
    words = (EXAMPLES.parent / "docs/scaling.md").read_text("utf-8").split()
    long = {f"REF-{number:03d}": " ".join(chance.choices(words, k=chance.randrange(900))) for number in range(9, 22)}
    for ref, text in (SOURCES | LONG | long).items():
        head = f"ref_id: {ref}\ntitle: Study {ref}\nauthors: [Ann Lee{int(ref[4:]) % 5}]\nyear: 2019\ndoi: 10.1/{ref}"
        (folder / f"{ref}-x.md").write_text(f"---\n{head}\n---\n", "utf-8")
        (folder / f"{ref}-x.txt").write_text(text, "utf-8")
    return tmp_path


def answers(corpus: IndexedCorpus) -> list[Any]:
    """Query everything."""
    found = list(corpus.entries())
    return [
        corpus.digest,
        found,
        [corpus.body(entry) for entry in found],
        [corpus.entries_by_id(f"REF-{number:03d}") for number in range(24)],
        [corpus.entries_by_author(f"Lee{number}", "2019") for number in range(6)],
        [corpus.entries_by_identifier("doi", f"10.1/ref-{number:03d}") for number in range(24)],
        [corpus.entry_at(corpus.root / entry.path) for entry in found],
        [corpus.holding(entry.file_sha256 or "") for entry in found],
        corpus.has_grades(),
        [search(corpus, query) for query in QUERIES],
    ]


def answers_of(root: Path, database: str | None) -> list[Any]:
    """Open an index, query everything, and close it."""
    corpus = open_corpus(root, database=database)
    found = answers(corpus)
    corpus.close()
    return found


def change(root: Path) -> None:
    """Edit one text, remove one source."""
    folder = root / ".citevet/corpus"
    (folder / "REF-009-x.txt").write_text("New words about the roofs of the index.", "utf-8")
    for file in folder.glob("REF-020-x.*"):
        file.unlink()


def run_sql(server: str, statement: str) -> Any:
    """Run a statement outside of citevet."""
    with psycopg.connect(server, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchall() if cursor.description else None


def test_both_engines_give_the_same_answers(root: Path, server: str) -> None:
    """Entries, texts, lookups, and searches with their scores: at first, and after an edit and a removal."""
    assert answers_of(root, None) == answers_of(root, server)
    change(root)
    changed = answers_of(root, None)
    assert changed == answers_of(root, server)
    assert "REF-009" == search(open_corpus(root, database=server), "new roofs of index")[0].entry
    name = name_schema(root)
    for term, query in (("", "count(*)"), (" ", "sum(size)")):  # kept in step with the windows
        assert run_sql(server, f"SELECT windows FROM {name}.frequencies WHERE term = '{term}'") == run_sql(  # noqa: S608
            server,
            f"SELECT {query} FROM {name}.windows",  # noqa: S608
        )


def test_both_engines_rank_alike_by_rare_terms(root: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rarest terms alone find windows, the others add the same to their scores."""
    corpora = [open_corpus(root, database=database) for database in (None, server)]
    whole = search(corpora[0], "index of the corpus in the report files", limit=5)
    monkeypatch.setattr("citevet.corpus.search._FOUND_WINDOWS", 3)
    for query in QUERIES:
        first, second = (search(corpus, query, limit=5) for corpus in corpora)
        assert first == second
    found = search(corpora[0], "index of the corpus in the report files", limit=5)
    assert {hit.score for hit in found} & {hit.score for hit in whole}
    assert len(found) <= len(whole)


def test_both_engines_give_the_same_report(tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The JSON of a check of the examples has the same bytes, except for the facts of the run."""
    project = tmp_path / "examples"
    shutil.copytree(EXAMPLES, project, ignore=shutil.ignore_patterns(".citevet"))
    monkeypatch.chdir(project)
    reports = []
    for address in (None, server):
        monkeypatch.setenv("CITEVET_CACHE_DIR", str(tmp_path / f"cache-{address is None}"))
        told = json.loads(render(check(flags={"corpus_database": address})))
        told.pop("run")
        reports.append(json.dumps(told))
    assert reports[0] == reports[1]
    assert 1 == len(run_sql(server, f"SELECT 1 FROM pg_namespace WHERE nspname = '{name_schema(project)}'"))  # noqa: S608


def test_both_engines_find_the_same_by_meaning(root: Path, server: str) -> None:
    """Vectors are stored in both, and the hits and scores of a search by words and meaning are the same."""
    sessions = [Session({"corpus_database": address}, here=root) for address in (None, server)]
    for query in ("heat below the roof in summer", "improve retrieval", "citations of a report", "quantum mechanics"):
        first, second = (search_corpus(query, session) for session in sessions)
        assert first == second
        assert "" == first.note
    indexed = [index_corpus(session) for session in sessions]
    assert indexed[0] == indexed[1]
    pieces = f"SELECT count(*), count(DISTINCT digest) FROM {name_schema(root)}.pieces"  # noqa: S608
    vectors = f"SELECT {indexed[0].passages}, count(*) FROM {name_schema(root)}.vectors"  # noqa: S608
    assert run_sql(server, pieces) == run_sql(server, vectors)


def test_older_tables_are_upgraded(root: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of version 1 get what is new, in three processes at once, and the answers are those of SQLite."""
    with monkeypatch.context() as patch:
        patch.setattr(postgres_store, "MIGRATIONS", postgres_store.MIGRATIONS[:1])
        with pytest.raises(ConfigError, match='relation "openings" does not exist'):
            open_corpus(root, database=server)
    versions = f"SELECT version FROM {name_schema(root)}.migrations ORDER BY 1"  # noqa: S608
    assert [(1,)] == run_sql(server, versions)
    expected = answers_of(root, None)
    with get_context("fork").Pool(3) as pool:
        assert [expected] * 3 == pool.starmap(answers_of, [(root, server)] * 3)
    assert [(1,), (2,)] == run_sql(server, versions)


def test_several_writers_make_one_index(root: Path, server: str) -> None:
    """Three processes create the tables and fill them at the same time; each has the answers of one alone."""
    expected = answers_of(root, None)
    with get_context("fork").Pool(3) as pool:
        assert [expected] * 3 == pool.starmap(answers_of, [(root, server)] * 3)
        change(root)
        expected = answers_of(root, None)
        assert [expected] * 3 == pool.starmap(answers_of, [(root, server)] * 3)


def test_lost_connections_cost_no_answer(root: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that the server ends, at random statements of a refresh and of queries, is made again."""
    for file in (root / ".citevet/corpus").glob("REF-01*"):
        file.unlink()
    expected = answers_of(root, None)
    monkeypatch.setattr(index_refresh, "_BATCH_ENTRIES", 2)
    chance = Random(3)  # noqa: S311 - as above
    run, left, ended = PostgresIndex.execute, [0], [0]

    def run_or_end(self: PostgresIndex, query: str, values: Any = ()) -> Any:
        left[0] -= 1
        if left[0] == 0:
            run_sql(server, f"SELECT pg_terminate_backend({self._connection.info.backend_pid})")
            left[0] = chance.randrange(20, 200)
            ended[0] += 1
        return run(self, query, values)

    monkeypatch.setattr(PostgresIndex, "execute", run_or_end)
    for first in (1, 6, 9, 20, *(chance.randrange(30, 200) for _ in range(4))):
        run_sql(server, f"DROP SCHEMA IF EXISTS {name_schema(root)} CASCADE")
        left[0] = first
        assert expected == answers_of(root, server)
    assert 10 < ended[0]


def test_connection_that_breaks_off_amid_many_rows_costs_no_answer(
    root: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library then may raise before it has noticed that the connection is closed."""
    expected = answers_of(root, None)
    run, left = PostgresIndex.executemany, [3]

    def run_or_break(self: PostgresIndex, query: str, rows: Any) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise psycopg.OperationalError("cannot exit pipeline mode while busy")
        run(self, query, rows)

    monkeypatch.setattr(PostgresIndex, "executemany", run_or_break)
    assert expected == answers_of(root, server)
    assert left[0] < 0


def test_server_that_stays_away_is_one_clear_error(root: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some attempts; the entries that were written before are whole."""
    expected = answers_of(root, server)
    change(root)
    corpus = open_corpus(root, database=server)
    monkeypatch.setattr(postgres_store, "_MAX_FAILURES", 2)
    pid = corpus.query(lambda connection: connection.execute("SELECT pg_backend_pid()").fetchone()[0])
    run_sql(server, f"SELECT pg_terminate_backend({pid})")
    with monkeypatch.context() as patch:
        patch.setattr(psycopg, "connect", lambda *_, **__: (_ for _ in ()).throw(psycopg.OperationalError("refused")))
        with pytest.raises(ConfigError, match="the database cannot be reached \\(refused\\)"):
            list(corpus.entries())
    assert len(expected[1]) - 1 == len(list(open_corpus(root, database=server).entries()))


def test_damage_is_repaired_from_the_files(root: Path, server: str) -> None:
    """An altered row is not believed; the index is filled again, and a note says so."""
    expected = answers_of(root, server)
    run_sql(server, f"UPDATE {name_schema(root)}.entries SET own = replace(own, 'Study', 'Novel')")  # noqa: S608
    corpus = open_corpus(root, database=server)
    assert expected == answers(corpus)
    assert (DAMAGED,) == corpus.notes


def test_index_of_other_code_is_filled_again(root: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unchanged files are read again when the code that reads them changes."""
    expected = answers_of(root, server)
    monkeypatch.setattr(postgres_store, "index_version", lambda: "a newer reader")
    corpus = open_corpus(root, database=server)
    assert (OUTDATED,) == corpus.notes
    assert expected == answers(corpus)


def test_tables_of_a_newer_version_are_left_alone(root: Path, server: str) -> None:
    """An older citevet does not touch them."""
    answers_of(root, server)
    run_sql(server, f"INSERT INTO {name_schema(root)}.migrations VALUES (99, now())")  # noqa: S608
    with pytest.raises(ConfigError, match="have version 99"):
        open_corpus(root, database=server)


def test_corpus_in_other_processes(root: Path, server: str) -> None:
    """A fork and a receiver of a pickle use connections of their own; the parent's stays usable."""
    corpus = open_corpus(root, database=server)
    expected = answers(corpus)
    with get_context("fork").Pool(1) as pool:
        assert expected == pool.apply(answers, (corpus,))
    process = os.fork()
    if process == 0:
        os._exit(answers(corpus) != expected)
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert expected == answers(pickle.loads(pickle.dumps(corpus)))  # noqa: S301 - written a moment ago
    assert expected == answers(corpus)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://ann:s3cret@127.0.0.1:1/corpus", "127.0.0.1:1/corpus: the database cannot be reached"),
        ("postgresql://ann:s3cret@127.0.0.1:1/corpus?s3cret=1", "this is not the address of a PostgreSQL database"),
        ("mysql://ann:s3cret@127.0.0.1/corpus", "CITEVET_CORPUS_DATABASE=…: it must begin with postgresql://"),
    ],
)
def test_unusable_address_is_one_clear_error(
    root: Path, address: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the server or the variable and never the password."""
    monkeypatch.setenv("CITEVET_CORPUS_DATABASE", address)
    session = Session(here=root)
    with pytest.raises(ConfigError) as raised:
        session.corpus_for(session.config)
    assert told in str(raised.value)
    assert "s3cret" not in f"{raised.value}{raised.value.__cause__}"
    if "mysql" not in address:
        assert "s3cret" not in repr(session.config)
        (line,) = (each for each in examine(session) if each.name == "database")
        assert ("failed", False) == (line.state, "s3cret" in line.details)


def test_address_is_not_taken_from_a_file(root: Path) -> None:
    """A project may come from somebody else, and must not say where its text goes."""
    (root / "citevet.toml").write_text('corpus-database = "postgresql://127.0.0.1/x"\n', "utf-8")
    with pytest.raises(ConfigError, match="Set the variable CITEVET_CORPUS_DATABASE"):
        _ = Session(here=root).config


def test_missing_library_is_named(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ConfigError, match=r"pip install 'citevet\[postgres\]"):
        open_corpus(root, database="postgresql://127.0.0.1/x")
