"""Notes that refer to a source of an earlier note: `Ibid., p. 5`, `Smith, op. cit., p. 4`, `Smith (Fn. 1)`.

"Ibid." means the one source of the note before it; if that note has several or none, the reference is ambiguous. A
number means the one source of that note, or the one by the named author; without name and page, all its sources.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import citevet.extract.notes.short_forms as forms
from citevet.extract.masked_text import MARKER_KINDS, FoundCitation, MaskedText
from citevet.extract.notes import broken
from citevet.extract.notes.notebook import (
    DatedName,
    Notebook,
    NoteSource,
    find_note_sources,
    find_only_source,
    group_by_note,
)
from citevet.extract.works import Works
from citevet.model import Citation, Extraction, Meant, Reference, Span
from citevet.people.parser import sort_word
from citevet.records import replace

_US_LAW = frozenset({"us-case", "us-statute"})


def find_footnote_backrefs(
    scene: MaskedText, references: Sequence[Reference], cited: Sequence[FoundCitation], works: Works
) -> list[FoundCitation]:
    """Return a citation for each note that refers to the source of an earlier one, at its "Ibid."."""
    notes = {each.id: each.span for each in references if each.is_note}
    if not any(each.is_note and forms.parse_note_backref(scene, each) for each in references):
        return []
    inside = group_by_note(notes, sorted(cited, key=lambda one: one.span))
    notebook = Notebook()
    for work in filter(None, (_get_work(one) for one in cited if scene.side(one.span) == "text")):
        notebook.add_work(work, None)
    found: list[FoundCitation] = []
    first = min((one.span.start for one in cited if one.normal and one.kind != "footnote"), default=len(scene.prose))
    for at, note in order_notes(references, cited, works):
        notebook.started = notebook.started or first < at
        found += _read_note(scene, note, inside.get(note.id, ()), notebook)
    return [*found, *broken.find_unknown_authors(scene, references, notebook.unresolved)]


def order_notes(
    references: Sequence[Reference], cited: Sequence[FoundCitation], works: Works
) -> Iterator[tuple[int, Reference]]:
    """Yield the notes in the order of their first markers, each with the offset of that marker."""
    notes = {each.id: each for each in references if each.is_note}
    markers = sorted((one for one in cited if one.kind in MARKER_KINDS), key=lambda one: one.span, reverse=True)
    first = {works.find(one).entry: one.span.start for one in markers}
    yield from sorted(((at, notes[name]) for name, at in first.items() if name in notes), key=lambda pair: pair[0])


def _read_note(
    scene: MaskedText, note: Reference, inside: Sequence[FoundCitation], notebook: Notebook
) -> Iterator[FoundCitation]:
    """Yield the sources that a note refers to, and update what "Ibid." means after it."""
    backref = None if inside else forms.parse_note_backref(scene, note)
    if backref is None:
        notebook.last, notebook.started = find_only_source(scene, note, inside), True
        _remember_sources(scene, note, inside, notebook)
        return
    if whole := notebook.find_whole_note(backref):
        notebook.last = None
        notebook.add_note(note, whole)
        yield from (replace(_make_citation(backref.span, one), group=backref.span) for one in whole)
        return
    if backref.number:
        source = notebook.find_by_number(backref.number, backref.who)
    else:
        source = notebook.find_by_author(backref.who) if backref.who else notebook.last
    if source and note.identifiers and not _is_misread_us_law(note, source):
        source = None
    if source and (backref.where or backref.who):
        source = replace(source, locator=backref.where)  # "Smith, op. cit." means no page, nor does a following "Ibid."
    notebook.last = source
    notebook.add_note(note, [replace(source, author="")] if source else ())
    if source:
        yield _make_citation(backref.span, source)
    elif backref.who and not note.identifiers:
        notebook.unresolved[backref.span] = backref.who
    elif not notebook.started and not note.identifiers and not backref.number:
        yield broken.make_broken_backref(backref.span, broken.NOTHING_CITED)
    notebook.started = notebook.started or bool(backref.who)


def _make_citation(span: Span, source: NoteSource) -> FoundCitation:
    key = source.note.key
    normal = key if source.sole else f"{key}: {source.text}"
    meant = Meant("earlier", why=source.text)
    return FoundCitation("footnote", span, normal, source.locator, key=key, meant=meant, repeats=source.span)


def _is_misread_us_law(note: Reference, source: NoteSource) -> bool:
    """Return whether "Id. at 3" was parsed as a US case although the note before cites something else."""
    before = {each.kind for each in source.note.identifiers}
    return all(each.kind in _US_LAW for each in note.identifiers) and not before & _US_LAW


def _remember_sources(scene: MaskedText, note: Reference, inside: Sequence[FoundCitation], notebook: Notebook) -> None:
    cited = find_note_sources(scene, note, inside)
    own = (sort_word(note.authors[0]), (note.year or "")[:4]) if note.authors else None
    if notebook.last is None:
        notebook.add_crowded_note(note)
    elif not inside:
        cited = [replace(notebook.last, author=own[0] if own else "")]
    notebook.add_note(note, cited)
    named = (cited[0].author, inside[0].normal) if cited and inside and cited[0].author else own
    work = (_get_work(inside[0]) or named) if inside else own
    if work and notebook.last is not None:
        notebook.add_work(work, notebook.last)


def _get_work(found: FoundCitation) -> DatedName | None:
    people = found.people
    return (sort_word(people.first), people.year[:4]) if people.first and people.year else None


def drop_misread_us_law(references: Iterable[Reference], found: Sequence[FoundCitation]) -> Iterator[Reference]:
    """Yield the references; a note whose "Id. at 3" refers to another note loses the US case parsed from it."""
    spans = sorted(one.span for one in found)
    index = 0
    for reference in references:
        own = reference.path is None
        while index < len(spans) and own and spans[index].end <= reference.span.start:
            index += 1
        refers = index < len(spans) and own and reference.span.holds(spans[index])
        yield replace(reference, identifiers=()) if refers and reference.identifiers else reference


def resolve_backrefs(extraction: Extraction) -> Mapping[str, Citation]:
    """Return, for each "Ibid." of a note, the citation that it repeats, at the page that the "Ibid." names."""
    backrefs = [each for each in extraction.citations if each.kind == "footnote" and each.meant.ids]
    cited = extraction.citations_by_id if backrefs else {}
    return {each.id: replace(cited[each.meant.ids[0]], locator=each.locator) for each in backrefs}
