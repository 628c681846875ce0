"""Tiny judges with real graphs: a word counts as supported where the row has it twice, in document and claim."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers

from citevet.jobs.manifest_judges import _PROBES
from citevet.world.judge_manifest import list_shipped

DOCUMENT = "The Arden Bridge was opened in 1931 . Some two thousand people came on foot ."
TRUE, FALSE = "The Arden Bridge was opened in 1931 .", "Most visitors dislike grey winters elsewhere ."
# Three hundred words, each once.
FILLER = " ".join(f"W{at}a w{at}b w{at}c w{at}d w{at}e w{at}f." for at in range(50))
TEXTS = (DOCUMENT, TRUE, FALSE, FILLER, *_PROBES)
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "</s>", "<pad>"]
SURE = 12.0  # how far one share moves a logit
WORDS = 256  # of the vocabulary of a decoder


def write_tokenizer(folder: Path, more: Sequence[str] = ()) -> Tokenizer:
    """Write a tokenizer of whole words."""
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))  # noqa: S106 - no password
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.train_from_iterator([*TEXTS, *more], trainers.WordLevelTrainer(special_tokens=MARKS))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    return tokenizer


def write_judge(
    folder: Path, output: str, *, support: int = 1, outputs: int = 2, half: float = 0.5, **config: Any
) -> Path:
    """Write a judge whose output has one of the shapes that published judges have."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(folder, [manifest.join for manifest in list_shipped()])
    (folder / "config.json").write_text(json.dumps(config))
    if output == "first-token":
        shown, said = [("hidden", TensorProto.FLOAT, [1, "n", 1])], _twice()
        nodes = [*said, _node("Unsqueeze", ["twice", "two"], "hidden")]
        _save(folder / "encoder_model.onnx", nodes, ["input_ids", "attention_mask"], shown)
        _write_decoder(folder / "decoder_model.onnx")
        return folder
    scale = np.full((1, outputs), -SURE, np.float32)
    scale[0, support] = SURE
    nodes = [*_twice(), _node("Unsqueeze", ["twice", "two"], "each"), _node("ReduceMean", ["each", "one"], "mean")]
    if output == "tokens":
        nodes += [_node("Sub", ["each", "half"], "moved"), _node("MatMul", ["moved", "scale"], "logits")]
        shape: list[Any] = [1, "n", outputs]
    elif output == "first-position":
        nodes += [_node("Sub", ["mean", "half"], "moved"), _node("MatMul", ["moved", "scale"], "first")]
        nodes += [_node("Mul", ["each", "zero"], "nothing"), _node("Add", ["nothing", "first"], "logits")]
        shape = [1, "n", outputs]
    else:
        nodes += [_node("Sub", ["mean", "half"], "moved"), _node("MatMul", ["moved", "scale"], "row")]
        nodes += [_node("Squeeze", ["row", "one"], "logits")]
        shape = [1, outputs]
    shown = [("logits", TensorProto.FLOAT, shape)]
    _save(folder / "model.onnx", nodes, ["input_ids", "attention_mask"], shown, scale, half=half)
    return folder


def _node(kind: str, inputs: Sequence[str], output: str, **more: Any) -> Any:
    return helper.make_node(kind, list(inputs), [output], **more)


def _twice() -> list[Any]:
    """Return the nodes that say of each token whether the row has it twice."""
    return [
        _node("Unsqueeze", ["input_ids", "two"], "down"),
        _node("Unsqueeze", ["input_ids", "one"], "across"),
        _node("Equal", ["down", "across"], "same"),
        _node("Cast", ["same"], "counted", to=TensorProto.FLOAT),
        _node("ReduceSum", ["counted", "two"], "count", keepdims=0),
        _node("Greater", ["count", "threshold"], "more"),
        _node("Cast", ["more"], "twice", to=TensorProto.FLOAT),
    ]


def _write_decoder(file: Path) -> None:
    scale = np.zeros((1, WORDS), np.float32)
    scale[0, [3, 209]] = -SURE, SURE
    nodes = [
        _node("ReduceMean", ["encoder_hidden_states", "one"], "mean"),
        _node("Sub", ["mean", "half"], "moved"),
        _node("MatMul", ["moved", "scale"], "logits"),
    ]
    inputs = ["input_ids", "encoder_attention_mask", "encoder_hidden_states"]
    _save(file, nodes, inputs, [("logits", TensorProto.FLOAT, [1, 1, WORDS])], scale)


def _save(
    file: Path,
    nodes: Sequence[Any],
    inputs: Sequence[str],
    outputs: Sequence[Any],
    scale: Any = None,
    *,
    half: float = 0.5,
) -> None:
    given = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "n", 1])
        if name == "encoder_hidden_states"
        else helper.make_tensor_value_info(name, TensorProto.INT64, [1, f"{name} n"])
        for name in inputs
    ]
    constants = {"one": np.array([1]), "two": np.array([2]), "threshold": np.float32(1.5), "zero": np.float32(0)}
    constants |= {"half": np.float32(half)} | ({} if scale is None else {"scale": scale})
    used = {name for node in nodes for name in node.input}
    held = [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items() if name in used]
    shown = [helper.make_tensor_value_info(*each) for each in outputs]
    graph = helper.make_graph(list(nodes), "judge", given, shown, held)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    file.write_bytes(model.SerializeToString())
