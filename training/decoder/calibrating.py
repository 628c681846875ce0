"""Labelled pairs to fit the calibration of a judge on: `python -m training.decoder.calibrating DATA OUT.jsonl`.

The public development sets, and the claims that were written about three passages in sixteen: what is denied, reported,
planned … beside what is so, each kind as a set of its own. For a judge that was not trained on those claims.
"""

import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from training.decoder.rows import LATER, WRITTEN, stance_pairs
from training.rows import given
from training.written import digest

_DIGITS = frozenset("cde")  # first digits of the passages; all before an "f" are for training


def main(data: Path, out: Path) -> None:
    """Write the pairs."""
    with lzma.open(data / "dev.jsonl.xz", "rt", encoding="utf-8") as lines, out.open("w", encoding="utf-8") as stream:
        stream.writelines(lines)
        for each in _written(data):
            stream.write(json.dumps(each, ensure_ascii=False) + "\n")


def _written(data: Path) -> Iterator[dict[str, str]]:
    texts = {digest(text): text for text in sorted({row.evidence for row in given(data)})}
    texts = {key: text for key, text in texts.items() if key[0] in _DIGITS}
    for stances, _ in (WRITTEN, LATER):
        for each in stance_pairs(texts, Path(__file__).with_name(stances)):
            yield {"dataset": each.dataset, "claim": each.claim, "evidence": each.evidence, "label": each.label}


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
