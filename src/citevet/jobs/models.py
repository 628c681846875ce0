"""The judges on this machine: which one a run names, whether it is here, and how to fetch more."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from citevet.config import Config
from citevet.contracts import Progress
from citevet.errors import CitevetError, ConfigError, ModelError, UsageError
from citevet.records import dataclass
from citevet.session import EMBEDDER, Session
from citevet.world.hub import fetch_model
from citevet.world.model_files import find_model, is_hub_id
from citevet.world.model_files import list_models as available


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model that can be named."""

    name: str
    size: int  # bytes
    folder: Path

    def to_dict(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return {"name": self.name, "bytes": self.size, "folder": str(self.folder)}


def list_models() -> list[InstalledModel]:
    """Return every model that can be named."""
    return [_describe(name, folder) for name, folder in available().items()]


def add_model(name: str, session: Session, progress: Progress | None = None) -> InstalledModel:
    """Fetch a model unless it is here; that allows the network, unless the project forbids it."""
    if not is_hub_id(name):
        raise UsageError(
            "this is not a model of a hub", to=name[:200], advice="Give owner/name, or owner/name@revision."
        )
    if (folder := _find_folder(name)) is not None:
        return _describe(name, folder)
    if session.config.offline:
        raise UsageError("the configuration forbids the network", to=name, advice="Take `offline` out of it.")
    return _describe(name, fetch_model(name, progress=progress))


def fetch_missing_judge(config: Config, progress: Progress | None = None) -> tuple[str, ...]:
    """Fetch the judge of a run where the network is allowed and the judge is missing; return what went wrong."""
    if config.allows_downloads and is_hub_id(config.judge) and _find_folder(config.judge) is None:
        try:
            fetch_model(config.judge, progress=progress)
        except ModelError as error:
            return (str(error),)
    return ()


def require_named_judge(session: Session, config: Config, folder: Path) -> None:
    """Raise where a judge was named that is not on this machine; what can still be fetched passes."""
    who = session.find_origin("judge", folder)
    if who and config.judge != "none":
        error = ConfigError if Path(who).is_absolute() else UsageError
        require_judge(config.judge, by=who, error=error, fetches=config.allows_downloads)


def require_judge_for_risk(session: Session, files: Iterable[str | Path]) -> None:
    """Raise where a bound on the errors of a judge is set without a judge: the bound alone must not start one."""
    for folder in sorted({session.locate(file).parent for file in files}):
        try:
            config = session.config_in(folder)
        except ConfigError:
            continue  # reported for each document that it holds for
        if config.risk is not None and config.judge == "none" and config.llm is None:
            who = session.find_origin("risk", folder)
            error, to = (ConfigError, f"{who}: risk") if Path(who).is_absolute() else (UsageError, who)
            advice = "Add --judge small, or `judge` to citevet.toml."
            raise error("needs a judge, and none is named", to=to, advice=advice)


def require_judge(name: str, *, by: str, error: type[CitevetError] = UsageError, fetches: bool = False) -> None:
    """Raise an error with the nearest judge and all that are here; `by` is who named it."""
    if not name.strip():
        raise error("no judge is named", to=by, advice=_list_judges())
    if fetches and is_hub_id(name):
        return
    if name == EMBEDDER:
        raise error(f"{name} makes vectors, and judges nothing", to=by, advice=_list_judges())
    try:
        find_model(name)
    except ModelError as missing:
        near = _find_similar(name)
        if near:
            raise error(f"no judge {name}, did you mean {near}?", to=by, advice=_list_judges()) from missing
        what = f"the folder {name} holds no judge" if Path(name).is_dir() else f"no judge {name}"
        raise error(what, to=by, advice=f"{_list_judges()} {missing.advice}") from missing


def _list_judges() -> str:
    return f"Judges on this machine: {', '.join(_judge_names()) or 'none'}."


def _judge_names() -> Sequence[str]:
    return [name for name in available() if name != EMBEDDER]


def _find_similar(name: str) -> str | None:
    from difflib import get_close_matches  # only on the way to an error

    folded = {each.casefold(): each for each in _judge_names()}
    near = get_close_matches(name.casefold(), folded, 1)
    return folded[near[0]] if near else None


def _find_folder(name: str) -> Path | None:
    try:
        return find_model(name)
    except ModelError:
        return None


def _describe(name: str, folder: Path) -> InstalledModel:
    return InstalledModel(name, sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()), folder)
