"""The board of planted faults: how many citevet finds, and what else it reports: `python -m evals.planted`.

`faults.tsv` lists each fault with the words that a finding must touch and the rule families that may report it. Rows of
the kind `side-effect` are consequences of a fault: a finding there is neither a hit nor a false alarm.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citevet.jobs.check import check
from citevet.model import Audit, Finding, Severity, Span

FOLDER = Path(__file__).parent
FOUND, FALSE_ALARMS = 0.9, 4  # the least share that is found, and the most findings about nothing
_NEIGHBOURS = 60  # characters around the words: a finding may name the whole reference or the sentence's number


@dataclass(frozen=True)
class Fault:
    """One planted fault."""

    document: str
    line: int
    text: str
    kind: str
    families: tuple[str, ...]
    why: str


def read_faults() -> list[Fault]:
    """Return the faults in the order of the list."""
    with (FOLDER / "faults.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Fault(
                row["document"],
                int(row["line"] or 0),
                row["text"],
                row["kind"],
                tuple(row["families"].split(",")),
                row["why"],
            )
            for row in rows
        ]


def match_findings(fault: Fault, audit: Audit) -> Iterator[Finding]:
    """Yield the findings of the right family that touch the words of a fault."""
    text = audit.document.text
    start = audit.document.lines.starts[fault.line - 1] if fault.line else 0
    at = text.find(fault.text, start)
    place = Span(max(at, 0), max(at, 0) + len(fault.text))
    for finding in audit.findings:
        near = finding.span.start < place.end + _NEIGHBOURS and place.start - _NEIGHBOURS < finding.span.end
        same_line = "\n" not in text[min(finding.span.start, place.start) : max(finding.span.start, place.start)]
        if finding.code.startswith(fault.families) and (finding.span.overlaps(place) or (near and same_line)):
            yield finding


def main() -> int:
    """Print the board, and fail below the floor."""
    documents = dict.fromkeys(fault.document for fault in read_faults())
    report = check([FOLDER / name for name in documents], corpus=FOLDER / "corpus")
    audits = {Path(audit.document.path).name: audit for audit in report.audits}
    explained: set[tuple[str, int]] = set()
    counts: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    lines = []
    for fault in read_faults():
        found = list(match_findings(fault, audits[fault.document]))
        explained |= {(fault.document, id(finding)) for finding in found}
        if fault.kind == "side-effect":
            continue
        counts[fault.document] += 1
        hits[fault.document] += bool(found)
        if not found:
            lines.append(f"missed: {fault.document}:{fault.line} {fault.text!r} ({fault.kind})")
    alarms: Counter[str] = Counter()
    for name, audit in audits.items():
        for finding in audit.findings:
            if finding.severity is not Severity.INFO and (name, id(finding)) not in explained:
                alarms[name] += 1
                line, _ = audit.document.lines.position(finding.span.start)
                lines.append(f"false alarm: {name}:{line} {finding.code} {finding.message}")
    board = [f"{'document':12} {'faults':>6} {'found':>6} {'false alarms':>12}"]
    board += [f"{name:12} {counts[name]:6} {hits[name]:6} {alarms[name]:12}" for name in sorted(audits)]
    board.append(f"{'all':12} {counts.total():6} {hits.total():6} {alarms.total():12}")
    sys.stdout.write("\n".join([*lines, *board]) + "\n")
    return 0 if hits.total() >= FOUND * counts.total() and alarms.total() <= FALSE_ALARMS else 1


if __name__ == "__main__":
    sys.exit(main())
