"""Registries of works, one module each, and the order in which they are queried for each kind of identifier.

A reference without an identifier is searched by title, first author and year, all of which must agree, or without a
title by volume and page in its place.
"""

from asyncio import gather
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from citevet.contracts import Web
from citevet.model import Lookup, Record, Reference
from citevet.records import collect_values
from citevet.resolve.cited_fields import CitedFields, find_article, fold_words, plain_title, read_cited_fields, squash
from citevet.resolve.compare import compare, has_place, has_title, has_year, is_same_venue
from citevet.resolve.compare_authors import has_first_author
from citevet.resolve.registries.arxiv import add_earlier_titles, look_up_arxiv, look_up_arxiv_ids
from citevet.resolve.registries.books import OPEN_LIBRARY, look_up_isbn, look_up_issn, search_books
from citevet.resolve.registries.crossref import CROSSREF, look_up_crossref, search_crossref
from citevet.resolve.registries.europepmc import look_up_europepmc
from citevet.resolve.registries.indexes import look_up_openalex, look_up_semantic_scholar, search_dblp, search_openalex
from citevet.resolve.registries.pubmed import look_up_pmcid, look_up_pmid, look_up_pmids
from citevet.resolve.registries.registered_dois import look_up_doi
from citevet.resolve.retractions import gather_notices
from citevet.text.names import first_person
from citevet.text.patterns import lazy_pattern

Identified = tuple[str, str]  # kind and normal form: ("doi", "10.1000/182")
LookUp = Callable[[str, Web], Awaitable[Lookup]]
LookUpMany = Callable[[Iterable[str], Web], Awaitable[Mapping[str, Lookup]]]
Search = Callable[[], Awaitable[tuple[Record, ...] | Lookup]]

# Kind of identifier → look-ups in order: the next one is queried if the last one knew nothing or failed.
# The kinds are in the order in which they are believed.
WORK_LOOK_UPS: Mapping[str, tuple[LookUp, ...]] = {
    "doi": (look_up_doi, look_up_openalex),
    "pmid": (look_up_pmid, partial(look_up_europepmc, "pmid")),
    "pmcid": (look_up_pmcid, partial(look_up_europepmc, "pmcid")),
    "arxiv": (look_up_arxiv, look_up_semantic_scholar),
    "isbn": (look_up_isbn,),
    "issn": (look_up_issn,),
}
# Services that answer for many identifiers at once.
BATCHES: Mapping[str, LookUpMany] = {"arxiv": look_up_arxiv_ids, "pmid": look_up_pmids}
_DEFECTS = frozenset({"missing", "mismatched"})
_RANK = {"missing": 0, "mismatched": 1, "found": 2, "ambiguous": 3, "unchecked": 4}
_MAX_CANDIDATES = 5
_SAME_TITLE = 0.85  # words that two titles share, of all their words
_NUMBER = lazy_pattern(r"\b(?:\d{1,6}|[IVX]{1,6})\b")
_SUBTITLE = lazy_pattern(r"[:?!.]\s|\s[–—-]\s")
_NOT_WORKS = frozenset({"component", "peer-review", "grant", "notice"})
_PREPRINTS = frozenset({"preprint", "posted-content"})
_COMPUTING = lazy_pattern(
    r"\b(?:ACM|IEEE|USENIX|arXiv|CoRR|LNCS|NeurIPS|NIPS|ICLR|ICML|AAAI|IJCAI|(?:NA|EA)?ACL|EMNLP|CVPR|ICCV|JMLR|SIG[A-Z]{2,6}"
    r"|inproceedings|Conference|Symposium|Workshop|Proceedings|Proc\.|Comput\w{1,8}|Informati(?:cs|k)|Software|Neural|Algorithms?"
    r"|Machine Learning|Artificial Intelligence)(?!\w)"
)


async def look_up_batches(identifiers: Iterable[Identified], web: Web) -> Mapping[Identified, Lookup]:
    """Look up the identifiers of a whole document with few requests, where the service allows it."""
    kinds = collect_values(identifiers)
    wanted = [kind for kind in BATCHES if kind in kinds]
    answers = await gather(*(BATCHES[kind](kinds[kind], web) for kind in wanted))
    return {(kind, value): found for kind, each in zip(wanted, answers, strict=True) for value, found in each.items()}


async def look_up_work(
    identifiers: Sequence[Identified],
    reference: Reference | None,
    web: Web,
    *,
    known: Mapping[Identified, Lookup] | None = None,
) -> Lookup:
    """Look up every identifier; one that is missing or names another work counts more than one that is right."""
    wanted = _order(identifiers, reference)
    if not wanted:
        if reference is None:
            return Lookup(reason="abstained", why="there is no identifier and no title to look for")
        return await _compare(await search_title(reference, web), reference, web)
    found = await gather(*((_look_up(each, reference, web, known or {})) for each in wanted))
    best = min(found, key=lambda each: _RANK[each.existence])
    if best.existence not in _DEFECTS:
        return _add_notices(best, found)
    right = tuple(each.record for each in found if each.existence == "found" and each.record)
    if not right and reference is not None:
        titled = await search_title(reference, web)
        right = (titled.record,) if titled.existence == "found" and titled.record else ()
    return replace(best, candidates=right)


def _order(identifiers: Iterable[Identified], reference: Reference | None) -> list[Identified]:
    """Return the identifiers that can be looked up; an ISSN is that of the journal, not of the article."""
    order = {kind: place for place, kind in enumerate(WORK_LOOK_UPS)}
    wanted = {each for each in identifiers if each[0] in order and (each[0] != "issn" or reference is None)}
    return sorted(wanted, key=lambda each: (order[each[0]], each))


def _add_notices(best: Lookup, found: Sequence[Lookup]) -> Lookup:
    """Add what other services say about the same work: some retractions are known to PubMed only."""
    if best.record is None:
        return best
    others = [each.record for each in found if each.record and each is not best]
    return replace(best, record=replace(best.record, notices=gather_notices([best.record, *others])))


async def _look_up(
    identifier: Identified, reference: Reference | None, web: Web, known: Mapping[Identified, Lookup]
) -> Lookup:
    """Look in one registry after the other until one has a title; what a batch found is the answer of the first."""
    kind, value = identifier
    outcomes = [known[identifier]] if identifier in known else []
    for look_up in WORK_LOOK_UPS[kind][len(outcomes) :]:
        if outcomes and _is_final(outcomes[-1]):
            break
        outcomes.append(await look_up(value, web))
    answered = [each for each in outcomes if each.existence != "unchecked"]
    found = next((each for each in answered if _is_final(each)), (*answered, outcomes[0])[0])
    flags = tuple(dict.fromkeys(flag for each in answered or [found] for flag in each.flags))
    return await _compare(replace(_add_notices(found, answered), flags=flags), reference, web)


def _is_final(found: Lookup) -> bool:
    """Check whether nothing is left to ask: some DOIs are registered, but not described there."""
    return found.existence != "unchecked" and (found.record is None or bool(found.record.title))


async def _compare(found: Lookup, reference: Reference | None, web: Web) -> Lookup:
    """Compare the record with the reference; a preprint may have had another title."""
    record = found.record
    if found.existence != "found" or record is None or reference is None:
        return found
    if not record.title and has_title(reference.title or ""):
        why = found.why or "the registry has no title to compare"
        return replace(found, existence="unchecked", reason="abstained", why=why)
    result = compare(reference, record)
    if result.decision == "mismatched" and record.identifiers.get("arxiv"):
        record = await add_earlier_titles(record, web)
        result = compare(reference, record)
    other = result.decision == "mismatched"
    return replace(found, existence="mismatched" if other else "found", record=record, differences=result.differences)


async def search_title(reference: Reference, web: Web) -> Lookup:
    """Search Crossref, OpenAlex with a key, and dblp or Open Library; a work that none of them has may exist."""
    cited = read_cited_fields(reference)
    author, year = first_person((*cited.authors, "")[0]), str(cited.year or "")
    if reference.back:
        return Lookup(reason="abstained", why="the reference has no title to search for")
    if not squash(cited.title):
        return await _complete(await _search_article(cited, author, year, web), web)
    if not (has_title(cited.title) or (author and year)):
        return Lookup(reason="abstained", why="the title is too short to search for without author and year")
    found = choose(cited, await search_crossref(cited.title, author, year, web))
    unlisted = [CROSSREF]
    for label, search in _list_further_searches(cited, author, web):
        # A review has the title of its book, so namesakes of other people do not end the search.
        is_doubled = found.existence == "ambiguous" and any(_agrees(cited, each) for each in found.candidates)
        if found.existence == "found" or is_doubled:
            break
        other = choose(cited, await search())
        if other.existence == "found" or (other.existence == "ambiguous" and found.existence == "unchecked"):
            found = other
        elif "unlisted" in other.flags:
            unlisted.append(label)
    if "unlisted" in found.flags and len(unlisted) > 1:
        names = f"{', '.join(unlisted[:-1])} and {unlisted[-1]}"
        found = replace(found, why=found.why.replace(f"{CROSSREF} knows", f"{names} know"))
    return await _complete(found, web)


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


def _list_further_searches(cited: CitedFields, author: str, web: Web) -> Iterator[tuple[str, Search]]:
    """Yield what is searched after Crossref, which has few conferences and books; the last two are slow."""
    yield "OpenAlex", partial(search_openalex, cited.title, web)
    if _COMPUTING.search(cited.text):
        yield "dblp", partial(search_dblp, cited.title, web)
    elif author and not (cited.volume or cited.pages):
        yield OPEN_LIBRARY, partial(search_books, cited.title, author, web)


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
    best = _prefer(cited, [each for each in namesakes if _agrees(cited, each)])
    others = tuple(each for each in namesakes if each not in best)[:_MAX_CANDIDATES]
    if len(best) == 1:
        return Lookup("found", record=best[0], candidates=others)
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
