"""Bibliographies in RIS, CSL-JSON and YAML, as reference managers export them and Typst and pandoc read them."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise
from typing import Any

from citevet.errors import Damaged, NotADocument
from citevet.model import Document, Lines, Mark, Span
from citevet.read.frontmatter import parse_yaml
from citevet.tables import read_pairs

_YEAR = re.compile(r"\d{4}")


def read(text: str, path: str) -> Document:
    """Read the entries of a file, one mark each, by the format of its ending."""
    return _READERS[path.lower().rpartition(".")[2]](text, path)


# RIS

RIS_LINE = re.compile(r"^(?P<tag>[A-Z][A-Z0-9])[ \t]{1,4}-(?P<value>[^\r\n]*)", re.MULTILINE)
_DIGITS = re.compile(r"[^0-9Xx]")
_ISSN_LENGTH = 8
_MAX_NOTES = 100  # about one file

# Field → the tags that may hold it, the best first.
RIS_TAGS: Mapping[str, tuple[str, ...]] = {
    "title": ("TI", "T1", "CT", "BT"),
    "journal": ("JO", "JF", "T2", "JA", "J2"),
    "doi": ("DO",),
    "url": ("UR",),
    "volume": ("VL",),
    "number": ("IS",),
    "publisher": ("PB",),
    "abstract": ("AB", "N2"),
}
_FILES = ("L1", "L4", "LK")
RIS_YEARS = ("PY", "Y1", "DA")
RIS_AUTHORS = ("AU", "A1")

_RisTags = dict[str, list[str]]


def _read_ris(text: str, path: str) -> Document:
    """Read records from TY to ER; a record without ER ends where the next begins."""
    records = list(_split_records(text))
    if not records and text.strip():
        raise Damaged("no record could be understood", to=path, advice="Check that it is a RIS file.")
    lines = Lines.of(text)
    open_ends = (lines.position(span.start)[0] for span, tags in records if "ER" not in tags)
    notes = (f"Line {line}: the record has no ER line." for line in open_ends)
    marks = (Mark("entry", span, _first(tags, "ID"), parts=_make_ris_parts(tags)) for span, tags in records)
    return Document(path, "ris", text, marks=tuple(marks), notes=tuple(islice(notes, _MAX_NOTES)))


def _split_records(text: str) -> Iterator[tuple[Span, _RisTags]]:
    start: int | None = None
    end = 0
    tags: _RisTags = {}
    for line in RIS_LINE.finditer(text):
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


def _make_ris_parts(tags: _RisTags) -> dict[str, str]:
    parts = {"type": _first(tags, "TY").lower()}
    parts |= {field: value for field, names in RIS_TAGS.items() if (value := _first(tags, *names))}
    if authors := [person for name in RIS_AUTHORS for person in tags.get(name, ()) if person]:
        parts["author"] = " and ".join(authors)
    if year := _YEAR.search(_first(tags, *RIS_YEARS)):
        parts["year"] = year[0]
    if pages := "-".join(filter(None, (_first(tags, "SP"), _first(tags, "EP")))):
        parts["pages"] = pages
    if files := [path for name in _FILES for path in tags.get(name, ()) if path]:
        parts["files"] = "\n".join(files)
    if number := _first(tags, "SN"):
        parts["issn" if len(_DIGITS.sub("", number)) == _ISSN_LENGTH else "isbn"] = number
    return parts


# CSL-JSON: a list of items, or an object with a list under "items"

_DECODER = json.JSONDecoder()
_SPACES = re.compile(r"[ \t\r\n]*")
_SEPARATOR = re.compile(r"[ \t\r\n,]*")
# The name in CSL, and ours.
_CSL_FIELDS = read_pairs("""title=title container-title=journal DOI=doi URL=url ISBN=isbn ISSN=issn PMID=pmid
    PMCID=pmcid volume=volume issue=number page=pages publisher=publisher type=type abstract=abstract note=note
    citation-key=citation-key""")
_CSL_SIGNS = frozenset({"title", "type", "DOI", "issued", "author", "container-title"})

_Item = tuple[Span, Mapping[str, Any]]


def _read_csl(text: str, path: str) -> Document:
    """Read the items up to the first broken one."""
    notes: list[str] = []
    items: list[_Item] = []
    try:
        items.extend(_find_items(text, notes))
    except (ValueError, RecursionError):
        if text.strip():
            raise Damaged("it is not valid JSON", to=path, advice="Export the library as CSL-JSON again.") from None
    works = [(span, item) for span, item in items if not _CSL_SIGNS.isdisjoint(item)]
    if not works and (items or text.strip()[:1] not in {"", "["}):
        raise NotADocument("it is JSON, but no list of CSL items", to=path, advice="Export the library as CSL-JSON.")
    if not works and notes:
        raise Damaged("no item could be understood", to=path, advice="Export the library as CSL-JSON again.")
    marks = (Mark("entry", span, _string(item.get("id")), parts=_make_csl_parts(item)) for span, item in works)
    return Document(path, "csl-json", text, marks=tuple(marks), notes=tuple(notes))


def _find_items(text: str, notes: list[str]) -> Iterator[_Item]:
    """Yield each object of the list with its span."""
    at = _skip(_SPACES, text, 0)
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


def _list_items(text: str, at: int, notes: list[str]) -> Iterator[_Item]:
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
        at = _skip(_SPACES, text, _skip(_SPACES, text, at) + 1)
        if key == "items" and text[at : at + 1] == "[":
            return at
        _, at = _DECODER.raw_decode(text, at)


def _skip(characters: re.Pattern[str], text: str, at: int) -> int:
    found = characters.match(text, at)
    return found.end() if found else at


def _make_csl_parts(item: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of an item under the names of BibTeX."""
    parts = {ours: _string(item.get(theirs)) for theirs, ours in _CSL_FIELDS.items()}
    parts |= {"author": " and ".join(_author_names(item.get("author"))), "year": _read_year(item.get("issued"))}
    return {name: value for name, value in parts.items() if value}


def _string(value: object) -> str:
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _author_names(people: object) -> Iterator[str]:
    for person in people if isinstance(people, list) else ():
        if name := read_csl_name(person):
            yield f"{name.strip('{}')}," if name[0] == "{" else name  # the comma keeps its words together


def read_csl_name(person: object) -> str:
    """Return "Family, Given", or the name of a group in braces."""
    if not isinstance(person, dict):
        return ""
    particle, family, given, organization = (
        _string(person.get(key)) for key in ("non-dropping-particle", "family", "given", "literal")
    )
    name = ", ".join(filter(None, (f"{particle} {family}".strip(), given)))
    return name or (organization and f"{{{organization}}}")


def _read_year(issued: object) -> str:
    """Return the year of {"date-parts": [[1999, 1]]}, {"raw": "1999"}, {"literal": "Spring 1999"}, 1999."""
    if isinstance(issued, list):
        issued = issued[0] if issued else None
    if not isinstance(issued, dict):
        issued = {"raw": str(issued or "")}
    parts = issued.get("date-parts")
    first = parts[0] if isinstance(parts, list) and parts else None
    stated = _string(first[0]) if isinstance(first, list) and first else ""
    found = _YEAR.search(stated or _string(issued.get("raw") or issued.get("year")) or _string(issued.get("literal")))
    return found[0] if found else stated


# YAML: Hayagriva, which Typst reads, and the `references` of CSL, which pandoc reads

_YAML_ENTRY = re.compile(
    r"""^(?:(?P<quote>["'])(?P<quoted>[^"'\n]{1,200})(?P=quote)|(?P<key>[^\s#"':-][^:\n]{0,200}))[ \t]*:""",
    re.MULTILINE,
)
_YAML_ITEM = re.compile(r"""^[ \t]*(?:-[ \t]+)?id[ \t]*:[ \t]*["']?([^\s"'#]{1,200})""", re.MULTILINE)
_YAML_ADVICE = "Give a Hayagriva file, or CSL under the key `references`."
_HAYAGRIVA_FIELDS = ("title", "volume", "publisher", "url")
_SERIAL = ("doi", "isbn", "issn", "pmid", "pmcid", "arxiv")


def _read_yaml(text: str, path: str) -> Document:
    """Read the entries; their spans reach to the next one."""
    values, trouble = parse_yaml(text)
    if trouble:
        raise Damaged(f"it is not valid YAML ({trouble})", to=path, advice=_YAML_ADVICE)
    if isinstance(values.get("references"), list):
        named = (each for each in values["references"] if isinstance(each, dict) and "id" in each)
        items = {str(item["id"]): _make_csl_parts(item) for item in named}
        found = _YAML_ITEM
    else:
        items = {str(key): _make_hayagriva_parts(entry) for key, entry in values.items() if _is_entry(entry)}
        found = _YAML_ENTRY
    if values and not items:
        raise NotADocument("it is YAML, but no bibliography", to=path, advice=_YAML_ADVICE)
    marks = (Mark("entry", span, key, parts=items[key]) for key, span in _find_yaml_spans(text, found) if key in items)
    return Document(path, "yaml", text, marks=tuple(marks))


def _find_yaml_spans(text: str, start: re.Pattern[str]) -> Iterator[tuple[str, Span]]:
    """Yield each key with the span from its line to the next key."""
    found = [(match[match.lastgroup or 1] or match[1], match.start()) for match in start.finditer(text)]
    for (key, at), (_, end) in pairwise([*found, ("", len(text))]):
        yield key.strip(), Span(at, end).trim(text)


def _is_entry(entry: object) -> bool:
    return isinstance(entry, dict) and not {"type", "title", "author", "url", "parent"}.isdisjoint(entry)


def _make_hayagriva_parts(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of an entry under the names of BibTeX; what it lacks may be in the work that it is part of."""
    parents = entry.get("parent")
    parents = parents if isinstance(parents, list) else [parents]
    parent = next((each for each in parents if isinstance(each, dict)), {})
    year = _YEAR.search(_read_text(entry.get("date")) or _read_text(parent.get("date")))
    parts = {name: _read_text(entry.get(name)) or _read_text(parent.get(name)) for name in _HAYAGRIVA_FIELDS}
    parts |= {
        "title": _read_text(entry.get("title")),
        "journal": _read_text(parent.get("title")),
        "author": " and ".join(_list_names(entry.get("author"))),
        "number": _read_text(entry.get("issue") or parent.get("issue")),
        "pages": _read_text(entry.get("page-range")),
        "year": year[0] if year else "",
    }
    numbers = entry.get("serial-number")
    if isinstance(numbers, dict):
        parts |= {"eprint" if name == "arxiv" else name: _read_text(numbers.get(name)) for name in _SERIAL}
    return {name: value for name, value in parts.items() if value}


def _read_text(value: object) -> str:
    """Return the words of a value: plain, or under `value`, as of titles with a short form and of dated addresses."""
    if isinstance(value, dict):
        value = value.get("value")
    return str(value).strip() if value is not None and not isinstance(value, list | dict | bool) else ""


def _list_names(people: object) -> Iterator[str]:
    for person in people if isinstance(people, list) else [people]:
        if isinstance(person, dict):
            family, *given = (_read_text(person.get(key)) for key in ("name", "suffix", "given-name"))
            name = ", ".join(filter(None, (f"{_read_text(person.get('prefix'))} {family}".strip(), *given)))
        else:
            name = _read_text(person)
        if name:
            yield name


_READERS: Mapping[str, Callable[[str, str], Document]] = {
    "ris": _read_ris,
    "json": _read_csl,
    **dict.fromkeys(("yml", "yaml"), _read_yaml),
}
