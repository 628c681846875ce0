"""An item of a CSL-JSON file as it is written: its members, and where their values are."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from citevet.contracts import FieldChange
from citevet.model import Edit, Span
from citevet.patterns import lazy_pattern
from citevet.read.reference_files import read_csl_name
from citevet.read.written_entries.listed_people import merge_people
from citevet.read.written_entries.title_words import merge_title
from citevet.records import dataclass

_DECODER = json.JSONDecoder()
_SPACES = lazy_pattern(r"[ \t\r\n]*")
_DIGIT = lazy_pattern(r"\d")
_YEAR = lazy_pattern(r"(?<!\d)\d{4}(?!\d)")
_NAMES: Mapping[str, str] = {
    "journal": "container-title",
    "booktitle": "container-title",
    "doi": "DOI",
    "url": "URL",
    "number": "issue",
    "pages": "page",
    "year": "issued",
    "@type": "type",
    **{name: name for name in ("title", "author", "volume")},
}
_TYPES = {"article": "article-journal", "inproceedings": "paper-conference"}
_MOST_MEMBERS = 2_000
_BLANK = lazy_pattern(r"[\s\[\]{}]*|null")  # says nothing, such as "", [] and null


@dataclass(frozen=True, slots=True)
class JsonMember:
    """A member of an object: its key and its value."""

    key: Span
    value: Span


@dataclass(frozen=True, slots=True)
class CslItem:
    """The members of an item in their order; of two with one key the last counts."""

    text: str
    members: tuple[JsonMember, ...]
    named: Mapping[str, JsonMember]

    @property
    def values(self) -> Mapping[str, str]:
        """The source text of each value."""
        return {name: member.value.of(self.text) for name, member in self.named.items()}

    def has(self, name: str) -> bool:
        """Check for a member under its name in CSL."""
        return _NAMES.get(name, name) in self.named

    def change(self, change: FieldChange) -> tuple[Edit, ...] | None:
        """Return the edit of a value."""
        member = self.named[_NAMES.get(change.name, change.name)]
        old = member.value.of(self.text)
        if not change.value and not change.people:
            return None
        if change.name == "author" and not _BLANK.fullmatch(old):
            return self._change_people(member, change.people)
        new = self._rewrite(change, old)
        if new is None:
            return None
        return (Edit(member.value, new),) if new != old else ()

    def _rewrite(self, change: FieldChange, old: str) -> str | None:
        """Return the value as JSON; none where the old one is of a kind that is not known."""
        said = json.loads(old)
        if change.name == "@type":
            return self._dump(_TYPES[change.value]) if change.value in _TYPES else None
        if _BLANK.fullmatch(old.strip('"')) or (change.name == "year" and not _DIGIT.search(old)):
            return self._dump(_make_value(change))
        if change.name == "year":
            if change.kind == "exchange":
                return self._dump(_make_value(change))
            plain = said if isinstance(said, str) else old
            new = _YEAR.sub(change.value, plain) if len(_YEAR.findall(plain)) == 1 else None
            return self._dump(new) if new and isinstance(said, str) else new
        if not isinstance(said, str | int | float):
            return None
        if change.name == "title":
            title = merge_title(str(said), change.value, str)
            return old if title == said else self._dump(title) if title else None
        return change.value if old.isdecimal() and change.value.isdecimal() else self._dump(change.value)

    def _dump(self, value: object) -> str:
        return json.dumps(value, ensure_ascii=self.text.isascii())

    def _change_people(self, member: JsonMember, recorded: Sequence[str]) -> tuple[Edit, ...] | None:
        people = json.loads(member.value.of(self.text))
        if not isinstance(people, list) or not all(map(read_csl_name, people)):
            return None
        spans = list(_find_elements(self.text, member.value))
        merged, others = merge_people([read_csl_name(person) for person in people], recorded, has_others=False)
        between = [self.text[one.end : two.start] for one, two in pairwise(spans)]
        pieces = [
            spans[each].of(self.text) if isinstance(each, int) else self._dump(_make_person(each)) for each in merged
        ]
        new = (between[0] if between else ", ").join(pieces)
        span = Span(spans[0].start, spans[-1].end)
        if not new or others:
            return None
        return (Edit(span, new),) if new != span.of(self.text) else ()

    def can_add(self, change: FieldChange) -> bool:
        """Check for another member, after which it is put."""
        return bool(self.members) and change.name in _NAMES and change.name != "@type"

    def add(self, changes: Sequence[FieldChange]) -> tuple[Edit, ...]:
        """Return one edit, which puts the new members after the last one."""
        last = self.members[-1]
        before = self.text[: last.key.start]
        margin = before[len(before.rstrip(" \t\r\n")) :]
        colon = self.text[last.key.end : last.value.start]
        lines = [
            f",{margin}{self._dump(_NAMES.get(change.name, change.name))}{colon}{self._dump(_make_value(change))}"
            for change in changes
        ]
        return (Edit(Span(last.value.end, last.value.end), "".join(lines)),) if lines else ()


def _make_value(change: FieldChange) -> object:
    if change.name == "year":
        return {"date-parts": [[int(change.value)]]}
    return [_make_person(name) for name in change.people] if change.name == "author" else change.value


def _make_person(name: str) -> Mapping[str, str]:
    family, comma, given = (part.strip() for part in name.partition(","))
    return {"family": family, "given": given} if comma else {"literal": name}


def open_entry(text: str, span: Span) -> CslItem | None:
    """Read the members of an object."""
    try:
        members = list(_find_members(text, span))
        named = {str(json.loads(member.key.of(text))): member for member in members}
    except (ValueError, RecursionError):
        return None
    return CslItem(text, tuple(members), named) if len(members) < _MOST_MEMBERS else None


def _skip(text: str, at: int) -> int:
    found = _SPACES.match(text, at)
    return found.end() if found else at


def _find_members(text: str, span: Span) -> Iterator[JsonMember]:
    at = _skip(text, span.start + 1)
    while text[at : at + 1] != "}" and at < span.end:
        key_end = _DECODER.raw_decode(text, at)[1]
        start = _skip(text, _skip(text, key_end) + 1)
        end = _DECODER.raw_decode(text, start)[1]
        yield JsonMember(Span(at, key_end), Span(start, end))
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at : at + 1] == "," else at


def _find_elements(text: str, span: Span) -> Iterator[Span]:
    """Yield the elements of a list."""
    at = _skip(text, span.start + 1)
    while text[at : at + 1] not in {"]", ""} and at < span.end:
        end = _DECODER.raw_decode(text, at)[1]
        yield Span(at, end)
        at = _skip(text, end)
        at = _skip(text, at + 1) if text[at : at + 1] == "," else at
