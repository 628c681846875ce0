"""Time of a check with the judge after one sentence was edited, by that of the first check.

Measured for whole commands, which start and load the judge again, and for one process that stays, as with
`check --watch` and in editors.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory

from bench.judged import run_check, write_paper
from bench.ratio import Ratio

BASE_MODEL = Path(__file__).parent.parent / "packages/citevet-base/src/citevet_base/base"
_LINE = 38  # of the claims: the source supports it
_EDITS = {
    "reworded": ("Nobody in", "No person in"),
    # The source does not say this, and all others are searched.
    "wrong": ("the eastern marshes", "the western hills"),
}
_MOST = 0.05
_ROUNDS = 3  # of each edit: the median counts
_STAYING = """
import json, sys, time
from pathlib import Path
from citevet.jobs.check import run_check
from citevet.session import Session

session, spent = Session({"judge": sys.argv[1], "today": "2026-06-01"}), []
for text in json.load(sys.stdin):
    Path("paper.md").write_text(text, "utf-8")
    start = time.perf_counter(), time.process_time()
    run_check([Path("paper.md")], session)
    spent.append((time.perf_counter() - start[0], time.process_time() - start[1]))
    session = session.renew()
print(json.dumps(spent))
"""


def measure() -> Iterator[Ratio]:
    """Check a paper with 70 citations with an empty cache, then after each of two edits of one sentence."""
    for judge in ("small", "base"):
        if judge == "base" and not BASE_MODEL.is_dir():
            yield Ratio("one edited sentence by the first check, base", None, most=_MOST, detail="no citevet-base here")
            continue
        with TemporaryDirectory() as name:
            yield from _measure(Path(name), judge)


def _measure(folder: Path, judge: str) -> Iterator[Ratio]:
    write_paper(folder)
    more = {"CITEVET_WEIGHTS": str(BASE_MODEL.parent)} if judge == "base" else {}
    # With bytecode files as after an installation; the index of the corpus is there beforehand as well.
    more |= {"PYTHONPYCACHEPREFIX": str(folder / ".bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    other, paper = folder / "other.md", folder / "paper.md"
    other.write_text("Nobody could say why the inns burned down [REF-038].\n", encoding="utf-8")
    run_check(folder, "other.md", "--judge", judge, citations=1, variables=more)
    texts = list(_list_texts(paper.read_text("utf-8")))
    spent: list[tuple[float, float]] = []
    rmtree(folder / ".cache")
    for text in texts:
        paper.write_text(text, encoding="utf-8")
        before = copytree(folder / ".cache", folder / ".before", dirs_exist_ok=True) if spent else None
        rounds = []
        for _ in range(_ROUNDS if before else 1):  # a run takes a second, and one of three is often disturbed
            if before:
                rmtree(folder / ".cache")
                copytree(before, folder / ".cache")
            rounds.append(run_check(folder, "paper.md", "--judge", judge, variables=more))
        spent.append(sorted(rounds, key=itemgetter(1))[len(rounds) // 2])
    yield from _compare(f"one sentence {{}}, by the first: {judge}", spent)
    rmtree(folder / ".cache")
    yield from _compare(f"the same in one process, {{}}: {judge}", _run_staying(folder, judge, texts, more))


def _list_texts(text: str) -> Iterator[str]:
    """Yield the paper as it is, and after each edit."""
    yield text
    lines = text.split("\n")
    for old, new in _EDITS.values():
        if old not in lines[2 * _LINE]:
            raise SystemExit(f"the paper has another sentence on line {2 * _LINE + 1}: {lines[2 * _LINE]}")
        lines[2 * _LINE] = lines[2 * _LINE].replace(old, new)
        yield "\n".join(lines)


def _run_staying(folder: Path, judge: str, texts: list[str], variables: Mapping[str, str]) -> list[tuple[float, float]]:
    """Return the seconds and CPU seconds of each round."""
    environment = {**os.environ, "CITEVET_CACHE_DIR": str(folder / ".cache"), **variables}
    command = [sys.executable, "-c", _STAYING, judge]
    done = subprocess.run(
        command, cwd=folder, env=environment, input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    return [(wall, processor) for wall, processor in json.loads(done.stdout)]


def _compare(what: str, spent: list[tuple[float, float]]) -> Iterator[Ratio]:
    first, *again = spent
    told = "{:.2f} s, {:.2f} s of CPU".format
    for edit, each in zip(_EDITS, again, strict=True):
        ratios = f"{each[1] / first[1]:.3f} of CPU, {each[0] / first[0]:.3f} of wall time on {os.cpu_count()} cores"
        yield Ratio(
            what.format(edit), each[1] / first[1], most=_MOST, detail=f"{told(*each)} by {told(*first)}; {ratios}"
        )
