"""Train a judge from labels: `python -m training.train DATA START OUT --words base --seconds 480`.

DATA holds views written by training.encode; START is an encoder or a judge; OUT receives weights and a log.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - torch's own custom

from training.batches import Tokens, plan, tokens, views
from training.model import Judge, load, save
from training.recipe import UNTOLD
from training.rows import UNLABELLED

Loss = Callable[[Tensor, Tensor], Tensor]  # logits, row numbers


@dataclass(frozen=True, slots=True)
class Course:
    """How long and how fast: the rate falls to zero at the last pass or the last second, whichever comes first."""

    rate: float
    tokens: int
    passes: float
    seconds: float
    warm: float = 0.06
    decay: float = 0.01


def labelled(data: Tokens) -> Loss:
    """Return the weighted loss against the labels; label -1 asks only that the claim be not called supported."""

    def loss(logits: Tensor, rows: Tensor) -> Tensor:
        chances = F.log_softmax(logits, -1)
        labels = data.labels[rows]
        weights = data.weights[rows] * (labels != UNLABELLED)
        told = -chances.gather(1, labels.clamp(min=0)[:, None])[:, 0]
        untold = -torch.logsumexp(chances[:, 1:], -1)
        return (weights * torch.where(labels < 0, untold, told)).sum() / weights.sum().clamp(min=1e-6)

    return loss


def fit(judge: Judge, data: Tokens, loss: Loss, course: Course) -> None:
    """Train in place."""
    device = data.ids.device.type
    matrices = [each for each in judge.parameters() if each.ndim > 1]
    others = [each for each in judge.parameters() if each.ndim <= 1]
    groups = [{"params": matrices, "weight_decay": course.decay}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=course.rate, eps=1e-6, fused=device == "cuda")
    judge.train()
    began, total, seen = monotonic(), course.passes * int(data.sizes.sum()), 0
    for step, numbers in enumerate(_endless(data, course.tokens)):
        done = max(seen / total, (monotonic() - began) / course.seconds)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = course.rate * min(done / course.warm, (1 - done) / (1 - course.warm))
        ids, kinds, rows = data.batch(numbers)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            logits = judge(ids, kinds)
        value = loss(logits, rows)
        value.backward()
        torch.nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        seen += ids.numel()
        if step % 100 == 0:
            _say(step, done, value.item(), seen / (monotonic() - began))


def _say(step: int, done: float, value: float, speed: float) -> None:
    print(f"step {step} done {done:.3f} loss {value:.4f} tokens/s {speed:.0f}", flush=True)  # noqa: T201


def _endless(data: Tokens, most: int) -> Iterator[NDArray[np.int64]]:
    for seed in count():
        yield from plan(data.sizes, most, seed)


def ready(device: str, seed: int = 0) -> None:
    """Set what all runs share."""
    torch.manual_seed(seed)
    if device == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cuda.enable_cudnn_sdp(False)  # it plans again for every shape, and each length is one


def options(text: str | None) -> argparse.ArgumentParser:
    """Return the options of train and distil."""
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument("data", type=Path)
    parser.add_argument("start", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--words", default="base", help="the tokenizer's name among the encoded views")
    parser.add_argument("--views", type=int, nargs="+", default=[0])
    parser.add_argument("--without", nargs="*", default=(), help="ingredients whose rows are left out")
    parser.add_argument("--least", type=float, default=0.0, help="weight of the lightest rows that are used")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--layers", type=int, nargs="*", default=(), help="keep only these layers")
    parser.add_argument("--rate", type=float, default=2.5e-5)
    parser.add_argument("--tokens", type=int, default=16_384)
    parser.add_argument("--passes", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--device", default="cuda")
    return parser


def main() -> None:
    """Train from labels alone."""
    asked = options(__doc__).parse_args()
    ready(asked.device, asked.seed)
    judge = load(asked.start, asked.layers).to(asked.device)
    without = (*asked.without, *UNTOLD)
    data = tokens(views(asked.data, asked.words, asked.views, without=without, least=asked.least), asked.device)
    fit(judge, data, labelled(data), Course(asked.rate, asked.tokens, asked.passes, asked.seconds))
    save(judge, asked.start, asked.out)


if __name__ == "__main__":
    main()
