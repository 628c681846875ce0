"""RIS files, as reference managers export them: one mark per record."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from citevet.errors import Damaged
from citevet.model import Document, Lines, Mark, Span

_LINE = re.compile(r"^(?P<tag>[A-Z][A-Z0-9])[ \t]{1,4}-(?P<value>[^\r\n]*)", re.MULTILINE)
_YEAR = re.compile(r"\d{4}")
_DIGITS = re.compile(r"[^0-9Xx]")
_ISSN_LENGTH = 8
_MAX_NOTES = 100  # about one file

# Field → the tags that may hold it, the best first.
_TAGS: Mapping[str, tuple[str, ...]] = {
    "title": ("TI", "T1", "CT", "BT"),
    "journal": ("JO", "JF", "T2", "JA", "J2"),
    "doi": ("DO",),
    "url": ("UR",),
    "volume": ("VL",),
    "number": ("IS",),
    "publisher": ("PB",),
    "abstract": ("AB", "N2"),
}
_YEARS = ("PY", "Y1", "DA")
_AUTHORS = ("AU", "A1")

_RisTags = dict[str, list[str]]


def read(text: str, path: str) -> Document:
    """Read records from TY to ER; a record without ER ends where the next begins."""
    records = list(_split_records(text))
    if not records and text.strip():
        raise Damaged("no record could be understood", to=path, advice="Check that it is a RIS file.")
    lines = Lines.of(text)
    notes = (
        f"Line {lines.position(span.start)[0]}: the record has no ER line."
        for span, tags in records
        if "ER" not in tags
    )
    marks = (Mark("entry", span, _first(tags, "ID"), parts=_make_parts(tags)) for span, tags in records)
    return Document(path, "ris", text, marks=tuple(marks), notes=tuple(islice(notes, _MAX_NOTES)))


def _split_records(text: str) -> Iterator[tuple[Span, _RisTags]]:
    start: int | None = None
    end = 0
    tags: _RisTags = {}
    for line in _LINE.finditer(text):
        if line["tag"] == "TY":
            if start is not None:
                yield Span(start, end), tags
            start, tags = line.start(), {}
        if start is None:
            continue
        tags.setdefault(line["tag"], []).append(line["value"].strip())
        end = line.start() + len(line[0].rstrip())
        if line["tag"] == "ER":
            yield Span(start, end), tags
            start = None
    if start is not None:
        yield Span(start, end), tags


def _first(tags: _RisTags, *names: str) -> str:
    return next((value for name in names for value in tags.get(name, ()) if value), "")


def _make_parts(tags: _RisTags) -> dict[str, str]:
    parts = {"type": _first(tags, "TY").lower()}
    parts |= {field: value for field, names in _TAGS.items() if (value := _first(tags, *names))}
    if authors := [person for name in _AUTHORS for person in tags.get(name, ()) if person]:
        parts["author"] = " and ".join(authors)
    if year := _YEAR.search(_first(tags, *_YEARS)):
        parts["year"] = year[0]
    if pages := "-".join(filter(None, (_first(tags, "SP"), _first(tags, "EP")))):
        parts["pages"] = pages
    if number := _first(tags, "SN"):
        parts["issn" if len(_DIGITS.sub("", number)) == _ISSN_LENGTH else "isbn"] = number
    return parts
