"""`(Smith & Lee, 2019)`: an entry of the corpus, by the people who wrote it and the year."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from re import compile as pattern

from citevet.library.names import family_names, family_shown, folded, is_alone
from citevet.model import Citation, Difference, Entry, Reference, Resolution
from citevet.resolve.corpus import ambiguous, found
from citevet.resolve.ground import Ground

_YEAR = pattern(r"[12]\d{3}")
_INITIALS = pattern(r"[A-Z]{2,8}")
_NAMED = 6  # authors of a citation that are compared
_MOST = 100  # authors of an entry that are compared
_LONGEST = 300  # characters of a name
_UNKNOWN = ""  # the year of entries that say none


def by_authors(citation: Citation, reference: Reference | None, ground: Ground) -> Resolution | None:
    """Find the entry by a citation's authors and year; the outside world is asked where the document lists the work."""
    year = _YEAR.match(citation.parts.get("year", ""))
    names = [name for name in citation.parts.get("authors", "").split("; ")[:_NAMED] if _words(name)]
    if not ground.shelf.is_kept or not year or not names:
        return None
    dois = _dois(reference)
    years = (year[0], *_YEAR.findall(citation.parts.get("first", "")))
    et_al = "et_al" in citation.parts
    named = [entry for each in years for entry in _written(names, each, ground) if _may_be(entry, dois)]
    written = [entry for entry in named if not (et_al and _is_alone(entry))]
    entries = _best(written or _listed(dois, ground), names, et_al=et_al)
    if entries:
        return found(entries[0], citation) if len(entries) == 1 else ambiguous(citation, entries)
    if reference or citation.also or "candidates" in citation.parts:
        return None
    others = tuple(_other_authors(names, year[0], ground)) or tuple(_other_years(names, year[0], ground))
    return Resolution(reason="not-in-corpus", differences=others)


def has_work(names: tuple[str, ...], year: str, *, ground: Ground) -> bool:
    """Say whether the corpus has a work that a citation by these names and year would find."""
    named = [name for name in names[:_NAMED] if _words(name)]
    return bool(ground.shelf.is_kept and named and _YEAR.fullmatch(year) and _written(named, year, ground))


def described(reference: Reference, ground: Ground) -> tuple[Entry, ...]:
    """Return the entries that a reference describes: by its authors, its year and its title, and by no other DOI."""
    year = _YEAR.match(reference.year or "")
    names = [name for name in reference.authors[:_NAMED] if _words(name)]
    title = (reference.title or "")[:_LONGEST]
    if not (year and names and folded(title)):
        return ()
    titles = {folded(title), folded(title.rpartition(",")[0])} - {""}  # a page may stand behind it
    dois = _dois(reference)
    written = (entry for entry in _fitting(names, year[0], ground) if _may_be(entry, dois))
    return tuple(entry for entry in written if folded(entry.title[:_LONGEST]) in titles)


def _written(names: list[str], year: str, ground: Ground) -> tuple[Entry, ...]:
    """Return the entries whose first author is the first named, and whose authors are all the others."""
    fitting = _fitting(names, year, ground)
    if fitting or not _INITIALS.fullmatch(names[0]):
        return fitting
    return tuple(entry for entry in _catalogue(ground).get(names[0], ()) if (entry.year or "")[:4] == year)


def _fitting(names: list[str], year: str, ground: Ground) -> tuple[Entry, ...]:
    asked = dict.fromkeys((names[0], _family(names[0])))
    candidates = {entry.path: entry for name in asked for entry in ground.shelf.written_by(name, year)}
    return tuple(entry for entry in candidates.values() if _fits(entry, names))


def _fits(entry: Entry, names: list[str]) -> bool:
    writers = [_words(author) | family_names(author[:_LONGEST]) for author in entry.authors[:_MOST]]
    first, *others = (_words(_family(name)) for name in names)
    return bool(writers) and first <= writers[0] and all(any(name <= words for words in writers) for name in others)


def _is_alone(entry: Entry) -> bool:
    return len(entry.authors) == 1 and is_alone(entry.authors[0])


def _best(entries: Iterable[Entry], names: list[str], *, et_al: bool) -> tuple[Entry, ...]:
    """Prefer the entries with as many authors as are named, or with more where others are meant."""
    candidates = tuple(entries)
    more = [len(entry.authors) - len(names) for entry in candidates]
    fitting = [entry for entry, others in zip(candidates, more, strict=True) if (others > 0 if et_al else others == 0)]
    return tuple(fitting) or candidates


def _dois(reference: Reference | None) -> frozenset[str]:
    """Return the DOIs that the document's own list gives the work."""
    identifiers = reference.identifiers if reference else ()
    return frozenset(identifier.normal.lower() for identifier in identifiers if identifier.kind == "doi")


def _may_be(entry: Entry, dois: frozenset[str]) -> bool:
    """Tell a namesake of the same year, whose DOI is another, from the work itself."""
    own = entry.identifiers.get("doi", "").lower()
    return not (own and dois) or own in dois


def _listed(dois: frozenset[str], ground: Ground) -> tuple[Entry, ...]:
    return next((entries for doi in sorted(dois) if (entries := _catalogue(ground).get(doi, ()))), ())


def _other_authors(names: list[str], year: str, ground: Ground) -> Iterator[Difference]:
    """Yield the work of the first author in that year, whose other authors are not those that are named or meant."""
    for entry in _fitting(names[:1], year, ground)[:1]:
        writers = " & ".join(family_shown(author[:_LONGEST]) for author in entry.authors[:_NAMED])
        yield Difference("authors", " & ".join(names), f"{writers} {year} ({entry.id})")


def _other_years(names: list[str], year: str, ground: Ground) -> Iterator[Difference]:
    """Yield the year next to the cited one in which the corpus has a work of the same people, or that it has none."""
    for other in (str(int(year) + 1), str(int(year) - 1), _UNKNOWN):
        for entry in _fitting(names, other, ground)[:1]:
            shown = f"{other} ({entry.id})" if other else f"unknown year ({entry.id} is filed without one)"
            yield Difference("year", year, shown)
            return


def _catalogue(ground: Ground) -> Mapping[str, tuple[Entry, ...]]:
    """Index the corpus by DOI, and bodies by their initials, when somebody asks for the first time."""
    if not ground.seen.catalogue:
        lists: dict[str, list[Entry]] = defaultdict(list)
        for entry in ground.shelf.entries():
            for key in {entry.identifiers.get("doi", "").lower(), *map(_initials, entry.authors[:1])} - {""}:
                lists[key].append(entry)
        ground.seen.catalogue.update((key, tuple(entries)) for key, entries in lists.items())
    return ground.seen.catalogue


def _initials(name: str) -> str:
    """Return what a body is called for short: WHO for the World Health Organization; nothing for a person."""
    words = [word for word in name.split() if word[:1].isupper()]
    return "".join(word[0] for word in words) if len(words) > 1 and "," not in name and "." not in name else ""


def _family(name: str) -> str:
    """Return the word that a name is filed under: van der Berg stands under Berg."""
    return (name.split() or [""])[-1]


def _words(name: str) -> frozenset[str]:
    return frozenset(folded(name[:_LONGEST]).split())
