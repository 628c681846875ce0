"""Notes that mean a source of an earlier note: `Ibid., p. 5`, `Id. at 12`, `Smith, op. cit., p. 4`, `Smith (Fn. 1)`.

"Ibid." means the one source of the note before it; where that has several or none, nobody can tell which. A number
means the one source of that note, or of its several the one by whom is named; with neither name nor page, all of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from re import IGNORECASE
from re import compile as pattern

from citevet.extract import entries
from citevet.extract.back_forms import OPENS, Back, back
from citevet.extract.found import Found
from citevet.extract.listed import Listed
from citevet.extract.lost import NOTHING, lost, unheard
from citevet.extract.note_sources import FIRST, Meant, Source, shown, sources
from citevet.extract.people import family, folded
from citevet.extract.scene import Scene, blank
from citevet.extract.short_forms import SIGNAL, YEAR
from citevet.model import Citation, Extraction, Reference, Span

_OPENING = pattern(rf"{OPENS}{SIGNAL}", IGNORECASE)
_DATED = pattern(r"\(\s?(?:1[4-9]|20)\d\d[a-z]?\b")
# Behind these the note names a second work, whether or not we can read it.
_ANOTHER = pattern(
    r"\b(?:see also|siehe auch|vgl\. auch|(?:cited|quoted|reprinted) in|citing|quoting|(?:zit\.|zitiert) nach)\b",
    IGNORECASE,
)
_WORD = pattern(r"[^\W\d_]+")
_MARKERS = frozenset({"footnote", "numeric"})
_US_LAW = frozenset({"us-case", "us-statute"})

_MOST = 10  # sources of a note that another means as a whole: a hostile text has thousands of both

_Work = tuple[str, str]  # family name, and year or whatever else tells the work from others


@dataclass(slots=True)
class _Memory:
    """What the notes so far cite."""

    last: Meant | None = None
    by_name: dict[str, dict[_Work, Meant | None]] = field(default_factory=lambda: defaultdict(dict))
    crowded: set[str] = field(default_factory=set)  # words of the notes with several sources
    heard: bool = False  # something was cited, or said in a note
    named: dict[Span, str] = field(default_factory=dict)  # what means somebody of whom no single work is known
    notes: dict[str, Sequence[Source]] = field(default_factory=dict)  # what each note cites, by its label
    order: list[Sequence[Source]] = field(default_factory=list)  # the same, as the notes are counted
    counted: bool = False  # some label is a number

    def keep(self, work: _Work, meant: Meant | None) -> None:
        """Remember a work by its first author; none where no single note stands for it."""
        self.by_name[work[0]].setdefault(work, meant)

    def by(self, who: str) -> Meant | None:
        """Return the only earlier work of somebody, in the year that is named with the name, if one is."""
        name = family(FIRST.split(who)[0])
        year = YEAR.search(who)
        works = [
            meant
            for (_, when), meant in self.by_name.get(name, {}).items()
            if not year or when == year[0] or not YEAR.fullmatch(when)
        ]
        alone = self.crowded.isdisjoint(_WORD.findall(name))
        return works[0] if len(works) == 1 and alone else None

    def at(self, number: str, who: str) -> Meant | None:
        """Return the source of the note with that number; of several, the only one by whom is named."""
        cited = self._of(number)
        if not who:
            return cited[0].meant if len(cited) == 1 else None
        name = family(FIRST.split(who)[0])
        own = [one.meant for one in cited if one.author == name or (len(cited) == 1 and not one.author)]
        return own[0] if len(own) == 1 else None

    def whole(self, said: Back) -> Sequence[Source]:
        """Return the several sources of a note that is meant as a whole, by its number alone."""
        cited = self._of(said.number) if said.number and not said.who and not said.where else ()
        return cited if 1 < len(cited) <= _MOST else ()

    def _of(self, number: str) -> Sequence[Source]:
        """Return what a note cites, by its label; where all labels are words, the notes are counted."""
        if self.counted:
            return self.notes.get(number, ())
        return self.order[int(number) - 1] if 0 < int(number) <= len(self.order) else ()

    def put(self, note: Reference, cited: Sequence[Source]) -> None:
        """Remember what a note cites."""
        self.notes[note.key] = cited
        self.order.append(cited)
        self.counted = self.counted or note.key.isdecimal()


def again(scene: Scene, references: Sequence[Reference], finds: tuple[Sequence[Found], Listed]) -> list[Found]:
    """Return a citation for each note that means the source of an earlier one, at its "Ibid."."""
    if not _has_back(scene, references):
        return []
    cited, listed = finds
    inside = _inside(references, cited)
    memory = _Memory()
    for work in filter(None, (_work(one) for one in cited if scene.side(one.span) == "text")):
        memory.keep(work, None)
    found: list[Found] = []
    first = min((one.span.start for one in cited if one.normal and one.kind != "footnote"), default=len(scene.prose))
    for at, note in _in_order(references, cited, listed):
        memory.heard = memory.heard or first < at
        found += _met(scene, note, inside.get(note.id, ()), memory=memory)
    return [*found, *unheard(scene, references, memory.named)]


def _has_back(scene: Scene, references: Sequence[Reference]) -> bool:
    return any(_is_note(each) and back(scene, each) for each in references)


def _is_note(reference: Reference) -> bool:
    return reference.origin == "footnote" and reference.path is None


def _in_order(
    references: Sequence[Reference], cited: Sequence[Found], listed: Listed
) -> Iterator[tuple[int, Reference]]:
    """Yield the notes as they are counted: by the first marker of each, with where that stands."""
    notes = {each.id: each for each in references if _is_note(each)}
    markers = sorted((one for one in cited if one.kind in _MARKERS), key=lambda one: one.span, reverse=True)
    met = {listed.match(one).reference: one.span.start for one in markers}
    yield from sorted(((at, notes[name]) for name, at in met.items() if name in notes), key=lambda pair: pair[0])


def _inside(references: Sequence[Reference], cited: Sequence[Found]) -> Mapping[str, list[Found]]:
    """Return what each note cites; one sweep over both."""
    notes = sorted((each for each in references if _is_note(each)), key=lambda each: each.span)
    inside: dict[str, list[Found]] = defaultdict(list)
    index = 0
    for one in sorted(cited, key=lambda one: one.span):
        while index < len(notes) and notes[index].span.end <= one.span.start:
            index += 1
        if index < len(notes) and notes[index].span.holds(one.span) and one.kind not in _MARKERS:
            inside[notes[index].id].append(one)
    return inside


def _met(scene: Scene, note: Reference, inside: Sequence[Found], *, memory: _Memory) -> Iterator[Found]:
    """Read the next note: what it means, if it is short for an earlier one, and what "Ibid." means from here on."""
    said = None if inside else back(scene, note)
    if said is None:
        memory.last, memory.heard = _only(scene, note, inside), True
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


def _earlier(said: Back, memory: _Memory) -> Meant | None:
    """Return the source that is meant: of the note with that number, by that author, or of the note before."""
    if said.number:
        return memory.at(said.number, said.who)
    return memory.by(said.who) if said.who else memory.last


def _is_mistaken(note: Reference, meant: Meant) -> bool:
    """Say whether "Id. at 3" was read as short for a US case, where the note before cites something else."""
    before = {each.kind for each in meant.note.identifiers}
    return all(each.kind in _US_LAW for each in note.identifiers) and not before & _US_LAW


def _keep(scene: Scene, note: Reference, inside: Sequence[Found], *, memory: _Memory) -> None:
    cited = sources(scene, note, inside)
    own = (family(note.authors[0]), (note.year or "")[:4]) if note.authors else None
    if memory.last is None:
        memory.crowded.update(_WORD.findall(folded(note.text[:200])))
    elif not inside:
        cited = [Source(own[0] if own else "", memory.last)]
    memory.put(note, cited)
    named = (cited[0].author, inside[0].normal) if cited and inside and cited[0].author else own
    work = (_work(inside[0]) or named) if inside else own
    if work and memory.last is not None:
        memory.keep(work, memory.last)


def _work(found: Found) -> _Work | None:
    names, year = found.parts.get("authors"), found.parts.get("year")
    return (family(names.split("; ")[0]), year[:4]) if names and year else None


def _only(scene: Scene, note: Reference, inside: Sequence[Found]) -> Meant | None:
    """Return the source of a note that has exactly one: what it cites, or the work that it describes itself."""
    text = scene.prose[note.span.start : note.span.end]
    opening = _OPENING.match(text)  # "See also Smith" names one work, "Smith; see also Lee" two
    if _ANOTHER.search(text, opening.end() if opening else 0) or len(inside) > 1:
        return None
    if inside:
        (one,) = inside
        rest = blank(text, [Span(one.span.start - note.span.start, one.span.end - note.span.start)])
        single = not note.identifiers and entries.parse(rest).year is None
        return Meant(note, scene.document.slice(one.span), one.locator) if single else None
    kinds = [each.kind for each in note.identifiers]
    works = [piece for piece in text.split(";") if YEAR.search(piece)]
    if len(set(kinds)) < len(kinds) or len(works) > 1 or len(_DATED.findall(text)) > 1:
        return None
    described = bool(kinds) or bool(note.authors and note.year)
    return Meant(note, shown(text)) if described else None


def without_short_law(references: Iterable[Reference], found: Sequence[Found]) -> Iterator[Reference]:
    """Yield the entries; "Id. at 3" that means another note is no short form of a US case."""
    spans = sorted(one.span for one in found)
    index = 0
    for reference in references:
        while index < len(spans) and reference.path is None and spans[index].end <= reference.span.start:
            index += 1
        means = index < len(spans) and reference.path is None and reference.span.holds(spans[index])
        yield replace(reference, identifiers=()) if means and reference.identifiers else reference


def meant(extraction: Extraction) -> Mapping[str, Citation]:
    """Return, for each "Ibid.", the citation in the note that it means, at the page that the "Ibid." names."""
    backs = [each for each in extraction.citations if "again" in each.parts and each.kind == "footnote"]
    if not backs:
        return {}
    spans = {each.id: each.span for each in extraction.references}
    wanted = {each.reference: spans[each.reference] for each in backs if each.reference}
    pointing = _named_in(wanted, extraction.citations)
    chosen = ((each, _chosen(pointing.get(each.reference or "", ()), each)) for each in backs)
    return {each.id: replace(one, locator=each.locator) for each, one in chosen if one}


def _chosen(inside: Sequence[Citation], short: Citation) -> Citation | None:
    """Return the citation of a note that a short form means: by its words, where the note has several."""
    return next((each for each in inside if each.text == short.parts["again"]), inside[0] if inside else None)


def _named_in(notes: Mapping[str, Span], citations: Sequence[Citation]) -> Mapping[str, Sequence[Citation]]:
    """Return the citations inside each note, beside markers; one sweep over both, which are in order."""
    ordered = sorted(notes.items(), key=lambda note: note[1])
    found: dict[str, list[Citation]] = defaultdict(list)
    index = 0
    for citation in citations:
        while index < len(ordered) and ordered[index][1].end <= citation.span.start:
            index += 1
        if index < len(ordered) and citation.kind not in _MARKERS and ordered[index][1].holds(citation.span):
            found[ordered[index][0]].append(citation)
    return found
