"""The judges on this machine, and more of them from a model hub."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citevet.config import Config, config
from citevet.contracts import Progress
from citevet.errors import ModelError, UsageError
from citevet.world.hub import fetch
from citevet.world.weights import available, find, is_hub_id, split_names


@dataclass(frozen=True, slots=True)
class Kept:
    """A model that a name finds."""

    name: str
    size: int  # bytes
    folder: Path


def kept_models() -> list[Kept]:
    """Return every model that a name finds."""
    return [_kept(name, folder) for name, folder in available().items()]


def add_model(name: str, progress: Progress | None = None) -> Kept:
    """Fetch a model, unless it is there; who asks for that allows the network, unless the project forbids it."""
    if not is_hub_id(name):
        raise UsageError("this is no model of a hub", to=name[:200], advice="Give owner/name, or owner/name@revision.")
    if (here := _here(name)) is not None:
        return _kept(name, here)
    if config(Path.cwd()).offline:
        raise UsageError("the configuration forbids the network", to=name, advice="Take `offline` out of it.")
    return _kept(name, fetch(name, progress=progress))


def fetched_judge(settings: Config, progress: Progress | None = None) -> tuple[str, ...]:
    """Fetch the judge of a run where the network is allowed and it is missing; return what went wrong."""
    if settings.is_offline:
        return ()
    missing = [name for name in split_names(settings.judge) if is_hub_id(name) and _here(name) is None]
    return tuple(trouble for name in missing if (trouble := _fetch_trouble(name, progress)))


def _fetch_trouble(name: str, progress: Progress | None) -> str:
    try:
        fetch(name, progress=progress)
    except ModelError as error:
        return str(error)
    return ""


def _here(name: str) -> Path | None:
    try:
        return find(name)
    except ModelError:
        return None


def _kept(name: str, folder: Path) -> Kept:
    return Kept(name, sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()), folder)


def shaped(models: Sequence[Kept]) -> list[dict[str, object]]:
    """Return models as plain values."""
    return [{"name": each.name, "bytes": each.size, "folder": str(each.folder)} for each in models]
