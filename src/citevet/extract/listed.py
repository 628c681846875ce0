"""Which entry of the document's own list a citation means."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from re import compile as pattern
from typing import NamedTuple

from citevet.extract.bodies import initials, is_acronym, shorts
from citevet.extract.entries import is_cut_short
from citevet.extract.found import Found
from citevet.extract.people import family, folded, same
from citevet.extract.signs import KOREAN_FAMILY
from citevet.model import Reference, plain_letters

_BY_KEY = {
    "footnote": ("footnote",),
    "numeric": ("list", "footnote"),
    "key": ("file", "list"),
    "wiki": ("wiki",),
    "corpus": ("list",),
}

_SAME_WORK = frozenset({"doi", "arxiv", "pmid"})  # chapters of one book share its ISBN
_KOREAN = pattern(rf"({KOREAN_FAMILY})[가-힣]{{1,2}}")
_WORD = pattern(r"[^\W\d_]+")
_LONGEST = 4_000  # characters of an entry in which its authors stand
_NAMESAKES = 30  # entries of one first author in one year that are compared; 2020a to 2020z are 26


class Match(NamedTuple):
    """The entry, or the several that could be meant, or those of that author and year whose other authors differ."""

    reference: str | None
    candidates: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """The entries by key, by identifier, and by first author and year."""

    keys: Mapping[tuple[str, str], list[tuple[int, str]]]  # origin and key → where such entries stand, and their ids
    identifiers: Mapping[tuple[str, str], str]
    authors: Mapping[tuple[str, str], tuple[Reference, ...]] = field(default_factory=dict)
    shorts: Mapping[str, str] = field(default_factory=dict)  # short names that the text introduces, and what they mean
    written: dict[str, frozenset[str] | None] = field(default_factory=dict)  # the words of entries, where asked for

    @classmethod
    def of(cls, references: Iterable[Reference], introduced: Mapping[str, str] | None = None) -> "Listed":
        """Index the entries once."""
        keys: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        identifiers: dict[tuple[str, str], str] = {}
        authors: dict[tuple[str, str], list[Reference]] = defaultdict(list)
        for reference in references:
            keys[reference.origin, reference.key.casefold()].append((reference.span.start, reference.id))
            for identifier in reference.identifiers:
                identifiers.setdefault((identifier.kind, identifier.normal), reference.id)
            for name in _ways(reference):
                namesakes = authors[name, (reference.year or "")[:4]]
                if len(namesakes) < _NAMESAKES:
                    namesakes.append(reference)
        return cls(keys, identifiers, {name: tuple(entries) for name, entries in authors.items()}, introduced or {})

    def match(self, found: Found) -> Match:
        """Return the entry that the citation means, if the list has it."""
        if found.key is not None:
            origins = _BY_KEY.get(found.kind, ())
            listed = (self.keys.get((origin, found.key.casefold())) for origin in origins)
            entries = next(filter(None, listed), None)
            return Match(_next(entries, found) if entries else None)
        if found.parts.get("authors") and found.parts.get("year"):
            return self._by_author(found)
        kind = "url" if found.kind == "link" else found.kind
        by_doi = self.identifiers.get(("doi", found.parts.get("doi", "")))
        return Match(by_doi or self.identifiers.get((kind, found.normal)))

    def _by_author(self, found: Found) -> Match:
        """Ask for the year of the edition that was read; where the list lacks it, for that of the first."""
        match = self._by_year(found, found.parts["year"])
        return self._by_year(found, found.parts["first"]) if match == Match(None) and "first" in found.parts else match

    def _by_year(self, found: Found, year: str) -> Match:
        first, *others = found.parts["authors"].split("; ")
        namesakes = (
            self._by_first(first, year)
            or self._by_first(self.shorts.get(folded(first), ""), year)
            # The list may have the short name alone; by its initials another body would do as well.
            or [entry for entry in self._by_first(initials(first), year) if _is_short(entry.authors[0])]
        )
        # A short note, "Smith (2019), p. 4", is no entry of the work that it names.
        own = [entry for entry in namesakes if "noted" not in found.parts or entry.origin != "footnote"]
        near = [entry for entry in own if _same_year(entry.year, year)]
        entries = [entry for entry in near if self._may_be_by(entry, others, et_al="et_al" in found.parts)]
        exact = [entry for entry in entries if entry.year == year]
        best = _works(_as_many(exact or entries, 1 + len(others), et_al="et_al" in found.parts))
        if not best:
            return Match(None, near=tuple(entry.id for entry in near))
        return Match(best[0].id) if len(best) == 1 else Match(None, tuple(entry.id for entry in best))

    def _by_first(self, first: str, year: str) -> list[Reference]:
        """Return the entries of a first author in a year; of two Organizations each is itself only."""
        namesakes = self.authors.get((family(first), year[:4]), ()) if first else ()
        return [entry for entry in namesakes if _is_short(first) or same(first, entry.authors[0])]

    def _may_be_by(self, entry: Reference, others: list[str], *, et_al: bool) -> bool:
        """Say whether an entry may have the other authors whom a citation names or means; a body may go by letters."""
        if entry.sole or not others:
            return not (entry.sole and (others or et_al))
        if entry.id not in self.written:
            self.written[entry.id] = _written(entry)
        words = self.written[entry.id]
        return words is None or all(
            is_acronym(name) or words.issuperset(_WORD.findall(family(name))) for name in others
        )


def _ways(reference: Reference) -> set[str]:
    """Return the ways to name the first author: by the family name, a body by a short name; in Korean 최민호 is 최."""
    families = {family(name) for name in reference.authors[:1]}
    korean = {found[1] for name in reference.authors[:1] if (found := _KOREAN.fullmatch(name))}
    return families | korean | {folded(short) for short in shorts(reference.authors, reference.text)}


def _is_short(name: str) -> bool:
    """Say whether a name is one word, by which a person or a body may go: Berg, WHO."""
    return " " not in name


def _written(entry: Reference) -> frozenset[str] | None:
    """Return the words of an entry, since authors that we could not take apart still stand in its text.

    Nothing is known of the authors whom the entry itself leaves out.
    """
    if is_cut_short(entry.text):
        return None
    return frozenset(_WORD.findall(plain_letters(" ".join((*entry.authors, entry.text[:_LONGEST])))))


def _as_many(entries: list[Reference], named: int, *, et_al: bool) -> list[Reference]:
    """Prefer the entries with as many authors as are named, or with more where others are meant."""
    more = [len(entry.authors) - named for entry in entries]
    return [entry for entry, rest in zip(entries, more, strict=True) if (rest > 0 if et_al else rest == 0)] or entries


def _works(entries: list[Reference]) -> list[Reference]:
    """Leave out the notes that give in full what the list, or a note before them, has: the work is one."""
    told = {name for entry in entries if entry.origin != "footnote" for name in _names(entry)}
    kept: list[Reference] = []
    for entry in entries:
        names = _names(entry) if entry.origin == "footnote" else set()
        if told.isdisjoint(names):
            kept.append(entry)
        told |= names
    return kept


def _names(entry: Reference) -> set[tuple[str, str]]:
    """Return what an entry of a known author and year shares with no other work."""
    titles = {("title", folded(entry.title))} if entry.title else set()
    return titles | {(each.kind, each.normal) for each in entry.identifiers if each.kind in _SAME_WORK}


def _next(entries: list[tuple[int, str]], found: Found) -> str:
    """Return the entry of the list that follows the citation, else the last: a book has a list for each chapter."""
    index = bisect_right(entries, found.span.start, key=lambda entry: entry[0]) if found.kind == "numeric" else 0
    return entries[min(index, len(entries) - 1)][1]


def _same_year(listed: str | None, cited: str) -> bool:
    """Compare years; a cited 2020 may mean a listed 2020a."""
    return listed is not None and (listed == cited or (listed[:4] == cited[:4] and len(cited) == 4))  # noqa: PLR2004
