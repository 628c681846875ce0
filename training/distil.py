"""Train a smaller judge from labels and a teacher's logits: `python -m training.distil DATA START OUT --words small`.

The logits come from `python -m training.score TEACHER DATA --words base --views 0 1 --name one`, one file beside each
view; several teachers, `--teachers one two`, teach their mean.
"""

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - torch's own custom

from training.batches import Tokens, tokens, views
from training.model import load, save
from training.train import Course, Loss, fit, labelled, options, ready

_HEAT = 2.0
_TAUGHT = 0.7  # share of the teacher in the loss


def taught(data: Tokens) -> Loss:
    """Return the loss against labels and teacher together."""
    by_label = labelled(data)

    def loss(logits: Tensor, rows: Tensor) -> Tensor:
        if data.teacher is None:
            raise ValueError("the views have no teacher's logits beside them")
        wanted = F.log_softmax(data.teacher[rows] / _HEAT, -1)
        apart = F.kl_div(F.log_softmax(logits / _HEAT, -1), wanted, log_target=True, reduction="none").sum(-1)
        weights = data.weights[rows]
        pulled = _HEAT**2 * (weights * apart).sum() / weights.sum()
        return (1 - _TAUGHT) * by_label(logits, rows) + _TAUGHT * pulled

    return loss


def main() -> None:
    """Train from labels and teacher."""
    parser = options(__doc__)
    parser.add_argument("--teachers", nargs="+", default=["teacher"])
    parser.add_argument("--of-written", nargs="*", default=(), help="teachers of the written claims, if not the same")
    asked = parser.parse_args()
    ready(asked.device, asked.seed)
    judge = load(asked.start, asked.layers).to(asked.device)
    who = {"teachers": asked.teachers, "of_written": asked.of_written}
    arrays = views(asked.data, asked.words, asked.views, without=asked.without, least=asked.least, **who)
    data = tokens(arrays, asked.device)
    fit(judge, data, taught(data), Course(asked.rate, asked.tokens, asked.passes, asked.seconds))
    save(judge, asked.start, asked.out)


if __name__ == "__main__":
    torch.set_float32_matmul_precision("high")
    main()
