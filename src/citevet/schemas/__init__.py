"""JSON Schemas of the configuration, a policy file and the report of `check --format json`; tools for agents."""

import json
from importlib.resources import files
from typing import Any, Literal, get_args

from citevet.errors import UsageError

Name = Literal["config", "policy", "report", "tool"]


def schema(name: Name) -> dict[str, Any]:
    """Return a schema for a validator or an editor."""
    if name not in get_args(Name):
        raise UsageError(f"no schema {name!r:.40}", to="schema", advice=f"Use one of {', '.join(get_args(Name))}.")
    loaded: dict[str, Any] = json.loads(files(__name__).joinpath(f"{name}.schema.json").read_text("utf-8"))
    return loaded


def tool_definitions() -> list[dict[str, Any]]:
    """Return all tools as the APIs of models take them: `citevet.Tools` answers their calls."""
    loaded: list[dict[str, Any]] = json.loads(files(__name__).joinpath("tools.schema.json").read_text("utf-8"))
    return loaded
