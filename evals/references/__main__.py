"""Score the comparison of references with records: which faults are named, and how many right references are accused.

    python -m evals.references FOLDER [--half development|held-out] [--looked-up N] [--show right|KIND] [--most N]

FOLDER has CSL-JSON of real works (*.json), as registries send it, and may have references.jsonl, {"doi", "text"} of
references to these works that people wrote, and *.xml with labelled reference strings. Nothing of this is distributed.
Works are written in eight styles, with one fault each and without; in references that people wrote, the fault is put
into the record. A fault counts as found if an error or a warning names its field, a minor one also by a note. With
--looked-up, faults of identifiers and invented references are looked up through the emulator of the tests.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random

from citevet.model import Record, Reference
from citevet.resolve.compare import compare
from evals.references.faults import FAULTS, MINOR
from evals.references.real import make_real_trials
from evals.references.trials import SEED, Trial, make_labelled_trials, make_trials, read_references
from evals.references.works import Work, load_works

_FIELDS = {
    **dict.fromkeys(("title word", "title cut", "other title"), "title"),
    **dict.fromkeys(
        ("author dropped", "author added", "author invented", "first author", "author moved", "initials"), "authors"
    ),
    "container": "venue",
    **dict.fromkeys(("year by five", "year by one"), "year"),
    "volume": "volume",
    "issue": "issue",
    **dict.fromkeys(("first page", "last page"), "pages"),
}
_REFERENCES = "references.jsonl"


@dataclass
class Board:
    """Counts of one style, by fault."""

    trials: Counter[str] = field(default_factory=Counter)
    alarms: Counter[str] = field(default_factory=Counter)  # error or warning, whatever it names
    notes: Counter[str] = field(default_factory=Counter)  # nothing but notes
    named: Counter[str] = field(default_factory=Counter)  # the right field


@dataclass(frozen=True)
class Ruling:
    """What is said of one trial."""

    is_alarm: bool
    is_noted: bool
    is_named: bool
    said: str


def judge(trial: Trial, reference: Reference) -> Ruling:
    """Compare a reference with its record."""
    result = compare(reference, trial.record)
    accused = result.decision == "mismatched"
    told = [each for each in result.differences if trial.kind in MINOR or not each.is_minor]
    named = any(each.type == _FIELDS.get(trial.kind) for each in told) or (trial.kind == "other title" and accused)
    said = "; ".join(f"{each.type} {each.kind}: {each.claim} / {each.source}" for each in result.differences)
    is_alarm = accused or any(not each.is_minor for each in result.differences)
    return Ruling(is_alarm, bool(result.differences) and not is_alarm, named, f"{result.decision}: {said}")


def list_files(paths: Iterable[Path], suffix: str) -> list[Path]:
    """Return the files of a kind among paths and in folders."""
    return [
        file
        for path in paths
        for file in (sorted(path.glob(f"*{suffix}")) if path.is_dir() else [path])
        if file.name.endswith(suffix)
    ]


def is_in_half(half: str, doi: str) -> bool:
    """Check whether a work belongs to a half; the split depends on its DOI alone."""
    is_development = sha256(doi.lower().encode()).digest()[0] % 2 == 1
    return not half or is_development == (half == "development")


def load_records(paths: Sequence[Path], half: str) -> dict[str, tuple[Work | None, Record]]:
    """Return the records of a half, by DOI, with the works that can be written in styles."""
    known: dict[str, tuple[Work | None, Record]] = {}
    for path in list_files(paths, ".json"):
        for work, record in load_works(path):
            if is_in_half(half, record.id):
                known.setdefault(record.id, (work, record))
    return known


def list_works(paths: Sequence[Path], half: str) -> list[tuple[Work, Record]]:
    """Return the works of a half that can be written in styles."""
    return [(work, record) for work, record in load_records(paths, half).values() if work]


def list_trials(paths: Sequence[Path], half: str, most: int) -> list[Trial]:
    """Return all trials of the works and references in some files and folders."""
    known = load_records(paths, half)
    whole = [(work, record) for work, record in known.values() if work]
    chosen = Random(SEED).sample(whole, min(most, len(whole))) if most else whole
    trials = [*make_trials(chosen)] if len(chosen) > 1 else []
    for path in list_files(paths, _REFERENCES):
        trials += make_real_trials(path, [*known.values()], Random(SEED))
    for path in list_files(paths, ".xml"):
        trials += make_labelled_trials(path)
    return trials


def main() -> None:
    """Print a table of faults by style, and of false alarms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--half", choices=("development", "held-out"), default="")
    parser.add_argument("--works", type=int, default=0, metavar="N", help="write no more than N works in each style")
    parser.add_argument("--looked-up", type=int, default=0, metavar="N", help="look up references of N works too")
    parser.add_argument("--show", default="", help="print the right references that are accused, or missed faults")
    parser.add_argument("--most", type=int, default=20, help="of those that are shown")
    parser.add_argument("--keep", type=Path, help="write every ruling that is wrong to this file, as JSON lines")
    arguments = parser.parse_args()
    boards: defaultdict[str, Board] = defaultdict(Board)
    wrong = []
    for trial, reference in read_references(list_trials(arguments.paths, arguments.half, arguments.works)):
        ruling = judge(trial, reference)
        for board in (boards[trial.style], boards["all"]):
            board.trials[trial.kind] += 1
            board.alarms[trial.kind] += ruling.is_alarm
            board.notes[trial.kind] += ruling.is_noted
            board.named[trial.kind] += ruling.is_named
        if ruling.is_alarm if trial.kind == "right" else not ruling.is_named:
            wrong.append((trial, reference.text, ruling.said))
    for trial, text, said in [each for each in wrong if each[0].kind == arguments.show][: arguments.most]:
        print(f"{trial.style}: {text}\n   {said}\n   {_show(trial.record)}\n")
    if arguments.keep:
        rows = [[each.style, each.kind, text, said, _show(each.record)] for each, text, said in wrong]
        arguments.keep.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    print(_render(boards))
    if arguments.looked_up:
        from evals.references.looked_up import report

        kept = arguments.keep.with_suffix(".looked-up.jsonl") if arguments.keep else None
        print(report(list_works(arguments.paths, arguments.half), arguments.looked_up, kept))


def _show(record: Record) -> str:
    place = f"{record.all_venues} | {record.volume} ({record.issue}) {record.pages}"
    return f"{'; '.join(record.authors[:9])} | {record.years} | {record.title} | {place}"


def _render(boards: dict[str, Board]) -> str:
    styles = sorted(boards, key=lambda each: (each != "all", each))
    rows = [f"{'':16}" + "".join(f"{style:>11}" for style in styles)]
    right = {style: (boards[style].alarms["right"], boards[style].trials["right"]) for style in styles}
    rows.append(f"{'right, accused':16}" + "".join(f"{f'{hit}/{count}':>11}" for hit, count in right.values()))
    rows.append(f"{'right, note only':16}" + "".join(f"{boards[style].notes['right']:>11}" for style in styles))
    for kind in FAULTS:
        cells = [
            f"{100 * boards[style].named[kind] / count:.0f} ({count})" if (count := boards[style].trials[kind]) else "-"
            for style in styles
        ]
        rows.append(f"{kind:16}" + "".join(f"{cell:>11}" for cell in cells))
    return "\n".join(rows)


if __name__ == "__main__":
    main()
