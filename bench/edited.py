"""CPU of the check of a document of 100 pages after one sentence was edited, by that of its first check.

In one process that stays, as `check --watch` and an editor have it. The aim is a fortieth.
"""

import os
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from bench.ratio import Ratio
from citevet.jobs.check import run_check
from citevet.session import Session

_CHARACTERS = 290_000  # of prose: 100 pages
_ENTRIES = 300
_EDITS = 7  # places whose median counts
_AIM = 1 / 40
_MOST = 0.6  # far from the aim; it guards what was reached
_WHO = "the river|the harbour|the archive|the household survey|the field station|the wetland|the railway|the orchard"
_DID = "was measured in|changed slowly during|declined sharply after|cost more than planned in|grew by 12% in"
_WHEN = "the dry years before the war|the first survey of the valley|most northern districts|three of the five parishes"
_NAMES = "Weber Okafor Lindqvist Tanaka Moreau Silva Novak Haddad Jansen Kimura Petrov Osei Brandt Duarte".split()


def measure() -> Iterator[Ratio]:
    """Check the document once, and again after each of some edits in different places."""
    text = write_document(Random(7))  # noqa: S311 - words, not secrets
    with TemporaryDirectory() as name, chdir(name):
        session = Session({"no_cache": True, "today": "2026-06-01"})
        first, spent = _check(text, session), list[float]()
        for number in range(1, _EDITS + 1):
            session = session.renew()
            edited = text.replace(f"Remark {number * 300} ", f"The remark {number * 300} ")
            spent.append(_check(edited, session))
    value = median(spent) / first
    detail = f"{median(spent):.2f} s by {first:.2f} s of CPU on {os.cpu_count()} cores; aim {_AIM:.3f}"
    yield Ratio("one edited sentence of 100 pages, by the first check", value, most=_MOST, detail=detail)


def _check(text: str, session: Session) -> float:
    Path("paper.md").write_text(text, encoding="utf-8")
    start = process_time()
    report = run_check([Path("paper.md")], session)
    if report.unread or len(report.audits[0].extraction.references) < _ENTRIES:
        raise SystemExit("the document was not read")
    return process_time() - start


def write_document(chance: Random) -> str:
    """Return a survey in paragraphs, with numbers, names, links and notes that cite, and a list of 300 works."""
    works = [(chance.choice(_NAMES), chance.choice(_NAMES), 1985 + at % 38) for at in range(_ENTRIES)]
    lines, notes, remarks, size = ["# A survey of the valley\n"], list[str](), 0, 0
    while size < _CHARACTERS:
        lines += [f"## Part {len(lines)}\n"] if len(lines) % 12 == 1 else []
        sentences = []
        for _ in range(chance.randrange(4, 9)):
            remarks += 1
            sentences.append(_write_sentence(chance, remarks, works, notes))
        lines.append(f"{' '.join(sentences)}\n")
        size += len(lines[-1])
    entries = (
        f"[{at}] {one}, A., & {other}, C. ({year}). Dues and Yields in District {at}. Journal of Valley Studies,"
        f" {at % 40 + 1}({at % 4 + 1}), {at}-{at + 12}. https://doi.org/10.5555/valley.{at}"
        for at, (one, other, year) in enumerate(works, 1)
    )
    return "\n".join([*lines, *notes, "", "## References", "", *entries, ""])


def _write_sentence(chance: Random, number: int, works: list[tuple[str, str, int]], notes: list[str]) -> str:
    who, did, when = (chance.choice(words.split("|")) for words in (_WHO, _DID, _WHEN))
    said, at = f"Remark {number} says that {who} {did} {when}", chance.randrange(len(works))
    one, other, year = works[at]
    match chance.randrange(20):
        case 0 | 1 | 2 | 3:
            return f"{said} [{at + 1}]."
        case 4:
            return f"{said} ({one} & {other}, {year})."
        case 5:
            return f"{said}, see [the register](https://example.org/{number}/register.html)."
        case 6:
            notes.append(f"[^{number}]: {one}, A. ({year}). Dues and Yields in District {at + 1}, p. {at % 90 + 1}.")
            return f"{said}.[^{number}]"
        case _:
            return f"{said}."
