"""Find the work of a reference without an identifier: by title, first author and year, all of which must agree."""

from collections.abc import Sequence
from dataclasses import replace

from citevet.contracts import Web
from citevet.model import Lookup, Record, Reference
from citevet.resolve.compare import (
    CitedFields,
    fold_words,
    has_first_author,
    has_place,
    has_title,
    has_year,
    plain_title,
    read_cited_fields,
    squash,
)
from citevet.resolve.registries.crossref import look_up_crossref, search_crossref
from citevet.resolve.registries.openalex import search_openalex
from citevet.text.names import first_person
from citevet.text.patterns import lazy_pattern

_MAX_CANDIDATES = 5
_SAME_TITLE = 0.85  # words that two titles share, of all their words
_NUMBER = lazy_pattern(r"\b(?:\d{1,6}|[IVX]{1,6})\b")
_SUBTITLE = lazy_pattern(r"[:?!.]\s|\s[–—-]\s")
_NOT_WORKS = frozenset({"component", "peer-review", "grant", "notice"})
_PREPRINTS = frozenset({"preprint", "posted-content"})


async def search_title(reference: Reference, web: Web) -> Lookup:
    """Search Crossref, then OpenAlex if there is a key for it; not to be found is never the same as not to exist."""
    cited = read_cited_fields(reference)
    author, year = first_person((*cited.authors, "")[0]), str(cited.year or "")
    if reference.back or not squash(cited.title):
        return Lookup(reason="abstained", why="the reference has no title to search for")
    if not (has_title(cited.title) or (author and year)):
        return Lookup(reason="abstained", why="the title is too short to search for without author and year")
    found = choose(cited, await search_crossref(cited.title, author, year, web))
    if found.existence == "unchecked":
        other = choose(cited, await search_openalex(cited.title, web))
        if other.existence != "unchecked":
            found = other
        elif "unlisted" in found.flags and "unlisted" in other.flags:
            found = replace(found, why=found.why.replace("Crossref knows", "Crossref and OpenAlex know"))
    return await _complete(found, web)


async def _complete(found: Lookup, web: Web) -> Lookup:
    """Replace a row of a list by the whole record, which has the notices on the work."""
    doi = found.record.identifiers.get("doi", "") if found.record else ""
    whole = await look_up_crossref(doi, web) if doi else found
    return replace(whole, candidates=found.candidates) if whole.existence == "found" else found


def choose(cited: CitedFields, found: Sequence[Record] | Lookup) -> Lookup:
    """Accept the work whose title, first author and year agree; works with the same title only are candidates."""
    if isinstance(found, Lookup):
        return found
    namesakes = [each for each in found if each.type not in _NOT_WORKS and is_same_title(cited.title, each)]
    accepted = [each for each in namesakes if has_first_author(cited, each) is True and has_year(cited, each) is True]
    best = _prefer(cited, accepted)
    others = tuple(each for each in namesakes if each not in best)[:_MAX_CANDIDATES]
    if len(best) == 1:
        return Lookup("found", record=best[0], candidates=others)
    if namesakes:
        why = f'{len(namesakes)} works are called "{namesakes[0].title[:200]}", and none agrees in author and year'
        if best:
            why = f"{len(best)} works agree in title, author and year"
        return Lookup("ambiguous", why=why, candidates=(*best, *others)[:_MAX_CANDIDATES])
    return Lookup(
        reason="abstained",
        why="Crossref knows no such work; that does not prove that there is none",
        candidates=tuple(found[:_MAX_CANDIDATES]),
        flags=("unlisted",),
    )


def is_same_title(cited: str, record: Record) -> bool:
    """Check whether a title is one of the record's, nearly word for word, with or without its subtitle."""
    titles = [plain_title(title) for title in record.all_titles if title]
    return any(_are_equal(cited, title) or _is_main(cited, title) or _is_main(title, cited) for title in titles)


def _are_equal(left: str, right: str) -> bool:
    """Compare two titles; those of two parts of a series differ in a number only."""
    if squash(left) == squash(right):
        return True
    here, there = fold_words(left), fold_words(right)
    same = len(here & there) >= _SAME_TITLE * len(here | there) and bool(here)
    return same and set(_NUMBER.findall(left)) == set(_NUMBER.findall(right))


def _is_main(short: str, long: str) -> bool:
    """Check whether a title is another one without its subtitle."""
    main = _SUBTITLE.split(long, maxsplit=1)[0]
    return main != long and has_title(main) and squash(main) == squash(short)


def _prefer(cited: CitedFields, records: list[Record]) -> list[Record]:
    """Keep the works with the volume and page of the reference, else those that are no preprints."""
    placed = [each for each in records if has_place(cited, each)]
    published = [each for each in records if each.type not in _PREPRINTS]
    return placed or published or records
