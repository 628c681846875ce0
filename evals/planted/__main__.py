"""The board of planted faults: how many citevet finds, and what else it reports: `python -m evals.planted [SET ...]`.

Each set is a folder. Its `faults.tsv` lists each fault with the words that a finding must touch and the rule families
that may report it, or `input` where the run names a part that it could not read. Rows of the kind `side-effect` are
consequences of a fault: a finding there is neither a hit nor a false alarm. Rows of the kind `trap` are right and look
wrong: what touches them alone is a false alarm. Only errors and warnings count, for faults as for traps.
"""

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from citevet.jobs.check import run_check
from citevet.model import Audit, Finding, Severity, Span
from citevet.session import Session

FOLDER = Path(__file__).parent
SETS = ("first", "second", "agent")
FOUND, FALSE_ALARMS = 0.9, 3  # the least share that is found, and the most findings about nothing
_ARGUMENT = re.compile(r"\\\w+\{|\}")  # what is around the name of a file in LaTeX
_NEIGHBOURS = 60  # characters around the words: a finding may name the whole reference or the sentence's number


@dataclass(frozen=True)
class Fault:
    """One planted fault, one consequence of a fault, or one trap."""

    document: str
    line: int
    text: str
    kind: str
    families: tuple[str, ...]
    why: str

    @property
    def is_planted(self) -> bool:
        """Whether this is a fault that should be found."""
        return self.kind not in {"side-effect", "trap"}


@dataclass(frozen=True)
class Board:
    """What was found in one set."""

    counts: Counter[str]
    hits: Counter[str]
    alarms: Counter[str]
    lines: Sequence[str]

    @property
    def passes(self) -> bool:
        """Whether enough is found, and little else."""
        return self.hits.total() >= FOUND * self.counts.total() and self.alarms.total() <= FALSE_ALARMS


def read_faults(folder: Path) -> list[Fault]:
    """Return the faults of a set in the order of the list."""
    with (folder / "faults.tsv").open(encoding="utf-8") as file:
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


def audit_set(folder: Path, names: Sequence[str]) -> tuple[dict[str, Audit], Sequence[str]]:
    """Return the audits of the documents of a set, in a folder as their writer would have it, and what was unread."""
    with TemporaryDirectory() as place:
        here = Path(copytree(folder, Path(place) / folder.name)).resolve()
        corpus = {"corpus": str(here / "corpus")} if (here / "corpus").exists() else {}
        report = run_check([here / name for name in names], Session(corpus, here=here))
        audits = {Path(audit.document.path).name: audit for audit in report.audits}
        return audits, [str(each) for each in report.unread]


def score_set(folder: Path) -> Board:
    """Return how many faults of a set are found, and what else is reported."""
    faults = [fault for fault in read_faults(folder) if fault.kind != "trap"]
    audits, unread = audit_set(folder, list(dict.fromkeys(fault.document for fault in faults)))
    explained: set[tuple[str, int]] = set()
    counts: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    alarms: Counter[str] = Counter()
    lines = []
    for fault in faults:
        found = list(match_findings(fault, audits[fault.document]))
        explained |= {(fault.document, id(finding)) for finding in found}
        if not fault.is_planted:
            continue
        counts[fault.document] += 1
        is_named = "input" in fault.families and any(_ARGUMENT.sub("", fault.text) in each for each in unread)
        reported = is_named or any(finding.severity is not Severity.INFO for finding in found)
        hits[fault.document] += reported
        if not reported:
            said = f", only noted as {found[0].code}" if found else ""
            lines.append(f"missed: {fault.document}:{fault.line} {fault.text!r} ({fault.kind}{said})")
    for name, audit in audits.items():
        for finding in audit.findings:
            if finding.severity is not Severity.INFO and (name, id(finding)) not in explained:
                alarms[name] += 1
                line, _ = audit.document.lines.position(finding.span.start)
                lines.append(f"false alarm: {name}:{line} {finding.code} {finding.message}")
    return Board(counts, hits, alarms, lines)


def main(names: Sequence[str]) -> int:
    """Print the boards, and fail below the floors."""
    passes = True
    for name in names or SETS:
        board = score_set(FOLDER / name)
        passes &= board.passes
        table = [f"{name:12} {'faults':>6} {'found':>6} {'false alarms':>12}"]
        table += [
            f"{each:12} {board.counts[each]:6} {board.hits[each]:6} {board.alarms[each]:12}"
            for each in sorted(board.counts)
        ]
        table.append(f"{'all':12} {board.counts.total():6} {board.hits.total():6} {board.alarms.total():12}")
        sys.stdout.write("\n".join([*board.lines, *table]) + "\n\n")
    return 0 if passes else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
