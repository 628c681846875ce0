"""The works that a document lists, and which of them a citation means: the only place where that is decided.

What a short form such as "Ibid." means was decided by the notes and sentences before it; then only the entry of that
earlier citation is looked up.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from citevet.extract.author_names import KOREAN_SURNAME, drop_letters, get_short_names, is_acronym, may_be_same_name
from citevet.extract.masked_text import FoundCitation
from citevet.model import LAW, Meant, Reference
from citevet.model.cited import CitedPeople
from citevet.model.extraction import NOTHING_MEANT
from citevet.patterns import lazy_pattern
from citevet.people.parser import sort_word
from citevet.records import collect_values, dataclass, field, replace
from citevet.text.letters import fold_letters
from citevet.text.names import acronym, fold_name_letters

_BY_KEY = {
    "footnote": ("footnote",),
    "numeric": ("list", "footnote"),
    "key": ("file", "list"),
    "wiki": ("wiki",),
    "corpus": ("list",),
}

_SAME_WORK = frozenset({"doi", "arxiv", "pmid"})  # chapters of one book share its ISBN
_KOREAN = lazy_pattern(rf"({KOREAN_SURNAME})[가-힣]{{1,2}}")
_WORD = lazy_pattern(r"[^\W\d_]+")
_LONGEST = 4_000  # characters of an entry to search for its authors
_OMITTED_AUTHORS = lazy_pattern(r"\bet\.?\sal\b|\band others\b|\bu\.\s?a\.|…|\.\.\.|[가-힣]\s?(?:외|등)\b")
_MOST_NAMESAKES = 30  # compared entries of one first author in one year; 2020a to 2020z are 26


@dataclass(frozen=True)
class Works:
    """The entries by key, by identifier, and by first author and year."""

    references: tuple[Reference, ...]
    acronyms: Mapping[str, str] = field(default_factory=dict)  # that the text introduces → their long form
    words: dict[str, frozenset[str] | None] = field(default_factory=dict)  # of entries that were compared

    @cached_property
    def keys(self) -> Mapping[tuple[str, str], list[tuple[int, str]]]:
        """Origin and key → offsets and ids."""
        return collect_values(
            ((each.origin, each.key.casefold()), (each.span.start, each.id)) for each in self.references
        )

    @cached_property
    def identifiers(self) -> Mapping[tuple[str, str], str]:
        """Kind and normal form → the id of the first entry; a note that mentions a case is not its entry."""
        identifiers: dict[tuple[str, str], str] = {}
        for reference in self.references:
            for identifier in (each for each in reference.identifiers if not (reference.is_note and each.kind in LAW)):
                identifiers.setdefault((identifier.kind, identifier.normal), reference.id)
        return identifiers

    @cached_property
    def authors(self) -> Mapping[tuple[str, str], list[Reference]]:
        """First author and year → entries."""
        authors: dict[tuple[str, str], list[Reference]] = defaultdict(list)
        for reference in self.references:
            for name in _get_first_author_names(reference):
                namesakes = authors[name, (reference.year or "")[:4]]
                if len(namesakes) < _MOST_NAMESAKES:
                    namesakes.append(reference)
        return authors

    @cached_property
    def misspelt(self) -> Mapping[tuple[str, str], list[Reference]]:
        """First author with at most one letter left out, and year → entries."""
        misspelt: dict[tuple[str, str], list[Reference]] = defaultdict(list)
        for (name, year), entries in self.authors.items():
            for short in drop_letters(name):
                misspelt[short, year] += entries
        return misspelt

    def find(self, found: FoundCitation) -> Meant:
        """Return what a citation means."""
        meant = self._find(found)
        return replace(found.meant, entry=meant.entry) if found.meant else meant

    def _find(self, found: FoundCitation) -> Meant:
        if found.key is not None:
            origins = _BY_KEY.get(found.kind, ())
            listed = (self.keys.get((origin, found.key.casefold())) for origin in origins)
            entries = next(filter(None, listed), None)
            return _mean(_get_next_entry(entries, found) if entries else None)
        people = found.people
        if people.first and people.year:
            # The year of the edition; where the list lacks it, that of the first publication.
            meant = self._by_year(people, people.year)
            missing = meant == NOTHING_MEANT and people.first_year
            return self._by_year(people, people.first_year) if missing else meant
        kind = "url" if found.kind == "link" else found.kind
        by_doi = next((self.identifiers.get(paper) for paper in found.link.papers if paper[0] == "doi"), None)
        return _mean(by_doi or self.identifiers.get((kind, found.normal)))

    def _by_year(self, people: CitedPeople, year: str) -> Meant:
        first, *others = people.names
        namesakes = (
            self._by_first(first, year)
            or self._by_first(self.acronyms.get(fold_name_letters(first), ""), year)
            # The list may have only the acronym; a long name with the same initials may be another organization.
            or [entry for entry in self._by_first(acronym(first), year) if _is_one_word(entry.authors[0])]
        )
        # A short note, "Smith (2019), p. 4", names a work but is not its entry.
        own = [entry for entry in namesakes if not people.is_in_note or entry.origin != "footnote"]
        bare = len(year) == len("2020")  # it matches a listed 2020a
        near = [entry for entry in own if entry.year == year or (bare and (entry.year or "")[:4] == year)]
        if not near:  # the text has 2015a and 2015b, and the list has 2015 twice
            lettered = [entry for entry in own if entry.year == year[:4]]
            near = lettered if len(lettered) > 1 else []
        entries = [entry for entry in near if self._may_be_by(entry, others, et_al=people.et_al)]
        exact = [entry for entry in entries if entry.year == year]
        as_many = _prefer_author_count(exact or entries, 1 + len(others), et_al=people.et_al)
        best = list(_drop_repeated_works(as_many))
        if not best:
            near = near or self._by_misspelt(first, others, year)
            return Meant("near", ids=tuple(entry.id for entry in near)) if near else NOTHING_MEANT
        ids = tuple(entry.id for entry in best)
        return Meant("several", ids=ids) if len(ids) > 1 else _mean(ids[0])

    def _by_first(self, first: str, year: str) -> list[Reference]:
        """Return the entries of a first author in a year; names of several words must agree."""
        namesakes = self.authors.get((sort_word(first), year[:4]), ()) if first else ()
        return [entry for entry in namesakes if _is_one_word(first) or may_be_same_name(first, entry.authors[0])]

    def _by_misspelt(self, first: str, others: list[str], year: str) -> list[Reference]:
        """Return the entries of a year whose first author differs by one letter, and whose other authors agree."""
        name = sort_word(first)
        if not _is_one_word(first) or is_acronym(first):
            return []
        found = {entry.id: entry for short in drop_letters(name) for entry in self.misspelt.get((short, year[:4]), ())}
        return [entry for entry in found.values() if self._may_be_by(entry, others, et_al=False)]

    def _may_be_by(self, entry: Reference, others: list[str], *, et_al: bool) -> bool:
        """Return whether an entry may have the other authors of a citation; an acronym may be any organization."""
        if entry.sole or not others:
            return not (entry.sole and (others or et_al))
        if entry.id not in self.words:
            self.words[entry.id] = _get_words(entry)
        words = self.words[entry.id]
        return words is None or all(
            is_acronym(name) or words.issuperset(_WORD.findall(sort_word(name))) for name in others
        )


def _mean(entry: str | None) -> Meant:
    return Meant("entry", entry) if entry else NOTHING_MEANT


def _get_first_author_names(reference: Reference) -> set[str]:
    """Return the names for the first author: the family name, acronyms, and the Korean surname: 최 for 최민호."""
    names = {fold_name_letters(short) for short in get_short_names(reference.authors, reference.text)}
    for name in reference.authors[:1]:
        names.add(sort_word(name))
        if not name.isascii() and (found := _KOREAN.fullmatch(name)):
            names.add(found[1])
    return names


def _is_one_word(name: str) -> bool:
    """Return whether a name is one word: Berg, WHO."""
    return " " not in name


def _get_words(entry: Reference) -> frozenset[str] | None:
    """Return the words of an entry, which include authors that could not be parsed; None if it omits authors."""
    if _OMITTED_AUTHORS.search(entry.text[:_LONGEST]):
        return None
    return frozenset(_WORD.findall(fold_letters(" ".join((*entry.authors, entry.text[:_LONGEST])))))


def _prefer_author_count(entries: list[Reference], named: int, *, et_al: bool) -> list[Reference]:
    """Prefer the entries with as many authors as are named, or with several more, else one, after "et al."."""
    more = [len(entry.authors) - named for entry in entries]
    several = [entry for entry, rest in zip(entries, more, strict=True) if et_al and rest > 1]
    return (
        several
        or [entry for entry, rest in zip(entries, more, strict=True) if (rest > 0 if et_al else rest == 0)]
        or entries
    )


def _drop_repeated_works(entries: list[Reference]) -> Iterator[Reference]:
    """Leave out the notes that repeat a work of the list or of an earlier note."""
    known = {name for entry in entries if entry.origin != "footnote" for name in _get_unique_marks(entry)}
    for entry in entries:
        names = _get_unique_marks(entry) if entry.origin == "footnote" else set()
        if known.isdisjoint(names):
            yield entry
        known |= names


def _get_unique_marks(entry: Reference) -> set[tuple[str, str]]:
    """Return the title and the identifiers that no other work of the same author and year shares."""
    titles = {("title", fold_name_letters(entry.likely_title))} if entry.likely_title else set()
    return titles | {(each.kind, each.normal) for each in entry.identifiers if each.kind in _SAME_WORK}


def _get_next_entry(entries: list[tuple[int, str]], found: FoundCitation) -> str:
    """Return the entry of the list after the citation, else the last: a book may have a list per chapter."""
    index = bisect_right(entries, found.span.start, key=lambda entry: entry[0]) if found.kind == "numeric" else 0
    return entries[min(index, len(entries) - 1)][1]
