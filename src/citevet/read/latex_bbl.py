"""The entries of a .bbl file that Biber wrote for biblatex."""

from collections.abc import Iterator, Mapping
from re import compile as pattern

from citevet.model import Mark, Span
from citevet.read.latex_macros import names
from citevet.read.latex_words import clean

_ENTRY = pattern(r"\\entry\{(?P<key>[^{}\r\n]{1,400})\}\{(?P<type>[^{}\r\n]{0,60})\}|(?P<over>\\endentry)")
_FIELD = pattern(r"\\(?:field|strng|list)\{(?P<field>[A-Za-z]{1,40})\}(?:\{\d{1,4}\})?(?P<value>\{)")
_VERB = pattern(r"\\verb\{(?P<field>[A-Za-z]{1,40})\}\s{0,20}\\verb (?P<value>[^\r\n]*)")
_NAMES = pattern(r"\\name\{author\}\{\d{1,4}\}\{[^{}]{0,200}\}(?P<value>\{)")
_PART = pattern(r"\b(?P<part>family|given)=(?P<value>\{)")
_FIELDS = names(
    "title subtitle booktitle journaltitle publisher volume number pages year month date eprint eprinttype "
    "eprintclass isbn issn edition howpublished note"
)


def entries(text: str, pairs: Mapping[int, int]) -> Iterator[Mark]:
    r"""Yield a mark per \entry … \endentry."""
    head = None
    for found in _ENTRY.finditer(text):
        if found["over"] and head:
            span = Span(head.start(), found.end())
            parts = {"type": head["type"], **_fields(text, span, pairs)}
            yield Mark("entry", span, head["key"].strip(), Span(head.end(), found.start()), parts)
            head = None
        elif not found["over"]:
            head = found


def _fields(text: str, span: Span, pairs: Mapping[int, int]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for found in _FIELD.finditer(text, span.start, span.end):
        end = pairs.get(found.start("value"))
        if end is not None and found["field"] in _FIELDS:
            fields.setdefault(found["field"], clean(text[found.end() : end], found["field"]))
    for found in _VERB.finditer(text, span.start, span.end):
        fields.setdefault(found["field"], found["value"].strip())
    if "journaltitle" in fields:
        fields["journal"] = fields.pop("journaltitle")
    if people := _NAMES.search(text, span.start, span.end):
        fields["author"] = _authors(text, Span(people.end(), pairs.get(people.start("value"), people.end())), pairs)
    return fields


def _authors(text: str, span: Span, pairs: Mapping[int, int]) -> str:
    """Return "Family, Given and Family, Given"."""
    people: list[str] = []
    for found in _PART.finditer(text, span.start, span.end):
        value = clean(text[found.end() : pairs.get(found.start("value"), found.end())])
        if found["part"] == "family":
            people.append(value)
        elif people:
            people[-1] += f", {value}"
    return " and ".join(people)
