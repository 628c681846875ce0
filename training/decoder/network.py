"""Qwen2 as a three-way classifier on the last token, from pieces of a GGUF."""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from gguf.constants import GGMLQuantizationType
from gguf.quants import dequantize
from torch import nn
from torch.nn import functional

Tensors = dict[str, torch.Tensor]
_LONGEST = 4_096
_EPSILON = 1e-6


def load(folder: Path, device: str) -> tuple[dict[str, int], Tensors]:
    """Return the sizes and the tensors, in fp32; unpacking takes a minute on one core."""
    index = json.loads((folder / "index.json").read_text())
    raw = np.memmap(folder / "weights.bin", np.uint8, "r")

    def unpack(entry: tuple[str, str, list[int], int, int]) -> tuple[str, torch.Tensor]:
        name, kind, shape, start, count = entry
        data = raw[start : start + count]
        rows = data.view(np.float32) if kind == "F32" else data.reshape(math.prod(shape[:-1]), -1)
        values = rows if kind == "F32" else dequantize(rows, GGMLQuantizationType[kind])
        return name, torch.from_numpy(np.array(values).reshape(shape)).to(device)

    with ThreadPoolExecutor() as pool:
        return index["size"], dict(pool.map(unpack, index["tensors"]))


class Norm(nn.Module):
    """Root-mean-square normalisation, in fp32."""

    def __init__(self, weight: torch.Tensor) -> None:
        super().__init__()
        self.weight = nn.Parameter(weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Normalise."""
        return functional.rms_norm(x.float(), (x.shape[-1],), self.weight.float(), _EPSILON).to(x.dtype)


def grid(weight: torch.Tensor, group: int = 32) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a matrix [out, groups, group] in whole numbers, -8 to 7, and the step of each group, as `pack.py` does."""
    groups = weight.detach().float().view(len(weight), -1, group)
    high, low = groups.amax(-1), groups.amin(-1)
    step = (torch.where(high > -low, high, low) / -8).half().float()
    over = torch.where(step == 0, 0, 1 / step)
    return (groups * over[..., None]).round().clamp(-8, 7), step


def as_shipped(weight: torch.Tensor) -> torch.Tensor:
    """Return a matrix as it is when it is stored in 4 bits and unpacked to int8 (`packed_weights.py`)."""
    whole, step = grid(weight)
    scale = step.abs().amax(1, keepdim=True) * (8 / 127)
    scale = torch.where(scale == 0, 1, scale)
    steps = (step / scale * 256).round()
    made: torch.Tensor = torch.floor((whole * steps[..., None] + 128) / 256) * scale[..., None]
    return made.view(weight.shape)


class Matrix(nn.Linear):
    """A product, on request with the roundings of the model that ships; gradients pass through them."""

    coarse = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Multiply."""
        if not self.coarse:
            return super().forward(x)
        scale = x.detach().abs().amax(-1, keepdim=True).float().clamp(min=1e-9) / 127
        rounded = ((x.detach().float() / scale).round() * scale).to(x.dtype)
        weight = self.weight + (as_shipped(self.weight) - self.weight.detach())
        return functional.linear(x + (rounded - x.detach()), weight, self.bias)


def _linear(tensors: Tensors, name: str) -> Matrix:
    weight, bias = tensors[f"{name}.weight"], tensors.get(f"{name}.bias")
    layer = Matrix(weight.shape[1], weight.shape[0], bias=bias is not None, device="meta")
    layer.weight = nn.Parameter(weight)
    if bias is not None:
        layer.bias = nn.Parameter(bias)
    return layer


class Block(nn.Module):
    """One layer: causal attention with few key heads, and a gated feed-forward part."""

    def __init__(self, size: dict[str, int], tensors: Tensors, number: int) -> None:
        super().__init__()
        name = f"blk.{number}."
        self.heads, self.key_heads = size["heads"], size["key_heads"]
        self.norm_1, self.norm_2 = Norm(tensors[f"{name}attn_norm.weight"]), Norm(tensors[f"{name}ffn_norm.weight"])
        self.query, self.key, self.value, self.mixed = (
            _linear(tensors, f"{name}attn_{part}") for part in ("q", "k", "v", "output")
        )
        self.gate, self.up, self.down = (_linear(tensors, f"{name}ffn_{part}") for part in ("gate", "up", "down"))

    def forward(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        """Return the states behind this layer."""
        rows, tokens, width = x.shape
        h = self.norm_1(x)

        def split(values: torch.Tensor, heads: int) -> torch.Tensor:
            return values.view(rows, tokens, heads, -1).transpose(1, 2)

        def turned(values: torch.Tensor) -> torch.Tensor:
            a, b = values.chunk(2, -1)
            return (values * cos + torch.cat([-b, a], -1) * sin).to(values.dtype)

        query = turned(split(self.query(h), self.heads))
        key = turned(split(self.key(h), self.key_heads)).repeat_interleave(self.heads // self.key_heads, 1)
        value = split(self.value(h), self.key_heads).repeat_interleave(self.heads // self.key_heads, 1)
        # Rows are padded on the right: the last real token sees only real ones.
        seen = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.mixed(seen.transpose(1, 2).reshape(rows, tokens, width))
        h = self.norm_2(x)
        return x + self.down(functional.silu(self.gate(h)) * self.up(h))


class Reader(nn.Module):
    """The decoder with three outputs: supported, not there, contradicted."""

    def __init__(self, size: dict[str, int], tensors: Tensors) -> None:
        super().__init__()
        self.embedding = nn.Embedding.from_pretrained(tensors["embedding"], freeze=True)
        self.step = Block.__call__  # `tune.py` puts a compiled one in its place
        self.blocks = nn.ModuleList(Block(size, tensors, number) for number in range(size["layers"]))
        self.norm = Norm(tensors["output_norm.weight"])
        self.head = nn.Linear(size["hidden"], 3, device=tensors["embedding"].device)
        if "head.weight" in tensors:  # tuned before
            self.head.load_state_dict({part: tensors[f"head.{part}"] for part in ("weight", "bias")})
        else:
            nn.init.normal_(self.head.weight, std=0.005)
            nn.init.zeros_(self.head.bias)
        device, width = tensors["embedding"].device, size["hidden"] // size["heads"]
        speeds = 1 / (size["base"] ** (torch.arange(0, width, 2, device=device).float() / width))
        angles = torch.outer(torch.arange(_LONGEST, device=device).float(), speeds)
        self.cos, self.sin = (torch.cat([each] * 2, -1) for each in (angles.cos(), angles.sin()))

    def states(self, ids: torch.Tensor) -> torch.Tensor:
        """Return the last hidden states."""
        tokens = ids.shape[1]
        h = self.embedding(ids).to(torch.bfloat16 if ids.is_cuda else torch.float32)
        for block in self.blocks:
            h = self.step(block, h, self.cos[:tokens], self.sin[:tokens])
        return h

    def forward(self, ids: torch.Tensor, last: torch.Tensor) -> torch.Tensor:
        """Return the logits of rows, each by its last token."""
        h = self.states(ids)[torch.arange(len(ids), device=ids.device), last]
        return self.head(self.norm(h).to(self.head.weight.dtype)).float()
