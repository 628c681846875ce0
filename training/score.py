"""Logits of a judge: for encoded views (a teacher's), or for pairs of a .jsonl file.

`python -m training.score MODEL DATA --words base --views 0 1`
`python -m training.score MODEL PAIRS.jsonl --out LOGITS.npy`
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.batches import Tokens, plan, tokens, views
from training.encode import encoded, tokenizer
from training.model import Judge, load
from training.rows import read
from training.train import ready


def logits(judge: Judge, data: Tokens, most: int = 65_536) -> NDArray[np.float32]:
    """Return the logits of all rows, in their order."""
    judge.eval().requires_grad_(requires_grad=False)
    device = data.ids.device.type
    found = torch.zeros(len(data.sizes), 3, device=data.ids.device)
    for numbers in plan(data.sizes, most, 0):
        ids, kinds, rows = data.batch(numbers)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            found[rows] = judge(ids, kinds)
    return np.asarray(found.float().cpu().numpy(), np.float32)


def main() -> None:
    """Score views or pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--words", default="base")
    parser.add_argument("--views", type=int, nargs="*", default=())
    parser.add_argument("--name", default="teacher", help="of the files beside the views")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--most", type=int, default=512)
    parser.add_argument("--device", default="cuda")
    asked = parser.parse_args()
    ready(asked.device)
    judge = load(asked.model).to(asked.device)
    for number in asked.views:
        data = tokens(views(asked.data, asked.words, [number]), asked.device)
        np.save(asked.data / f"view{number}-{asked.name}.npy", logits(judge, data).astype(np.float16))
    if asked.out:
        words = tokenizer(str(asked.model / "tokenizer.json"), asked.most)
        pairs = [(str(each["evidence"]), str(each["claim"])) for each in read(asked.data)]
        np.save(asked.out, logits(judge, tokens([encoded(words, pairs)], asked.device)))


if __name__ == "__main__":
    main()
