"""What is known of a model without loading it, where an earlier run did."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from citevet.world.model_files import MISSING, fingerprint_model
from citevet.world.record_json import dump_json, load_json

if TYPE_CHECKING:
    from citevet.world.model_runner import Model


@dataclass(frozen=True, slots=True)
class ModelCard:
    """A model without its weights."""

    name: str
    digest: str  # of its files and its manifest
    precision: str
    note: str
    settings: Mapping[str, Any]  # of its manifest, without the golden rows
    runtime: str  # the version of the runtime and the processor

    @property
    def identity(self) -> str:
        """All that its outputs depend on."""
        return f"{self.digest}-{self.precision}-{self.runtime}"


def find_card(
    name: str,
    load: "Callable[[], Model]",
    *,
    how: str,
    kept: Callable[[Sequence[str]], Mapping[str, bytes]],
    keep: Callable[[Mapping[str, bytes]], None],
) -> ModelCard:
    """Return the card that an earlier run kept for these files, or load the model; `how` names the way of loading."""
    from citevet.world.model_runner import fingerprint_runtime  # most runs need no model

    runtime, files = fingerprint_runtime(), fingerprint_model(name)
    key = sha256(f"model card\0{how}\0{files}\0{runtime}".encode()).hexdigest()
    known = _parse(kept([key]).get(key, b"")) if files != MISSING else None
    if known:
        return known
    model = load()
    settings = {key: value for key, value in model.settings.items() if key != "golden"}
    card = ModelCard(model.name, model.digest, model.precision, model.note, settings, runtime)
    if files != MISSING:
        keep({key: dump_json(card).encode()})
    return card


def _parse(data: bytes) -> ModelCard | None:
    try:
        card: ModelCard = load_json(ModelCard, data.decode())
    except ValueError:
        return None
    return card
