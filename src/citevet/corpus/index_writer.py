"""Write one entry into the index, and remove it."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from os.path import realpath

from citevet.corpus.index_format import FileState, IndexConnection, checksum, dump_body, dump_entry, make_storable
from citevet.model import Body, Entry, Page
from citevet.records import dataclass
from citevet.text.identifiers import make_page_key
from citevet.text.names import family_names, strip_year_letter

WINDOW_LENGTH = 2_000  # characters: about half a printed page, three or four paragraphs
PIECE_LENGTH = 1_000  # characters; the embedder reads about 1,200
_MIN_OPENING = 300  # characters; a cover page has fewer
_LATIN = 0.7  # of the characters
OTHER_ID = "id"  # the kind under which an id that only the front matter has is looked up
_BREAKS = ("\n\n", "\n", ". ", " ")  # the best first


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
    found = connection.execute("SELECT key FROM entries WHERE path = ?", (path,)).fetchone()
    if found is None:
        return
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
    families = {name for author in entry.authors for name in family_names(author)}
    connection.executemany("INSERT INTO authors VALUES (?, ?, ?)", [(name, year, key) for name in sorted(families)])
    own = {**entry.identifiers, **({OTHER_ID: entry.other_id} if entry.other_id else {})}
    identifiers = [(kind, make_page_key(value) if kind == "url" else value, key) for kind, value in own.items()]
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
