"""CSL-JSON: a list of items, or an object with a list under "items"; one mark per item."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from citevet.errors import Damaged, NotADocument
from citevet.model import Document, Mark, Span

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_SEPARATOR = re.compile(r"[ \t\r\n,]*")
_YEAR = re.compile(r"\d{4}")
_FIELDS = dict(  # the name in CSL, and ours
    pair.split("=")
    for pair in (
        "title=title container-title=journal DOI=doi URL=url ISBN=isbn ISSN=issn PMID=pmid PMCID=pmcid volume=volume "
        "issue=number page=pages publisher=publisher type=type abstract=abstract"
    ).split()
)
_CSL_FIELDS = frozenset({"title", "type", "DOI", "issued", "author", "container-title"})

Item = tuple[Span, Mapping[str, Any]]


def read(text: str, path: str) -> Document:
    """Read the items up to the first broken one."""
    notes: list[str] = []
    items: list[Item] = []
    try:
        items.extend(_find_items(text, notes))
    except (ValueError, RecursionError):
        if text.strip():
            raise Damaged("it is not valid JSON", to=path, advice="Export the library as CSL-JSON again.") from None
    works = [(span, item) for span, item in items if not _CSL_FIELDS.isdisjoint(item)]
    if not works and (items or text.strip()[:1] not in {"", "["}):
        raise NotADocument("it is JSON, but no list of CSL items", to=path, advice="Export the library as CSL-JSON.")
    if not works and notes:
        raise Damaged("no item could be understood", to=path, advice="Export the library as CSL-JSON again.")
    marks = (Mark("entry", span, _string(item.get("id")), parts=make_parts(item)) for span, item in works)
    return Document(path, "csl-json", text, marks=tuple(marks), notes=tuple(notes))


def _find_items(text: str, notes: list[str]) -> Iterator[Item]:
    """Yield each object of the list with its span."""
    at = _skip(_SPACE, text, 0)
    if text[at : at + 1] == "{":
        whole, end = _DECODER.raw_decode(text, at)
        if not isinstance(whole.get("items"), list):
            yield Span(at, end), whole
            return
        at = _find_list(text, at)
    if text[at : at + 1] != "[":
        _DECODER.raw_decode(text, at)
        return
    yield from _list_items(text, at + 1, notes)


def _list_items(text: str, at: int, notes: list[str]) -> Iterator[Item]:
    while True:
        at = _skip(_SEPARATOR, text, at)
        if text[at : at + 1] == "]":
            return
        try:
            item, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            line = text.count("\n", 0, at) + 1
            notes.append(f"Line {line}: the item is broken; it and what follows were left out.")
            return
        if isinstance(item, dict):
            yield Span(at, end), item
        at = end


def _find_list(text: str, at: int) -> int:
    """Return the offset of the list under "items", past the other keys of the object."""
    at += 1
    while True:
        key, at = _DECODER.raw_decode(text, _skip(_SEPARATOR, text, at))
        at = _skip(_SPACE, text, _skip(_SPACE, text, at) + 1)
        if key == "items" and text[at : at + 1] == "[":
            return at
        _, at = _DECODER.raw_decode(text, at)


def _skip(characters: re.Pattern[str], text: str, at: int) -> int:
    found = characters.match(text, at)
    return found.end() if found else at


def make_parts(item: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of an item under the names of BibTeX."""
    parts = {ours: value for theirs, ours in _FIELDS.items() if (value := _string(item.get(theirs)))}
    if authors := " and ".join(_author_names(item.get("author"))):
        parts["author"] = authors
    if year := _year(item.get("issued")):
        parts["year"] = year
    return parts


def _string(value: object) -> str:
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _author_names(people: object) -> Iterator[str]:
    for person in people if isinstance(people, list) else ():
        if isinstance(person, dict):
            family = " ".join(
                filter(None, (_string(person.get("non-dropping-particle")), _string(person.get("family"))))
            )
            name = ", ".join(filter(None, (family, _string(person.get("given")))))
            organization = _string(person.get("literal"))
            if name or organization:
                yield name or f"{organization},"  # the comma keeps its words together


def _year(issued: object) -> str:
    """Return the year of {"date-parts": [[1999, 1]]}, {"raw": "1999"} or {"literal": "Spring 1999"}."""
    if not isinstance(issued, dict):
        return ""
    parts = issued.get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    stated = _string(first[0]) if isinstance(first, list) and first else ""
    found = _YEAR.search(stated or _string(issued.get("raw")) or _string(issued.get("literal")))
    return found[0] if found else stated
