"""The ONNX graph of a decoder that is given its weights when it is loaded.

It reads the next tokens of a row behind kept keys and values, and gives theirs: so a passage is read once. Nothing in
it depends on the row: sizes come from its inputs.
"""

from pathlib import Path

import numpy as np
from onnx import TensorProto, helper

from citevet.world.decoder_runner import Shape
from training.graph import Graph, Weights

EPSILON = 1e-6
Pair = tuple[str, str]  # the names of keys and values


def draw(path: Path, shape: Shape, wide: int, *, integer: bool) -> None:
    """Write the graph: in int8, or in fp32 to compare with."""
    graph = Graph(Weights(None), integer)
    width, heads = shape.hidden, shape.heads
    pairs = [
        (f"{kind}_key_{layer}", f"{kind}_value_{layer}")
        for layer in range(shape.layers)
        for kind in ("past", "present")
    ]
    for name in ("cos", "sin"):
        graph.given(name, [shape.longest, width // heads // 2])
    hidden, added = "embedded", ""
    for layer in range(shape.layers):
        normed, hidden = _normed(graph, f"layer{layer}.norm1", hidden, added, width)
        attended = _attended(graph, f"layer{layer}", normed, shape, (pairs[2 * layer], pairs[2 * layer + 1]))
        if layer == shape.layers - 1:  # of the last layer only the last token counts, and keys and values of all
            last = graph.tensor("end", np.array([-1], np.int64))
            hidden, attended = (graph.node("Gather", [each, last], axis=1) for each in (hidden, attended))
        mixed = graph.given_linear(f"layer{layer}.mixed", attended, (width, width))
        normed, hidden = _normed(graph, f"layer{layer}.norm2", hidden, mixed, width)
        added = _fed(graph, f"layer{layer}", normed, shape.hidden, wide)
    normed, _ = _normed(graph, "norm", hidden, added, width)
    product = graph.node("MatMul", [normed, graph.given("head.weight", [width, 3])])
    logits = graph.node("Add", [product, graph.given("head.bias", [3])])
    graph.nodes.append(helper.make_node("Reshape", [logits, graph.tensor("flat", np.array([3], np.int64))], ["logits"]))
    _write(graph, path, shape, pairs)


def _normed(graph: Graph, name: str, hidden: str, added: str, width: int) -> tuple[str, str]:
    if added:
        return graph.skip_rms(name, added, hidden, width=width, epsilon=EPSILON)
    return graph.rms(name, hidden, width=width, epsilon=EPSILON), hidden


def _attended(graph: Graph, name: str, normed: str, shape: Shape, pairs: tuple[Pair, Pair]) -> str:
    width, heads, few = shape.hidden, shape.heads, shape.key_heads
    joined = graph.given_linear(f"{name}.attend", normed, (width, width + 2 * few * (width // heads)), bias=True)
    past, present = pairs
    return graph.attend_before(joined, past, present, num_heads=heads, kv_num_heads=few)


def _fed(graph: Graph, name: str, normed: str, width: int, wide: int) -> str:
    both = graph.given_linear(f"{name}.open", normed, (width, 2 * wide))
    gate, up = graph.nodes_of("Split", [both], 2, axis=-1, num_outputs=2)
    return graph.given_linear(f"{name}.close", graph.node("Mul", [graph.silu(gate), up]), (wide, width))


def _write(graph: Graph, path: Path, shape: Shape, pairs: list[Pair]) -> None:
    value = helper.make_tensor_value_info
    each = shape.hidden // shape.heads
    inputs = [value("embedded", TensorProto.FLOAT, [1, "tokens", shape.hidden])]
    inputs += [value("last_place", TensorProto.INT32, [1]), value("total", TensorProto.INT32, [])]
    kept = {
        kind: [
            value(name, TensorProto.FLOAT, [1, shape.key_heads, kind, each])
            for pair in pairs
            for name in pair
            if name.startswith(kind)
        ]
        for kind in ("past", "present")
    }
    outputs = [value("logits", TensorProto.FLOAT, [3]), *kept["present"]]
    graph.write(path, [*inputs, *kept["past"]], outputs)
