"""Time and memory against documents, claims, sources and the size of the corpus, with a plot.

The points are written to `.bench/growth.json` and drawn in `.bench/growth.svg`. `python -m bench.scaling FILE` draws
them again elsewhere.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.contestants import measured
from bench.project import corpus, documents
from bench.ratio import Ratio
from bench.stages import EXPONENT, fit_exponent

_FOLDER = Path(__file__).parent.parent / ".bench"
_MB = 1_000_000
_ENTRIES = 400  # of the corpus, where it does not grow
_SIZES = {
    "documents": (25, 50, 100, 200),  # of 20 citations each
    "claims": (250, 500, 1_000, 2_000),  # of one document
    "sources": (50, 100, 200, 400),  # cited by a document with 400 citations
    "corpus entries": (250, 500, 1_000, 2_000),  # of about 20 KB; the run makes the index
}


@dataclass(frozen=True, slots=True)
class GrowthPoint:
    """The cost of one run."""

    axis: str
    size: int
    seconds: float  # of CPU
    peak: float  # MB


def measure() -> Iterator[Ratio]:
    """Run each size in a process of its own, draw the points, and yield the exponents."""
    points = [*_list_points()]
    _FOLDER.mkdir(exist_ok=True)
    (_FOLDER / "growth.json").write_text(json.dumps([asdict(each) for each in points], indent=1), encoding="utf-8")
    note = draw(points, _FOLDER / "growth.svg")
    for axis, sizes in _SIZES.items():
        found = [each for each in points if each.axis == axis]
        shown = ", ".join(f"{each.seconds:.2f}" for each in found)
        value = fit_exponent(sizes, [each.seconds for each in found])
        detail = f"{shown} s for {', '.join(f'{size:,}' for size in sizes)}; {note}"
        yield Ratio(f"exponent of time: {axis}", value, most=EXPONENT, detail=detail)
        shown = ", ".join(f"{each.peak:,.0f}" for each in found)
        value = fit_exponent(sizes, [each.peak for each in found])
        yield Ratio(f"exponent of memory: {axis}", value, most=EXPONENT, detail=f"{shown} MB")


def _list_points() -> Iterator[GrowthPoint]:
    with TemporaryDirectory() as name:
        project = Path(name)
        corpus(project / ".citevet/corpus", _ENTRIES)
        measured("check", _write_document(project / "warm", entries=1, citations=1))  # builds the index
        for axis, write in _WRITERS.items():
            for size in _SIZES[axis]:
                yield _measure(axis, size, write(project / f"{axis}-{size}", size))
    for size in _SIZES["corpus entries"]:
        with TemporaryDirectory() as name:
            corpus(Path(name, ".citevet/corpus"), size)
            yield _measure("corpus entries", size, _write_document(Path(name), entries=100, citations=100))


def _measure(axis: str, size: int, given: Path) -> GrowthPoint:
    cost = measured("batch" if given.is_dir() else "check", given, timeout=900)
    return GrowthPoint(axis, size, cost.seconds, cost.peak / _MB)


def _write_documents(folder: Path, size: int) -> Path:
    documents(folder, size, entries=_ENTRIES, citations=20)
    return folder


def _write_document(folder: Path, *, entries: int, citations: int) -> Path:
    documents(folder, 1, entries=entries, citations=citations)
    return folder / "chapter-000.md"


_WRITERS: dict[str, Callable[[Path, int], Path]] = {
    "documents": _write_documents,
    "claims": lambda folder, size: _write_document(folder, entries=100, citations=size),
    "sources": lambda folder, size: _write_document(folder, entries=size, citations=_ENTRIES),
}


def draw(points: Sequence[GrowthPoint], file: Path) -> str:
    """Draw time and memory against each size, and return where; or why not."""
    try:
        import matplotlib as mpl
    except ModuleNotFoundError:
        return "no plot: matplotlib is not installed"
    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "citevet", "svg.fonttype": "none"})  # the same picture has the same bytes
    from matplotlib import pyplot as plt

    axes = [*dict.fromkeys(each.axis for each in points)]
    figure, rows = plt.subplots(2, len(axes), figsize=(3 * len(axes), 5), layout="constrained")
    for column, axis in enumerate(axes):
        found = [each for each in points if each.axis == axis]
        for row, (unit, values) in enumerate(
            (("s of CPU", [each.seconds for each in found]), ("MB at most", [each.peak for each in found]))
        ):
            plot = rows[row][column]
            plot.plot([each.size for each in found], values, "o-", color="#00796b")
            plot.set_ylim(bottom=0)
            plot.set_xlim(left=0)
            plot.grid(alpha=0.3)
            plot.set_xlabel(axis)
            plot.set_ylabel(unit)
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)
    return f"plot in {file.parent.name}/{file.name}"


if __name__ == "__main__":
    stored = json.loads((_FOLDER / "growth.json").read_text("utf-8"))
    print(
        draw([GrowthPoint(**each) for each in stored], Path(*sys.argv[1:]) if sys.argv[1:] else _FOLDER / "growth.svg")
    )
