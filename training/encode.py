"""Views of the training data as tokens: `python -m training.encode FOLDER OUT --words NAME=TOKENIZER.json:TOKENS …`.

Each view of each tokenizer becomes one file of flat arrays, with the rows of a view in the same order in all of them.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training.recipe import GIVEN, INGREDIENTS, WRITTEN, Store, is_labelled_about, view
from training.rows import Row, given
from training.written import written

_SLICE = 4_000  # given rows in one task
Arrays = dict[str, NDArray[np.generic]]


@dataclass(slots=True)
class _Shared:
    """What the workers inherit by fork: the store is too large to send to each."""

    store: Store
    words: dict[str, tuple[str, int]]
    without: Sequence[str]
    long: int


_shared: list[_Shared] = []


def tokenizer(path: str, most: int) -> Tokenizer:
    """Load a tokenizer that cuts the evidence of a pair, never the claim, and pads nothing."""
    found = Tokenizer.from_file(path)
    found.no_padding()
    found.enable_truncation(most, strategy="only_first")
    return found


def encoded(words: Tokenizer, pairs: Sequence[tuple[str, str]]) -> Arrays:
    """Return the tokens of many pairs in one array, their numbers, and where each claim starts."""
    rows = words.encode_batch([(evidence, _bounded(claim)) for evidence, claim in pairs])
    sizes = np.array([len(row.ids) for row in rows], np.int32)
    claims = np.array([row.sequence_ids.index(1) for row in rows], np.int32)
    flat = np.concatenate([np.array(row.ids, np.uint16) for row in rows]) if rows else np.zeros(0, np.uint16)
    return {"ids": flat, "sizes": sizes, "claims": claims}


def _bounded(claim: str) -> str:
    return claim[:600] if claim.strip() else "."  # a claim that fills the row alone cannot be encoded


def write(folder: Path, out: Path, chosen: argparse.Namespace) -> None:
    """Write every view."""
    began = monotonic()
    rows = given(folder)[: chosen.rows]
    rows += [] if "written" in chosen.without else written(rows)
    words = {name: (path, int(most)) for name, path, most in (_parsed(each) for each in chosen.words)}
    _shared.append(_Shared(Store.over(rows), words, chosen.without, chosen.long))
    print(f"{len(rows)} rows indexed, {monotonic() - began:.0f} s", flush=True)  # noqa: T201
    out.mkdir(parents=True, exist_ok=True)
    with get_context("fork").Pool(chosen.workers) as pool:
        for number in range(chosen.first, chosen.first + chosen.views):
            tasks = [(f"{number}.{start}", start) for start in range(0, len(rows), _SLICE)]
            parts = pool.starmap(_part, tasks, chunksize=1)
            for name in words:
                arrays = {key: np.concatenate([part[0][name][key] for part in parts]) for key in parts[0][0][name]}
                np.savez(out / f"view{number}-{name}.npz", **arrays)  # type: ignore[arg-type]  # arrays by name
                print(f"view {number} {name}: {len(arrays['sizes'])} rows, {arrays['sizes'].sum()} tokens", flush=True)  # noqa: T201
            tally: Counter[str] = sum((part[1] for part in parts), Counter())
            print(dict(sorted(tally.items())), f"{monotonic() - began:.0f} s", flush=True)  # noqa: T201


def _parsed(said: str) -> tuple[str, str, str]:
    name, _, rest = said.partition("=")
    path, _, most = rest.rpartition(":")
    return name, path, most


def _part(seed: str, start: int) -> tuple[dict[str, Arrays], Counter[str]]:
    shared = _shared[0]
    every = range(start, min(start + _SLICE, len(shared.store.rows)))
    numbers = [number for number in every if is_labelled_about(shared.store.rows[number], shared.long)]
    rows: list[Row] = list(view(shared.store, numbers, seed, shared.without))
    pairs = [(row.evidence, row.claim) for row in rows]
    labels = np.array([row.label for row in rows], np.int8)
    weights = np.array([row.weight for row in rows], np.float32)
    kinds = np.array([_ingredient(row) for row in rows], np.int8)
    made = {}
    for name, (path, most) in shared.words.items():
        made[name] = encoded(tokenizer(path, most), pairs) | {"labels": labels, "weights": weights, "kinds": kinds}
    return made, Counter(_name(row) for row in rows)


def _name(row: Row) -> str:
    return row.kind.partition("+")[0].partition("-")[0]


def _ingredient(row: Row) -> int:
    """Return the place of a row's maker among the ingredients; a written row and a given one have numbers below."""
    name = _name(row)
    return INGREDIENTS.index(name) if name in INGREDIENTS else {"written": WRITTEN}.get(name, GIVEN)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--words", nargs="+", required=True, help="NAME=TOKENIZER.json:TOKENS")
    parser.add_argument("--views", type=int, default=3)
    parser.add_argument("--first", type=int, default=0, help="number of the first view")
    parser.add_argument(
        "--long", type=int, default=0, help="only rows labelled by people, with so many words of evidence"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rows", type=int, default=None)
    parser.add_argument("--without", nargs="*", default=(), help="ingredients to leave out")
    asked = parser.parse_args()
    write(asked.folder, asked.out, asked)
