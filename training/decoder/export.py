"""A tuned decoder as the folder that ships.

`python -m training.decoder.export WEIGHTS TOKENIZER.json VOCABULARY.npy OUT [--tuned FOLDER]` takes the weights that
`cut.py` wrote, and over them the parts that `tune.py` kept; without parts the head is random, for measurements. OUT
gets `graph.onnx`, `weights-1.bin` …, `tokenizer.json` and `manifest.json`. Its golden vectors are those of the stored
weights in fp32.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from citevet.world.decoder_runner import (
    Reader,
    Shape,
    assemble_reader,
    list_matrices,
    make_reader,
    open_session,
    small_weights,
)
from citevet.world.packed_weights import Array, read_tensors, unpack_matrix
from training.decoder.draw import draw
from training.decoder.pack import packed, rounded, write_files
from training.decoder.rows import HEAD, MIDDLE, MOST, MOST_OF_CLAIM, TAIL
from training.decoder.tokens import cut
from training.seal import PAIRS

Floats = NDArray[np.float32]
_FILE = 95_000_000  # bytes
_KEPT = 64  # weights on one scale in the parts that tuning kept
_APART = 0.5  # how far a golden value may be off at least
_PARTS = {"attn_q": "query", "attn_k": "key", "attn_v": "value", "attn_output": "mixed", "attn_norm": "norm_1"}
_PARTS |= {"ffn_gate": "gate", "ffn_up": "up", "ffn_down": "down", "ffn_norm": "norm_2"}


@dataclass(frozen=True, slots=True)
class Bits:
    """How finely matrices and words are stored, in groups of so many weights."""

    matrices: int = 4
    group: int = 64
    words: int = 4
    word_group: int = 64
    finer: tuple[str, ...] = ()  # ends of names of matrices with one bit more


def store(model: Mapping[str, Floats], shape: Shape, tokenizer: Mapping[str, Any], out: Path, bits: Bits) -> None:
    """Write a folder that runs: the graph, the weights, the tokenizer cut to its words, a manifest without digests."""
    out.mkdir(parents=True, exist_ok=True)
    draw(out / "graph.onnx", shape, len(model["layer0.close"]), integer=True)
    names = write_files(out, dict(_stored(model, bits)), _FILE)
    said = {"kind": "decoder", "decoder": asdict(shape), "form": [HEAD, MIDDLE, TAIL], "weights": names}
    (out / "manifest.json").write_text(json.dumps(said))
    (out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _stored(model: Mapping[str, Floats], bits: Bits) -> Iterator[tuple[str, Array]]:
    for name, tensor in model.items():
        if name == "words":
            parts = [_rows(tensor[start : start + 8192], bits) for start in range(0, len(tensor), 8192)]
            yield from ((key, np.concatenate([part[key] for part in parts])) for key in parts[0])
        elif tensor.ndim > 1 and not name.startswith("head"):
            fine = bits.matrices + name.endswith(bits.finer)
            yield from packed(name, *rounded(tensor, fine, bits.group), fine).items()
        else:
            yield name, tensor.astype(np.float32)


def _rows(table: Floats, bits: Bits) -> dict[str, Array]:
    """Return some rows of the table of words, each in groups of its own."""
    whole, step = rounded(np.ascontiguousarray(table.T), bits.words, bits.word_group)
    return packed("words", whole.transpose(2, 0, 1), np.ascontiguousarray(step.T), bits.words, axis=2)


def exact_reader(folder: Path, model: Mapping[str, Floats] | None = None) -> Reader:
    """Return a reader in fp32, over the stored weights or those of a model: what int8 must come close to."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    shape, tensors = Shape(**manifest["decoder"]), read_tensors(folder / name for name in manifest["weights"])
    matrices = {name: model[name] if model else unpack_matrix(tensors, name) for name in list_matrices(shape)}
    given = {f"{name}.weight": matrix for name, matrix in matrices.items()} | dict(small_weights(tensors, shape))
    with tempfile.TemporaryDirectory() as place:
        draw(Path(place) / "graph.onnx", shape, len(given["layer0.close.weight"]), integer=False)
        session = open_session(Path(place) / "graph.onnx", given.items(), threads=2)
    return assemble_reader(folder, manifest, session, tensors)


def seal(folder: Path) -> None:
    """Write golden vectors, how far they may be off, and the digest of each file into the manifest."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    exact = exact_reader(folder)(PAIRS)
    off = [np.abs(make_reader(folder, manifest, threads=2, most=most)(PAIRS) - exact).max() for most in (127, 63)]
    golden = [
        {"texts": list(pair), "vector": [round(float(each), 5) for each in vector]}
        for pair, vector in zip(PAIRS, exact, strict=True)
    ]
    names = [*manifest["weights"], "graph.onnx", "tokenizer.json"]
    files = {name: sha256((folder / name).read_bytes()).hexdigest() for name in names}
    said = manifest | {"files": files, "golden": golden, "apart": round(max(_APART, 2 * float(max(off))), 2)}
    (folder / "manifest.json").write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", "utf-8")


def gather(weights: Path, tuned: Path | None) -> tuple[dict[str, Floats], dict[str, Any]]:
    """Return the tensors under the names of the graph, and the sizes."""
    from training.decoder.network import load  # torch

    size, given = load(weights, "cpu")
    known = {_renamed(name): tensor.numpy() for name, tensor in given.items()}
    dice = np.random.default_rng(0)
    known |= {"head.weight": dice.normal(0, 0.005, (3, size["hidden"])), "head.bias": np.zeros(3)}
    known |= _kept(tuned) if tuned else {}
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


def _kept(folder: Path) -> dict[str, Floats]:
    """Return the tensors that tuning kept."""
    arrays: dict[str, Array] = {}
    for file in sorted(folder.glob("part*.npz")):
        arrays |= np.load(file)
    found = {name: each.astype(np.float32) for name, each in arrays.items() if ":" not in name}
    for name in [key.removesuffix(":q") for key in arrays if key.endswith(":q")]:
        whole, scale = arrays[f"{name}:q"], arrays[f"{name}:s"].astype(np.float32)
        found[name] = (whole.reshape(-1, _KEPT).astype(np.float32) * scale[:, None]).reshape(whole.shape)
    return found


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser()
    for name in ("weights", "tokenizer", "vocabulary", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--tuned", type=Path)
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
    bits = Bits(chosen.matrices, chosen.group, chosen.words, chosen.word_group, tuple(chosen.finer))
    tokenizer = cut(json.loads(chosen.tokenizer.read_text("utf-8")), np.load(chosen.vocabulary))
    store(model, shape, tokenizer, chosen.out, bits)
    seal(chosen.out)


if __name__ == "__main__":
    main()
