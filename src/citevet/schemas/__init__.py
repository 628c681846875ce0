"""JSON Schemas of what goes in and what comes out: the configuration, and the report of `check --format json`."""

import json
from importlib.resources import files
from typing import Any, Literal

Name = Literal["config", "report"]


def schema(name: Name) -> dict[str, Any]:
    """Return a schema, to hand to a validator or an editor."""
    loaded: dict[str, Any] = json.loads(files(__name__).joinpath(f"{name}.schema.json").read_text("utf-8"))
    return loaded
