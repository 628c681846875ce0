"""Edits that put the data of a registry's record in the place of what a reference says."""

import re
from collections.abc import Iterator, Mapping, Sequence

from citevet.model import Difference, Document, Edit, Fix, Record, Reference, Safety, Span

_FIELD_NAMES: Mapping[str, tuple[str, ...]] = {
    "authors": ("author",),
    "year": ("year",),
    "venue": ("journal", "journaltitle"),
    "volume": ("volume",),
    "pages": ("pages",),
}
_VALUE = (
    r"\b{name}\s{{0,20}}=\s{{0,20}}(\{{[^{{}}]{{0,1000}}\}}|\"[^\"{{}}]{{0,1000}}\"|\d{{1,9}})\s{{0,20}}(?=[,}})]|$)"
)
_PLAIN = frozenset({"year", "volume", "pages"})  # numbers that are found in a reference without named fields
_SPECIAL = re.compile(r"[&%#_$]")
_UNWRITTEN = str.maketrans("", "", '{}\\~^"')
_DASHES = re.compile(r"\s?[-–—]{1,2}\s?")


def make_record_fix(
    document: Document, reference: Reference, record: Record, differences: Sequence[Difference]
) -> Fix | None:
    """Return a fix for every field that differs, or none if one of them cannot be replaced for certain."""
    if reference.path not in {None, document.path}:
        return None
    find = _find_field_edit if document.format == "bibtex" else _find_plain_edit
    edits = [find(document.text, reference.span, each, record) for each in differences]
    found = [edit for edit in edits if edit]
    if len(found) < len(edits):
        return None
    names = ", ".join(each.type for each in differences)
    return Fix(Safety.ASK, f"take {names} from the record of {record.id}", tuple(found))


def _find_field_edit(text: str, span: Span, difference: Difference, record: Record) -> Edit | None:
    """Return the new value of a field of a BibTeX entry, in braces."""
    value = _write_value(difference, record)
    places = [*_find_values(text, span, _FIELD_NAMES.get(difference.type, ()))]
    return Edit(places[0], f"{{{value}}}") if value and len(places) == 1 else None


def _find_values(text: str, span: Span, names: Sequence[str]) -> Iterator[Span]:
    for name in names:
        for found in re.finditer(_VALUE.format(name=name), text[span.start : span.end], re.IGNORECASE):
            yield Span(span.start + found.start(1), span.start + found.end(1))


def _write_value(difference: Difference, record: Record) -> str:
    if difference.type == "authors":
        plain = ((author, _escape(author)) for author in record.authors)
        return " and ".join(name if "," in author else f"{{{name}}}" for author, name in plain)  # a group in braces
    if difference.type == "pages":
        return _DASHES.sub("--", _escape(record.pages))
    return _escape(difference.source)


def _escape(value: str) -> str:
    """Write a value of a stranger as plain text of LaTeX."""
    plain = "".join(letter if letter.isprintable() else " " for letter in value.translate(_UNWRITTEN))
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", " ".join(plain.split()))


def _find_plain_edit(text: str, span: Span, difference: Difference, record: Record) -> Edit | None:
    """Return the new number in a line of a reference list, if the old one is there just once."""
    if difference.type not in _PLAIN or not difference.claim:
        return None
    pattern = rf"(?<![\w./-]){re.escape(difference.claim)}(?![\w/])"
    found = [*re.finditer(pattern, text[span.start : span.end])]
    new = record.pages if difference.type == "pages" else difference.source
    if len(found) != 1 or not new.replace("-", "").isalnum():
        return None
    return Edit(Span(span.start + found[0].start(), span.start + found[0].end()), new)
