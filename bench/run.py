"""Print every ratio, and fail if one breaks its bound: `python -m bench.run [NAME …]`.

A peer that is not installed is named in the table as missing, and does not fail the run.
"""

import sys
from collections.abc import Callable, Iterable, Iterator

from bench import (
    agentos,
    corpus,
    growth,
    hostile,
    judged,
    judges,
    law,
    linear,
    memory,
    online,
    peers,
    quotes,
    serve,
    startup,
)
from bench.ratio import Ratio

BENCHES: dict[str, Callable[[], Iterable[Ratio]]] = {
    "startup": startup.measure,
    "memory": memory.measure,
    "law": law.measure,
    "peers": peers.measure,
    "quotes": quotes.measure,
    "linear": linear.measure,
    "hostile": hostile.measure,
    "growth": growth.measure,
    "corpus": corpus.measure,
    "judged": judged.measure,
    "judges": judges.measure,
    "serve": serve.measure,
    "agentos": agentos.measure,  # needs Node.js and the registry of npm, as the last one does
    "online": online.measure,
}


def lines(ratios: Iterable[Ratio]) -> Iterator[str]:
    """Yield the rows of the table as they are measured."""
    yield f"{'what':42} {'ratio':>8}  {'bound':14} {'':7} measured"
    for ratio in ratios:
        yield ratio.row


def main(names: list[str]) -> int:
    """Measure the named ratios, or all of them."""
    ratios: list[Ratio] = []

    def each() -> Iterator[Ratio]:
        for name in names or BENCHES:
            for ratio in BENCHES[name]():
                ratios.append(ratio)
                yield ratio

    for line in lines(each()):
        print(line, flush=True)
    return 0 if all(ratio.kept for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
