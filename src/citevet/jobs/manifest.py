"""With what a run was made: all that may differ between two runs over the same input."""

import platform
from typing import Any

from citevet.version import __version__


def manifest() -> dict[str, Any]:
    """Return services, models, processor and versions; this version asks no service and holds no model."""
    return {
        "services": {},
        "models": {},
        "cpu": platform.machine(),
        "versions": {"citevet": __version__, "python": platform.python_version()},
    }
