"""Judges by name: one model, or two of which the second is asked where the first is in doubt."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from citevet.contracts import Nli
from citevet.errors import ModelError
from citevet.jobs.verifying.defaults import model, weigh
from citevet.judge.calibration import Calibration
from citevet.judge.support import Assessor
from citevet.judge.together import lately, together
from citevet.world.models import Model
from citevet.world.weights import split_names

_ANSWERS = 3  # supported, neutral, contradicted
_TRIED = [("It rains.", "It rains.")]


def judges(name: str) -> list[Model]:
    """Return the models of a judge, each loaded once in this process and seen to answer as a judge does."""
    return [_proven(each) for each in split_names(name)]


def _proven(name: str) -> Model:
    loaded = model(name)
    width = loaded.run(_TRIED).shape[-1]
    if width != _ANSWERS:
        what = f"gives {width} values for a pair, and a judge gives three"
        raise ModelError(what, to=name, advice="Name a model that tells supported, neutral and contradicted.")
    weigh(loaded, _TRIED)  # refuses what are no numbers, before anything is judged
    return loaded


def asking(judge: Model) -> Nli:
    """Return a model as a function that weighs pairs."""
    return lambda pairs: weigh(judge, pairs)


def assessor(models: Sequence[Model], ask: Callable[[Model], Nli] = asking) -> Assessor:
    """Return models with their curves; of two, the second is asked where the first is in doubt."""
    first, *others = models
    found = Assessor(lately(ask(first)), Calibration.of(first.settings))
    return replace(found, second=_second(models, found.nli, ask(others[0]))) if others else found


def beside(first: Model, second: Model) -> Mapping[str, Any]:
    """Return what the manifest of a second judge holds for the case that it stands beside a first: share and curve."""
    found = second.settings.get("beside", {})
    fitted: Mapping[str, Any] = found.get(first.digest, {}) if isinstance(found, Mapping) else {}
    return fitted or {**second.settings, "share": 0.0}


def share_of_first(said: Mapping[str, Any], second: str) -> float:
    """Return the share that a first judge has beside a second; none where they were not fitted together."""
    share = said.get("share", 0.0)
    if isinstance(share, int | float) and 0 <= share < 1:
        return float(share)
    raise ModelError("the share of the first judge is no number from 0 to 1", to=second, advice="Mend its manifest.")


def _second(pair: Sequence[Model], heard: Nli, nli: Nli) -> Assessor:
    """Return a second judge, who hears the first where both were fitted together, and rules alone where not."""
    said = beside(*pair)
    share = share_of_first(said, pair[1].name)
    return Assessor(together(heard, nli, share=share) if share else nli, Calibration.of(said))


def own_assessor(name: str) -> Assessor:
    """Return the judge of a name, ready to be asked."""
    return assessor(judges(name))


def judge_notes(name: str) -> tuple[str, ...]:
    """Return what must be said of a judge."""
    return tuple(shortcomings(judges(name)))


def shortcomings(models: Sequence[Model]) -> Iterator[str]:
    """Yield what must be said of models: that int8 is wrong here, or that nobody turned weights into probabilities."""
    yield from (each.note for each in models if each.note)
    first = models[0]
    for each in models:
        said = each.settings if each is first else beside(first, each)
        if "calibration" not in said:
            yield f"{each.name} is not calibrated: its weights are taken at their word"
