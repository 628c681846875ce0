"""Score the words for references on HALLMARK (rpatrik96/hallmark, MIT), beside the figures that it has for other tools.

    python -m evals.references.hallmark FOLDER [--split dev_public] [--keep WRONG.jsonl]

FOLDER is `data` of that repository. Its right rows are all that the emulated services know; a row that is wrong counts
as found if an error or a warning names it, and apart from that if a note does. What differs from the published runs:

- Those asked the real services. Here a right row is compared with itself, so that false alarms are too few; and the
  work that a wrong row was made from is known only if it is among the right rows, so that fewer faults are seen.
- Most rows have no volume and no pages. An invented one ends in *not found*, a note: our criteria for *likely
  fabricated* want them, and so do editors.
- They count a row as found whatever the reason; so do we.
"""

import argparse
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from citevet.model import Record
from citevet.people import read_name
from evals.references.looked_up import Library, is_warned, make_services
from evals.references.works import Person, Work, to_record

_TYPES = {"article": "journal-article"}
_RIGHT = "VALID"
_OWN = "10.5555/hallmark"
_VERSION = re.compile(r"(?<=\d)v\d{1,2}\Z")  # of a paper of arXiv, which registers DOIs without it
Row = Mapping[str, Any]


def read_rows(file: Path) -> list[Row]:
    """Return the rows of a file of JSON lines."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def list_works(rows: Sequence[Row]) -> Iterator[tuple[Work, Record]]:
    """Yield the work of each right row once; without a DOI it gets one that nobody cites."""
    seen: set[str] = set()
    for number, row in enumerate(rows):
        fields = row["fields"]
        people = tuple(filter(None, map(_read_person, fields.get("author", "").split(" and "))))
        title, year = fields.get("title", ""), fields.get("year", "")
        if row["label"] != _RIGHT or not people or not title or not year.isdecimal() or title.casefold() in seen:
            continue
        seen.add(title.casefold())
        first, _, last = fields.get("pages", "").replace("--", "-").partition("-")
        work = Work(
            people,
            title,
            year,
            fields.get("journal") or fields.get("booktitle") or "",
            volume=fields.get("volume", ""),
            issue=fields.get("number", ""),
            first=first,
            last=last,
            doi=_VERSION.sub("", fields.get("doi", f"{_OWN}.{number}").lower()),
            type=_TYPES.get(row["bibtex_type"], "proceedings-article"),
        )
        record = to_record(work)
        yield work, record


def _read_person(name: str) -> Person | None:
    person = read_name(name)
    family, _, given = person.inverted.partition(", ")
    return (family, given) if family else None


def write_entry(row: Row, key: str) -> str:
    """Return a row as BibTeX, without the address, since no page is served."""
    fields = ",\n".join(f"  {name} = {{{value}}}" for name, value in row["fields"].items() if value and name != "url")
    return f"@{row['bibtex_type']}{{{key},\n{fields}\n}}\n"


@contextmanager
def serve(library: Library) -> Iterator[Path]:
    """Serve the works under all services, and yield a folder for files."""
    tests = ModuleType("tests")
    tests.__path__ = [str(Path(__file__).parents[2] / "tests")]
    sys.modules["tests"] = tests
    from tests.emulator.server import Emulator

    with Emulator(extra=make_services(library), hurries=True) as emulator, TemporaryDirectory() as home:
        os.environ |= {
            "CITEVET_SERVICES": json.dumps(emulator.services),
            "CITEVET_RESOLVE_HOSTS": json.dumps(emulator.routes),
            "CITEVET_ALLOW_PRIVATE": "1",
            "CITEVET_CACHE_DIR": f"{home}/cache",
        }
        yield Path(home)


def score(rows: Sequence[Row], library: Library) -> tuple[dict[str, Counter[str]], list[str]]:
    """Return what became of the rows of each kind, and the rulings that are wrong."""
    from citevet.scale.reference_batch import tabulate
    from citevet.session import Session

    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    wrong: list[str] = []
    with serve(library) as home:
        file = home / "rows.bib"
        file.write_text("\n".join(write_entry(row, f"k{number}") for number, row in enumerate(rows)), "utf-8")
        table = tabulate([file], Session({"online": True, "max-requests": 0}))
    for found in table.rows:
        row = rows[int(found.key.removeprefix("k"))]
        kind = row.get("hallucination_type") or "right"
        warned = is_warned(found)
        counts[kind].update(rows=1, warned=warned, noted=not warned and found.word != "matches")
        if warned == (kind == "right"):
            differences = [f"{one.field}: {one.cited} / {one.recorded}" for one in found.differences]
            wrong.append(json.dumps([kind, row["fields"], found.word, found.note, differences], ensure_ascii=False))
    return counts, wrong


def list_others(folder: Path, split: str) -> Iterator[tuple[str, float, float]]:
    """Yield the tools of the published runs with their shares of wrong rows found and of right rows accused."""
    for file in sorted((folder / "v1.0/baseline_results").glob(f"*_{split}.json")):
        said = json.loads(file.read_text("utf-8"))
        if "detection_rate" in said and "false_positive_rate" in said:
            yield file.stem.removesuffix(f"_{split}"), said["detection_rate"], said["false_positive_rate"] or 0.0


def main() -> None:
    """Print a table of kinds, and the figures of others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", default="dev_public")
    parser.add_argument("--most", type=int, default=0, metavar="N", help="only the first N rows")
    parser.add_argument("--keep", type=Path, help="write every ruling that is wrong to this file, as JSON lines")
    arguments = parser.parse_args()
    rows = read_rows(arguments.folder / f"v1.0/{arguments.split}.jsonl")
    known = list(list_works([*rows, *read_rows(arguments.folder / "raw/valid_entries.jsonl")]))
    counts, wrong = score(rows[: arguments.most or None], Library(known))
    if arguments.keep:
        arguments.keep.write_text("\n".join(wrong), "utf-8")
    print(f"{'kind':28}{'rows':>6}{'warned':>8}{'noted':>7}")
    for kind, count in sorted(counts.items(), key=lambda each: (each[0] == "right", each[0])):
        print(f"{kind:28}{count['rows']:>6}{count['warned']:>8}{count['noted']:>7}")
    false = sum((each for kind, each in counts.items() if kind != "right"), Counter[str]())
    right = counts["right"]
    print(f"\n{'tool':44}{'wrong rows found':>17}{'right rows accused':>20}")
    print(
        f"{'citevet, warnings':44}{_share(false['warned'], false['rows'])}{_share(right['warned'], right['rows'], 20)}"
    )
    told = false["warned"] + false["noted"], right["warned"] + right["noted"]
    print(f"{'citevet, with notes':44}{_share(told[0], false['rows'])}{_share(told[1], right['rows'], 20)}")
    for name, found, accused in list_others(arguments.folder, arguments.split):
        print(f"{name:44}{found:>17.1%}{accused:>20.1%}")


def _share(part: int, whole: int, width: int = 17) -> str:
    return f"{part / max(whole, 1):>{width}.1%}"


if __name__ == "__main__":
    main()
