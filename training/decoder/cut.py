"""The weights of a Qwen2 GGUF with only the layers and words that are wanted.

`python -m training.decoder.cut FILE.gguf LAYERS VOCABULARY.npy OUT` writes `weights.bin`, quantised as before, and
`index.json`.
The embedding is that of the output layer where the file has one: the two are tied, and it is kept in more bits.
"""

import json
import sys
from pathlib import Path

import numpy as np
from gguf import GGUFReader

PARTS = (
    *("attn_norm.weight", "attn_q.weight", "attn_q.bias", "attn_k.weight", "attn_k.bias", "attn_v.weight"),
    *("attn_v.bias", "attn_output.weight", "ffn_norm.weight", "ffn_gate.weight", "ffn_up.weight", "ffn_down.weight"),
)


def cut(path: Path, layers: int, vocabulary: Path, out: Path) -> None:
    """Write the weights and the index."""
    reader = GGUFReader(str(path))
    tensors = {each.name: each for each in reader.tensors}
    fields = {key.removeprefix("qwen2."): field for key, field in reader.fields.items()}
    embedding = tensors.get("output.weight", tensors["token_embd.weight"])
    words = np.ascontiguousarray(embedding.data[np.load(vocabulary)])
    parts = [("embedding", embedding, words)]
    names = ["output_norm.weight", *(f"blk.{layer}.{part}" for layer in range(layers) for part in PARTS)]
    parts += [(name, tensors[name], np.ascontiguousarray(tensors[name].data)) for name in names]
    out.mkdir(parents=True, exist_ok=True)
    index: list[list[object]] = []
    with (out / "weights.bin").open("wb") as stream:
        for name, tensor, data in parts:
            shape = [int(size) for size in tensor.shape[::-1]]
            shape = [len(words), shape[1]] if name == "embedding" else shape
            index.append([name, tensor.tensor_type.name, shape, stream.tell(), data.nbytes])
            stream.write(data.tobytes())
    size = {
        "hidden": fields["embedding_length"].contents(),
        "heads": fields["attention.head_count"].contents(),
        "key_heads": fields["attention.head_count_kv"].contents(),
        "base": fields["rope.freq_base"].contents(),
        "layers": layers,
    }
    (out / "index.json").write_text(json.dumps({"size": size, "tensors": index}))


if __name__ == "__main__":
    cut(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
