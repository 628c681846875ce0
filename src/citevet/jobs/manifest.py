"""With what a run was made: all that may differ between two runs over the same input."""

import platform
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from citevet.jobs.supporting.loaded_judge import described
from citevet.version import __version__

if TYPE_CHECKING:
    from citevet.jobs.supporting.second_opinion import SecondOpinion


def manifest(judges: Iterable[str] = (), opinions: "Iterable[SecondOpinion]" = ()) -> dict[str, Any]:
    """Return services, models, processor and versions; only language models are asked over the network."""
    asked = sorted(opinions, key=lambda each: each.endpoint.name)
    judged = {judge: dict(described(judge)) for judge in sorted(set(judges))}
    return {
        "services": {each.endpoint.host: each.service() for each in asked},
        "models": {**judged, **{each.endpoint.name: each.described() for each in asked}},
        "cpu": platform.machine(),
        "versions": {"citevet": __version__, "python": platform.python_version()},
    }


def model_notes(models: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return what must be said of the models: that one is missing, or runs otherwise than it should."""
    return tuple(str(said["note"]) for said in models.values() if "note" in said)
