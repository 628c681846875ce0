"""The scoreboard of extraction: citations found against labels written by hand: `python -m evals.extraction`."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from citevet.jobs.entry_tagger import extract_document as extract
from citevet.read import read

ROOT = Path(__file__).parents[1]
FLOOR = 0.97  # of 33 labels one may be missed: 32 / 33 = 0.9697 rounds to this

Label = tuple[str, int, str, str]  # document, line, kind, normal form


def labels() -> Counter[Label]:
    """Return what a reader finds."""
    rows = (ROOT / "evals/extraction.tsv").read_text(encoding="utf-8").splitlines()
    cells = (row.split("\t") for row in rows if not row.startswith("#"))
    return Counter((document, int(line), kind, normal) for document, line, kind, normal in cells)


def found(documents: set[str]) -> Counter[Label]:
    """Return what citevet finds."""
    return Counter(label for document in sorted(documents) for label in _found(document))


def _found(document: str) -> Iterator[Label]:
    extraction = extract(read(ROOT / document))
    for citation in extraction.citations:
        line, _ = extraction.document.lines.position(citation.span.start)
        yield document, line, citation.kind, citation.normal


def scores(expected: Counter[Label], actual: Counter[Label]) -> Iterator[tuple[str, int, float, float]]:
    """Return for each kind, and for all, how many labels there are, precision and recall."""
    for kind in [*sorted({label[2] for label in expected | actual}), "all"]:
        wanted, seen = (
            Counter({k: n for k, n in each.items() if kind in {k[2], "all"}}) for each in (expected, actual)
        )
        right = (wanted & seen).total()
        yield kind, wanted.total(), right / max(seen.total(), 1), right / max(wanted.total(), 1)


def main() -> int:
    """Print the board, and fail below the floor."""
    expected = labels()
    actual = found({label[0] for label in expected})
    board = list(scores(expected, actual))
    lines = [f"{'kind':12} {'labels':>6} {'precision':>9} {'recall':>6}"]
    lines += [f"{kind:12} {count:6} {precision:9.3f} {recall:6.3f}" for kind, count, precision, recall in board]
    lines += [f"missed: {label}" for label in (expected - actual).elements()]
    lines += [f"invented: {label}" for label in (actual - expected).elements()]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if round(min(board[-1][2:]), 2) >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
