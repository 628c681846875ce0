"""Print every ratio, and fail if one breaks its bound: `python -m bench.run [NAME …]`.

The table is also written to `.bench/results.md`, and the growth plot of `scaling` to `.bench/growth.svg`. A peer that
is not installed is named in the table as missing; neither it nor a bench that breaks stops the others.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bench import (
    agentos,
    batch,
    corpus,
    edited,
    growth,
    hostile,
    incremental,
    judged,
    judges,
    law,
    linear,
    links,
    memory,
    online,
    peers,
    quotes,
    scaling,
    search,
    serve,
    stages,
    startup,
)
from bench.ratio import Ratio

_FOLDER = Path(__file__).parent.parent / ".bench"
BENCHES: dict[str, Callable[[], Iterable[Ratio]]] = {
    "startup": startup.measure,
    "memory": memory.measure,
    "law": law.measure,
    "peers": peers.measure,
    "quotes": quotes.measure,
    "linear": linear.measure,
    "links": links.measure,  # needs Node.js and the registries for its peers
    "hostile": hostile.measure,
    "growth": growth.measure,
    "corpus": corpus.measure,
    "search": search.measure,
    "judged": judged.measure,
    "incremental": incremental.measure,
    "edited": edited.measure,
    "judges": judges.measure,
    "serve": serve.measure,
    "stages": stages.measure,
    "scaling": scaling.measure,
    "batch": batch.measure,
    "agentos": agentos.measure,  # needs Node.js and the registry of npm, as the last one does
    "online": online.measure,
}


def main(names: list[str]) -> int:
    """Measure the named ratios, or all of them."""
    ratios: list[Ratio] = []
    print(f"{'what':42} {'ratio':>8}  {'bound':14} {'':7} measured")
    for name in names or BENCHES:
        for ratio in _measure(name):
            ratios.append(ratio)
            print(ratio.row, flush=True)
    _FOLDER.mkdir(exist_ok=True)
    (_FOLDER / "results.md").write_text("".join(write_table(ratios)), encoding="utf-8")
    print(f"The table is in {_FOLDER.name}/results.md")
    return 0 if all(ratio.kept for ratio in ratios) else 1


def _measure(name: str) -> Iterator[Ratio]:
    try:
        yield from BENCHES[name]()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the other benches go on; this one counts as failed
        yield Ratio(name, float("nan"), least=0, detail=f"{type(error).__name__}: {error}")


def write_table(ratios: Iterable[Ratio]) -> Iterator[str]:
    """Yield the lines of the table in Markdown."""
    cores = f"{os.cpu_count()} cores of {platform.machine()}"
    yield f"Python {platform.python_version()}, {platform.system()}, {cores}.\n\n"
    yield "| What | Ratio | Bar | | Measured |\n|---|--:|---|---|---|\n"
    for ratio in ratios:
        cells = (ratio.what, ratio.shown, ratio.bound, ratio.word, ratio.detail)
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
