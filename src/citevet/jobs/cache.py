"""Show, prune and clear what earlier runs have kept."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from citevet.errors import WriteError
from citevet.world import disk_cache
from citevet.world.net.cache import ReplyCache, default_reply_file


@dataclass(frozen=True, slots=True)
class CacheFile:
    """One file of the cache."""

    name: str
    path: str
    size: int  # bytes on disk
    entries: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self)


def list_cache() -> list[CacheFile]:
    """Return the files of the cache."""
    replies = ReplyCache(default_reply_file())
    answers = replies.count()
    replies.close()
    return [
        _describe("answers", default_reply_file(), answers),
        _describe("results", disk_cache.find_file(), disk_cache.count()),
    ]


def prune_cache() -> dict[str, int]:
    """Drop what was not used for long, and what is too much; return how many entries, by file."""
    replies = ReplyCache(default_reply_file())
    try:
        return {"answer": replies.prune(), "result": disk_cache.prune()}
    finally:
        replies.close()


def clear_cache() -> list[CacheFile]:
    """Delete the files; return what was there."""
    found = list_cache()
    for each in found:
        for suffix in ("", "-wal", "-shm"):
            _delete(Path(each.path + suffix))
    return found


def _delete(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise WriteError("cannot be deleted", to=str(file), advice="Check who owns it.") from error


def _describe(name: str, file: Path, entries: int) -> CacheFile:
    sizes = (Path(f"{file}{suffix}") for suffix in ("", "-wal"))
    return CacheFile(name, str(file), sum(each.stat().st_size for each in sizes if each.is_file()), entries)
