"""A decoder in a folder that runs: its graph, weights of a few bits, tokenizer and manifest."""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
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
from training.decoder.pack import PLAIN, packed, rounded, write_files
from training.seal import PAIRS

Floats = NDArray[np.float32]
Rounded = tuple[NDArray[np.int8], NDArray[np.float16]]  # whole numbers [groups, group, out], and their steps
Model = Mapping[str, Floats]  # the tensors by their names in the graph, and `words`
_FILE = 95_000_000  # bytes
LANGUAGES = ["de", "en", "es", "fr", "ko", "zh"]  # of the rows for training
_APART = 0.5  # how far a golden value may be off at least


@dataclass(frozen=True, slots=True)
class Bits:
    """How finely matrices and words are stored, in groups of so many weights."""

    matrices: int = 4
    group: int = 32
    words: int = 4
    word_group: int = 64
    finer: tuple[str, ...] = ()  # ends of names of matrices with one bit more


def store(
    model: Model,
    shape: Shape,
    words: tuple[Mapping[str, Any], Sequence[str]],
    out: Path,
    bits: Bits,
    done: Mapping[str, Rounded] = MappingProxyType({}),
) -> None:
    """Write a folder that runs, without digests; `words` are the tokenizer and the texts around passage and claim.

    What is `done` has been rounded to 4 bits already.
    """
    tokenizer, form = words
    out.mkdir(parents=True, exist_ok=True)
    draw(out / "graph.onnx", shape, len(model["layer0.close"]), integer=True)
    names = write_files(out, dict(_stored(model, bits, done)), _FILE)
    said = {"kind": "decoder", "decoder": asdict(shape), "form": list(form), "weights": names, "languages": LANGUAGES}
    (out / "manifest.json").write_text(json.dumps(said))
    (out / "tokenizer.json").write_text(json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _stored(model: Model, bits: Bits, done: Mapping[str, Rounded]) -> Iterator[tuple[str, Array]]:
    for name, tensor in model.items():
        if name == "words":
            parts = [_rows(tensor[start : start + 8192], bits) for start in range(0, len(tensor), 8192)]
            yield from ((key, np.concatenate([part[key] for part in parts])) for key in parts[0])
        elif name in done:
            yield from packed(name, *done[name], 4).items()
        elif tensor.ndim > 1 and not name.startswith("head"):
            fine = bits.matrices + name.endswith(bits.finer)
            yield from packed(name, *rounded(tensor, fine, bits.group), fine).items()
        else:
            yield name, tensor.astype(np.float32)


def _rows(table: Floats, bits: Bits) -> dict[str, Array]:
    """Return some rows of the table of words, each in groups of its own."""
    # On the plain grid, which tuning has seen (`tune.py --coarse`).
    whole, step = rounded(np.ascontiguousarray(table.T), bits.words, bits.word_group, shares=PLAIN)
    return packed("words", whole.transpose(2, 0, 1), np.ascontiguousarray(step.T), bits.words, axis=2)


def exact_reader(folder: Path, model: Model | None = None) -> Reader:
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
