"""Search for the work of a reference that has no identifier, by its title, first author and year.

A record counts if all three agree, or if its place shows that it is the work and a field of the reference is wrong.
"""

from collections.abc import Sequence
from dataclasses import replace

from citevet.contracts import Web
from citevet.model import Difference, Flag, Lookup, Record, Reference
from citevet.patterns import lazy_pattern
from citevet.resolve.alignment import has_other_words, read_cited_place
from citevet.resolve.alignment.entry_words import split_words
from citevet.resolve.alignment.places import CitedPlace, find_container
from citevet.resolve.cited_fields import CitedFields, find_article, fold_words, plain_title, read_cited_fields
from citevet.resolve.compare import has_place, has_year, is_same_venue
from citevet.resolve.compare_authors import has_any_author, has_first_author, is_group
from citevet.resolve.registries.absence import find_witnesses, is_listed_kind
from citevet.resolve.registries.crossref import CROSSREF, search_crossref
from citevet.resolve.registries.ror import look_up_names
from citevet.resolve.registries.search_routes import list_further_searches
from citevet.resolve.title_languages import has_title
from citevet.text.names import first_person, fold_name, squash

_MAX_CANDIDATES = 5
_SAME_TITLE = 0.85  # words that two titles share, of all their words
_NUMBER = lazy_pattern(r"\b(?:\d{1,6}|[IVX]{1,6})\b")
_SUBTITLE = lazy_pattern(r"[:?!.]\s|\s[–—-]\s")
_NOT_WORKS = frozenset({"component", "peer-review", "grant", "notice"})
_PREPRINTS = frozenset({"preprint", "posted-content"})
_TELLING = 6  # content words of a title that is that of one work only
_SHOWN = 4  # people of a work
_FABRICATED: tuple[Flag, ...] = ("unlisted", "likely-fabricated")
_WITH_REVIEWS = frozenset("book monograph edited-book reference-book report".split())  # and a review has their title
_PLACED = frozenset({"venue", "volume", "issue", "pages", "year"})  # in which two versions of a work differ


async def search_title(reference: Reference, web: Web) -> Lookup:
    """Search Crossref, and then what has works of this kind; a work that none of them has may exist.

    The record is the row of a list; `finish_searches` replaces it by the whole one.
    """
    cited = read_cited_fields(reference)
    author, year = first_person((*cited.authors, "")[0]), str(cited.year or "")
    if why := _explain_no_search(reference, cited, author, year):
        return Lookup(reason="abstained", why=why)
    if not squash(cited.title) or not cited.is_title_read:
        article = await _search_article(cited, author, year, web)
        if article.existence == "found" or not squash(cited.title):
            return article
    place = read_cited_place(reference, cited)
    cited = replace(cited, volume=place.volume or cited.volume, pages=place.pages or cited.pages)
    found = choose(cited, await search_crossref(cited.title, author, year, web), place)
    absent = [CROSSREF] if "unlisted" in found.flags else []
    found = await _search_further(found, cited, author, place, absent, web)
    if found.existence == "ambiguous":
        found = _weigh_people(await _find_by_organization(found, cited, web), cited)
    elif "unlisted" in found.flags:
        found = await _weigh_absence(found, cited, place, absent, web)
    return found


def _explain_no_search(reference: Reference, cited: CitedFields, author: str, year: str) -> str:
    """Return why there is nothing to search for."""
    if reference.back:
        return "the reference has no title to search for"
    is_short = squash(cited.title) and not (has_title(cited.title) or (author and year))
    return "the title is too short to search for without author and year" if is_short else ""


async def _search_further(
    found: Lookup, cited: CitedFields, author: str, place: CitedPlace, absent: list[str], web: Web
) -> Lookup:
    """Search one service after the other until one has the work, and note which ones have none."""
    for service in list_further_searches(cited, author, place, web):
        # A review has the title of its book, so namesakes of other people do not end the search.
        is_doubled = found.existence == "ambiguous" and any(_agrees(cited, each) for each in found.candidates)
        if found.existence == "found" or is_doubled or (service.is_last and "unlisted" not in found.flags):
            break
        other = choose(cited, await service.search(), place)
        if other.record and other.record.service == "orcid":
            other = replace(other, record=replace(other.record, authors=()))  # the list is of one author
        if other.existence == "found" or (other.existence == "ambiguous" and found.existence == "unchecked"):
            found = other
        elif "unlisted" in other.flags:
            absent.append(service.label)
    return found


async def _find_by_organization(found: Lookup, cited: CitedFields, web: Web) -> Lookup:
    """Accept the only namesake that an organization wrote under another of its names."""
    first = (*cited.authors, "")[0]
    dated = [
        each for each in found.candidates if has_year(cited, each) is True and has_first_author(cited, each) is None
    ]
    if not (dated and first and is_group(first)):
        return found
    names = await look_up_names(first, web)
    same = [each for each in dated if any(fold_name(author) in names for author in (*each.authors, *each.all_venues))]
    return Lookup("found", record=same[0]) if len(same) == 1 else found


def _weigh_people(found: Lookup, cited: CitedFields) -> Lookup:
    """Say that a reference may be invented if none of its people wrote the only work with its title.

    The title must be too long for two works to share it, and versions of one work have people in common.
    """
    works = found.candidates
    if found.existence != "ambiguous" or not cited.is_title_read or len(fold_words(cited.title)) < _TELLING:
        return found
    families = [{fold_name(person.partition(",")[0]) for person in each.authors} for each in works]
    if not families or not set.intersection(*families) or any(each.type in _WITH_REVIEWS for each in works):
        return found
    if any(has_any_author(cited, each) is not False or not is_same_title(cited.title, each) for each in works):
        return found
    people = "; ".join(works[0].authors[:_SHOWN])
    why = f'none of these people wrote the only work that is called "{works[0].title[:200]}": it is by {people}'
    flags = (*found.flags, *_FABRICATED)
    return Lookup(reason="abstained", why=f"{why}; the reference may be invented", candidates=works, flags=flags)


async def _weigh_absence(
    found: Lookup, cited: CitedFields, place: CitedPlace, absent: Sequence[str], web: Web
) -> Lookup:
    """Say who has no such work, and whether two of them should have it."""
    asked = [CROSSREF, *(each for each in absent if each != CROSSREF)]
    if len(asked) > 1:
        names = f"{', '.join(asked[:-1])} and {asked[-1]}"
        found = replace(found, why=found.why.replace(f"{CROSSREF} knows", f"{names} know"))
    if not cited.is_title_read or not is_listed_kind(cited, place.venue):
        return found
    witnesses = await find_witnesses(cited, place.venue, absent, web)
    if not witnesses:
        return found
    why = f"{' and '.join(witnesses)} list {place.venue[:120]} of {cited.year}, and have no work with this title"
    return replace(found, why=f"{why}; the reference may be invented", flags=(*found.flags, "likely-fabricated"))


def drop_version_differences(differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """Keep what is certain of a work that was found by its title: another version has another place and year."""
    types = {each.type for each in differences}
    is_other = any((each.type, each.kind) == ("venue", "") for each in differences) or {"volume", "pages"} <= types
    return tuple(each for each in differences if not (is_other and each.type in _PLACED))


async def _search_article(cited: CitedFields, author: str, year: str, web: Web) -> Lookup:
    """Search an entry without a title: first author, year, journal, volume and first page together name one work."""
    article = find_article(cited)
    if not (article and author and year):
        return Lookup(reason="abstained", why="the reference has no title to search for")
    found = await search_crossref(f"{article.venue} {article.volume} {article.pages}", author, year, web)
    if isinstance(found, Lookup):
        return found
    same = [each for each in found if has_place(article, each) and is_same_venue(article.venue, each)]
    same = [each for each in same if has_first_author(cited, each) is True and has_year(cited, each) is True]
    if len(same) == 1:
        return Lookup("found", record=same[0])
    why = f"{CROSSREF} knows no work of that author, year, volume and page; that does not prove that there is none"
    return Lookup(reason="abstained", why=why, flags=("unlisted",))


def choose(cited: CitedFields, found: Sequence[Record] | Lookup, place: CitedPlace | None = None) -> Lookup:
    """Accept the work whose title, first author and year agree; works with the same title only are candidates."""
    if isinstance(found, Lookup):
        return found
    namesakes = [each for each in found if each.type not in _NOT_WORKS and is_same_title(cited.title, each)]
    best = _prefer(cited, [each for each in namesakes if _agrees(cited, each)])
    others = tuple(each for each in namesakes if each not in best)[:_MAX_CANDIDATES]
    if len(best) == 1:
        return Lookup("found", record=best[0], candidates=others)
    if not best and (wrong := _find_wrongly_cited(cited, found, namesakes, place or CitedPlace())):
        return Lookup("found", record=wrong)
    if namesakes:
        works = f"{len(namesakes)} works are" if len(namesakes) > 1 else "one work is"
        why = f'{works} called "{namesakes[0].title[:200]}", but author and year do not both agree'
        if best:
            why = f"{len(best)} works agree in title, author and year"
        return Lookup("ambiguous", why=why, candidates=(*best, *others)[:_MAX_CANDIDATES])
    return Lookup(
        reason="abstained",
        why="Crossref knows no such work; that does not prove that there is none",
        candidates=tuple(found[:_MAX_CANDIDATES]),
        flags=("unlisted",),
    )


def _find_wrongly_cited(
    cited: CitedFields, found: Sequence[Record], namesakes: Sequence[Record], place: CitedPlace
) -> Record | None:
    """Return the only work that is meant although a field is wrong: by place, or by long title and container."""
    placed = [each for each in found if each.type not in _NOT_WORKS and has_place(cited, each)]
    placed = [each for each in placed if not has_other_words(cited.title, each)]
    if len(placed) == 1:
        return placed[0]
    if len(namesakes) == 1 and len(fold_words(cited.title)) >= _TELLING and place.venue:
        work = namesakes[0]
        is_there = find_container(split_words(place.venue), work) is not None
        return work if is_there and (has_first_author(cited, work) or has_year(cited, work)) else None
    return None


def _agrees(cited: CitedFields, record: Record) -> bool:
    """Check that a work with the title of a reference has its first author and year.

    Open Library lists the years of all editions, and no reference is older; others have that of one, maybe a reprint.
    """
    is_older = record.service == "openlibrary" and (cited.year or 0) < min(record.years, default=0) - 1
    return has_first_author(cited, record) is True and has_year(cited, record) is True and not is_older


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
