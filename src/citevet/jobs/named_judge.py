"""A judge that somebody named is here, or the run does not begin: a slip must not look like a source without words."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from citevet.config import Config, config, said_by
from citevet.errors import CitevetError, ConfigError, ModelError, UsageError
from citevet.jobs.verifying.defaults import EMBEDDER
from citevet.world.real_path import real
from citevet.world.weights import available, find, is_hub_id, split_names

_TOGETHER = ("small", "base")  # the pair whose curves come with citevet


def demand(settings: Config, folder: Path, flags: Mapping[str, Any]) -> None:
    """Raise where the judge of a run was named, and is not on this machine; what can still be fetched is left alone."""
    who = said_by("judge", folder, flags)
    if who and settings.judge != "none":
        error = ConfigError if Path(who).is_absolute() else UsageError
        demand_judge(settings.judge, by=who, error=error, fetches=not settings.is_offline)


def demand_for_risk(files: Iterable[Path], flags: Mapping[str, Any]) -> None:
    """Raise where a bound on the errors of a judge was asked for, and no judge: a bound alone must not start one."""
    for folder in sorted({real(file).parent for file in files}):
        try:
            settings = config(folder, flags)
        except ConfigError:
            continue  # said of each document that it holds for
        if settings.risk is not None and settings.judge == "none" and settings.llm is None:
            who = said_by("risk", folder, flags)
            error, to = (ConfigError, f"{who}: risk") if Path(who).is_absolute() else (UsageError, who)
            advice = "Add --judge small, or `judge` to citevet.toml."
            raise error("needs a judge, and none is named", to=to, advice=advice)


def demand_judge(name: str, *, by: str, error: type[CitevetError] = UsageError, fetches: bool = False) -> None:
    """Raise what names the slip, the nearest judge and all that are here; `by` is who named it."""
    if not name.strip():
        raise error("no judge is named", to=by, advice=_here())
    first, plus, second = ("", "", "") if Path(name).is_dir() else name.partition("+")
    if plus and not (first and second):
        advice = f"Write NAME, or NAME+NAME. {_here()}"
        raise error(f"a judge is missing beside the plus of {name}", to=by, advice=advice)
    for part in split_names(name):
        if not (fetches and is_hub_id(part)):
            _demand_one(part, by=by, error=error)


def _demand_one(name: str, *, by: str, error: type[CitevetError]) -> None:
    if name == EMBEDDER:
        raise error(f"{name} makes vectors, and judges nothing", to=by, advice=_here())
    try:
        find(name)
    except ModelError as missing:
        near = _nearest(name)
        if near:
            raise error(f"there is no judge {name}, did you mean {near}?", to=by, advice=_here()) from missing
        what = f"the folder {name} holds no judge" if Path(name).is_dir() else f"there is no judge {name}"
        raise error(what, to=by, advice=f"{_here()} {missing.advice}") from missing


def _names() -> list[str]:
    return [name for name in available() if name != EMBEDDER]


def _here() -> str:
    names = _names()
    both = f" Two together: {'+'.join(_TOGETHER)}." if set(_TOGETHER) <= set(names) else ""
    return f"Judges on this machine: {', '.join(names) or 'none'}.{both}"


def _nearest(name: str) -> str | None:
    from difflib import get_close_matches  # noqa: PLC0415 - only on the way to an error

    folded = {each.casefold(): each for each in _names()}
    near = get_close_matches(name.casefold(), folded, 1)
    return folded[near[0]] if near else None
