"""JSON Schemas of the configuration, a policy file and the report of `check --format json`; a tool for agents."""

import json
from importlib.resources import files
from typing import Any, Literal

Name = Literal["config", "policy", "report", "tool"]


def schema(name: Name) -> dict[str, Any]:
    """Return a schema for a validator or an editor."""
    loaded: dict[str, Any] = json.loads(files(__name__).joinpath(f"{name}.schema.json").read_text("utf-8"))
    return loaded
