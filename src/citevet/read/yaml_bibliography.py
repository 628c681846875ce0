"""Bibliographies in YAML: Hayagriva, which Typst reads, and the `references` of CSL, which pandoc reads."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from citevet.errors import Damaged, NotADocument
from citevet.model import Document, Mark, Span
from citevet.read.csl import make_parts
from citevet.read.frontmatter import parse_yaml

_ENTRY = re.compile(
    r"""^(?:(?P<quote>["'])(?P<quoted>[^"'\n]{1,200})(?P=quote)|(?P<key>[^\s#"':-][^:\n]{0,200}))[ \t]*:""",
    re.MULTILINE,
)
_ITEM = re.compile(r"""^[ \t]*(?:-[ \t]+)?id[ \t]*:[ \t]*["']?([^\s"'#]{1,200})""", re.MULTILINE)
_YEAR = re.compile(r"\d{4}")
_ADVICE = "Give a Hayagriva file, or CSL under the key `references`."
_FIELDS = ("title", "volume", "publisher", "url")
_SERIAL = ("doi", "isbn", "issn", "pmid", "pmcid", "arxiv")


def read(text: str, path: str) -> Document:
    """Read the entries; their spans reach to the next one."""
    values, trouble = parse_yaml(text)
    if trouble:
        raise Damaged(f"it is not valid YAML ({trouble})", to=path, advice=_ADVICE)
    if isinstance(values.get("references"), list):
        items = {
            str(item["id"]): make_parts(item)
            for item in values["references"]
            if isinstance(item, dict) and "id" in item
        }
        found = _ITEM
    else:
        items = {str(key): _make_parts(entry) for key, entry in values.items() if _is_entry(entry)}
        found = _ENTRY
    if values and not items:
        raise NotADocument("it is YAML, but no bibliography", to=path, advice=_ADVICE)
    marks = (Mark("entry", span, key, parts=items[key]) for key, span in _find_spans(text, found) if key in items)
    return Document(path, "yaml", text, marks=tuple(marks))


def _find_spans(text: str, start: re.Pattern[str]) -> Iterator[tuple[str, Span]]:
    """Yield each key with the span from its line to the next key."""
    found = [(match[match.lastgroup or 1] or match[1], match.start()) for match in start.finditer(text)]
    for (key, at), (_, end) in pairwise([*found, ("", len(text))]):
        yield key.strip(), Span(at, end).trim(text)


def _is_entry(entry: object) -> bool:
    return isinstance(entry, dict) and not {"type", "title", "author", "url", "parent"}.isdisjoint(entry)


def _make_parts(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of an entry under the names of BibTeX; what it lacks may be in the work that it is part of."""
    parents = entry.get("parent")
    parent = next(
        (each for each in (parents if isinstance(parents, list) else [parents]) if isinstance(each, dict)), {}
    )
    parts = {name: _read_text(entry.get(name)) or _read_text(parent.get(name)) for name in _FIELDS}
    parts["title"] = _read_text(entry.get("title"))
    parts["journal"] = _read_text(parent.get("title"))
    parts["author"] = " and ".join(_list_names(entry.get("author")))
    parts["number"], parts["pages"] = (
        _read_text(entry.get("issue") or parent.get("issue")),
        _read_text(entry.get("page-range")),
    )
    year = _YEAR.search(_read_text(entry.get("date")) or _read_text(parent.get("date")))
    parts["year"] = year[0] if year else ""
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
            name = ", ".join(filter(None, (_read_text(person.get("name")), _read_text(person.get("given-name")))))
        else:
            name = _read_text(person)
        if name:
            yield name
