"""Which entry of the document's own list a citation means."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from citevet.extract.bodies import initials, shorts
from citevet.extract.found import Found
from citevet.extract.people import family, folded, same
from citevet.model import Reference

_BY_KEY = {
    "footnote": ("footnote",),
    "numeric": ("list", "footnote"),
    "key": ("file", "list"),
    "wiki": ("wiki",),
    "corpus": ("list",),
}

_NAMESAKES = 30  # entries of one first author in one year that are compared; 2020a to 2020z are 26


class Match(NamedTuple):
    """The entry, or the several that could be meant."""

    reference: str | None
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """The entries by key, by identifier, and by first author and year."""

    keys: Mapping[tuple[str, str], list[tuple[int, str]]]  # origin and key → where such entries stand, and their ids
    identifiers: Mapping[tuple[str, str], str]
    authors: Mapping[tuple[str, str], tuple[Reference, ...]] = field(default_factory=dict)
    shorts: Mapping[str, str] = field(default_factory=dict)  # short names that the text introduces, and what they mean

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
            for name in {*map(family, reference.authors[:1]), *map(folded, shorts(reference.authors, reference.text))}:
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
        first, *others = found.parts["authors"].split("; ")
        year = found.parts["year"]
        namesakes = (
            self._by_first(first, year)
            or self._by_first(self.shorts.get(folded(first), ""), year)
            # The list may have the short name alone; by its initials another body would do as well.
            or [entry for entry in self._by_first(initials(first), year) if _is_short(entry.authors[0])]
        )
        # A short note, "Smith (2019), p. 4", is no entry of the work that it names.
        own = [entry for entry in namesakes if "noted" not in found.parts or entry.origin != "footnote"]
        entries = [entry for entry in own if _same_year(entry.year, year)]
        if others and len(entries) > 1:
            entries = [entry for entry in entries if family(others[0]) in map(family, entry.authors[1:])] or entries
        exact = [entry for entry in entries if entry.year == year]
        best = exact or entries
        return Match(best[0].id) if len(best) == 1 else Match(None, tuple(entry.id for entry in best))

    def _by_first(self, first: str, year: str) -> list[Reference]:
        """Return the entries of a first author in a year; of two Organizations each is itself only."""
        namesakes = self.authors.get((family(first), year[:4]), ()) if first else ()
        return [entry for entry in namesakes if _is_short(first) or same(first, entry.authors[0])]


def _is_short(name: str) -> bool:
    """Say whether a name is one word, by which a person or a body may go: Berg, WHO."""
    return " " not in name


def _next(entries: list[tuple[int, str]], found: Found) -> str:
    """Return the entry of the list that follows the citation, else the last: a book has a list for each chapter."""
    index = bisect_right(entries, found.span.start, key=lambda entry: entry[0]) if found.kind == "numeric" else 0
    return entries[min(index, len(entries) - 1)][1]


def _same_year(listed: str | None, cited: str) -> bool:
    """Compare years; a cited 2020 may mean a listed 2020a."""
    return listed is not None and (listed == cited or (listed[:4] == cited[:4] and len(cited) == 4))  # noqa: PLR2004
