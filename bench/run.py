"""Print every ratio, and fail when one does not keep its bound: `python -m bench.run [NAME …]`."""

import sys
from collections.abc import Callable, Iterable, Iterator

from bench import agentos, corpus, hostile, judged, judges, law, linear, memory, peers, quotes, startup
from bench.ratio import Ratio

BENCHES: dict[str, Callable[[], Iterable[Ratio]]] = {
    "startup": startup.measure,
    "memory": memory.measure,
    "law": law.measure,
    "peers": peers.measure,
    "quotes": quotes.measure,
    "linear": linear.measure,
    "hostile": hostile.measure,
    "corpus": corpus.measure,
    "judged": judged.measure,
    "judges": judges.measure,
    "agentos": agentos.measure,  # last: it needs Node.js and the registry of npm
}


def lines(ratios: Iterable[Ratio]) -> Iterator[str]:
    """Return the rows of the table, as they come."""
    yield f"{'what':42} {'ratio':>8}  {'bound':14} {'':6} measured"
    for ratio in ratios:
        word = ("kept" if ratio.kept else "FAILED") if ratio.bound != "none" else ""
        yield f"{ratio.what:42} {ratio.value:8.2f}  {ratio.bound:14} {word:6} {ratio.detail}"


def main(names: list[str]) -> int:
    """Measure what was named, or all."""
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
