"""The language model that a run may ask, if any: one for all documents, so that they share its budget."""

from functools import cache
from typing import TYPE_CHECKING

from citevet.config import Config
from citevet.errors import UsageError

if TYPE_CHECKING:
    from citevet.jobs.supporting.second_opinion import SecondOpinion


def asked_opinion(settings: Config) -> "SecondOpinion | None":
    """Return the model that the settings name, with what was spent of its budget so far."""
    if settings.llm is None:
        return None
    if settings.risk is not None:
        what = "--llm and --risk exclude each other: of its votes nobody knows how many are wrong"
        raise UsageError(what, to="llm", advice="Leave out one of the two.")
    where = (settings.llm_url or "", settings.llm_key_env or "")
    return _opinion(settings.llm, where, budget=settings.budget, offline=settings.offline)


def ready(settings: Config) -> None:
    """Raise where the package or the key for that model is missing, before anything is read."""
    found = asked_opinion(settings)
    if found:
        found.ready()


def forget() -> None:
    """Begin a run: the budget is whole again."""
    _opinion.cache_clear()


@cache
def _opinion(name: str, where: tuple[str, str], *, budget: int, offline: bool) -> "SecondOpinion":
    # Late: 60 ms of word lists, and most runs ask no language model.
    from citevet.jobs.supporting.second_opinion import SecondOpinion  # noqa: PLC0415
    from citevet.world.llm_endpoint import endpoint  # noqa: PLC0415

    return SecondOpinion(endpoint(name, url=where[0], key_env=where[1]), budget, offline)
