"""Notes that refer to a source of an earlier note: `Ibid., p. 5`, `Smith, op. cit., p. 4`, `Smith (Fn. 1)`.

"Ibid." means the one source of the note before it; if that note has several or none, the reference is ambiguous. A
number means the one source of that note, or the one by the named author; without name and page, all its sources.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import TypeVar

import citevet.extract.backref_forms as forms
from citevet.extract.author_names import get_family_name
from citevet.extract.entry_parser import INTRODUCTORY_SIGNAL, parse_entry
from citevet.extract.masked_text import MARKER_KINDS, FoundCitation, MaskedText, mask_spans
from citevet.extract.reference_index import ReferenceIndex
from citevet.model import Citation, Extraction, Locator, Reference, Span
from citevet.model.document import pair_with_next
from citevet.records import collect_values, dataclass, field, replace
from citevet.text.names import PARTICLE_PATTERN, first_person, fold_name_letters
from citevet.text.patterns import lazy_pattern

_LEAD = lazy_pattern(rf"{forms.NOTE_OPENING}[;,.\]\)\s\0]*+(?:{INTRODUCTORY_SIGNAL}[\s\0]*)?+")
_CAPITALISED = r"[^\W\d_a-z][\w.'’‐-]*+"
_NAME = lazy_pattern(rf"(?:(?:{PARTICLE_PATTERN}|{_CAPITALISED})\s){{0,3}}{_CAPITALISED}")
_WORD = lazy_pattern(r"[^\W\d_]+")
_OPENING = lazy_pattern(rf"{forms.NOTE_OPENING}{forms.BACKREF_SIGNAL}", re.IGNORECASE)
_DATED = lazy_pattern(r"\(\s?(?:1[4-9]|20)\d\d[a-z]?\b")
# After these the note names a second work, whether or not we can parse it.
_ANOTHER = lazy_pattern(
    r"\b(?:see also|siehe auch|vgl\. auch|(?:cited|quoted|reprinted) in|citing|quoting|(?:zit\.|zitiert) nach)\b",
    re.IGNORECASE,
)
_LONGEST_LEAD = 200  # characters before a source to search for its author
_AUTHORS_REACH = 200  # characters of a note to search for its authors
_LONGEST_SHOWN = 120  # characters of a note that are shown
_MOST_SOURCES = 10  # of a note that another refers to as a whole: a hostile text has thousands of both

Cited = TypeVar("Cited", FoundCitation, Citation)
_DatedName = tuple[str, str]  # family name, and year or whatever else distinguishes the work


@dataclass(frozen=True, slots=True)
class NoteSource:
    """One source of a note."""

    note: Reference
    text: str  # how the note names it
    locator: Locator | None = None
    sole: bool = True  # the note has no other
    author: str = ""  # family name of its first author, where the note gives it


def group_by_note(notes: Mapping[str, Span], cited: Iterable[Cited]) -> Mapping[str, list[Cited]]:
    """Return what each note cites, by the note's id; the citations must be in order."""
    names = {span: name for name, span in notes.items()}
    pairs = pair_with_next(cited, sorted(names), attrgetter("span.start"))
    held = ((note, one) for one, note in pairs if note and one.kind not in MARKER_KINDS and note.holds(one.span))
    return collect_values((names[note], one) for note, one in held)


def find_note_sources(scene: MaskedText, note: Reference, inside: Sequence[FoundCitation]) -> list[NoteSource]:
    """Return what a note cites, each with the author named before it."""
    sources: list[NoteSource] = []
    done = note.span.start
    for one in inside:
        author = _find_author(scene.prose[done : one.span.start], one)
        text = scene.document.slice(one.span)
        sources.append(NoteSource(note, text, one.locator, sole=len(inside) == 1, author=author))
        done = max(done, one.span.end)
    return sources


def _find_only_source(scene: MaskedText, note: Reference, inside: Sequence[FoundCitation]) -> NoteSource | None:
    """Return the source of a note that has exactly one: its citation, or the work that it describes itself."""
    text = note.span.of(scene.prose)
    opening = _OPENING.match(text)  # "See also Smith" names one work, "Smith; see also Lee" two
    if _ANOTHER.search(text, opening.end() if opening else 0) or len(inside) > 1:
        return None
    if inside:
        (one,) = inside
        rest = mask_spans(text, [one.span.shift(-note.span.start)])
        single = not note.identifiers and parse_entry(rest).year is None
        return NoteSource(note, scene.document.slice(one.span), one.locator) if single else None
    kinds = [each.kind for each in note.identifiers]
    works = [piece for piece in text.split(";") if forms.YEAR.search(piece)]
    if len(set(kinds)) < len(kinds) or len(works) > 1 or len(_DATED.findall(text)) > 1:
        return None
    described = bool(kinds) or bool(note.authors and note.year)
    words = " ".join(forms.NOTE_LABEL.sub("", text, count=1).replace("\0", " ").split())
    return NoteSource(note, words.rstrip("]} ")[:_LONGEST_SHOWN]) if described else None


def _find_author(before: str, found: FoundCitation) -> str:
    """Return the family name of a source's first author: from the citation, else from the words before it."""
    if names := found.parts.get("authors"):
        return get_family_name(names.split("; ")[0])
    lead = first_person(_LEAD.sub("", before[:_LONGEST_LEAD], count=1)).replace("\0", " ").strip()
    return get_family_name(lead) if _NAME.fullmatch(lead) else ""


@dataclass(frozen=True, slots=True)
class _NoteContent:
    """What one note cites, also by author: a note of a thousand works may be referred to a thousand times."""

    sources: Sequence[NoteSource] = ()
    by_author: Mapping[str, NoteSource | None] = field(default_factory=dict)  # None where an author has several

    @classmethod
    def of(cls, sources: Sequence[NoteSource]) -> "_NoteContent":
        by_author: dict[str, NoteSource | None] = {}
        for one in sources:
            by_author[one.author] = None if one.author in by_author else one
        return cls(sources, by_author)


@dataclass(slots=True)
class NoteHistory:
    """What the notes read so far cite."""

    last: NoteSource | None = None
    started: bool = False  # something was cited, or said in a note
    unresolved: dict[Span, str] = field(default_factory=dict)  # short forms whose author has no single known work
    _by_author: dict[str, dict[_DatedName, NoteSource | None]] = field(default_factory=lambda: defaultdict(dict))
    _crowded: set[str] = field(default_factory=set)  # words of the notes with several sources
    _by_label: dict[str, _NoteContent] = field(default_factory=dict)
    _in_order: list[_NoteContent] = field(default_factory=list)
    _has_numbers: bool = False  # some label is a number

    def add_work(self, work: _DatedName, source: NoteSource | None) -> None:
        """Add a work under its first author; the source is None where no single note cites it."""
        self._by_author[work[0]].setdefault(work, source)

    def add_crowded_note(self, note: Reference) -> None:
        """Add the names of a note with several sources: none of them identifies one work."""
        self._crowded.update(_WORD.findall(fold_name_letters(note.text[:_AUTHORS_REACH])))

    def add_note(self, note: Reference, cited: Sequence[NoteSource]) -> None:
        """Add what a note cites."""
        self._by_label[note.key] = content = _NoteContent.of(cited)
        self._in_order.append(content)
        self._has_numbers = self._has_numbers or note.key.isdecimal()

    def find_by_author(self, who: str) -> NoteSource | None:
        """Return the only earlier work of an author, in the year that is named with the author, if any."""
        name = get_family_name(first_person(who))
        year = forms.YEAR.search(who)
        fitting = (
            source
            for (_, when), source in self._by_author.get(name, {}).items()
            if not year or when == year[0] or not forms.YEAR.fullmatch(when)
        )
        works = list(islice(fitting, 2))
        return works[0] if len(works) == 1 and self._crowded.isdisjoint(_WORD.findall(name)) else None

    def find_by_number(self, number: str, who: str) -> NoteSource | None:
        """Return the source of the note with that number; of several, the only one of the named author."""
        content = self._get_note(number)
        if len(content.sources) == 1 and not (who and content.sources[0].author):
            return content.sources[0]
        return content.by_author.get(get_family_name(first_person(who))) if who else None

    def find_whole_note(self, backref: forms.NoteBackref) -> Sequence[NoteSource]:
        """Return the several sources of a note that is referred to by its number alone."""
        alone = backref.number and not backref.who and not backref.where
        sources = self._get_note(backref.number).sources if alone else ()
        return sources if 1 < len(sources) <= _MOST_SOURCES else ()

    def _get_note(self, number: str) -> _NoteContent:
        """Return a note by its label; where all labels are words, the notes are counted."""
        if self._has_numbers:
            return self._by_label.get(number, _NoteContent())
        return self._in_order[int(number) - 1] if 0 < int(number) <= len(self._in_order) else _NoteContent()


# Notes that refer to an earlier one

_US_LAW = frozenset({"us-case", "us-statute"})


def find_footnote_backrefs(
    scene: MaskedText, references: Sequence[Reference], cited: Sequence[FoundCitation], index: ReferenceIndex
) -> list[FoundCitation]:
    """Return a citation for each note that refers to the source of an earlier one, at its "Ibid."."""
    notes = {each.id: each.span for each in references if each.is_note}
    if not any(each.is_note and forms.parse_note_backref(scene, each) for each in references):
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
    return [*found, *forms.find_unknown_authors(scene, references, history.unresolved)]


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
    backref = None if inside else forms.parse_note_backref(scene, note)
    if backref is None:
        history.last, history.started = _find_only_source(scene, note, inside), True
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
        yield forms.make_broken_backref(backref.span, forms.NOTHING_CITED)
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


def _get_work(found: FoundCitation) -> _DatedName | None:
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
