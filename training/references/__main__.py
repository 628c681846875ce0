"""Make the tagger of reference entries: python -m training.references DATA src/citevet/weights/references.

It renders the entries, trains on all of them and on either half, calibrates, measures, and writes the folder with the
model and its manifest.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from citevet.world.reference_tagger import MODEL
from training.references.data import HALVES, part_of
from training.references.measure import write_tagger
from training.references.train import gather, train


def main() -> None:
    """Write the folder, and print the figures of the test split."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--styles", type=int, default=700)
    parser.add_argument("--passes", type=int, default=65)
    parser.add_argument("--c1", type=float, default=1.0)
    parser.add_argument("--c2", type=float, default=0.02)
    given = parser.parse_args()
    start = time.monotonic()
    rows = [each for each in gather(given.data, given.styles) if each.words]
    recipe = {"passes": given.passes, "c1": given.c1, "c2": given.c2}
    with TemporaryDirectory() as place, ProcessPoolExecutor(2) as pool:
        halves = {half: Path(place) / half for half in HALVES}
        one, other = HALVES
        parts = {given.folder: HALVES, halves[one]: (other,), halves[other]: (one,)}
        jobs = []
        for folder, wanted in parts.items():
            folder.mkdir(parents=True, exist_ok=True)
            some = [each for each in rows if part_of(each) in wanted]
            share = len(wanted) / len(HALVES)  # half of the data, half of the penalty
            jobs.append(pool.submit(train, some, folder / MODEL, given.passes, given.c1 * share, given.c2 * share))
        for job in jobs:
            job.result()
        figures = write_tagger(given.folder, rows, {"styles": given.styles, **recipe}, halves)
    print(json.dumps(figures, indent=1))
    print(f"{time.monotonic() - start:.0f} s, {(given.folder / MODEL).stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
