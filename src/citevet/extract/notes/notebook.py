"""What the notes of a document cite, in their order, and which source a short form after them means."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import TypeVar

import citevet.extract.notes.short_forms as forms
from citevet.extract.entry_parser import INTRODUCTORY_SIGNAL, parse_entry
from citevet.extract.masked_text import MARKER_KINDS, FoundCitation, MaskedText, mask_spans
from citevet.model import Citation, Locator, Reference, Span
from citevet.model.document import pair_with_next
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.records import collect_values, dataclass, field
from citevet.text.names import PARTICLE_PATTERN, first_person, fold_name_letters

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
DatedName = tuple[str, str]  # family name, and year or whatever else distinguishes the work


@dataclass(frozen=True, slots=True)
class NoteSource:
    """One source of a note."""

    note: Reference
    text: str  # how the note names it
    locator: Locator | None = None
    sole: bool = True  # the note has no other
    author: str = ""  # family name of its first author, where the note gives it
    span: Span | None = None  # of the citation; none for a work that the note describes itself


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
        sources.append(NoteSource(note, text, one.locator, sole=len(inside) == 1, author=author, span=one.span))
        done = max(done, one.span.end)
    return sources


def find_only_source(scene: MaskedText, note: Reference, inside: Sequence[FoundCitation]) -> NoteSource | None:
    """Return the source of a note that has exactly one: its citation, or the work that it describes itself."""
    text = note.span.of(scene.prose)
    opening = _OPENING.match(text)  # "See also Smith" names one work, "Smith; see also Lee" two
    if _ANOTHER.search(text, opening.end() if opening else 0) or len(inside) > 1:
        return None
    if inside:
        (one,) = inside
        rest = mask_spans(text, [one.span.shift(-note.span.start)])
        single = not note.identifiers and parse_entry(rest).year is None
        return NoteSource(note, scene.document.slice(one.span), one.locator, span=one.span) if single else None
    kinds = [each.kind for each in note.identifiers]
    works = [piece for piece in text.split(";") if forms.YEAR.search(piece)]
    if len(set(kinds)) < len(kinds) or len(works) > 1 or len(_DATED.findall(text)) > 1:
        return None
    described = bool(kinds) or bool(note.authors and note.year)
    words = " ".join(forms.NOTE_LABEL.sub("", text, count=1).replace("\0", " ").split())
    return NoteSource(note, words.rstrip("]} ")[:_LONGEST_SHOWN]) if described else None


def _find_author(before: str, found: FoundCitation) -> str:
    """Return the family name of a source's first author: from the citation, else from the words before it."""
    if name := found.people.first:
        return sort_word(name)
    lead = first_person(_LEAD.sub("", before[:_LONGEST_LEAD], count=1)).replace("\0", " ").strip()
    return sort_word(lead) if _NAME.fullmatch(lead) else ""


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
class Notebook:
    """What the notes read so far cite."""

    last: NoteSource | None = None
    started: bool = False  # something was cited, or said in a note
    unresolved: dict[Span, str] = field(default_factory=dict)  # short forms whose author has no single known work
    _by_author: dict[str, dict[DatedName, NoteSource | None]] = field(default_factory=lambda: defaultdict(dict))
    _crowded: set[str] = field(default_factory=set)  # words of the notes with several sources
    _by_label: dict[str, _NoteContent] = field(default_factory=dict)
    _in_order: list[_NoteContent] = field(default_factory=list)
    _has_numbers: bool = False  # some label is a number

    def add_work(self, work: DatedName, source: NoteSource | None) -> None:
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
        name = sort_word(first_person(who))
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
        return content.by_author.get(sort_word(first_person(who))) if who else None

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
