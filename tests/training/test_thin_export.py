"""A judge that lost heads is exported with the bias of those it kept."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession, SessionOptions
from training.export import write_graphs

Tensors = dict[str, NDArray[np.float32]]
WIDTH, SIZE, HEADS, WORDS = 16, 4, 4, 20
SHAPE = {
    "model_type": "mpnet", "hidden_size": WIDTH, "num_hidden_layers": 2, "num_attention_heads": HEADS,
    "layer_norm_eps": 1e-5, "max_position_embeddings": 34,
}  # fmt: skip
GONE = (1, 2)  # the head that each layer loses
PARTS = {"q": "attention.attn.q", "k": "attention.attn.k", "v": "attention.attn.v", "o": "attention.attn.o"}


def tensors() -> Tensors:
    """Return a random judge of two layers, in each of which one head adds nothing."""
    dice = np.random.default_rng(0)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (WORDS, WIDTH),
        "embeddings.position_embeddings.weight": (34, WIDTH),
        "encoder.relative_attention_bias.weight": (32, HEADS),
        "classifier.out_proj.weight": (3, WIDTH),
        "classifier.out_proj.bias": (3,),
    }
    squares = {"classifier.dense": WIDTH} | {
        f"encoder.layer.{layer}.{part}": WIDTH
        for layer in range(2)
        for part in (*PARTS.values(), "intermediate.dense", "output.dense")
    }
    norms = [
        f"encoder.layer.{layer}.{part}" for layer in range(2) for part in ("attention.LayerNorm", "output.LayerNorm")
    ]
    for name, width in squares.items():
        shapes |= {f"{name}.weight": (width, width), f"{name}.bias": (width,)}
    for name in ("embeddings.LayerNorm", *norms):
        shapes |= {f"{name}.{part}": (WIDTH,) for part in ("weight", "bias")}
    found = {name: dice.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}
    for layer, head in enumerate(GONE):
        found[f"encoder.layer.{layer}.{PARTS['o']}.weight"][:, head * SIZE : (head + 1) * SIZE] = 0
    return found


def without(whole: Tensors) -> tuple[Tensors, list[list[int]]]:
    """Return the judge without the heads that add nothing, and those that each layer kept."""
    found, kept = dict(whole), [[head for head in range(HEADS) if head != gone] for gone in GONE]
    for layer, heads in enumerate(kept):
        columns = np.array([head * SIZE + place for head in heads for place in range(SIZE)])
        for part in "qkv":
            for kind in ("weight", "bias"):
                name = f"encoder.layer.{layer}.{PARTS[part]}.{kind}"
                found[name] = whole[name][columns]
        name = f"encoder.layer.{layer}.{PARTS['o']}.weight"
        found[name] = whole[name][:, columns]
    return found, kept


def logits(folder: Path) -> NDArray[np.float32]:
    """Run the graph in fp32 over one row."""
    options = SessionOptions()
    options.add_session_config_entry("session.qdq_matmulnbits_accuracy_level", "1")  # fp32 means fp32
    session = InferenceSession(str(folder / "fp32.onnx"), options)
    found: NDArray[np.float32] = session.run(None, {"input_ids": np.arange(12, dtype=np.int64)[None]})[0]
    return found


def test_heads_that_add_nothing_can_go(tmp_path: Path) -> None:
    """Without heads that add nothing a judge says the same: each head that is left keeps its own bias."""
    whole = tensors()
    thin, kept = without(whole)
    said = []
    for name, each, shape in (
        ("whole", whole, SHAPE),
        ("thin", thin, SHAPE | {"num_attention_heads": HEADS - 1, "kept_heads": kept}),
        ("mixed-up", thin, SHAPE | {"num_attention_heads": HEADS - 1, "kept_heads": kept[::-1]}),
    ):
        (tmp_path / name).mkdir()
        write_graphs("judge", each, shape, out=tmp_path / name)
        said.append(logits(tmp_path / name))
    assert np.allclose(said[0], said[1], atol=1e-4)
    assert not np.allclose(said[0], said[2], atol=1e-4)
