"""A user's own pairs of claim and source with their labels, judged as `verify` judges them."""

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from citevet.errors import Damaged, UsageError
from citevet.jobs.judge_claims import ClaimQuestion
from citevet.judge.claim_text import clean_claim
from citevet.limits import MAX_FILE_BYTES
from citevet.model import SCOPES, Body, Page, Scope
from citevet.read.files import load_file
from citevet.records import dataclass
from citevet.retrieve import WindowIndex, split_body
from citevet.world.model_files import label_index

Label = Literal["supported", "partial", "unsupported", "contradicted"]
Row = Any  # whatever the file has
_CLAIM = ("claim", "hypothesis", "statement", "sentence")
_SOURCE = ("source", "evidence", "passage", "document", "premise", "doc", "text", "context")
_LABEL = ("label", "gold", "verdict", "answer")
_KIND = ("kind", "set", "dataset", "type")
_WORDS: Mapping[str, Label] = {
    **dict.fromkeys(("1", "true", "yes", "1.0"), "supported"),
    **dict.fromkeys(("0", "false", "no", "0.0", "unverifiable", "not supported"), "unsupported"),
    **dict.fromkeys(("partial", "partially supported", "partially_supported", "weak"), "partial"),
}
_BY_INDEX: tuple[Label, ...] = ("supported", "unsupported", "contradicted")
_PASSAGES = 4  # that a claim is judged on, as in `check`
_MARKS = {".csv": ",", ".tsv": "\t"}
_HOW = "Each row has a claim, a source (its text) and a label: supported, partial, unsupported or contradicted."


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """A claim, the text that it is held against, and what is true."""

    claim: str
    source: str
    label: Label
    kind: str = ""
    scope: Scope = "full"

    def question(self) -> ClaimQuestion:
        """Return what is asked: the claim, and the passages of the text that are nearest to it."""
        claim = clean_claim(self.claim)
        windows = split_body(Body((Page(self.source),)))
        return ClaimQuestion(claim, WindowIndex.of("s1", windows).best(claim, most=_PASSAGES), self.scope)


def read_pairs(path: Path) -> list[LabelledPair]:
    """Read pairs from a JSONL, JSON, CSV or TSV file; a wrong row is an error that names it."""
    data = load_file(path, max_bytes=MAX_FILE_BYTES)
    try:
        rows = list(_read_rows(data.decode("utf-8-sig"), path.suffix.lower()))
    except (ValueError, RecursionError, csv.Error) as error:
        raise Damaged(f"cannot be read ({str(error)[:100]})", to=path.as_posix(), advice=_HOW) from error
    if not rows:
        raise UsageError("there are no pairs", to=path.as_posix(), advice=_HOW)
    return [_read_row(row, f"{path.as_posix()}, row {number}") for number, row in enumerate(rows, 1)]


def _read_rows(text: str, suffix: str) -> Iterator[Any]:
    if suffix == ".json":
        found = json.loads(text)
        return iter(found if isinstance(found, list) else [found])
    if suffix in _MARKS:
        csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))  # of the whole process: never less
        return csv.DictReader(text.splitlines(keepends=True), delimiter=_MARKS[suffix])
    return (json.loads(line) for line in text.splitlines() if line.strip())


def _read_row(row: Row, name: str) -> LabelledPair:
    if not isinstance(row, Mapping):
        raise UsageError(f"is {type(row).__name__}, not an object", to=name, advice=_HOW)
    claim, source, given, kind = (
        next((row[each] for each in names if row.get(each) not in (None, "")), None)
        for names in (_CLAIM, _SOURCE, _LABEL, _KIND)
    )
    for key, value in (("claim", claim), ("source", source)):
        if not isinstance(value, str) or not value.strip():
            raise UsageError(f"has no {key}", to=name, advice=_HOW)
    label = _read_label(given)
    if label is None:
        raise UsageError(f"has the label {given!r:.60}", to=name, advice=_HOW)
    scope = row.get("scope") or "full"
    if scope not in SCOPES:
        raise UsageError(f"has the scope {scope!r:.40}", to=name, advice=f"Use one of {', '.join(SCOPES)}.")
    return LabelledPair(str(claim), str(source), label, str(kind or ""), scope)


def _read_label(given: object) -> Label | None:
    word = str(given).strip().casefold() if given is not None else ""
    place = label_index(word)
    return _WORDS.get(word) or (_BY_INDEX[place] if place >= 0 else None)
