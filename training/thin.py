"""A judge with fewer heads and narrower layers: `python -m training.thin DATA JUDGE OUT --heads 8 --wide 1920`.

All layers stay. A head, or a unit of a wide layer, counts as much as the loss would change if it were taken out: to the
first order the product of its outgoing weights and their gradient, its size added up over many batches.
"""

from collections.abc import Mapping, Sequence
from itertools import islice

import torch
from torch import Tensor

from training.batches import Tokens, plan, tokens, views
from training.model import Judge, load, save
from training.recipe import UNTOLD
from training.train import labelled, options, ready


def weighed(judge: Judge, data: Tokens, *, most: int, batches: int) -> dict[str, Tensor]:
    """Return how much each input of the layers that close a block counts: of heads by column, of wide units."""
    loss, device = labelled(data), data.ids.device.type
    closing = [name for name in judge.weights if name.endswith(_closing(judge))]
    found = {name: torch.zeros(judge.weights[name].shape[1], device=data.ids.device) for name in closing}
    judge.requires_grad_(requires_grad=True).eval()  # scoring takes it away
    for numbers in islice(plan(data.sizes, most, 0), batches):
        ids, kinds, rows = data.batch(numbers)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            logits = judge(ids, kinds)
        loss(logits, rows).backward()
        for name in closing:
            moved = (judge.weights[name] * judge.weights[name].grad).sum(0).detach()
            found[name] += _by_head(moved, judge) if _is_mixed(name) else moved.abs()
        judge.zero_grad(set_to_none=True)
    return found


def _closing(judge: Judge) -> tuple[str, str]:
    return tuple(f"{judge.names[part]}.weight".replace(".", "/") for part in ("mixed", "narrow"))  # type: ignore[return-value]


def _is_mixed(name: str) -> bool:
    return "attention" in name


def _by_head(moved: Tensor, judge: Judge) -> Tensor:
    """Return the size of a head's sum at each of its columns."""
    size = len(moved) // judge.heads
    return moved.view(judge.heads, size).sum(1).abs().repeat_interleave(size)


def thinned(judge: Judge, counts: Mapping[str, Tensor], *, heads: int, wide: int) -> Judge:
    """Return the judge with so many heads and wide units in each layer, those that count most."""
    tensors, kept = dict(judge.tensors()), []
    for layer in range(judge.layers):
        name = {part: f"encoder.layer.{layer}.{rest}" for part, rest in judge.names.items()}
        by_column = counts[f"{name['mixed']}.weight".replace(".", "/")]
        size = len(by_column) // judge.heads
        chosen = _most(by_column[::size], heads)
        columns = (chosen[:, None] * size + torch.arange(size)).flatten()
        _keep(tensors, [name[part] for part in ("query", "key", "value")], name["mixed"], columns)
        units = _most(counts[f"{name['narrow']}.weight".replace(".", "/")], wide)
        _keep(tensors, [name["wide"]], name["narrow"], units)
        kept.append(judge.kept[layer].cpu()[chosen].tolist())
    shape = judge.shape | {"num_attention_heads": heads, "intermediate_size": wide, "kept_heads": kept}
    return Judge(shape, tensors)


def _most(counts: Tensor, number: int) -> Tensor:
    return counts.cpu().topk(number).indices.sort().values


def _keep(tensors: dict[str, Tensor], opening: Sequence[str], closing: str, places: Tensor) -> None:
    for name in opening:
        tensors |= {f"{name}.{part}": tensors[f"{name}.{part}"].cpu()[places] for part in ("weight", "bias")}
    tensors[f"{closing}.weight"] = tensors[f"{closing}.weight"].cpu()[:, places]


def main() -> None:
    """Thin a trained judge."""
    parser = options(__doc__)
    parser.add_argument("--heads", type=int, required=True)
    parser.add_argument("--wide", type=int, required=True)
    parser.add_argument("--batches", type=int, default=400)
    asked = parser.parse_args()
    ready(asked.device)
    judge = load(asked.start, asked.layers).to(asked.device)
    without = (*asked.without, *UNTOLD)
    data = tokens(views(asked.data, asked.words, asked.views, without=without, least=asked.least), asked.device)
    counts = weighed(judge, data, most=asked.tokens, batches=asked.batches)
    save(thinned(judge.cpu(), counts, heads=asked.heads, wide=asked.wide), asked.start, asked.out)


if __name__ == "__main__":
    main()
