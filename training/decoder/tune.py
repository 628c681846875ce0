"""Tune the decoder, score the development sets, give logits, keep the weights; on a machine with a GPU.

`python tune.py WEIGHTS IDS OUT --minutes M --rate R [--label] [--keep] [--teacher LOGITS.npy] [--coarse SHARE]`.
OUT gets `log`, `eval_logits.npy`, `train_logits.npy` and `extra_logits.npy` (with --label), `part00.npz` … (with
--keep: int8, a scale for 64 weights; with --coarse 4 bits). --coarse trains with the roundings of the model that ships
from that share of the time on: rounded from the start, a model forgets what it knew. A file OUT/STOP ends the training
early. Only torch, numpy and the package `gguf` are needed.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from network import Block, Matrix, Reader, grid, load
from numpy.typing import NDArray
from torch.nn import functional

_BATCH = 24_000  # tokens
_WARM = 60  # steps
_MEMORY = 16_000_000  # bytes of one file that comes back
_GROUP, _WORD_GROUP = 64, 64
_MOST = 2_048  # rows of a batch
_EVEN = 0.5
_START = time.monotonic()
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"  # a processor does for a trial of the code


class Log:
    """Lines with the seconds since the start."""

    def __init__(self, path: Path) -> None:
        self.stream = path.open("a")

    def __call__(self, text: str) -> None:
        """Write a line."""
        print(f"{time.monotonic() - _START:7.1f} {text}", file=self.stream, flush=True)


class Rows:
    """Rows of tokens in one flat array."""

    def __init__(self, path: Path) -> None:
        arrays = np.load(path)
        self.flat, self.sizes = arrays["ids"], arrays["sizes"]
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)])

    def batch(self, chosen: NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the tokens, padded on the right, and the place of the last one of each row."""
        width = -(-int(self.sizes[chosen].max()) // 16) * 16
        ids = np.zeros((len(chosen), width), np.int64)
        for row, number in enumerate(chosen):
            ids[row, : self.sizes[number]] = self.flat[self.starts[number] : self.starts[number + 1]]
        last = torch.from_numpy(self.sizes[chosen].astype(np.int64) - 1)
        return torch.from_numpy(ids).to(DEVICE), last.to(DEVICE)


def batches(sizes: NDArray[np.int32], budget: int, rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """Put rows of like length together, the batches in random order."""
    order = rng.permutation(len(sizes))
    found: list[NDArray[np.int64]] = []
    for start in range(0, len(order), 40_000):
        part = order[start : start + 40_000]
        part = part[np.argsort(sizes[part], kind="stable")]
        first = 0
        for at in range(1, len(part) + 1):
            if at == len(part) or sizes[part[at]] * (at - first + 1) > budget:
                found.append(part[first:at])
                first = at
    return [found[number] for number in rng.permutation(len(found))]


def loss_of(
    logits: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor, taught: torch.Tensor | None
) -> torch.Tensor:
    """Return the loss by label (-1: not supported), mixed with that to a teacher's logits where they are known."""
    log = functional.log_softmax(logits.float(), -1)
    named = -log.gather(1, labels.clamp(min=0)[:, None])[:, 0]
    not_supported = -torch.log1p(-log[:, 0].exp().clamp(max=1 - 1e-6))
    by_label = torch.where(labels >= 0, named, not_supported)
    if taught is None:
        return (by_label * weights).sum() / weights.sum()
    known = ~taught.isnan().any(-1)
    target = functional.log_softmax(torch.where(known[:, None], taught, 0) / 2, -1)
    soft = functional.kl_div(functional.log_softmax(logits.float() / 2, -1), target, log_target=True, reduction="none")
    by_teacher = 4 * soft.sum(-1)
    unlabelled = labels < -1
    mixed = torch.where(unlabelled, by_teacher, torch.where(known, 0.3 * by_label + 0.7 * by_teacher, by_label))
    weights = torch.where(unlabelled & ~known, 0, weights)
    return (mixed * weights).sum() / weights.sum()


def hasten(model: Reader, rows: Rows, plan: list[NDArray[np.int64]], log: Log) -> None:
    """Compile the layers, if that works here and is quicker."""
    quickest = None
    for step in (Block.__call__, torch.compile(Block.__call__, dynamic=True)):
        model.step = step
        try:
            for number, ids in enumerate(plan[:30]):
                if number == 10:  # noqa: PLR2004 – the first ones warm up
                    torch.cuda.synchronize()
                    start = time.monotonic()
                with torch.autocast(DEVICE, torch.bfloat16):
                    model(*rows.batch(ids)).sum().backward()
            torch.cuda.synchronize()
        except Exception as error:  # noqa: BLE001 – a compiler fails in many ways, and training goes on without
            log(f"not compiled: {error!r:.300}")
            break
        took = time.monotonic() - start
        log(f"twenty batches in {took:.2f} s")
        if quickest is None or took < quickest[0]:
            quickest = (took, step)
    model.zero_grad(set_to_none=True)
    model.step = quickest[1] if quickest else Block.__call__


def coarsen(model: Reader) -> None:
    """Round from now on as the model that ships is rounded."""
    Matrix.coarse = True
    words = model.embedding.weight.data
    whole, step = grid(words, _WORD_GROUP)
    words.copy_((whole * step[..., None]).view_as(words))


def train(model: Reader, rows: Rows, folder: Path, chosen: argparse.Namespace, log: Log) -> None:
    """Train until the minutes are over, or the rows."""
    arrays = np.load(folder / "train_labels.npz")
    labels, weights = torch.from_numpy(arrays["labels"].astype(np.int64)), torch.from_numpy(arrays["weights"])
    taught = torch.from_numpy(np.load(chosen.teacher).astype(np.float32)) if chosen.teacher else None
    torch.manual_seed(0)
    rng = np.random.default_rng(chosen.seed)
    plan = [each for _ in range(chosen.passes) for each in batches(rows.sizes, _BATCH, rng)]
    tuned = [each for each in model.parameters() if each.requires_grad]
    optimiser = torch.optim.AdamW(tuned, lr=chosen.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    log(f"{len(plan)} batches, {rows.sizes.sum() / 1e6:.1f} million tokens a pass")
    if DEVICE == "cuda":
        hasten(model, rows, plan, log)
    start, mean = time.monotonic(), None
    for step, ids in enumerate(plan):
        share = max((time.monotonic() - start) / 60 / chosen.minutes, step / len(plan))
        if share >= 1 or (chosen.out / "STOP").exists():
            log(f"ended at {step} of {len(plan)}")
            break
        if share >= chosen.coarse and not Matrix.coarse:
            evaluate(model, folder, chosen.out, log)
            coarsen(model)
        for group in optimiser.param_groups:
            group["lr"] = chosen.rate * min(1, (step + 1) / _WARM) * (1 - share)
        with torch.autocast(DEVICE, torch.bfloat16):
            logits = model(*rows.batch(ids))
        soft = None if taught is None else taught[ids].to(DEVICE)
        loss = loss_of(logits, labels[ids].to(DEVICE), weights[ids].to(DEVICE), soft)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tuned, 1.0)
        optimiser.step()
        if step % 50 == 0:
            mean = loss.item() if mean is None else 0.7 * mean + 0.3 * loss.item()
            log(f"step {step} of {len(plan)}, loss {mean:.4f}, {torch.cuda.max_memory_allocated() / 1e9:.0f} GB")


@torch.no_grad()
def logits_of(
    model: Reader, rows: Rows, chosen: NDArray[np.int64], budget: int = 200_000
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.float32]]]:
    """Yield numbers of rows with their logits."""
    model.eval()
    quick, model.step = model.step, Block.__call__
    order = chosen[np.argsort(rows.sizes[chosen], kind="stable")]
    first = 0
    for at in range(1, len(order) + 1):
        if at == len(order) or rows.sizes[order[at]] * (at - first + 1) > budget or at - first == _MOST:
            with torch.autocast(DEVICE, torch.bfloat16):
                yield order[first:at], model(*rows.batch(order[first:at])).float().cpu().numpy()
            first = at
    model.train()
    model.step = quick


def area(scores: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the area under the curve."""
    ranks = np.empty(len(scores))
    ranks[scores.argsort(kind="stable")] = np.arange(1, len(scores) + 1)
    pairs = right.sum() * (~right).sum()
    return float(100 * (ranks[right].sum() - right.sum() * (right.sum() + 1) / 2) / max(1, pairs))


def evaluate(model: Reader, folder: Path, out: Path, log: Log) -> None:
    """Score the development sets."""
    rows = Rows(folder / "eval_ids.npz")
    logits = np.zeros((len(rows.sizes), 3), np.float32)
    for numbers, part in logits_of(model, rows, np.arange(len(rows.sizes)), 120_000):
        logits[numbers] = part
    np.save(out / "eval_logits.npy", logits)
    meta = json.loads((folder / "eval.json").read_text())
    scores = torch.softmax(torch.from_numpy(logits), -1).numpy()[:, 0].astype(np.float64)
    sets: dict[str, list[int]] = {}
    for number, (name, _) in enumerate(meta):
        sets.setdefault(name, []).append(number)
    figures = []
    for name, numbers in sets.items():
        right = np.array([str(meta[number][1]) in ("supported", "0") for number in numbers])
        if right.all() or not right.any():
            continue
        own = scores[numbers]
        balanced = 50 * ((own > _EVEN)[right].mean() + (own <= _EVEN)[~right].mean())
        log(f"{name:32} n {len(numbers):4} area {area(own, right):.1f} balanced {balanced:.1f}")
        if not name.startswith(("stance", "language", "written")):
            figures.append((area(own, right), balanced))
    log(f"mean of public sets: area, balanced {np.mean(figures, 0).round(2)}")


def label(model: Reader, folder: Path, out: Path, log: Log) -> None:
    """Write the logits of all rows, a slice at a time, so that what is done is kept."""
    model.to(torch.bfloat16)
    rng = np.random.default_rng(3)
    for name in ("extra", "train"):
        rows = Rows(folder / f"{name}_ids.npz")
        found = np.full((len(rows.sizes), 3), np.nan, np.float16)
        order = rng.permutation(len(rows.sizes))
        for start in range(0, len(order), 40_000):
            for numbers, part in logits_of(model, rows, order[start : start + 40_000], 300_000):
                found[numbers] = part
            np.save(out / f"{name}_logits.npy", found)
            log(f"{name} {min(start + 40_000, len(order))} of {len(order)} labelled")


def keep(model: Reader, out: Path, log: Log) -> None:
    """Write all tuned weights in int8, in files small enough to come back."""
    parts: list[dict[str, NDArray[np.generic]]] = [{}]
    for name, tensor in model.state_dict().items():
        if name.startswith("embedding"):
            continue
        flat = tensor.float().cpu().numpy()
        arrays: dict[str, NDArray[np.generic]]
        if Matrix.coarse and flat.ndim == 2 and not name.startswith("head"):  # noqa: PLR2004
            whole, step = (each.cpu().numpy() for each in grid(tensor))
            first, second = np.split((whole + 8).astype(np.uint8), 2, -1)
            arrays = {f"{name}:low": first | second << 4, f"{name}:step": step.astype(np.float16)}
        elif flat.ndim == 2 and flat.shape[1] % _GROUP == 0:  # noqa: PLR2004
            groups = flat.reshape(-1, _GROUP)
            scale = (np.abs(groups).max(1) / 127 + 1e-12).astype(np.float16)
            whole = np.clip(np.rint(groups / scale[:, None].astype(np.float32)), -127, 127).astype(np.int8)
            arrays = {f"{name}:q": whole.reshape(flat.shape), f"{name}:s": scale}
        else:
            arrays = {name: flat.astype(np.float32)}
        if sum(each.nbytes for each in parts[-1].values()) + sum(each.nbytes for each in arrays.values()) > _MEMORY:
            parts.append({})
        parts[-1] |= arrays
    for number, part in enumerate(parts):
        np.savez(out / f"part{number:02d}.npz", **part)
    log(f"kept in {len(parts)} files")


def main() -> None:
    """Do what the arguments say."""
    parser = argparse.ArgumentParser()
    for name in ("weights", "ids", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--teacher", type=Path)
    parser.add_argument("--after", type=Path, help="wait for this file, with the weights loaded")
    parser.add_argument("--label", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--coarse", type=float, default=1, metavar="SHARE")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    log = Log(chosen.out / "log")
    torch.backends.cuda.matmul.allow_tf32 = True
    size, tensors = load(chosen.weights, DEVICE)
    model = Reader(size, tensors).to(DEVICE)
    log(f"loaded {sum(each.numel() for each in model.parameters()) / 1e6:.0f} million parameters")
    rows = Rows(chosen.ids / "train_ids.npz")
    while chosen.after and not chosen.after.exists():
        time.sleep(0.5)
    train(model, rows, chosen.ids, chosen, log)
    evaluate(model, chosen.ids, chosen.out, log)
    if chosen.keep:
        keep(model, chosen.out, log)
    (chosen.out / "TRAINED").write_text("")
    if chosen.label:
        torch.cuda.empty_cache()
        label(model, chosen.ids, chosen.out, log)
    (chosen.out / "DONE").write_text("")


if __name__ == "__main__":
    main()
