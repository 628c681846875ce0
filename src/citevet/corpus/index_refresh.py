"""Bring the index up to date with the corpus: only changed entries are read and written again."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from os import sep
from os.path import lexists, realpath
from pathlib import Path

from citevet.corpus.corpus_folders import DEFAULT_FOLDERS, id_of_file_name, path_from_root
from citevet.corpus.file_survey import FileSurvey, hash_all, hash_file, named_files, survey_files
from citevet.corpus.index_format import (
    FileState,
    IndexConnection,
    checksum,
    dump_body,
    dump_entry,
    get_setting,
    load_entry,
    make_storable,
    replace_unstorable,
    set_setting,
)
from citevet.identifiers.page_keys import make_page_key
from citevet.model import Body, Entry, EntryFault, Page
from citevet.people.parser import read_name
from citevet.records import collect_values, dataclass
from citevet.text.names import strip_year_letter

WINDOW_LENGTH = 2_000  # characters: about half a printed page, three or four paragraphs
PIECE_LENGTH = 1_000  # characters; the embedder reads about 1,200
_MIN_OPENING = 300  # characters; a cover page has fewer
_LATIN = 0.7  # of the characters
CITED_KEY = "key"  # the kind under which an entry is looked up by its citation key
OTHER_ID = "id"  # the kind under which an id that only the front matter has is looked up
_BREAKS = ("\n\n", "\n", ". ", " ")  # the best first
_BATCH_ENTRIES = 64
_BATCH_TEXT = 8_000_000  # characters in memory
_BATCH_SECONDS = 2.0  # of work that a kill may lose
_SOURCES = (".pdf", ".html", ".htm", ".txt", ".docx", ".epub")  # of files that may be sources
_PROFILE = "PROF-"  # people, organizations and funders: nodes of the graph that are not sources

ReadEntry = Callable[[Path], tuple[Entry, Body]]
KnownFiles = dict[str, dict[str, FileState]]  # path of an entry → its files, as they were


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """An entry as it was read, ready to be written into the index."""

    path: str  # of its Markdown file, absolute
    entry: Entry
    body: Body
    files: Mapping[str, FileState]  # all that it was read from
    attached: str | None = None  # its PDF, HTML or text, absolute


def write_entry(connection: IndexConnection, indexed: IndexedEntry) -> None:
    """Write an entry in place of the one read from the same file before."""
    remove_entry(connection, indexed.path)
    entry = indexed.entry
    own, body = dump_entry(entry), dump_body(indexed.body)
    key = connection.insert(
        'INSERT INTO entries (path, id, place, own, "full", body, seal) VALUES (?, ?, ?, ?, ?, ?, ?)',
        (indexed.path, entry.id, sort_key(entry.id), own, own, body, checksum(own, own, body)),
    )
    connection.executemany(
        "INSERT INTO files (path, entry, size, mtime_ns, sha256, seen_ns) VALUES (?, ?, ?, ?, ?, ?)",
        [(name, key, *state.look, state.sha256, state.at_ns) for name, state in indexed.files.items()],
    )
    _write_lookups(connection, key, indexed)
    _write_opening(connection, key, entry.title or "", _write_pages(connection, key, indexed.body.pages))


def remove_entry(connection: IndexConnection, path: str) -> None:
    """Remove the entry of a file and everything that refers to it."""
    if found := connection.execute("SELECT key FROM entries WHERE path = ?", (path,)).fetchone():
        connection.remove_words(*found)
        connection.execute("DELETE FROM entries WHERE key = ?", found)


def sort_key(ref: str) -> str:
    """Return a text that sorts ids by their numbers."""
    digits = ref.rpartition("-")[2]
    number = digits.lstrip("0") if digits.isascii() and digits.isdigit() else ""
    return f"{len(number):03d}{number} {ref}"


def _write_lookups(connection: IndexConnection, key: int, indexed: IndexedEntry) -> None:
    entry = indexed.entry
    year = strip_year_letter(entry.year)
    families = {name for author in entry.authors for name in read_name(author).forms()}
    connection.executemany("INSERT INTO authors VALUES (?, ?, ?)", [(name, year, key) for name in sorted(families)])
    own = {**entry.identifiers, **({OTHER_ID: entry.other_id} if entry.other_id else {})}
    identifiers = [(kind, make_page_key(value) if kind == "url" else value, key) for kind, value in own.items()]
    identifiers += [(CITED_KEY, cited, key) for cited in dict.fromkeys(entry.keys)]
    connection.executemany("INSERT INTO identifiers VALUES (?, ?, ?)", identifiers)
    files = [file for file in (indexed.path, indexed.attached) if file]
    places = {place for file in files for place in (file, realpath(file))}
    connection.executemany("INSERT INTO places VALUES (?, ?)", [(place, key) for place in sorted(places)])


def _write_pages(connection: IndexConnection, entry: int, pages: Sequence[Page]) -> list[tuple[int, str]]:
    """Write pages and their windows, and return the key and the text of each page."""
    keys = connection.insert_many(
        "INSERT INTO pages (entry, number, label, text) VALUES (?, ?, ?, ?)",
        [(entry, page.number, page.label, page.text) for page in pages],
    )
    written = list(zip(keys, (page.text for page in pages), strict=True))
    connection.write_windows(
        [(key, first, last, text[first:last]) for key, text in written for first, last in split_windows(text)]
    )
    return written


def _write_opening(connection: IndexConnection, entry: int, title: str, pages: Sequence[tuple[int, str]]) -> None:
    """Write the title of a source and its first stretch of text, and the pieces of both that can be embedded."""
    windows = ((page, text, window) for page, text in pages for window in split_windows(text))
    first = next(windows, None)
    page, text, (start, end) = next(
        (each for each in (first, *windows) if each and each[2][1] - each[2][0] >= _MIN_OPENING),
        first or (None, "", (0, 0)),
    )
    title = make_storable(title)
    connection.execute("INSERT INTO openings VALUES (?, ?, ?, ?, ?)", (entry, title, page, start, end))
    inside = [(start + first, start + last) for first, last in split_windows(text[start:end], PIECE_LENGTH)]
    pieces = [(None, None, title[:PIECE_LENGTH]), *((first, last, text[first:last]) for first, last in inside)]
    connection.executemany(
        "INSERT INTO pieces (entry, first, last, digest) VALUES (?, ?, ?, ?)",
        [(entry, *place, hash_text(piece)) for *place, piece in pieces if piece.strip() and may_be_english(piece)],
    )


def may_be_english(text: str) -> bool:
    """Return whether a text may be English, the language of the embedder, by its letters: 2,000 sources in 10 ms."""
    return len(text.encode("ascii", "ignore")) >= _LATIN * len(text)


def hash_text(text: str) -> str:
    """Return the digest by which the vector of a text is found."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def split_windows(text: str, length: int = WINDOW_LENGTH) -> Iterator[tuple[int, int]]:
    """Yield start and end of the stretches to search; together they cover the text."""
    start = 0
    while len(text) - start > length:
        end = _find_break(text, start, length)
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def _find_break(text: str, start: int, length: int) -> int:
    """Return where to split: at the best break in the second half of the stretch."""
    for mark in _BREAKS:
        at = text.rfind(mark, start + length // 2, start + length)
        if at >= 0:
            return at + len(mark)
    return start + length


def refresh_index(
    connection: IndexConnection, root: Path, folders: Sequence[Path], *, read: ReadEntry
) -> tuple[str, ...]:
    """Read new and changed entries and remove deleted ones, and return notes; if killed, it leaves whole entries."""
    known = _known_files(connection)
    survey = survey_files(root, folders)
    stale = [path for path in survey.entries if _is_stale(path, known.get(path), survey)]
    if gone := sorted(known.keys() - set(survey.entries)):
        _remove(connection, gone, folders)
    changed, touched = _find_changed(stale, known, survey)
    if touched:
        _update_states(connection, touched)
    batch: list[IndexedEntry] = []
    since, size = time.monotonic(), 0
    for done, path in enumerate(changed, start=1):  # read outside of transactions, so that other processes hardly wait
        batch.append(_read(path, survey, root, read))
        size += sum(len(page.text) for page in batch[-1].body.pages)
        is_late = time.monotonic() - since > _BATCH_SECONDS
        if is_late or len(batch) >= _BATCH_ENTRIES or size >= _BATCH_TEXT or done == len(changed):
            with connection.transaction():
                for indexed in batch:
                    write_entry(connection, indexed)
                set_setting(connection, "settled", "0")
            batch, since, size = [], time.monotonic(), 0
    if changed or gone or get_setting(connection, "settled") != "1":
        _settle(connection)
    return tuple(_notes(survey, root, folders))


def _known_files(connection: IndexConnection) -> KnownFiles:
    rows = connection.execute(
        "SELECT entries.path, files.path, size, mtime_ns, sha256, seen_ns FROM files JOIN entries ON key = entry"
    )
    known: defaultdict[str, dict[str, FileState]] = defaultdict(dict)
    for entry, path, size, mtime, sha, at in rows:
        known[entry][path] = FileState((size, mtime), sha, at)
    return dict(known)


def _notes(survey: FileSurvey, root: Path, folders: Sequence[Path]) -> Iterator[str]:
    """Yield what was left out, and what to do about a folder that the user named and that has sources, but no entry."""
    if names := survey.undecodable:
        shown = Path(names[0]).name.encode("utf-8", "backslashreplace").decode()
        yield f"{len(names)} entries have names that are no UTF-8 and were left out, the first: {shown}"
    for folder in folders:
        if folder in {root / place for place in DEFAULT_FOLDERS}:
            continue
        sources = [path for path in survey.unfiled if path.startswith(f"{folder}{sep}") and path.endswith(_SOURCES)]
        if sources and not any(path.startswith(f"{folder}{sep}") for path in survey.entries):
            count = f"{len(sources)} file{'s' if len(sources) > 1 else ''}"
            shown = path_from_root(folder, root)
            yield f"{shown} has {count} and no entry such as REF-001.md: run `citevet corpus add {shown}/*`"


def _is_stale(path: str, files: Mapping[str, FileState] | None, survey: FileSurvey) -> bool:
    """Check whether a file of an entry looks different, is new, or may have changed unseen."""
    if files is None or _has_new_file(path, files, survey):
        return True
    return any(state.is_racy or state.look != survey.look(other) for other, state in files.items())


def _find_changed(
    stale: Sequence[str], known: KnownFiles, survey: FileSurvey
) -> tuple[list[str], dict[str, dict[str, FileState]]]:
    """Return the entries with other contents, and the new file states of those that only look different."""
    changed: list[str] = []
    touched: dict[str, dict[str, FileState]] = {}
    for path in stale:
        before = known.get(path, {})
        now = {other: _update_state(other, state, survey) for other, state in before.items()}
        same = all(now[other].sha256 == before[other].sha256 for other in before)
        if before and same and not _has_new_file(path, before, survey):
            touched[path] = now
        else:
            changed.append(path)
    return changed, touched


def _has_new_file(path: str, files: Mapping[str, FileState], survey: FileSurvey) -> bool:
    return any(other not in files for other in survey.relatives(path))


def _update_state(path: str, before: FileState, survey: FileSurvey) -> FileState:
    look = survey.look(path)
    return hash_file(path, look) if before.is_racy or before.look != look else before


def _remove(connection: IndexConnection, paths: Sequence[str], folders: Sequence[Path]) -> None:
    """Remove entries that are gone or in another corpus of the project; one that came back was indexed meanwhile."""
    ours = tuple(f"{folder}{sep}" for folder in folders)
    with connection.transaction():
        for path in paths:
            if not path.startswith(ours) or not lexists(path):
                remove_entry(connection, path)
        set_setting(connection, "settled", "0")


def _update_states(connection: IndexConnection, touched: Mapping[str, Mapping[str, FileState]]) -> None:
    with connection.transaction():
        for entry, files in touched.items():
            connection.executemany(
                "UPDATE files SET size = ?, mtime_ns = ?, seen_ns = ? WHERE path = ? AND sha256 = ?"
                " AND entry = (SELECT key FROM entries WHERE path = ?)",
                [(*state.look, state.at_ns, path, state.sha256, entry) for path, state in files.items()],
            )


def _read(path: str, survey: FileSurvey, root: Path, read: ReadEntry) -> IndexedEntry:
    """Read an entry after its files were hashed: a change in between shows at the next look."""
    files = {other: hash_file(other, survey.look(other)) for other in (path, *survey.relatives(path))}
    try:
        entry, body = read(Path(path))
        body = replace_unstorable(body)
    except Exception as error:  # noqa: BLE001 - one hostile file must not stop the other ten thousand
        fault = EntryFault("malformed", f"it cannot be read ({type(error).__name__}: {error})"[:300])
        file = Path(path)
        entry = Entry(id_of_file_name(file.name) or "", path_from_root(file, root), faults=(fault,))
        body = Body(reason="unreadable", why=fault.message)
    for other in named_files(entry, root):
        if other not in files:
            files[other] = hash_file(other, survey.look(other))
    return IndexedEntry(path, entry, body, files, str(root / entry.file) if entry.file else None)


def _settle(connection: IndexConnection) -> None:
    """Add the faults between entries and the hash over all files; until then the index is marked as unfinished."""
    with connection.transaction():
        rows = connection.execute('SELECT own, "full", body, seal, key FROM entries ORDER BY place, path').fetchall()
        alone = [load_entry(row[:4], alone=True) for row in rows]
        for (own, before, body, _, key), single, entry in zip(rows, alone, compare_entries(alone), strict=True):
            full = own if entry == single else dump_entry(entry)
            if full != before:
                seal = checksum(own, full, body)
                connection.execute('UPDATE entries SET "full" = ?, seal = ? WHERE key = ?', (full, seal, key))
        files = connection.execute("SELECT DISTINCT path, sha256 FROM files ORDER BY path, sha256")
        set_setting(connection, "digest", hash_all(files))
        set_setting(connection, "lookups", connection.lookups_checksum())
        connection.execute("DELETE FROM vectors WHERE digest NOT IN (SELECT digest FROM pieces)")
        set_setting(connection, "graded", str(int(any(entry.grade is not None for entry in alone))))
        set_setting(connection, "settled", "1")
    connection.finish_changes()


def compare_entries(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries with faults between them: duplicate ids, and citation edges without a counterpart."""
    by_id = collect_values((entry.id, entry) for entry in entries)
    cites = {ref: {each for one in same for each in one.cites} for ref, same in by_id.items()}
    cited_by = {ref: {each for one in same for each in one.cited_by} for ref, same in by_id.items()}
    found = (
        (
            *_duplicate_ids(entry, by_id[entry.id]),
            *_one_sided_edges(entry, entry.cites, there=cites, back=cited_by),
            *_one_sided_edges(entry, entry.cited_by, there=cited_by, back=cites),
        )
        for entry in entries
    )
    return tuple(
        replace(entry, faults=(*entry.faults, *faults)) if faults else entry
        for entry, faults in zip(entries, found, strict=True)
    )


def _duplicate_ids(entry: Entry, same: Sequence[Entry]) -> Iterator[EntryFault]:
    if others := [each.path for each in same if each is not entry]:
        more = f" and of {len(others) - 1} more" if len(others) > 1 else ""
        yield EntryFault("duplicate-id", f"{entry.id} is also the id of {others[0]}{more}")


def _one_sided_edges(
    entry: Entry, named: Sequence[str], *, there: Mapping[str, set[str]], back: Mapping[str, set[str]]
) -> Iterator[EntryFault]:
    """Yield the faults of the edges in one direction; an entry without any edges contradicts none."""
    cites = named is entry.cites
    verb = "cites" if cites else "is cited by"
    for ref in named:
        if ref.startswith(_PROFILE):
            continue
        if ref not in there:
            yield EntryFault("dangling-edge", f"its sidecar says that it {verb} {ref}, which the corpus does not have")
        elif entry.id not in back[ref] and (there[ref] or back[ref]):
            other = f"{entry.id} cites it" if cites else f"it cites {entry.id}"
            what = f"its sidecar says that it {verb} {ref}; the sidecar of {ref} does not say that {other}"
            yield EntryFault("one-sided-edge", what)
