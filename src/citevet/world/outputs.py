"""What the outputs of a stranger's judge mean, turned into ours: supported, neutral, contradicted."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from citevet.errors import ModelError

if TYPE_CHECKING:
    from citevet.world.rows import Floats, Run, Texts

# Words that models use for their outputs, in lower case → the place among ours.
LABELS: Mapping[str, int] = {
    **dict.fromkeys(("entailment", "entailed", "entails", "supported", "supports", "support"), 0),
    **dict.fromkeys(("neutral", "not_entailment", "non_entailment", "not_entailed", "not_supported", "unsupported"), 1),
    **dict.fromkeys(("nei", "not_enough_info", "not_enough_information"), 1),
    **dict.fromkeys(("contradiction", "contradicted", "contradicts", "refuted", "refutes"), 2),
}
_WAYS = ([0, 1, 2], [0, 1])  # all three, or only whether it is entailed: what is not counts as neutral then
_NEVER = -1e4  # a logit that leaves nothing
_ADVICE = (
    "Name a model whose config.json tells entailment, neutral and contradiction, or entailment and not_entailment."
)


def places(labels: object, name: str) -> list[int]:
    """Return for each output of a model its place among ours; `labels` is what its config.json calls id2label."""
    words = {str(key): str(word) for key, word in labels.items()} if isinstance(labels, Mapping) else {}
    named = [words.get(str(at), "") for at in range(len(words))]
    found = [place_of(word) for word in named]
    if sorted(found) not in _WAYS:
        shown = ", ".join(words.values())[:200] or "nothing"
        raise ModelError(f"its outputs are called {shown}, which says nothing of support", to=name, advice=_ADVICE)
    return found


def place_of(label: str) -> int:
    """Return the place of a label among ours, in whatever case and with whatever between its words; -1 for none."""
    return LABELS.get(label.strip().casefold().replace("-", "_").replace(" ", "_"), -1)


def arranged(run: "Run", order: Sequence[int], name: str) -> "Run":
    """Return a function that gives our three outputs for each row."""
    import numpy as np  # noqa: PLC0415 - with onnxruntime 0.3 s, and most commands run no model

    def weigh(rows: "Sequence[Texts]") -> "Floats":
        given = run(rows)
        if rows and given.shape[1:] != (len(order),):
            what = f"gives {given.shape[1:]} values for a pair, and its config.json names {len(order)}"
            raise ModelError(what, to=name, advice=_ADVICE)
        ours = np.full((len(rows), 3), _NEVER, np.float32)
        if rows:
            ours[:, list(order)] = given
        return ours

    return weigh
