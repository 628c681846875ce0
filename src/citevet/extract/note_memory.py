"""What the notes so far cite, by note and by author, for the note that means one of them again."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from re import compile as pattern
from typing import Self

from citevet.extract.back_forms import Back
from citevet.extract.note_sources import Meant, Source
from citevet.extract.people import family, first_named, folded
from citevet.extract.short_forms import YEAR
from citevet.model import Reference, Span

_WORD = pattern(r"[^\W\d_]+")
_OPENING = 200  # characters of a note in which its authors stand
_MOST = 10  # sources of a note that another means as a whole: a hostile text has thousands of both

Work = tuple[str, str]  # family name, and year or whatever else tells the work from others


@dataclass(frozen=True, slots=True)
class _Cited:
    """What one note cites, and by whom: a note of a thousand works may be meant a thousand times."""

    sources: Sequence[Source] = ()
    by_author: Mapping[str, Meant | None] = field(default_factory=dict)  # none where several are theirs

    @classmethod
    def of(cls, sources: Sequence[Source]) -> Self:
        by_author: dict[str, Meant | None] = {}
        for one in sources:
            by_author[one.author] = None if one.author in by_author else one.meant
        return cls(sources, by_author)

    @property
    def sole(self) -> Source | None:
        """The source of a note that has no other."""
        return self.sources[0] if len(self.sources) == 1 else None


@dataclass(slots=True)
class NoteMemory:
    """What the notes so far cite."""

    last: Meant | None = None
    heard: bool = False  # something was cited, or said in a note
    named: dict[Span, str] = field(default_factory=dict)  # what means somebody of whom no single work is known
    _by_name: dict[str, dict[Work, Meant | None]] = field(default_factory=lambda: defaultdict(dict))
    _crowded: set[str] = field(default_factory=set)  # words of the notes with several sources
    _notes: dict[str, _Cited] = field(default_factory=dict)  # what each note cites, by its label
    _order: list[_Cited] = field(default_factory=list)  # the same, as the notes are counted
    _counted: bool = False  # some label is a number

    def keep(self, work: Work, meant: Meant | None) -> None:
        """Remember a work by its first author; none where no single note stands for it."""
        self._by_name[work[0]].setdefault(work, meant)

    def crowd(self, note: Reference) -> None:
        """Remember the names of a note with several sources: none of them stands for one work."""
        self._crowded.update(_WORD.findall(folded(note.text[:_OPENING])))

    def put(self, note: Reference, cited: Sequence[Source]) -> None:
        """Remember what a note cites."""
        self._notes[note.key] = kept = _Cited.of(cited)
        self._order.append(kept)
        self._counted = self._counted or note.key.isdecimal()

    def by(self, who: str) -> Meant | None:
        """Return the only earlier work of somebody, in the year that is named with the name, if one is."""
        name = family(first_named(who))
        year = YEAR.search(who)
        fitting = (
            meant
            for (_, when), meant in self._by_name.get(name, {}).items()
            if not year or when == year[0] or not YEAR.fullmatch(when)
        )
        works = list(islice(fitting, 2))
        alone = self._crowded.isdisjoint(_WORD.findall(name))
        return works[0] if len(works) == 1 and alone else None

    def at(self, number: str, who: str) -> Meant | None:
        """Return the source of the note with that number; of several, the only one by whom is named."""
        cited = self._of(number)
        if cited.sole and not (who and cited.sole.author):
            return cited.sole.meant
        return cited.by_author.get(family(first_named(who))) if who else None

    def whole(self, said: Back) -> Sequence[Source]:
        """Return the several sources of a note that is meant as a whole, by its number alone."""
        cited = self._of(said.number).sources if said.number and not said.who and not said.where else ()
        return cited if 1 < len(cited) <= _MOST else ()

    def _of(self, number: str) -> _Cited:
        """Return what a note cites, by its label; where all labels are words, the notes are counted."""
        if self._counted:
            return self._notes.get(number, _Cited())
        return self._order[int(number) - 1] if 0 < int(number) <= len(self._order) else _Cited()
