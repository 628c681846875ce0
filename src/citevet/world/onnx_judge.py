"""ONNX graphs of foreign judges: an encoder with a head, a decoder, or an encoder and a decoder in two files."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime

from citevet.errors import ModelError, first_line
from citevet.world.judge_rows import Logits, Row
from citevet.world.model_files import GRAPH_FILES

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLACES = ("", "onnx/")
ENCODER, DECODER = "encoder_model.onnx", "decoder_model.onnx"
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_KNOWN = frozenset({"input_ids", "attention_mask", "token_type_ids", "position_ids"})
_KNOWN_DECODER = frozenset({"input_ids", "encoder_hidden_states", "encoder_attention_mask"})
_ADVICE = "Export it without a cache of keys and values, or name another model."


def find_graphs(folder: Path) -> tuple[Path, ...]:
    """Return the graph of a model, or its two; nothing where there is none. Full precision comes first."""
    for place in PLACES:
        two = folder / f"{place}{ENCODER}", folder / f"{place}{DECODER}"
        if all(each.is_file() for each in two):
            return two
    names = (*GRAPH_FILES["fp32"], *GRAPH_FILES["int8"])
    return tuple(folder / each for each in names if (folder / each).is_file())[:1]


class OnnxBackend:
    """A model in one graph or two."""

    def __init__(self, graphs: tuple[Path, ...], *, start: int = 0) -> None:
        """Open the graphs; `start` is the token that a decoder starts with."""
        self.sessions = [_open(graph) for graph in graphs]
        self.start = start
        for session, graph, known in zip(self.sessions, graphs, (_KNOWN, _KNOWN_DECODER), strict=False):
            if odd := [each.name for each in session.get_inputs() if each.name not in known]:
                raise ModelError(f"asks for {', '.join(odd)[:200]}", to=str(graph), advice=_ADVICE)

    def __call__(self, row: Row) -> Logits:
        """Return the logits."""
        ones = [1] * len(row.ids)
        given = {"input_ids": row.ids, "attention_mask": ones, "token_type_ids": row.types}
        given["position_ids"] = range(len(row.ids))
        found = self._run(0, {name: np.array([values]) for name, values in given.items()})
        if len(self.sessions) == 1:
            return found
        first = np.array([[self.start]])
        return self._run(
            1, {"input_ids": first, "encoder_hidden_states": found, "encoder_attention_mask": np.array([ones])}
        )

    def frame(self, system: str, text: str) -> str:
        """Raise: only the libraries of a model know its chat."""
        del system, text
        raise ModelError("a chat has no form in ONNX", to="judge", advice='Write the whole form as input = "text".')

    def _run(self, at: int, given: Mapping[str, Any]) -> "NDArray[Any]":
        session = self.sessions[at]
        asked = {each.name: given[each.name] for each in session.get_inputs()}
        typed = {
            each.name: asked[each.name].astype(_TYPES.get(each.type, asked[each.name].dtype))
            for each in session.get_inputs()
        }
        found: NDArray[Any] = session.run(None, typed)[0]
        return found


def _open(graph: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library raises its own classes, and a file can be damaged in many ways
        what = f"cannot be loaded ({first_line(error)})"
        raise ModelError(what, to=str(graph), advice="Reinstall the weights.") from error
