"""A record of a RIS file as it is written: one line for each value, from TY to ER."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from citevet.contracts import FieldChange
from citevet.model import Edit, Span
from citevet.patterns import lazy_pattern
from citevet.read.reference_files import RIS_AUTHORS, RIS_LINE, RIS_TAGS, RIS_YEARS
from citevet.read.written_entries.listed_people import merge_people
from citevet.read.written_entries.title_words import merge_title
from citevet.records import collect_values, dataclass, replace

_TAGS: Mapping[str, tuple[str, ...]] = {
    **RIS_TAGS,
    "booktitle": ("T2", "BT", "JF", "JO", "JA"),
    "author": RIS_AUTHORS,
    "year": RIS_YEARS,
    "pages": ("SP",),
    "@type": ("TY",),
}
_NEW = {"title": "TI", "author": "AU", "year": "PY", "pages": "SP"}  # tags of fields that are added
_TYPES = {"article": "JOUR", "inproceedings": "CONF"}
_YEAR = lazy_pattern(r"(?<!\d)\d{4}(?!\d)")
_GLUE = lazy_pattern(r"[\r\n]+[A-Z][A-Z0-9][ \t]+-[ \t]*")
_PAGES = lazy_pattern(r"(\w{1,20})\s?[-–—]{1,2}\s?(\w{1,20})")


@dataclass(frozen=True, slots=True)
class RisLine:
    """A tag, and the value after it."""

    tag: str
    value: Span


@dataclass(frozen=True, slots=True)
class RisRecord:
    """The lines of a record in their order."""

    text: str
    span: Span
    lines: tuple[RisLine, ...]

    @property
    def values(self) -> Mapping[str, str]:
        """The values of each tag."""
        found = collect_values((line.tag, line.value.of(self.text)) for line in self.lines)
        return {tag: "\n".join(values) for tag, values in found.items()}

    def has(self, name: str) -> bool:
        """Check for a line with a value."""
        return bool(self._find(name))

    def _find(self, name: str) -> list[RisLine]:
        """Return the lines with the first tag of a field that has a value, and those that repeat it."""
        filled = [line for tag in _TAGS.get(name, ()) for line in self.lines if line.tag == tag and len(line.value)]
        if name == "author" or not filled:
            return filled
        read = _read_year if name == "year" else str
        first = read(filled[0].value.of(self.text))
        return [line for line in filled if read(line.value.of(self.text)) == first]

    def change(self, change: FieldChange) -> tuple[Edit, ...] | None:
        """Return the edits of the lines that have a value."""
        if change.name == "@type":
            change = replace(change, value=_TYPES.get(change.value, ""))
        lines = self._find(change.name)
        if change.name == "author" and change.people:
            return self._change_people(lines, change.people)
        if not change.value:
            return None
        if change.name == "pages":
            return self._change_pages(lines[0], change.value)
        made = [(line, _rewrite(change, line.value.of(self.text))) for line in lines]
        if not all(new for _, new in made):
            return None
        return tuple(Edit(line.value, new) for line, new in made if new and new != line.value.of(self.text))

    def _change_people(self, lines: Sequence[RisLine], recorded: Sequence[str]) -> tuple[Edit, ...] | None:
        names = [line.value.of(self.text) for line in lines]
        merged, others = merge_people(names, recorded, has_others=False)
        between = {self.text[one.value.end : two.value.start] for one, two in pairwise(lines)}
        glue = between.pop() if between else f"{self._newline}{self._spell(lines[0].tag)}"
        if between or others or not _GLUE.fullmatch(glue):
            return None
        new = glue.join(names[each] if isinstance(each, int) else each for each in merged)
        span = Span(lines[0].value.start, lines[-1].value.end)
        if not new:
            return None
        return (Edit(span, new),) if new != span.of(self.text) else ()

    def _change_pages(self, first: RisLine, pages: str) -> tuple[Edit, ...] | None:
        last = next((line for line in self.lines if line.tag == "EP"), None)
        found = _PAGES.fullmatch(pages)
        if last is None:
            new = pages
        elif found is None:
            return None
        else:
            edits = Edit(first.value, found[1]), Edit(last.value, found[2])
            return tuple(edit for edit in edits if edit.span.of(self.text) != edit.text)
        return (Edit(first.value, new),) if new != first.value.of(self.text) else ()

    def can_add(self, change: FieldChange) -> bool:
        """Check for a tag that the field has."""
        is_second = change.name == "pages" and any(line.tag == "EP" for line in self.lines)
        return change.name in _TAGS and change.name != "@type" and not is_second

    def add(self, changes: Sequence[FieldChange]) -> tuple[Edit, ...]:
        """Return one edit, which puts the new lines after the last one before ER."""
        kept = [line for line in self.lines if line.tag != "ER"]
        added = "".join(self._newline + line for change in changes for line in self._write(change))
        at = kept[-1].value.end if kept else self.span.end
        return (Edit(Span(at, at), added),) if added else ()

    def _write(self, change: FieldChange) -> Iterator[str]:
        tag = _NEW.get(change.name, _TAGS.get(change.name, ("",))[0])
        if not tag:
            return
        if change.name == "pages" and (found := _PAGES.fullmatch(change.value)):
            yield f"{self._spell('SP')}{found[1]}"
            yield f"{self._spell('EP')}{found[2]}"
            return
        for value in change.people or (change.value,):
            yield f"{self._spell(tag)}{value}"

    def _spell(self, tag: str) -> str:
        """Return a tag with the sign after it, as the first line has it."""
        head = self.lines[0]
        start = self.text.rfind(head.tag, self.span.start, head.value.start) + len(head.tag)
        return f"{tag}{self.text[start : head.value.start]}"

    @property
    def _newline(self) -> str:
        return "\r\n" if "\r\n" in self.span.of(self.text) else "\n"


def _rewrite(change: FieldChange, old: str) -> str | None:
    if change.name == "title":
        return merge_title(old, change.value, str)
    if change.name == "year" and change.kind != "exchange":
        return _YEAR.sub(change.value, old) if len(_YEAR.findall(old)) == 1 else None
    return change.value


def _read_year(value: str) -> str:
    """Return the year of a date; a value without one, or with several, as it is."""
    found = _YEAR.findall(value)
    return str(found[0]) if len(found) == 1 else value


def open_entry(text: str, span: Span) -> RisRecord | None:
    """Read the lines of a record."""
    found = RIS_LINE.finditer(text, span.start, span.end)
    read = (RisLine(each["tag"], Span(*each.span("value")).trim(text)) for each in found)
    lines = tuple(line for line in read if len(line.value) or line.tag == "ER")
    return RisRecord(text, span, lines) if lines and lines[0].tag == "TY" else None
