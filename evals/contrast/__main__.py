"""What counting shared words reaches on the contrast set: `python -m evals.contrast`."""

import sys
from collections.abc import Sequence

from evals.contrast import Triplet, balanced, load, overlap


def scores(triplets: Sequence[Triplet]) -> tuple[list[float], list[float]]:
    """Return the overlap of the supported claims, and of the negated and the swapped ones."""
    right = [overlap(each.supported, each.passage.text) for each in triplets]
    wrong = [overlap(claim, each.passage.text) for each in triplets for claim in (each.negated, each.swapped)]
    return right, wrong


def board() -> list[str]:
    """Return the table: all triplets, then by kind of the supported claim and by kind of swap."""
    triplets = load()
    groups = {"all": triplets}
    for kind in sorted({each.kind for each in triplets}):
        groups[kind] = tuple(each for each in triplets if each.kind == kind)
    for swap in sorted({each.swap for each in triplets}):
        groups[f"swap: {swap}"] = tuple(each for each in triplets if each.swap == swap)
    return [
        "word overlap, cut chosen on these very claims",
        f"{'group':18} {'triplets':>8} {'balanced':>8} {'cut':>5}",
    ] + [
        f"{name:18} {len(group):8} {accuracy:8.3f} {cut:5.2f}"
        for name, group in groups.items()
        for accuracy, cut in [balanced(*scores(group))]
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(board()) + "\n")
