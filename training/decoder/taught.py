"""What a teacher says of rows, by what they are: `python -m training.decoder.taught ROWS.jsonl.xz LOGITS OUT.npz`.

LOGITS is the folder with `train_logits.npy` and `extra_logits.npy`. Rows may come in another order next time, or more
of them, so each is known by a digest of its claim and its evidence.
"""

import json
import lzma
import sys
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


def key(claim: str, evidence: str) -> int:
    """Return what a pair is known by."""
    return int.from_bytes(blake2b(f"{claim}\0{evidence}".encode(), digest_size=8).digest(), "big")


def save(rows: Path, logits: Path, out: Path) -> int:
    """Write the logits of all rows that have any; returns how many."""
    known = np.concatenate([np.load(logits / f"{name}_logits.npy") for name in ("train", "extra")])
    with lzma.open(rows, "rt", encoding="utf-8") as lines:
        keys = np.array([key(*json.loads(line)[:2]) for line in lines], np.uint64)
    there = ~np.isnan(known).any(1)
    order = np.argsort(keys[there], kind="stable")
    np.savez_compressed(out, keys=keys[there][order], logits=known[there][order].astype(np.float16))
    return int(there.sum())


def find(path: Path, pairs: list[tuple[str, str]]) -> NDArray[np.float32]:
    """Return the logits of pairs, not a number where the teacher was not asked."""
    stored = np.load(path)
    keys = np.array([key(*pair) for pair in pairs], np.uint64)
    at = np.minimum(np.searchsorted(stored["keys"], keys), len(stored["keys"]) - 1)
    known = stored["keys"][at] == keys
    return np.where(known[:, None], stored["logits"][at].astype(np.float32), np.nan)


if __name__ == "__main__":
    sys.stdout.write(f"{save(*map(Path, sys.argv[1:4]))} pairs\n")
