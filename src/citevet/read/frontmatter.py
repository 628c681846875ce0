"""The front matter of a document: YAML between dashes, or TOML between pluses."""

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

_DEEPEST, _ALIASES = 100, 100  # 60,000 opening brackets crash the loader
_WIDTH = 110  # of a line that is written
_LIMIT = 262_144  # characters; no honest front matter comes near, and a bomb has to fit


def parse(text: str, *, toml: bool = False) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return what the front matter says, or nothing and a note why."""
    if not text.strip():
        return {}, ()
    if len(text) > _LIMIT:
        return {}, (f"The front matter is longer than {_LIMIT} characters and was not read.",)
    try:
        found = _loaded(text, toml=toml)
    except Exception as error:  # noqa: BLE001 - YAML fails in a dozen ways, recursion among them; each is the same news
        return {}, (f"The front matter is malformed and was not read: {_first_line(error)}",)
    return (found, ()) if isinstance(found, dict) else ({}, ("The front matter is no mapping and was not read.",))


def dump(values: Mapping[str, Any]) -> str:
    """Write front matter, dashes included; what is read back is what was given."""
    import yaml  # noqa: PLC0415 - as below

    return f"---\n{yaml.safe_dump(dict(values), allow_unicode=True, sort_keys=False, width=_WIDTH)}---\n"


def _loaded(text: str, *, toml: bool) -> object:
    if toml:
        return tomllib.loads(text)
    import yaml  # noqa: PLC0415 - 25 ms, and only documents with front matter need it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    _refuse_bombs(yaml.parse(text, Loader=loader))
    return yaml.load(text, Loader=loader)  # noqa: S506 - both loaders are safe


def _refuse_bombs(events: Iterable[object]) -> None:
    """Refuse what would unfold without end, or nest so deep that the loader's recursion ends the process."""
    depth = aliases = 0
    for event in events:
        name = type(event).__name__
        depth += name in {"SequenceStartEvent", "MappingStartEvent"}
        depth -= name in {"SequenceEndEvent", "MappingEndEvent"}
        aliases += name == "AliasEvent"
        if depth > _DEEPEST or aliases > _ALIASES:
            raise ValueError("nested too deep, or too many aliases")


def _first_line(error: Exception) -> str:
    """Return what is wrong; of YAML with the line of the file, for its own first line says only what was going on."""
    doing, problem = getattr(error, "context", None), getattr(error, "problem", None)
    mark = getattr(error, "context_mark", None) or getattr(error, "problem_mark", None)
    if problem and mark:
        said = ": ".join(filter(None, (doing, problem)))
        return f"line {mark.line + 2}: {said}"[:200]  # counted from 0, below the line of dashes
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
