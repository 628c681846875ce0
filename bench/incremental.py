"""Time of a check with the judge after one sentence was edited, by that of the first check."""

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from bench.judged import run_check, write_paper
from bench.ratio import Ratio

_MODELS = Path(__file__).parent.parent / "packages/citevet-base/src/citevet_base"
_LINE = 38  # of the claims: the source supports it
_SAME = ("Nobody in", "No person in")  # in other words
_WRONG = ("the eastern marshes", "the western hills")  # the source does not say this, and all others are searched
_MOST = 0.05


def measure() -> Iterator[Ratio]:
    """Check a paper with 70 citations with an empty cache, then after each of two edits of one sentence."""
    for judge in ("small", "base"):
        if judge == "base" and not (_MODELS / "base" / "int8.onnx").is_file():
            yield Ratio("one edited sentence by the first check, base", None, most=_MOST, detail="no citevet-base here")
            continue
        with TemporaryDirectory() as name:
            yield from _measure(Path(name), judge)


def _measure(folder: Path, judge: str) -> Iterator[Ratio]:
    write_paper(folder)
    more = {"CITEVET_WEIGHTS": str(_MODELS)} if judge == "base" else {}
    # With bytecode files as after an installation; the index of the corpus is there beforehand as well.
    more |= {"PYTHONPYCACHEPREFIX": str(folder / ".bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    other = folder / "other.md"
    other.write_text("Nobody could say why the inns burned down [REF-038].\n", encoding="utf-8")
    run_check(folder, "other.md", "--judge", judge, citations=1, variables=more)
    rmtree(folder / ".cache")
    first = run_check(folder, "paper.md", "--judge", judge, variables=more)
    for what, (old, new) in (("reworded", _SAME), ("wrong", _WRONG)):
        _edit(folder / "paper.md", old, new)
        again = run_check(folder, "paper.md", "--judge", judge, variables=more)
        told = "{:.2f} s, {:.2f} s of CPU".format
        ratios = f"{again[1] / first[1]:.3f} of CPU, {again[0] / first[0]:.3f} of wall time"
        detail = f"{told(*again)} by {told(*first)}; {ratios} on {os.cpu_count()} cores"
        yield Ratio(f"one sentence {what}, by the first: {judge}", again[1] / first[1], most=_MOST, detail=detail)


def _edit(paper: Path, old: str, new: str) -> None:
    lines = paper.read_text("utf-8").split("\n")
    at = 2 * _LINE
    if old not in lines[at]:
        raise SystemExit(f"the paper has another sentence on line {at + 1}: {lines[at]}")
    lines[at] = lines[at].replace(old, new)
    paper.write_text("\n".join(lines), encoding="utf-8")
