"""Change fields in the source text of a bibliography's entry: only their values; all else keeps its bytes.

Each format has a module that finds the fields of an entry and writes values in the style of that entry. Before edits
are given, the changed entry is read again: unless exactly the wanted fields changed, nothing is edited.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Protocol

from citevet.contracts import EntryEdits, FieldChange
from citevet.model import Document, Edit, Format, Span
from citevet.model.document import replace_spans
from citevet.records import replace

# Format → the module that opens its entries; imported at first use.
_MODULES: Mapping[Format, str] = {
    "bibtex": "bibtex_entry",
    "ris": "ris_record",
    "csl-json": "csl_item",
    "yaml": "yaml_entry",
}
_LONGEST = 400_000  # characters of one entry


class WrittenEntry(Protocol):
    """An entry of a file as it is written."""

    @property
    def values(self) -> Mapping[str, str]:
        """The source text of each of its fields, under the names of the file."""

    def change(self, change: FieldChange) -> tuple[Edit, ...] | None:
        """Return the edits that give a field another value, which it may have; None if none can be made for certain."""

    def can_add(self, change: FieldChange) -> bool:
        """Check that a field which the entry does not have can be written into it."""

    def add(self, changes: Sequence[FieldChange]) -> tuple[Edit, ...]:
        """Return the edits that add fields, in the style of the others."""

    def has(self, name: str) -> bool:
        """Check for a field by its name in BibTeX."""


def write_changes(document: Document, span: Span, changes: Sequence[FieldChange]) -> EntryEdits:
    """Return the edits that make the changes in the entry at a span, as many of them as can be made for certain."""
    name = _MODULES.get(document.format)
    if name is None or len(span) > _LONGEST:
        return EntryEdits()
    open_entry: Callable[[str, Span], WrittenEntry | None] = import_module(f"{__name__}.{name}").open_entry
    entry = open_entry(document.text, span)
    if entry is None:
        return EntryEdits()
    edits: list[Edit] = []
    done: list[str] = []
    new: list[FieldChange] = []
    is_whole = True
    for change in map(_clean, changes):
        if entry.has(change.name):
            made = entry.change(change)
            edits += made or ()
            done += [change.name] if made else []
            is_whole = is_whole and made is not None
        elif change.kind != "correct" and (change.value or change.people) and entry.can_add(change):
            new.append(change)
        else:
            is_whole = is_whole and change.kind == "exchange" and not change.value
    if added := entry.add(new):
        edits += added
        done += [change.name for change in new]
    edits.sort(key=lambda edit: edit.span)
    if not edits or not _keeps_the_rest(document.text, span, entry, edits, open_entry):
        return EntryEdits()
    return EntryEdits(tuple(edits), tuple(done), is_whole)


def _clean(change: FieldChange) -> FieldChange:
    """Return a change with values on one line: a line of a stranger could be another field or entry."""
    return replace(
        change, value=_clean_words(change.value), people=tuple(filter(None, map(_clean_words, change.people)))
    )


def _clean_words(words: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())


def _keeps_the_rest(
    text: str,
    span: Span,
    entry: WrittenEntry,
    edits: Sequence[Edit],
    open_entry: Callable[[str, Span], WrittenEntry | None],
) -> bool:
    """Check that the changed entry can be read again, and that every field outside of the edits has its old text."""
    new = replace_spans(span.of(text), [(edit.span.shift(-span.start), edit.text) for edit in edits])
    again = open_entry(new, Span(0, len(new)))
    if again is None:
        return False
    before, after = entry.values, again.values
    changed = sum(after.get(name) != value for name, value in before.items())
    fewest = len(before) - sum(not edit.text for edit in edits)
    return changed <= sum(edit.span.start < edit.span.end for edit in edits) and len(after) >= fewest
