"""Safetensors to the ONNX files that citevet ships: `python -m training.export judge|embedder FOLDER OUT`."""

import json
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.graph import Graph, Weights

Floats = NDArray[np.float32]
Shape = Mapping[str, Any]  # the model's config.json


def export(kind: str, source: Path, out: Path) -> None:
    """Write both graphs, their weights, the tokenizer and the configuration of a model."""
    from safetensors.numpy import load_file  # the tests make graphs without any file of weights

    out.mkdir(parents=True, exist_ok=True)
    shape = json.loads((source / "config.json").read_text("utf-8"))
    write_graphs(kind, _named(load_file(source / "model.safetensors")), shape, out=out)
    shutil.copyfile(source / "tokenizer.json", out / "tokenizer.json")


def write_graphs(kind: str, tensors: Mapping[str, Floats], shape: Shape, *, out: Path) -> None:
    """Write both graphs and the weights that they share."""
    (out / "weights.bin").unlink(missing_ok=True)
    weights = Weights(out / "weights.bin")
    for name, integer in (("int8", True), ("fp32", False)):
        _save(Graph(weights, integer), tensors, shape, kind=kind, path=out / f"{name}.onnx")


def _named(tensors: Mapping[str, NDArray[np.generic]]) -> dict[str, Floats]:
    """Return the tensors in fp32, under names without the model's own prefix."""
    return {
        name.removeprefix("bert.").removeprefix("mpnet."): each.astype(np.float32) for name, each in tensors.items()
    }


def _save(graph: Graph, tensors: Mapping[str, Floats], shape: Shape, *, kind: str, path: Path) -> None:
    inputs = ["input_ids"] if shape["model_type"] == "mpnet" else ["input_ids", "token_type_ids"]
    hidden = encoder(graph, tensors, shape)
    if kind == "judge":
        output = (head(graph, tensors, hidden), "logits", 3)
    else:
        output = (pooled(graph, hidden), "embedding", int(shape["hidden_size"]))
    graph.save(path, inputs, output)


def encoder(graph: Graph, tensors: Mapping[str, Floats], shape: Shape) -> str:
    """Build the layers of a BERT or MPNet encoder; returns the last hidden state."""
    hidden, bias = _embedded(graph, tensors, shape), _relative_bias(graph, tensors, shape)
    for layer in range(shape["num_hidden_layers"]):
        near = _of_heads(graph, bias, shape, layer)
        hidden = _layer(graph, _below(tensors, f"encoder.layer.{layer}."), hidden, shape=shape, number=layer, bias=near)
    return hidden


def _below(tensors: Mapping[str, Floats], prefix: str) -> dict[str, Floats]:
    renamed = {"attention.attn.q.": "query.", "attention.attn.k.": "key.", "attention.attn.v.": "value."}
    renamed |= {"attention.attn.o.": "mixed.", "attention.LayerNorm.": "mixed_norm."}
    renamed |= {f"attention.self.{part}.": f"{part}." for part in ("query", "key", "value")}
    renamed |= {"attention.output.dense.": "mixed.", "attention.output.LayerNorm.": "mixed_norm."}
    found = {}
    for name, tensor in tensors.items():
        if name.startswith(prefix):
            rest = name.removeprefix(prefix)
            old = next((each for each in renamed if rest.startswith(each)), None)
            found[renamed[old] + rest.removeprefix(old) if old else rest] = tensor
    return found


def _embedded(graph: Graph, tensors: Mapping[str, Floats], shape: Shape) -> str:
    words = graph.table("words", tensors["embeddings.word_embeddings.weight"], "input_ids")
    first = 2 if shape["model_type"] == "mpnet" else 0  # MPNet counts positions from its padding id on
    places = tensors["embeddings.position_embeddings.weight"][first:]
    if "embeddings.token_type_embeddings.weight" in tensors:
        kinds = graph.table("kinds", tensors["embeddings.token_type_embeddings.weight"], "token_type_ids")
        words = graph.node("Add", [words, kinds])
    one, zero = graph.tensor("one", np.array([1], np.int64)), graph.tensor("zero", np.array([0], np.int64))
    length = graph.node(
        "Slice", [graph.node("Shape", ["input_ids"]), one, graph.tensor("two", np.array([2], np.int64))]
    )
    placed = graph.node("Slice", [graph.tensor("places", places), zero, length, zero])
    spread = graph.node("Expand", [graph.node("Unsqueeze", [placed, zero]), graph.node("Shape", [words])])
    norm = tensors["embeddings.LayerNorm.weight"], tensors["embeddings.LayerNorm.bias"]
    return graph.skip_norm("embedded", words, spread, norm=norm, epsilon=shape["layer_norm_eps"])


def _relative_bias(graph: Graph, tensors: Mapping[str, Floats], shape: Shape) -> str:
    """Return MPNet's bias for each pair of positions, looked up by their distance; BERT has none."""
    table = tensors.get("encoder.relative_attention_bias.weight")
    if table is None:
        return ""
    furthest = shape["max_position_embeddings"] - 3
    by_distance = table[_bucket(np.arange(-furthest, furthest + 1), len(table))].T.copy()
    zero, one = graph.tensor("from", np.array(0, np.int64)), graph.tensor("step", np.array(1, np.int64))
    length = graph.node("Gather", [graph.node("Shape", ["input_ids"]), one])
    places = graph.node("Range", [zero, length, one])
    down, across = (graph.tensor(f"axis{axis}", np.array([axis], np.int64)) for axis in (1, 0))
    apart = graph.node("Sub", [graph.node("Unsqueeze", [places, down]), graph.node("Unsqueeze", [places, across])])
    index = graph.node("Add", [apart, graph.tensor("furthest", np.array(furthest, np.int64))])
    bias = graph.node("Gather", [graph.tensor("distances", by_distance), index], axis=1)
    return graph.node("Unsqueeze", [bias, across])


def _of_heads(graph: Graph, bias: str, shape: Shape, layer: int) -> str:
    """Return the bias of the heads that a layer still has."""
    if not bias or "kept_heads" not in shape:
        return bias
    kept = graph.tensor(f"layer{layer}.heads", np.array(shape["kept_heads"][layer], np.int64))
    return graph.node("Gather", [bias, kept], axis=1)


def buckets(length: int, count: int) -> NDArray[np.int64]:
    """Return the bucket of each pair of positions."""
    places = np.arange(length)
    return _bucket(places[:, None] - places[None, :], count)


def _bucket(distance: NDArray[np.int64], count: int, furthest: int = 128) -> NDArray[np.int64]:
    """Return the bucket of each distance: exact near by, logarithmic further off, one half for each direction."""
    half = count // 2
    near = half // 2
    far = np.abs(distance)
    ratio = np.log(np.maximum(far, 1) / near) / np.log(furthest / near)
    large = np.minimum(near + (ratio * (half - near)).astype(np.int64), half - 1)
    found: NDArray[np.int64] = np.where(distance < 0, half, 0) + np.where(far < near, far, large)
    return found


def _layer(graph: Graph, tensors: Mapping[str, Floats], hidden: str, *, shape: Shape, number: int, bias: str) -> str:
    name, epsilon = f"layer{number}", float(shape["layer_norm_eps"])

    def linear(part: str, inputs: str) -> str:
        weight, added = tensors[f"{part}.weight"].T.copy(), tensors[f"{part}.bias"]
        loud = shape["model_type"] == "mpnet" and part in ("intermediate.dense", "output.dense")
        return graph.linear(f"{name}.{part}", inputs, weight, added, loud=loud)

    def norm(part: str, inputs: str, skip: str) -> str:
        pair = tensors[f"{part}.weight"], tensors[f"{part}.bias"]
        return graph.skip_norm(f"{name}.{part}", inputs, skip, norm=pair, epsilon=epsilon)

    heads = shape["num_attention_heads"]
    seen = graph.attend(*(linear(part, hidden) for part in ("query", "key", "value")), heads=heads, bias=bias)
    hidden = norm("mixed_norm", linear("mixed", seen), hidden)
    wide = graph.gelu(linear("intermediate.dense", hidden))
    return norm(
        "LayerNorm" if "LayerNorm.weight" in tensors else "output.LayerNorm", linear("output.dense", wide), hidden
    )


def head(graph: Graph, tensors: Mapping[str, Floats], hidden: str) -> str:
    """Build the three-way classifier over the first token, in fp32: it is small, and the verdict hangs on it."""
    first = graph.node("Gather", [hidden, graph.tensor("first", np.array(0, np.int64))], axis=1)
    inner, outer = ("pooler.dense", "classifier") if "pooler.dense.weight" in tensors else _MPNET_HEAD
    for number, name in enumerate((inner, outer)):
        weight = graph.tensor(f"head{number}.weight", tensors[f"{name}.weight"].T.copy())
        first = graph.node(
            "Add", [graph.node("MatMul", [first, weight]), graph.tensor(f"head{number}.bias", tensors[f"{name}.bias"])]
        )
        first = first if number else graph.node("Tanh", [first])
    return first


_MPNET_HEAD = ("classifier.dense", "classifier.out_proj")


def pooled(graph: Graph, hidden: str) -> str:
    """Build the mean over all tokens, at length one."""
    axis = graph.tensor("axis", np.array([1], np.int64))
    mean = graph.node("ReduceMean", [hidden, axis], keepdims=0)
    return graph.node("LpNormalization", [mean], axis=-1, p=2)


if __name__ == "__main__":
    export(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
