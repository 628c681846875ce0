"""References that people wrote with the records of their works: right ones, and with a fault in the record."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from citevet.model import Record
from citevet.text.names import squash
from evals.references.faults import FAULTS
from evals.references.trials import Trial
from evals.references.works import Work, to_record

_ET_AL = re.compile(r"\bet\.? al\b|\bothers\b|\.\.\.|…|\. \. \.", re.IGNORECASE)
_IDENTIFIERS = re.compile(r"https?://\S+|10\.\d{4,9}/\S+|PM(?:CID|ID)\S*\s?\w+", re.IGNORECASE)
_MOST = 4  # faults made of one reference
_SHORT = 3  # letters of a family name that is sought
# A fault in the record is the opposite one in the reference.
_OPPOSITE: Mapping[str, str] = {"author added": "author dropped", "author dropped": "author added"}
_NUMBERS: Mapping[str, str] = {"volume": "volume", "issue": "issue", "first page": "first", "last page": "last"}


def make_real_trials(path: Path, works: Sequence[tuple[Work | None, Record]], random: Random) -> Iterator[Trial]:
    """Yield each reference of a file of {"doi", "text"} with the record of its DOI, right and with faults."""
    by_doi = {record.identifiers.get("doi", ""): (work, record) for work, record in works}
    others = [work for work, _ in works if work]
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["doi"].lower() not in by_doi:
            continue
        work, record = by_doi[row["doi"].lower()]
        text = _name_entry(row["text"])
        style = "real .bib" if text.startswith("@") else "real text"
        yield Trial(style, "right", text, record)
        if work:
            yield from _make_faults(style, text, work, record, random.choice(others), random)


def _name_entry(text: str) -> str:
    """Give an entry of BibTeX the key that trials have."""
    return re.sub(r"^(@\w+\s*\{)[^,]*,", r"\1KEY,", text.strip(), count=1)


def _make_faults(style: str, text: str, work: Work, record: Record, other: Work, random: Random) -> Iterator[Trial]:
    for kind in random.sample([each for each in FAULTS if each != "title cut"], _MOST):
        wrong = FAULTS[kind](work, other, random)
        opposite = _OPPOSITE.get(kind, kind)
        if wrong and states(text, opposite, work, wrong):
            yield Trial(style, opposite, text, put_fault(record, work, wrong))


def states(text: str, kind: str, work: Work, wrong: Work) -> bool:
    """Check that a reference says what the record is about to deny."""
    text = _IDENTIFIERS.sub(" ", text)
    letters = squash(text)
    changed = [each for each in work.authors if each not in wrong.authors]
    if kind in _NUMBERS:
        value = getattr(work, _NUMBERS[kind])
        return bool(re.search(rf"(?<!\d){value}(?!\d)", text)) and getattr(wrong, _NUMBERS[kind]) not in text
    if kind.startswith("year"):
        return work.year in text and wrong.year not in text
    if kind == "container":
        return squash(work.venue) in letters
    if kind.startswith("title") or kind == "other title":
        return squash(work.title) in letters
    if kind == "author dropped":  # the record has one more
        return not _ET_AL.search(text) and all(squash(family) in letters for family, _ in work.authors)
    if kind == "initials":
        return any(re.search(rf"{re.escape(family)},? {given[0]}\b", text) for family, given in changed)
    if kind == "author moved":
        places = [letters.find(squash(family)) for family, _ in work.authors]
        return min(places, default=-1) >= 0 and places == sorted(set(places))
    return all(len(family) > _SHORT and squash(family) in letters for family, _ in changed)


def put_fault(record: Record, work: Work, wrong: Work) -> Record:
    """Return the record with the field that was changed, and all else as the registry has it."""
    made, changed = to_record(work), to_record(wrong)
    names = ("title", "authors", "years", "venue", "venues", "volume", "issue", "pages")
    fields: dict[str, Any] = {
        name: getattr(changed, name) for name in names if getattr(made, name) != getattr(changed, name)
    }
    if "title" in fields:
        fields["titles"] = ()
    return replace(record, **fields)
