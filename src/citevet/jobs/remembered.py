"""Audits that need not be made again, because nothing that they depend on has changed.

The key holds what is known before a file is read: its bytes and name, the settings, the day, the corpus, the code.
What only reading tells, bibliographies and the files that it cites, is kept beside the result and compared again.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from citevet.config import Config, config
from citevet.errors import CitevetError
from citevet.jobs.audit_file import Result, shown_path
from citevet.jobs.ground import shelf
from citevet.jobs.supporting.loaded_judge import looks
from citevet.jobs.verifying.defaults import EMBEDDER
from citevet.model import Audit
from citevet.version import __version__
from citevet.world import clock, memory
from citevet.world.real_path import real

_KINDS = frozenset({"artifact", "mention"})  # citations whose answer depends on a file of the project
_LARGEST = 1_000_000  # characters of a document; a result is about seven times as long
_Kept = tuple[list[tuple[str, str | None]], list[Result]]


def recalled(files: Sequence[Path], flags: Mapping[str, Any]) -> dict[Path, list[Result]]:
    """Return the results of earlier runs that still hold."""
    keys = {file: key for file in files if (key := _key(file, flags))}
    known = memory.recall(list(keys.values()))
    found = ((file, _loaded(known[key])) for file, key in keys.items() if key in known)
    return {file: kept[1] for file, kept in found if kept and all(_digest(Path(path)) == was for path, was in kept[0])}


def remember(results: Mapping[Path, list[Result]], flags: Mapping[str, Any]) -> None:
    """Keep results for the next run, save those that hang on more than files: an old version in git, a lost part."""
    lasting = {file: found for file, found in results.items() if _is_lasting(found)}
    keys = ((_key(file, flags), _root(file, flags), found) for file, found in lasting.items())
    kept = ((key, _dumped((_needs(found, root), found))) for key, root, found in keys if key and root)
    memory.keep({key: data for key, data in kept if data is not None})


def _key(file: Path, flags: Mapping[str, Any]) -> str | None:
    try:
        settings = config(real(file).parent, flags)
        if settings.llm:
            return None  # what the other files leave of the budget decides; votes are remembered one by one
        parts = (shown_path(file), _digest(file) or "", _state(settings), str(settings.root))
    except (CitevetError, OSError, ValueError):  # likewise of a setting that is no UTF-8
        return None  # whoever reads it will say what is wrong
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _state(settings: Config) -> str:
    day = (settings.today or clock.today()).isoformat()
    baseline = _digest(Path(settings.baseline)) if settings.baseline else None
    said = settings.model_dump_json(exclude={"format", "output", "jobs", "fail_on", "report"})
    return "\0".join((_code(), day, shelf(settings).digest, str(baseline), _models(settings.judge), said))


def _models(judge: str) -> str:
    """Return what changes with the files of the models that a check may ask."""
    return f"{looks(judge)}{looks(EMBEDDER)}" if judge != "none" else ""


@cache
def _code() -> str:
    """Return a fingerprint of our own files: another version, or an edit while developing, finds other things."""
    here = Path(__file__).parent.parent
    found = sorted((str(path), path.stat()) for path in here.rglob("*.py"))
    looks = [(path, look.st_mtime_ns, look.st_size) for path, look in found]
    return sha256(repr((__version__, looks)).encode()).hexdigest()


@cache
def _adapter() -> Any:  # noqa: ANN401 - pydantic's, imported late
    from pydantic import TypeAdapter  # noqa: PLC0415 - config has it already; the adapter itself takes 25 ms

    return TypeAdapter(_Kept)


def _dumped(kept: _Kept) -> bytes | None:
    """Return a result as JSON; none where a file name has bytes that are no UTF-8, which JSON cannot hold."""
    try:
        dumped: bytes = _adapter().dump_json(kept)
    except ValueError:
        return None
    return dumped


def _loaded(kept: bytes) -> _Kept | None:
    try:
        loaded: _Kept = _adapter().validate_json(kept)
    except ValueError:
        return None
    return loaded


def _is_lasting(results: Sequence[Result]) -> bool:
    return all(
        isinstance(result, Audit)
        and len(result.document.text) <= _LARGEST
        and _is_plain(result.document.metadata)
        and not result.document.metadata.get("missing_bibliography")
        and not any("stale" in judgement.flags for judgement in result.judgements)
        for result in results
    )


def _is_plain(value: object) -> bool:
    """Say whether a value comes back from JSON as it was; a date in front matter would come back as a string."""
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _is_plain(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | float | bool)


def _needs(results: Sequence[Result], root: Path) -> list[tuple[str, str | None]]:
    """Return the files that the results hang on, each as it was; a file that was not there must still not be."""
    paths = {path for result in results if isinstance(result, Audit) for path in _paths(result, root)}
    return sorted((str(path), _digest(path)) for path in paths)


def _paths(audit: Audit, root: Path) -> Iterator[Path]:
    document = audit.document
    yield from (Path(part.path).absolute() for part in (document, *document.bibliography, *document.includes))
    cited = (citation.parts.get("path", "") for citation in audit.extraction.citations if citation.kind in _KINDS)
    yield from (path for each in cited if each and (path := _inside(root, each)))


def _inside(root: Path, path: str) -> Path | None:
    try:
        found = (root / path).resolve()
    except (OSError, ValueError, RuntimeError):  # a loop of links, a NUL
        return None
    return found if found.is_relative_to(root) else None


def _root(file: Path, flags: Mapping[str, Any]) -> Path | None:
    try:
        return config(real(file).parent, flags).root.resolve()
    except (CitevetError, OSError):
        return None


def _digest(path: Path) -> str | None:
    try:
        if not path.is_file():  # a pipe or a device would never end
            return None
        with path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except (OSError, ValueError):
        return None
