"""Make the tagger of reference entries: python -m training.references DATA src/citevet/weights/references.

It renders the entries, trains on them, calibrates, measures, and writes the folder with the model and its manifest.
"""

import argparse
import json
import time
from pathlib import Path

from citevet.world.reference_tagger import MODEL
from training.references.measure import write_tagger
from training.references.train import gather, train


def main() -> None:
    """Write the folder, and print the figures of the test split."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--styles", type=int, default=700)
    parser.add_argument("--passes", type=int, default=75)
    parser.add_argument("--c1", type=float, default=0.55)
    parser.add_argument("--c2", type=float, default=0.02)
    given = parser.parse_args()
    start = time.monotonic()
    rows = [each for each in gather(given.data, given.styles) if each.words]
    given.folder.mkdir(parents=True, exist_ok=True)
    train(rows, given.folder / MODEL, passes=given.passes, c1=given.c1, c2=given.c2)
    recipe = {"styles": given.styles, "passes": given.passes, "c1": given.c1, "c2": given.c2}
    figures = write_tagger(given.folder, rows, recipe)
    print(json.dumps(figures, indent=1))
    print(f"{time.monotonic() - start:.0f} s, {(given.folder / MODEL).stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
