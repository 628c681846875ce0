"""A tuned decoder as the folder that ships.

`python -m training.decoder.export WEIGHTS TOKENIZER.json VOCABULARY.npy OUT [--tuned FOLDER] [--loud FILE]
[--heard IDS]` takes the weights that `cut.py` wrote, and over them the parts that `tune.py` kept; without parts the
head is random, for measurements. OUT gets `graph.onnx`, `weights-1.bin` …, `tokenizer.json` and `manifest.json`. Its
golden vectors are those of the stored weights in fp32.
"""

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citevet.world.decoder_runner import Shape
from training.decoder.even import evened
from training.decoder.feedback import round_layers
from training.decoder.network import load
from training.decoder.rows import HEAD, MIDDLE, MOST, MOST_OF_CLAIM, TAIL, short_rows
from training.decoder.store import Bits, seal, store
from training.decoder.tokens import cut

Floats = NDArray[np.float32]
Array = NDArray[np.generic]
_KEPT = 64  # weights on one scale in the parts that tuning kept
_PARTS = {"attn_q": "query", "attn_k": "key", "attn_v": "value", "attn_output": "mixed", "attn_norm": "norm_1"}
_PARTS |= {"ffn_gate": "gate", "ffn_up": "up", "ffn_down": "down", "ffn_norm": "norm_2"}


def gather(weights: Path, tuned: Path | None) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Return the tensors under the names of the graph, and the sizes."""
    size, given = load(weights, "cpu")
    known = {_renamed(name): tensor.numpy() for name, tensor in given.items()}
    dice = np.random.default_rng(0)
    known |= {"head.weight": dice.normal(0, 0.005, (3, size["hidden"])), "head.bias": np.zeros(3)}
    known |= kept(tuned) if tuned else {}
    made = {"words": known["embedding"], "norm": known["norm.weight"]}
    made |= {"head.weight": known["head.weight"].T, "head.bias": known["head.bias"]}
    for layer in range(size["layers"]):
        made |= _layer({name: known[f"blocks.{layer}.{name}"] for name in _IN_LAYER}, f"layer{layer}")
    return {name: np.ascontiguousarray(tensor, np.float32) for name, tensor in made.items()}, size


_IN_LAYER = [f"{part}.weight" for part in _PARTS.values()] + [f"{part}.bias" for part in ("query", "key", "value")]


def _layer(part: Mapping[str, Floats], name: str) -> dict[str, Floats]:
    first = ("query", "key", "value")
    return {
        f"{name}.norm1": part["norm_1.weight"],
        f"{name}.attend": np.concatenate([part[f"{each}.weight"] for each in first]).T,
        f"{name}.attend.bias": np.concatenate([part[f"{each}.bias"] for each in first]),
        f"{name}.mixed": part["mixed.weight"].T,
        f"{name}.norm2": part["norm_2.weight"],
        f"{name}.open": np.concatenate([part["gate.weight"], part["up.weight"]]).T,
        f"{name}.close": part["down.weight"].T,
    }


def _renamed(name: str) -> str:
    """Return the name that `Reader` in network.py has for a tensor of a GGUF."""
    if not name.startswith("blk."):
        return {"output_norm.weight": "norm.weight"}.get(name, name)
    _, layer, part, kind = name.split(".")
    return f"blocks.{layer}.{_PARTS[part]}.{kind}"


def kept(folder: Path) -> dict[str, Floats]:
    """Return the tensors that tuning kept."""
    arrays: dict[str, Array] = {}
    for file in sorted(folder.glob("part*.npz")):
        arrays |= np.load(file)
    found = {name: each.astype(np.float32) for name, each in arrays.items() if ":" not in name}
    for name in [key.removesuffix(":q") for key in arrays if key.endswith(":q")]:
        whole, scale = arrays[f"{name}:q"], arrays[f"{name}:s"].astype(np.float32)
        found[name] = (whole.reshape(-1, _KEPT).astype(np.float32) * scale[:, None]).reshape(whole.shape)
    for name in [key.removesuffix(":low") for key in arrays if key.endswith(":low")]:
        low, step = arrays[f"{name}:low"], arrays[f"{name}:step"].astype(np.float32)
        whole = np.concatenate([low & 15, low >> 4], -1).astype(np.float32) - 8
        found[name] = (whole * step[..., None]).reshape(len(low), -1)
    return found


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser()
    for name in ("weights", "tokenizer", "vocabulary", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--tuned", type=Path)
    parser.add_argument("--loud", type=Path, help="what loud.py measured")
    parser.add_argument("--heard", type=Path, help="tokens of rows.py, for rounding by feedback.py")
    for name, usual in asdict(Bits()).items():
        if name != "finer":
            parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=usual)
    parser.add_argument("--finer", nargs="*", default=[])
    chosen = parser.parse_args()
    model, size = gather(chosen.weights, chosen.tuned)
    shape = Shape(
        **{name: int(size[name]) for name in ("hidden", "heads", "key_heads", "layers", "base")},
        vocabulary=len(model["words"]),
        tokens=MOST,
        claim_tokens=MOST_OF_CLAIM,
    )
    if chosen.loud:
        model = evened(model, np.load(chosen.loud), shape)
    bits = Bits(chosen.matrices, chosen.group, chosen.words, chosen.word_group, tuple(chosen.finer))
    tokenizer = cut(json.loads(chosen.tokenizer.read_text("utf-8")), np.load(chosen.vocabulary))
    done = round_layers(model, shape, short_rows(chosen.heard), bits.group) if chosen.heard else {}
    store(model, shape, (tokenizer, (HEAD, MIDDLE, TAIL)), chosen.out, bits, done)
    seal(chosen.out)


if __name__ == "__main__":
    main()
