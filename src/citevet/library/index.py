"""The index brought up to date with the corpus: only what changed is read again."""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import sep
from os.path import lexists
from pathlib import Path

from citevet.contracts import Progress
from citevet.library import codec
from citevet.library.entry import across, read_entry
from citevet.library.files import Seen, Survey, belongings, digest, see, survey
from citevet.library.places import named_id
from citevet.library.shelve import Volume, lookups_seal, put, take
from citevet.library.store import BROKEN, Store, open_store, replaced, set_setting, setting, writing
from citevet.model import Body, Entry, EntryFault

_BATCH = 64  # entries
_BATCH_TEXT = 8_000_000  # characters: not more than this in memory
_BATCH_SECONDS = 2.0  # what a kill may cost

Known = dict[str, dict[str, Seen]]  # path of an entry → its files, as they were


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh did, in numbers of entries."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Batch:
    """Entries that were read and wait to be written."""

    read: list[Volume] = field(default_factory=list)
    text: int = 0
    since: float = field(default_factory=time.monotonic)

    @property
    def is_full(self) -> bool:
        late = time.monotonic() - self.since > _BATCH_SECONDS
        return len(self.read) >= _BATCH or self.text >= _BATCH_TEXT or late


def refresh(root: Path, folders: Sequence[Path], *, progress: Progress | None = None) -> Refreshed:
    """Bring the index of a project up to date, and say what was done."""
    store, done = refreshed(root, folders, progress=progress)
    store.connection.close()
    return done


def refreshed(
    root: Path,
    folders: Sequence[Path],
    *,
    store: Store | None = None,
    progress: Progress | None = None,
) -> tuple[Store, Refreshed]:
    """Return an index that is up to date; one that fails on the way is replaced by one that cannot."""
    store = store or open_store(root)
    while True:
        try:
            done = _bring_up_to_date(store.connection, root, folders, progress=progress)
        except BROKEN as error:
            store.connection.close()
            if store.file is None:
                raise
            store = replaced(store, root, error)
        else:
            return store, replace(done, notes=(*store.notes, *done.notes))


def _bring_up_to_date(
    connection: sqlite3.Connection,
    root: Path,
    folders: Sequence[Path],
    *,
    progress: Progress | None = None,
) -> Refreshed:
    """Read what is new or changed, drop what is gone; killed at any moment, the index holds whole entries only."""
    known = _known(connection)
    present = survey(root, folders)
    stale = [path for path in present.entries if _is_stale(path, known.get(path), present)]
    gone = sorted(known.keys() - set(present.entries))
    if gone:
        _forget(connection, gone, folders)
    changed, only_touched = _sorted_out(stale, known, present)
    if only_touched:
        _touch(connection, only_touched)
    _read_all(connection, changed, present, root=root, progress=progress)
    if changed or gone or setting(connection, "settled") != "1":
        _settle(connection)
    new = sum(path not in known for path in changed)
    return Refreshed(new, len(changed) - new, len(gone), _notes(present))


def _known(connection: sqlite3.Connection) -> Known:
    rows = connection.execute(
        "SELECT entries.path, files.path, size, mtime_ns, sha256, seen_ns FROM files JOIN entries ON key = entry"
    )
    known: defaultdict[str, dict[str, Seen]] = defaultdict(dict)
    for entry, path, size, mtime, sha, at in rows:
        known[entry][path] = Seen((size, mtime), sha, at)
    return dict(known)


def _notes(present: Survey) -> tuple[str, ...]:
    if not present.unnamable:
        return ()
    shown = Path(present.unnamable[0]).name.encode("utf-8", "backslashreplace").decode()
    return (f"{len(present.unnamable)} entries have names that are no UTF-8 and were left out, the first: {shown}",)


def _is_stale(path: str, files: Mapping[str, Seen] | None, present: Survey) -> bool:
    """Say whether a file of an entry looks other than it did, or came, or may have changed unseen."""
    if files is None or _newcomers(path, files, present):
        return True
    return any(seen.is_racy or seen.look != present.look(other) for other, seen in files.items())


def _sorted_out(stale: Sequence[str], known: Known, present: Survey) -> tuple[list[str], dict[str, dict[str, Seen]]]:
    """Tell the entries whose files have other contents from those that only look so."""
    changed: list[str] = []
    touched: dict[str, dict[str, Seen]] = {}
    for path in stale:
        before = known.get(path, {})
        now = {other: _again(other, before[other], present) for other in before}
        same = all(now[other].sha256 == before[other].sha256 for other in before)
        if before and same and not _newcomers(path, before, present):
            touched[path] = now
        else:
            changed.append(path)
    return changed, touched


def _newcomers(path: str, files: Mapping[str, Seen], present: Survey) -> list[str]:
    return [other for other in present.relatives(path) if other not in files]


def _again(path: str, before: Seen, present: Survey) -> Seen:
    look = present.look(path)
    return see(path, look) if before.is_racy or before.look != look else before


def _forget(connection: sqlite3.Connection, paths: Sequence[str], folders: Sequence[Path]) -> None:
    """Drop what is gone, and what belongs to another corpus of the project; one that is back was indexed since."""
    ours = tuple(f"{folder}{sep}" for folder in folders)
    with writing(connection):
        for path in paths:
            if not path.startswith(ours) or not lexists(path):
                take(connection, path)
        set_setting(connection, "settled", "0")


def _touch(connection: sqlite3.Connection, touched: Mapping[str, Mapping[str, Seen]]) -> None:
    with writing(connection):
        for entry, files in touched.items():
            connection.executemany(
                "UPDATE files SET size = ?, mtime_ns = ?, seen_ns = ? WHERE path = ? AND sha256 = ?"
                " AND entry = (SELECT key FROM entries WHERE path = ?)",
                [(*seen.look, seen.at_ns, path, seen.sha256, entry) for path, seen in files.items()],
            )


def _read_all(
    connection: sqlite3.Connection,
    paths: Sequence[str],
    present: Survey,
    *,
    root: Path,
    progress: Progress | None,
) -> None:
    """Read outside of any transaction, write in short ones: readers and other writers hardly wait."""
    batch = _Batch()
    for done, path in enumerate(paths, start=1):
        if progress:
            progress(done, len(paths), "entries of the corpus read")
        volume = _read(path, present, root)
        batch.read.append(volume)
        batch.text += sum(len(page.text) for page in volume.body.pages)
        if batch.is_full:
            _write(connection, batch)
            batch = _Batch()
    _write(connection, batch)


def _write(connection: sqlite3.Connection, batch: _Batch) -> None:
    if not batch.read:
        return
    with writing(connection):
        for volume in batch.read:
            put(connection, volume)
        set_setting(connection, "settled", "0")


def _read(path: str, present: Survey, root: Path) -> Volume:
    """Read an entry, after its files were hashed: what changes between the two shows at the next look."""
    files = {other: see(other, present.look(other)) for other in (path, *present.relatives(path))}
    try:
        entry, body = read_entry(Path(path), root=root)
        body = codec.writable(body)
    except Exception as error:  # noqa: BLE001 - one hostile file must not take the other ten thousand down
        fault = EntryFault("malformed", f"it cannot be read ({type(error).__name__}: {error})"[:300])
        entry, body = (
            Entry(named_id(Path(path).name) or "", _shown(path, root), faults=(fault,)),
            Body(reason="unreadable", why=fault.message),
        )
    for other in belongings(entry, root):
        if other not in files:
            files[other] = see(other, present.look(other))
    return Volume(path, entry, body, files, str(root / entry.file) if entry.file else None)


def _shown(path: str, root: Path) -> str:
    file = Path(path)
    return (file.relative_to(root) if file.is_relative_to(root) else file).as_posix()


def _settle(connection: sqlite3.Connection) -> None:
    """Add what shows only beside the others, and the hash over all; until then the index knows that it is not done."""
    with writing(connection):
        rows = connection.execute("SELECT own, full, body, seal, key FROM entries ORDER BY place, path").fetchall()
        alone = [codec.unsealed_entry(row[:4], alone=True) for row in rows]
        for (own, before, body, _, key), single, entry in zip(rows, alone, across(alone), strict=True):
            full = own if entry == single else codec.dump_entry(entry)
            if full != before:
                seal = codec.seal(own, full, body)
                connection.execute("UPDATE entries SET full = ?, seal = ? WHERE key = ?", (full, seal, key))
        files = connection.execute("SELECT DISTINCT path, sha256 FROM files ORDER BY path, sha256")
        set_setting(connection, "digest", digest(files))
        set_setting(connection, "lookups", lookups_seal(connection))
        set_setting(connection, "settled", "1")
