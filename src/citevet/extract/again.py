"""Notes that mean a source of an earlier note: `Ibid., p. 5`, `Id. at 12`, `Smith, op. cit., p. 4`, `Smith (Fn. 1)`.

"Ibid." means the one source of the note before it; where that has several or none, nobody can tell which. A number
means the one source of that note, or of its several the one by whom is named; with neither name nor page, all of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from citevet.extract.back_forms import Back, back
from citevet.extract.found import Found
from citevet.extract.inside_notes import MARKERS, inside_notes
from citevet.extract.listed import Listed
from citevet.extract.lost import NOTHING, lost, unheard
from citevet.extract.note_memory import NoteMemory, Work
from citevet.extract.note_sources import Meant, Source, only_source, sources
from citevet.extract.people import family
from citevet.extract.scene import Scene
from citevet.model import Reference, Span

_US_LAW = frozenset({"us-case", "us-statute"})


def again(scene: Scene, references: Sequence[Reference], finds: tuple[Sequence[Found], Listed]) -> list[Found]:
    """Return a citation for each note that means the source of an earlier one, at its "Ibid."."""
    if not _has_back(scene, references):
        return []
    cited, listed = finds
    notes = {each.id: each.span for each in references if each.is_note}
    inside = inside_notes(notes, sorted(cited, key=lambda one: one.span))
    memory = NoteMemory()
    for work in filter(None, (_work(one) for one in cited if scene.side(one.span) == "text")):
        memory.keep(work, None)
    found: list[Found] = []
    first = min((one.span.start for one in cited if one.normal and one.kind != "footnote"), default=len(scene.prose))
    for at, note in in_order(references, cited, listed):
        memory.heard = memory.heard or first < at
        found += _met(scene, note, inside.get(note.id, ()), memory=memory)
    return [*found, *unheard(scene, references, memory.named)]


def _has_back(scene: Scene, references: Sequence[Reference]) -> bool:
    return any(each.is_note and back(scene, each) for each in references)


def in_order(
    references: Sequence[Reference], cited: Sequence[Found], listed: Listed
) -> Iterator[tuple[int, Reference]]:
    """Yield the notes as they are counted: by the first marker of each, with where that stands."""
    notes = {each.id: each for each in references if each.is_note}
    markers = sorted((one for one in cited if one.kind in MARKERS), key=lambda one: one.span, reverse=True)
    met = {listed.match(one).reference: one.span.start for one in markers}
    yield from sorted(((at, notes[name]) for name, at in met.items() if name in notes), key=lambda pair: pair[0])


def _met(scene: Scene, note: Reference, inside: Sequence[Found], *, memory: NoteMemory) -> Iterator[Found]:
    """Read the next note: what it means, if it is short for an earlier one, and what "Ibid." means from here on."""
    said = None if inside else back(scene, note)
    if said is None:
        memory.last, memory.heard = only_source(scene, note, inside), True
        _keep(scene, note, inside, memory=memory)
        return
    if whole := memory.whole(said):
        memory.last = None
        memory.put(note, whole)
        yield from (replace(_found(said.span, one.meant), group=said.span) for one in whole)
        return
    meant = _earlier(said, memory)
    if meant and note.identifiers and not _is_mistaken(note, meant):
        meant = None
    if meant and (said.where or said.who):
        meant = replace(meant, locator=said.where)  # "Smith, op. cit." means no page, and an "Ibid." behind it neither
    memory.last = meant
    memory.put(note, [Source("", meant)] if meant else ())
    if meant:
        yield _found(said.span, meant)
    elif said.who and not note.identifiers:
        memory.named[said.span] = said.who
    elif not memory.heard and not note.identifiers and not said.number:
        yield lost(said.span, NOTHING)
    memory.heard = memory.heard or bool(said.who)


def _found(span: Span, meant: Meant) -> Found:
    key = meant.note.key
    normal = key if meant.sole else f"{key}: {meant.text}"
    return Found("footnote", span, normal, meant.locator, key=key, parts={"again": meant.text})


def _earlier(said: Back, memory: NoteMemory) -> Meant | None:
    """Return the source that is meant: of the note with that number, by that author, or of the note before."""
    if said.number:
        return memory.at(said.number, said.who)
    return memory.by(said.who) if said.who else memory.last


def _is_mistaken(note: Reference, meant: Meant) -> bool:
    """Say whether "Id. at 3" was read as short for a US case, where the note before cites something else."""
    before = {each.kind for each in meant.note.identifiers}
    return all(each.kind in _US_LAW for each in note.identifiers) and not before & _US_LAW


def _keep(scene: Scene, note: Reference, inside: Sequence[Found], *, memory: NoteMemory) -> None:
    cited = sources(scene, note, inside)
    own = (family(note.authors[0]), (note.year or "")[:4]) if note.authors else None
    if memory.last is None:
        memory.crowd(note)
    elif not inside:
        cited = [Source(own[0] if own else "", memory.last)]
    memory.put(note, cited)
    named = (cited[0].author, inside[0].normal) if cited and inside and cited[0].author else own
    work = (_work(inside[0]) or named) if inside else own
    if work and memory.last is not None:
        memory.keep(work, memory.last)


def _work(found: Found) -> Work | None:
    names, year = found.parts.get("authors"), found.parts.get("year")
    return (family(names.split("; ")[0]), year[:4]) if names and year else None


def without_short_law(references: Iterable[Reference], found: Sequence[Found]) -> Iterator[Reference]:
    """Yield the entries; "Id. at 3" that means another note is no short form of a US case."""
    spans = sorted(one.span for one in found)
    index = 0
    for reference in references:
        while index < len(spans) and reference.path is None and spans[index].end <= reference.span.start:
            index += 1
        means = index < len(spans) and reference.path is None and reference.span.holds(spans[index])
        yield replace(reference, identifiers=()) if means and reference.identifiers else reference
