"""With what a run was made: all that may differ between two runs over the same input."""

import platform
from collections.abc import Iterable, Mapping
from typing import Any

from citevet.jobs.supporting.loaded_judge import described
from citevet.version import __version__


def manifest(judges: Iterable[str] = ()) -> dict[str, Any]:
    """Return services, models, processor and versions; this version asks no service."""
    return {
        "services": {},
        "models": {judge: dict(described(judge)) for judge in sorted(set(judges))},
        "cpu": platform.machine(),
        "versions": {"citevet": __version__, "python": platform.python_version()},
    }


def model_notes(models: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return what must be said of the models: that one is missing, or runs otherwise than it should."""
    return tuple(str(said["note"]) for said in models.values() if "note" in said)
