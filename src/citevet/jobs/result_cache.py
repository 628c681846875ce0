"""Reuse the audits of earlier runs where nothing that they depend on has changed.

The key holds what is known before a file is read: its bytes and name, the settings, the day, the corpus, the code.
What only reading shows, bibliographies and cited files, is stored with the result and compared again.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import file_digest, sha256
from pathlib import Path

from citevet.config import Config
from citevet.errors import CitevetError, DatabaseError
from citevet.jobs.local_links import list_linked_files
from citevet.model import Audit, Citation, Unread
from citevet.model.document import BIBLIOGRAPHIES
from citevet.read.companions import list_names
from citevet.resolve.local.project_files import is_artifact_id
from citevet.session import Session
from citevet.version import __version__
from citevet.world.model_files import fingerprint_model
from citevet.world.paths import resolve_path
from citevet.world.record_json import dump_json, load_kept
from citevet.world.reference_tagger import fingerprint_tagger
from citevet.world.retraction_watch import fingerprint_retractions

_KINDS = frozenset({"artifact", "mention", "corpus"})  # citations whose answer depends on a file of the project
# No audit depends on them.
_OUTPUT_SETTINGS = frozenset(
    {"format", "language", "output", "jobs", "fail_on", "report", "corpus_database", "no_cache"}
)
_LARGEST = 3_000_000  # characters of documents with their bibliographies; a result is about seven times as long
# A bibliography is examined once for all documents, so a note that names a large one is audited faster than loaded.
_SMALL, _WORTH = 50_000, 10  # characters that are stored in any case, and times the length of the document's own text
_MAIN_FILES = {".tex": b"\\documentclass", ".typ": b"bibliography"}  # what a main file has
_FOLDER = "folder"
_Stored = tuple[list[tuple[str, str | None]], list[Audit | Unread]]  # files with their hashes, results


def recall_results(files: Sequence[Path], session: Session) -> dict[Path, list[Audit | Unread]]:
    """Return the results of earlier runs that still hold."""
    keys = _make_keys(files, session)
    known = session.load_cached(list(keys.values()))
    found = ((file, load_kept(_Stored, known[key])) for file, key in keys.items() if key in known)
    return {file: stored[1] for file, stored in found if stored and are_unchanged(stored[0])}


def store_results(results: Mapping[Path, list[Audit | Unread]], session: Session) -> None:
    """Store results for the next run, except those that depend on more than files, such as an old version in git."""
    lasting = [file for file, found in results.items() if session.uses_cache and _is_lasting(found)]
    keys = _make_keys(lasting, session)
    dumped = ((key, _dump((list_needs(file, results[file], session), results[file]))) for file, key in keys.items())
    session.store_cached({key: data for key, data in dumped if data is not None})


def _make_keys(files: Iterable[Path], session: Session) -> dict[Path, str]:
    """Return a key for each file whose results depend on nothing but files."""
    return {file: key for file in files if _can_reuse(file, session) and (key := make_result_key(file, session))}


def _can_reuse(file: Path, session: Session) -> bool:
    try:
        config = session.config_for(file)
    except CitevetError:
        return False  # reported when the file is read
    if config.rlm:
        return False  # which brackets cite a file depends on all files of the project
    if config.llm or session.ask_host or not config.is_offline:
        return False  # what the other files leave of the budget decides; votes and replies are cached one by one
    return session.targets != (file,) or not _may_have_main_file(session.here / file)


def _may_have_main_file(path: Path) -> bool:
    """Return whether a file may be a chapter: what its main file says decides, and another one may come."""
    try:
        return path.suffix in _MAIN_FILES and path.is_file() and _MAIN_FILES[path.suffix] not in path.read_bytes()
    except OSError:
        return False


def make_result_key(file: Path, session: Session) -> str | None:
    """Return the hash of what is known before a file is read; none where its settings or its corpus are wrong."""
    try:
        config = session.config_for(file)
        content = hash_file(session.here / file) or ""
        named = repr(session.bibliographies_for(file))  # of bibliographies; their bytes are compared by `list_needs`
        parts = (session.show(file), content, _describe_state(config, session), str(config.root), named)
    except DatabaseError:
        raise  # no file can be read
    except (CitevetError, OSError):
        return None  # reported when the file is read
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _describe_state(config: Config, session: Session) -> str:
    """Return what the audits of a run depend on besides their files."""
    day = config.day.isoformat()
    baseline = hash_file(Path(config.baseline)) if config.baseline else None
    settings = repr({key: value for key, value in vars(config).items() if key not in _OUTPUT_SETTINGS})
    models = fingerprint_model(config.judge) if config.judge != "none" else ""
    code = fingerprint_code(session)
    data = f"{fingerprint_retractions()}{fingerprint_tagger()}{session.ids_for(config)!r}"
    return "\0".join((code, day, data, session.corpus_for(config).digest, str(baseline), models, settings))


def fingerprint_code(session: Session) -> str:
    """Return what changes with our own files: another version, or an edit while developing, finds other things."""

    def fingerprint() -> str:
        files = sorted(_list_code(str(Path(__file__).parent.parent)))
        return sha256(repr((__version__, files)).encode()).hexdigest()

    return session.once("code fingerprint", fingerprint, all_rounds=True)


def _list_code(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".tsv")):
                yield entry.path, entry.stat().st_mtime_ns, entry.stat().st_size
            elif entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                yield from _list_code(entry.path)


def _dump(stored: _Stored) -> bytes | None:
    try:
        return dump_json(stored).encode()
    except ValueError:
        return None


def _is_lasting(results: Sequence[Audit | Unread]) -> bool:
    audits = [result.document for result in results if isinstance(result, Audit)]
    length = sum(len(each.text) for document in audits for each in (document, *document.bibliography))
    own = sum(len(each.text) for each in audits if not (each.is_part and each.format in BIBLIOGRAPHIES))
    return length <= min(_LARGEST, _SMALL + _WORTH * own) and all(
        isinstance(result, Audit)
        and _is_plain(result.document.metadata)
        and not result.document.metadata.get("missing_bibliography")
        and not any(_cites_id(citation) for citation in result.extraction.citations)
        and not any("stale" in judgement.flags for judgement in result.judgements)
        for result in results
    )


def _cites_id(citation: Citation) -> bool:
    """Return whether any new file of the project may be the one that an artefact id means."""
    return citation.kind == "artifact" and is_artifact_id(citation.file.path)


def _is_plain(value: object) -> bool:
    """Return whether a value survives JSON; a date in front matter would come back as a string."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _is_plain(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | float | bool)


def list_needs(file: Path, results: Sequence[Audit | Unread], session: Session) -> list[tuple[str, str | None]]:
    """Return the files that the results depend on with their hashes; a file that was missing must still be missing."""
    config = session.config_for(file)
    roots = resolve_path(config.root), resolve_path(config.outer_root)
    audits = (result for result in results if isinstance(result, Audit))
    return sorted(
        (str(path), hash_file(path))
        for path in {path for audit in audits for path in _list_files(audit, roots, session)}
    )


def are_unchanged(needs: Iterable[tuple[str, str | None]]) -> bool:
    """Return whether the files that a result depends on are as they were."""
    return all(hash_file(Path(path)) == was for path, was in needs)


def _list_files(audit: Audit, roots: tuple[Path, Path], session: Session) -> Iterator[Path]:
    document, (root, outer_root) = audit.document, roots
    yield from (session.here / part.path for part in (document, *document.bibliography, *document.includes))
    # A file that was found in a folder above gives way to a new one next to the document.
    named = [*list_names(document.metadata.get("bibliography")), *document.metadata.get("project_bibliography", ())]
    beside = (str((session.here / document.path).parent / name) for name in named)
    yield from (path for each in beside if (path := _find_inside(outer_root, each)))
    cited = (citation.file.path for citation in audit.extraction.citations if citation.kind in _KINDS)
    yield from (path for each in cited if each and (path := _find_inside(root, each)))
    if document.marks:
        targets = session.link_targets_for(session.config_for(document.path))
        place = session.locate(document.path)
        yield from list_linked_files(document, place, targets)
        # A link to what git ignores leads to what a build makes.
        yield from (above / ".gitignore" for above in place.parents if above.is_relative_to(root))


def _find_inside(root: Path, path: str) -> Path | None:
    found = resolve_path(root / path)
    return found if found.is_relative_to(root) else None


def hash_file(path: Path) -> str | None:
    """Return the hash of a file, and a word for a folder; none where there is none, or it cannot be read."""
    try:
        if path.is_dir():
            return _FOLDER
        if not path.is_file():  # a pipe or a device would never end
            return None
        with path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except (OSError, ValueError):
        return None
