"""Notes that refer to a source of an earlier note: `Ibid., p. 5`, `Smith, op. cit., p. 4`, `Smith (Fn. 1)`.

"Ibid." means the one source of the note before it; if that note has several or none, the reference is ambiguous. A
number means the one source of that note, or the one by the named author; without name and page, all its sources.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from citevet.extract.author_names import get_family_name
from citevet.extract.backref_forms import parse_note_backref
from citevet.extract.broken_backrefs import NOTHING_CITED, find_unknown_authors, make_broken_backref
from citevet.extract.masked_text import MARKER_KINDS, FoundCitation, MaskedText
from citevet.extract.note_sources import (
    DatedName,
    NoteHistory,
    NoteSource,
    find_note_sources,
    find_only_source,
    group_by_note,
)
from citevet.extract.reference_index import ReferenceIndex
from citevet.model import Citation, Extraction, Reference, Span

_US_LAW = frozenset({"us-case", "us-statute"})


def find_footnote_backrefs(
    scene: MaskedText, references: Sequence[Reference], cited: Sequence[FoundCitation], index: ReferenceIndex
) -> list[FoundCitation]:
    """Return a citation for each note that refers to the source of an earlier one, at its "Ibid."."""
    notes = {each.id: each.span for each in references if each.is_note}
    if not any(each.is_note and parse_note_backref(scene, each) for each in references):
        return []
    inside = group_by_note(notes, sorted(cited, key=lambda one: one.span))
    history = NoteHistory()
    for work in filter(None, (_get_work(one) for one in cited if scene.side(one.span) == "text")):
        history.add_work(work, None)
    found: list[FoundCitation] = []
    first = min((one.span.start for one in cited if one.normal and one.kind != "footnote"), default=len(scene.prose))
    for at, note in order_notes(references, cited, index):
        history.started = history.started or first < at
        found += _read_note(scene, note, inside.get(note.id, ()), history)
    return [*found, *find_unknown_authors(scene, references, history.unresolved)]


def order_notes(
    references: Sequence[Reference], cited: Sequence[FoundCitation], index: ReferenceIndex
) -> Iterator[tuple[int, Reference]]:
    """Yield the notes in the order of their first markers, each with the offset of that marker."""
    notes = {each.id: each for each in references if each.is_note}
    markers = sorted((one for one in cited if one.kind in MARKER_KINDS), key=lambda one: one.span, reverse=True)
    first = {index.match(one).reference: one.span.start for one in markers}
    yield from sorted(((at, notes[name]) for name, at in first.items() if name in notes), key=lambda pair: pair[0])


def _read_note(
    scene: MaskedText, note: Reference, inside: Sequence[FoundCitation], history: NoteHistory
) -> Iterator[FoundCitation]:
    """Yield the sources that a note refers to, and update what "Ibid." means after it."""
    backref = None if inside else parse_note_backref(scene, note)
    if backref is None:
        history.last, history.started = find_only_source(scene, note, inside), True
        _remember_sources(scene, note, inside, history)
        return
    if whole := history.find_whole_note(backref):
        history.last = None
        history.add_note(note, whole)
        yield from (replace(_make_citation(backref.span, one), group=backref.span) for one in whole)
        return
    if backref.number:
        source = history.find_by_number(backref.number, backref.who)
    else:
        source = history.find_by_author(backref.who) if backref.who else history.last
    if source and note.identifiers and not _is_misread_us_law(note, source):
        source = None
    if source and (backref.where or backref.who):
        source = replace(source, locator=backref.where)  # "Smith, op. cit." means no page, nor does a following "Ibid."
    history.last = source
    history.add_note(note, [replace(source, author="")] if source else ())
    if source:
        yield _make_citation(backref.span, source)
    elif backref.who and not note.identifiers:
        history.unresolved[backref.span] = backref.who
    elif not history.started and not note.identifiers and not backref.number:
        yield make_broken_backref(backref.span, NOTHING_CITED)
    history.started = history.started or bool(backref.who)


def _make_citation(span: Span, source: NoteSource) -> FoundCitation:
    key = source.note.key
    normal = key if source.sole else f"{key}: {source.text}"
    return FoundCitation("footnote", span, normal, source.locator, key=key, parts={"again": source.text})


def _is_misread_us_law(note: Reference, source: NoteSource) -> bool:
    """Return whether "Id. at 3" was parsed as a US case although the note before cites something else."""
    before = {each.kind for each in source.note.identifiers}
    return all(each.kind in _US_LAW for each in note.identifiers) and not before & _US_LAW


def _remember_sources(
    scene: MaskedText, note: Reference, inside: Sequence[FoundCitation], history: NoteHistory
) -> None:
    cited = find_note_sources(scene, note, inside)
    own = (get_family_name(note.authors[0]), (note.year or "")[:4]) if note.authors else None
    if history.last is None:
        history.add_crowded_note(note)
    elif not inside:
        cited = [replace(history.last, author=own[0] if own else "")]
    history.add_note(note, cited)
    named = (cited[0].author, inside[0].normal) if cited and inside and cited[0].author else own
    work = (_get_work(inside[0]) or named) if inside else own
    if work and history.last is not None:
        history.add_work(work, history.last)


def _get_work(found: FoundCitation) -> DatedName | None:
    names, year = found.parts.get("authors"), found.parts.get("year")
    return (get_family_name(names.split("; ")[0]), year[:4]) if names and year else None


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
    """Return, for each "Ibid.", the citation in the note that it means, at the page that the "Ibid." names."""
    backrefs = [each for each in extraction.citations if "again" in each.parts and each.kind == "footnote"]
    if not backrefs:
        return {}
    spans = {each.id: each.span for each in extraction.references}
    wanted = {each.reference: spans[each.reference] for each in backrefs if each.reference}
    by_text: dict[str, dict[str, Citation]] = {note: {} for note in wanted}  # the first citation of each wording
    for note, cited in group_by_note(wanted, extraction.citations).items():
        for one in cited:
            by_text[note].setdefault(one.text, one)
    resolved: dict[str, Citation] = {}
    for each in backrefs:
        inside = by_text.get(each.reference or "", {})
        if source := inside.get(each.parts["again"]) or next(iter(inside.values()), None):
            resolved[each.id] = replace(source, locator=each.locator)
    return resolved
