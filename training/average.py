"""A judge between two of one descent: `python -m training.average OLD NEW OUT SHARE`, SHARE being that of NEW.

Weights that started from one another can be averaged; the mean keeps more of what the older run had learnt.
"""

import sys
from pathlib import Path

from training.model import load, save


def average(old: Path, new: Path, out: Path, share: float) -> None:
    """Write the weighted mean of two judges of one shape."""
    one, other = load(old), load(new)
    for mine, theirs in zip(other.parameters(), one.parameters(), strict=True):
        mine.data.mul_(share).add_(theirs.data, alpha=1 - share)
    save(other, new, out)


if __name__ == "__main__":
    average(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4]))
