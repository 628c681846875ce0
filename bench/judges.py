"""Time of the base judge compared with the small one, on the same rows."""

from collections.abc import Iterator
from time import process_time

from evals.contrast import passages

from bench.incremental import BASE_MODEL
from bench.ratio import Ratio
from citevet.world.model_runner import load_model

_ROWS = 40


def measure() -> Iterator[Ratio]:
    """Run passages of our own set, long and short, one row at a time on one thread."""
    if not BASE_MODEL.is_dir():
        yield Ratio("base judge by small judge", None, most=4, detail="no citevet-base here")
        return
    rows = [(each.text, each.text[:120]) for each in passages()][:_ROWS]
    spent = {"small": _spent("small", rows), "base": _spent(str(BASE_MODEL), rows)}
    detail = ", ".join(f"{name} {1000 * each / len(rows):.0f} ms a row" for name, each in spent.items())
    yield Ratio("base judge by small judge", spent["base"] / spent["small"], most=4, detail=detail)


def _spent(name: str, rows: list[tuple[str, str]]) -> float:
    run = load_model(name, threads=1).run
    run(rows[:2])
    start = process_time()
    run(rows)
    return process_time() - start
