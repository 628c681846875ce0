"""Check a folder of foreign documents, sample findings by rule, and score them by labels that a reader gave.

    python -m evals.precision DIR                          # print precision per rule and severity
    python -m evals.precision DIR --half first --todo todo.tsv   # write the sampled findings that have no label yet

DIR holds `documents.tsv` (repository, commit, path, kind, half) and the checkouts as `repos/OWNER+NAME/`. A folder
without that file is one repository of its own. Labels are rows of repository, commit, path, rule, line, label and
reason; the documents themselves are never committed.
"""

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path

from citevet.errors import CitevetError
from citevet.jobs.check import run_check
from citevet.jobs.discovery import discover_documents
from citevet.model import Severity, Span
from citevet.session import Session

LABELS = Path(__file__).with_name("labels.tsv")
LEAST = {Severity.ERROR: 0.95, Severity.WARNING: 0.80}
DENSITY = 500  # words of a published paper that may have one error or warning
_AROUND = 300  # characters before and after a finding that a reader sees
_PAPERS = frozenset({"paper-md", "paper-tex"})


@dataclass(frozen=True)
class Listed:
    """One document of the collection."""

    repository: str
    commit: str
    path: str
    kind: str = ""
    half: str = "first"


@dataclass(frozen=True)
class Sample:
    """One finding, as a reader labels it."""

    document: Listed
    rule: str
    severity: Severity
    line: int
    message: str
    text: str = ""  # the text around the finding, with the finding itself between » and «

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What a label is about."""
        return self.document.repository, self.document.path, self.rule, self.line

    @property
    def rank(self) -> str:
        """A random place in the order of sampling, the same in every run."""
        return sha256(f"7 {self.key}".encode()).hexdigest()


def list_documents(folder: Path) -> list[Listed]:
    """Return the documents of a collection, or those below a plain folder."""
    table = folder / "documents.tsv"
    if not table.exists():
        return [Listed("", "", str(path.relative_to(folder))) for path in discover_documents([folder], Session())]
    with table.open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Listed(*(row[key] for key in ("repository", "commit", "path", "kind", "half"))) for row in rows]


def check_document(job: tuple[Path, Listed]) -> tuple[Listed, int, list[Sample]]:
    """Return the words of a document and the findings of the default profile."""
    folder, document = job
    home = folder / "repos" / document.repository.replace("/", "+") if document.repository else folder
    try:
        report = run_check([home / document.path], Session(here=home))
    except CitevetError as error:
        sys.stderr.write(f"{document.repository}/{document.path}: {error}\n")
        return document, 0, []
    words, found = 0, []
    for audit in report.audits:
        words += len(audit.document.text.split())
        for finding in audit.findings:
            line, _ = audit.document.lines.position(finding.span.start)
            text = show_place(audit.document.text, finding.span)
            found.append(Sample(document, finding.code, finding.severity, line, finding.message, text))
    return document, words, found


def show_place(text: str, span: Span) -> str:
    """Return the words of a finding between marks, with the text before and after them."""
    end = min(span.end, span.start + _AROUND)
    return f"{text[max(span.start - _AROUND, 0) : span.start]}»{text[span.start : end]}«{text[end : end + _AROUND]}"


def read_labels(path: Path) -> dict[tuple[str, str, str, int], bool]:
    """Return whether each labelled finding is true."""
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["repository"], row["path"], row["rule"], int(row["line"])): row["label"] == "true" for row in rows}


def draw_samples(findings: Iterable[Sample], most: int) -> list[Sample]:
    """Return at most so many findings of each rule, the same in every run."""
    by_rule: dict[str, list[Sample]] = defaultdict(list)
    for finding in sorted(findings, key=lambda each: (each.rank, each.message)):
        by_rule[finding.rule].append(finding)
    return [finding for rule in sorted(by_rule) for finding in by_rule[rule][:most]]


def wilson(true: int, count: int) -> tuple[float, float]:
    """Return a 95 % interval of a share."""
    if not count:
        return 0.0, 1.0
    z, share = 1.96, true / count
    middle, spread = share + z * z / (2 * count), z * (share * (1 - share) / count + z * z / (4 * count**2)) ** 0.5
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)


def score_rules(
    findings: Sequence[Sample], labels: dict[tuple[str, str, str, int], bool]
) -> Iterator[tuple[str, int, int, int]]:
    """Yield for each rule its findings, labels and true labels."""
    for rule in sorted({finding.rule for finding in findings}):
        own = [finding for finding in findings if finding.rule == rule]
        known = [labels[finding.key] for finding in own if finding.key in labels]
        yield rule, len(own), len(known), sum(known)


def score_severity(rows: Sequence[tuple[str, int, int, int]]) -> tuple[float, float, float, int]:
    """Return the precision of several rules, each weighted by its findings, an interval, and the labels behind it."""
    labelled = [row for row in rows if row[2]]
    total = sum(count for _, count, _, _ in labelled)
    share = variance = 0.0
    for _, count, known, true in labelled:
        weight, smooth = count / total, (true + 1) / (known + 2)  # Laplace: a rule with one label is not certain
        share += weight * true / known
        left = (count - known) / max(count - 1, 1)  # a rule of which every finding is labelled has no sampling error
        variance += weight * weight * smooth * (1 - smooth) / known * left
    spread = 1.96 * variance**0.5
    return share, max(share - spread, 0.0), min(share + spread, 1.0), sum(row[2] for row in labelled)


def print_board(
    checked: Sequence[tuple[Listed, int, list[Sample]]], labels: dict[tuple[str, str, str, int], bool]
) -> bool:
    """Print the board, and return whether every bar is reached."""
    findings = [finding for _, _, found in checked for finding in found]
    words = sum(words for _, words, _ in checked)
    lines, reached = [f"{len(checked)} documents, {words:,} words"], True
    for severity in (Severity.ERROR, Severity.WARNING):
        rows = list(score_rules([each for each in findings if each.severity is severity], labels))
        lines.append(f"\n{severity.name.lower():10} {'findings':>8} {'labels':>6} {'true':>5} {'precision':>9}  95 %")
        for rule, count, known, true in rows:
            low, high = wilson(true, known)
            score = f"{100 * true / known:9.0f}  {100 * low:.0f} to {100 * high:.0f}" if known else f"{'–':>9}"
            lines.append(f"{rule:10} {count:8} {known:6} {true:5} {score}")
        share, low, high, known = score_severity(rows)
        count = sum(row[1] for row in rows)
        reached &= not count or share >= LEAST[severity]
        lines.append(
            f"{'all':10} {count:8} {known:6} {'':5} {100 * share:9.1f}  {100 * low:.0f} to {100 * high:.0f}"
            f"  (each rule weighted by its findings; at least {100 * LEAST[severity]:.0f})"
        )
    papers = [each for each in checked if each[0].kind in _PAPERS and each[1]]
    dense = [document for document, words, found in papers if DENSITY * _count_problems(found) > words]
    if papers:
        lines.append(f"\n{len(papers)} papers: {len(dense)} have more than one error or warning in {DENSITY} words")
        lines.extend(f"  {document.repository}/{document.path}" for document in dense)
    sys.stdout.write("\n".join(lines) + "\n")
    return reached


def _count_problems(found: Sequence[Sample]) -> int:
    return sum(finding.severity is not Severity.INFO for finding in found)


def write_todo(path: Path, samples: Iterable[Sample]) -> None:
    """Write findings without a label, for a reader to label, with the message and the place in the text."""
    with path.open("w", encoding="utf-8") as file:
        file.write("repository\tcommit\tpath\trule\tline\tlabel\treason\tmessage\ttext\n")
        for each in samples:
            document = each.document
            cells = (
                document.repository,
                document.commit,
                document.path,
                each.rule,
                str(each.line),
                "",
                "",
                each.message,
                each.text,
            )
            file.write("\t".join(" ".join(cell.split()) for cell in cells) + "\n")


def main(arguments: Sequence[str]) -> int:
    """Check, score and, on request, write what is left to label."""
    parser = argparse.ArgumentParser(prog="python -m evals.precision", description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("first", "second", "all"), default="all")
    parser.add_argument("--labels", type=Path, default=LABELS)
    parser.add_argument("--sample", type=int, default=40, metavar="N", help="findings of each rule to label")
    parser.add_argument("--todo", type=Path, metavar="FILE", help="write the sampled findings without a label")
    options = parser.parse_args(arguments)
    jobs = [
        (options.folder, document)
        for document in list_documents(options.folder)
        if options.half in ("all", document.half)
    ]
    with Pool() as pool:
        checked = pool.map(check_document, jobs, chunksize=4)
    labels = read_labels(options.labels) if options.labels.exists() else {}
    if options.todo:
        findings = (each for _, _, found in checked for each in found if each.severity is not Severity.INFO)
        write_todo(options.todo, (each for each in draw_samples(findings, options.sample) if each.key not in labels))
    return 0 if print_board(checked, labels) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
