"""The judge in plain torch: a BERT or MPNet encoder and a three-way head over its first token.

A batch holds rows of one length, so nothing is padded and nothing is masked.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - torch's own custom

from training.export import buckets

_BERT = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "mixed": "attention.output.dense", "mixed_norm": "attention.output.LayerNorm",
    "wide": "intermediate.dense", "narrow": "output.dense", "norm": "output.LayerNorm",
}  # fmt: skip
_MPNET = _BERT | {
    "query": "attention.attn.q", "key": "attention.attn.k", "value": "attention.attn.v",
    "mixed": "attention.attn.o", "mixed_norm": "attention.LayerNorm",
}  # fmt: skip


class Judge(nn.Module):  # type: ignore[misc]  # untyped where torch is not installed
    """Logits for supported, neutral and contradicted."""

    def __init__(self, shape: Mapping[str, object], tensors: Mapping[str, Tensor]) -> None:
        super().__init__()
        self.shape = dict(shape)
        self.mpnet = shape["model_type"] == "mpnet"
        self.names = _MPNET if self.mpnet else _BERT
        self.inner, self.outer = (
            ("classifier.dense", "classifier.out_proj") if self.mpnet else ("pooler.dense", "classifier")
        )
        self.heads, self.layers = int(str(shape["num_attention_heads"])), int(str(shape["num_hidden_layers"]))
        self.epsilon, self.dropout = float(str(shape["layer_norm_eps"])), 0.1
        self.weights = nn.ParameterDict({_key(name): nn.Parameter(each.float()) for name, each in tensors.items()})
        if self.mpnet:
            table = self.weights.pop(_key(_BIAS)).detach()
            places = torch.from_numpy(buckets(512, table.shape[0]))
            self.register_buffer("table", table)  # not trained: 384 numbers, and a gradient of every pair of tokens
            self.register_buffer("bias", table[places].permute(2, 0, 1)[None].contiguous())
        kept = shape.get(
            "kept_heads", [list(range(self.heads))] * self.layers
        )  # by layer; training.thin takes some out
        self.register_buffer("kept", torch.tensor(kept), persistent=False)

    def linear(self, name: str, inputs: Tensor) -> Tensor:
        """Multiply by a stored weight and add its bias."""
        return F.linear(inputs, self.weights[_key(f"{name}.weight")], self.weights[_key(f"{name}.bias")])

    def normed(self, name: str, inputs: Tensor) -> Tensor:
        """Normalise over the last axis."""
        weight, bias = self.weights[_key(f"{name}.weight")], self.weights[_key(f"{name}.bias")]
        return F.layer_norm(inputs, weight.shape, weight, bias, self.epsilon)

    def dropped(self, inputs: Tensor) -> Tensor:
        """Apply dropout while training."""
        return F.dropout(inputs, self.dropout, self.training)

    def forward(self, ids: Tensor, kinds: Tensor) -> Tensor:
        """Return the logits of rows of one length; kinds is 1 for tokens of the claim."""
        hidden = self.embedded(ids, kinds)
        bias = (
            self.bias.to(torch.bfloat16 if torch.is_autocast_enabled(ids.device.type) else hidden.dtype)
            if self.mpnet
            else None
        )
        for layer in range(self.layers):
            near = None if bias is None else bias[:, self.kept[layer]]
            hidden = self.layer(f"encoder.layer.{layer}.", hidden, near)
        first = self.dropped(hidden[:, 0])
        return self.linear(self.outer, self.dropped(torch.tanh(self.linear(self.inner, first)))).float()

    def embedded(self, ids: Tensor, kinds: Tensor) -> Tensor:
        """Sum the embeddings of word, place and side."""
        first = 2 if self.mpnet else 0  # MPNet counts positions from its padding id on
        places = self.weights[_key("embeddings.position_embeddings.weight")][first : first + ids.shape[1]]
        hidden = F.embedding(ids, self.weights[_key("embeddings.word_embeddings.weight")]) + places
        if not self.mpnet:
            hidden = hidden + F.embedding(kinds, self.weights[_key("embeddings.token_type_embeddings.weight")])
        return self.dropped(self.normed("embeddings.LayerNorm", hidden))

    def layer(self, prefix: str, hidden: Tensor, bias: Tensor | None) -> Tensor:
        """Attend, then transform each token."""
        name = {part: prefix + rest for part, rest in self.names.items()}
        rows, tokens, _ = hidden.shape
        query, key, value = (
            self.linear(name[part], hidden).view(rows, tokens, self.heads, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        near = None if bias is None else bias[..., :tokens, :tokens].to(query.dtype).expand(rows, -1, -1, -1)
        seen = F.scaled_dot_product_attention(query, key, value, near, self.dropout if self.training else 0.0)
        mixed = self.linear(name["mixed"], seen.transpose(1, 2).flatten(2))
        hidden = self.normed(name["mixed_norm"], hidden + self.dropped(mixed))
        narrow = self.linear(name["narrow"], F.gelu(self.linear(name["wide"], hidden)))
        return self.normed(name["norm"], hidden + self.dropped(narrow))

    def tensors(self) -> dict[str, Tensor]:
        """Return the weights under the names of their family."""
        found = {name.replace("/", "."): each.detach() for name, each in self.weights.items()}
        return found | ({_BIAS: self.table} if self.mpnet else {})


_BIAS = "encoder.relative_attention_bias.weight"


def _key(name: str) -> str:
    return name.replace(".", "/")  # a ParameterDict takes no dots


def load(folder: Path, layers: Sequence[int] = ()) -> Judge:
    """Load a judge, or an encoder with a fresh head; only some of its layers where some are named."""
    shape = json.loads((folder / "config.json").read_text("utf-8"))
    stored = load_file(folder / "model.safetensors")
    tensors = {name.removeprefix("bert.").removeprefix("mpnet."): each for name, each in stored.items()}
    if layers:
        tensors, shape = _kept(tensors, layers), shape | {"num_hidden_layers": len(layers)}
        if "kept_heads" in shape:
            shape |= {"kept_heads": [shape["kept_heads"][layer] for layer in layers]}
    mpnet = shape["model_type"] == "mpnet"
    unused = ("position_ids", "lm_head", *(["pooler"] if mpnet else []))
    tensors = {name: each for name, each in tensors.items() if not any(part in name for part in unused)}
    return Judge(shape, _headed(tensors, int(shape["hidden_size"]), mpnet=mpnet))


def _kept(tensors: Mapping[str, Tensor], layers: Sequence[int]) -> dict[str, Tensor]:
    renamed = {f"encoder.layer.{old}.": f"encoder.layer.{new}." for new, old in enumerate(layers)}
    found = {name: each for name, each in tensors.items() if not name.startswith("encoder.layer.")}
    for name, each in tensors.items():
        for old, new in renamed.items():
            if name.startswith(old):
                found[new + name.removeprefix(old)] = each
    return found


def _headed(tensors: dict[str, Tensor], width: int, *, mpnet: bool) -> dict[str, Tensor]:
    inner, outer = ("classifier.dense", "classifier.out_proj") if mpnet else ("pooler.dense", "classifier")
    for name, out in ((inner, width), (outer, 3)):
        if f"{name}.weight" not in tensors:
            tensors |= {f"{name}.weight": torch.randn(out, width) * 0.02, f"{name}.bias": torch.zeros(out)}
    return tensors


def save(judge: Judge, start: Path, out: Path) -> None:
    """Write weights in fp16, the configuration, and the tokenizer of the folder it started from."""
    out.mkdir(parents=True, exist_ok=True)
    save_file(
        {name: each.half().contiguous().cpu() for name, each in judge.tensors().items()}, out / "model.safetensors"
    )
    (out / "config.json").write_text(json.dumps(judge.shape, indent=1) + "\n", "utf-8")
    shutil.copyfile(start / "tokenizer.json", out / "tokenizer.json")
