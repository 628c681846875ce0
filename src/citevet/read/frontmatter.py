"""The front matter of a document: YAML between dashes, or TOML between plus signs."""

# yaml takes 25 ms, and only documents with front matter need it

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from citevet.errors import first_line

_MAX_DEPTH, _MAX_ALIASES = 100, 100  # 60,000 opening brackets crash the loader
_WIDTH = 110  # of a line that is written
_MAX_LENGTH = 262_144  # characters; far above any real front matter


def parse_front_matter(text: str, *, toml: bool = False) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return the values of the front matter, or nothing and a note why."""
    if not text.strip():
        return {}, ()
    if len(text) > _MAX_LENGTH:
        return {}, (f"The front matter is longer than {_MAX_LENGTH} characters and was not read.",)
    try:
        found = _load(text, toml=toml)
    except Exception as error:  # noqa: BLE001 - YAML fails in a dozen ways, recursion among them
        return {}, (f"The front matter is malformed and was not read: {_describe(error)}",)
    return (found, ()) if isinstance(found, dict) else ({}, ("The front matter is not a mapping and was not read.",))


def parse_yaml(text: str) -> tuple[Mapping[str, Any], str]:
    """Return the values of a YAML file, or nothing and why."""
    if len(text) > _MAX_LENGTH:
        return {}, f"longer than {_MAX_LENGTH} characters"
    try:
        found = _load(text, toml=False)
    except Exception as error:  # noqa: BLE001 - as above
        return {}, _describe(error, above=0)
    return ({}, "not a mapping") if not isinstance(found, dict | None) else (found or {}, "")


def dump_front_matter(values: Mapping[str, Any]) -> str:
    """Write front matter with its dashes; reading it back gives the same values."""
    import yaml

    return f"---\n{yaml.safe_dump(dict(values), allow_unicode=True, sort_keys=False, width=_WIDTH)}---\n"


def _load(text: str, *, toml: bool) -> object:
    if toml:
        return tomllib.loads(text)
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    _refuse_bombs(yaml.parse(text, Loader=loader))
    return yaml.load(text, Loader=loader)  # noqa: S506 - both loaders are safe


def _refuse_bombs(events: Iterable[object]) -> None:
    """Refuse aliases that unfold without end, and nesting so deep that the loader's recursion ends the process."""
    depth = aliases = 0
    for event in events:
        name = type(event).__name__
        depth += name in {"SequenceStartEvent", "MappingStartEvent"}
        depth -= name in {"SequenceEndEvent", "MappingEndEvent"}
        aliases += name == "AliasEvent"
        if depth > _MAX_DEPTH or aliases > _MAX_ALIASES:
            raise ValueError("nested too deep, or too many aliases")


def _describe(error: Exception, above: int = 1) -> str:
    """Return the first line of an error; for YAML the problem and its line in the file."""
    context, problem = getattr(error, "context", None), getattr(error, "problem", None)
    mark = getattr(error, "context_mark", None) or getattr(error, "problem_mark", None)
    if problem and mark:
        message = ": ".join(filter(None, (context, problem)))
        return f"line {mark.line + 1 + above}: {message}"[:200]  # counted from 0, below the line of dashes
    return first_line(error)
