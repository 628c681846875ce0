"""Registries of works, one module each, and the order in which they are queried for each kind of identifier.

A reference without an identifier is searched by title, first author and year, all of which must agree, or without a
title by volume and page in its place.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from citevet.contracts import Web
from citevet.identifiers.doi import ARXIV_PREFIX
from citevet.model import Lookup, Reference
from citevet.model.extraction import Identified
from citevet.records import collect_values
from citevet.resolve.compare import compare
from citevet.resolve.registries.arxiv import add_earlier_titles, drop_version, look_up_arxiv, look_up_arxiv_ids
from citevet.resolve.registries.books import look_up_isbn, look_up_issn
from citevet.resolve.registries.crossref import look_up_crossref, look_up_crossref_dois
from citevet.resolve.registries.europepmc import look_up_europepmc
from citevet.resolve.registries.indexes import look_up_openalex, look_up_semantic_scholar
from citevet.resolve.registries.pubmed import look_up_pmcid, look_up_pmid, look_up_pmids
from citevet.resolve.registries.registered_dois import look_up_doi
from citevet.resolve.registries.title_search import drop_version_differences, search_title
from citevet.resolve.retractions import gather_notices
from citevet.resolve.title_languages import has_title

LookUp = Callable[[str, Web], Awaitable[Lookup]]
LookUpMany = Callable[[Iterable[str], Web], Awaitable[Mapping[str, Lookup]]]

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
BATCHES: Mapping[str, LookUpMany] = {
    "doi": look_up_crossref_dois,
    "arxiv": look_up_arxiv_ids,
    "pmid": look_up_pmids,
}
_DEFECTS = frozenset({"missing", "mismatched"})
_RANK = {"missing": 0, "mismatched": 1, "found": 2, "ambiguous": 3, "unchecked": 4}


async def look_up_batches(identifiers: Iterable[Identified], web: Web) -> Mapping[Identified, Lookup]:
    """Look up the identifiers of a whole document with few requests, where the service allows it."""
    from asyncio import gather  # 15 ms, and offline nothing is looked up

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
    searched: Lookup | None = None,
) -> Lookup:
    """Look up every identifier; one that is missing or names another work counts more than one that is right.

    `known` and `searched` are what a batch found for its identifiers and its title.
    """
    from asyncio import gather

    wanted = _order(identifiers, reference)
    if not wanted:
        if reference is None:
            return Lookup(reason="abstained", why="there is no identifier and no title to look for")
        if searched is None:
            (searched,) = await finish_searches([await search_title(reference, web)], web)
        compared = await _compare(searched, reference, web)
        return replace(compared, differences=drop_version_differences(compared.differences))
    found = await gather(*((_look_up(each, reference, web, known or {})) for each in wanted))
    best = min(found, key=lambda each: _RANK[each.existence])
    if best.existence not in _DEFECTS:
        return _add_notices(best, found)
    right = tuple(each.record for each in found if each.existence == "found" and each.record)
    if not right and reference is not None:
        titled = await search_title(reference, web)
        (titled,) = await finish_searches([titled], web)
        right = (titled.record,) if titled.existence == "found" and titled.record else ()
    return replace(best, candidates=right)


async def finish_searches(found: Sequence[Lookup], web: Web) -> list[Lookup]:
    """Replace the rows of lists by the whole records, which have the notices on the works."""
    from asyncio import gather

    dois = [each.record.identifiers.get("doi", "") if each.record else "" for each in found]
    known = await look_up_crossref_dois(filter(None, dois), web)
    left = [doi for doi in dict.fromkeys(dois) if doi and doi not in known]
    single = dict(zip(left, await gather(*(look_up_crossref(doi, web) for doi in left)), strict=True))
    whole = [{**single, **known}.get(doi, each) for doi, each in zip(dois, found, strict=True)]
    return [
        replace(one, candidates=each.candidates) if one.existence == "found" else each
        for one, each in zip(whole, found, strict=True)
    ]


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
    if kind == "arxiv" and found.existence == "missing":
        found = await _confirm_absence(value, found, web)
    flags = tuple(dict.fromkeys(flag for each in answered or [found] for flag in each.flags))
    compared = await _compare(replace(_add_notices(found, answered), flags=flags), reference, web)
    is_other = kind == "doi" and compared.existence == "mismatched"
    return await _confirm_other_work(value, compared, reference, web) if is_other else compared


async def _confirm_absence(arxiv_id: str, found: Lookup, web: Web) -> Lookup:
    """Believe an empty feed of arXiv, which real papers get at times, if doi.org has no DOI of the paper either."""
    second = await look_up_doi(f"{ARXIV_PREFIX}{drop_version(arxiv_id)}", web)
    if second.existence == "missing":
        return found
    if second.existence != "found":
        return Lookup(reason=second.reason or "unreadable", why=f"arXiv sent nothing for {arxiv_id}, and {second.why}")
    return replace(second, why=f"{found.why}, but doi.org has its DOI")


async def _confirm_other_work(doi: str, found: Lookup, reference: Reference | None, web: Web) -> Lookup:
    """Return the answer of a second service, if that has the cited work under a DOI that is of another at the first."""
    if found.record is None or found.record.service == "openalex" or reference is None:
        return found
    second = await look_up_openalex(doi, web)
    is_cited = second.record is not None and compare(reference, second.record).decision == "same"
    return await _compare(second, reference, web) if is_cited else found


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
    is_retitled = result.decision == "mismatched" or any(each.type == "title" for each in result.differences)
    if is_retitled and record.identifiers.get("arxiv"):
        record = await add_earlier_titles(record, web)
        result = compare(reference, record)
    other = result.decision == "mismatched"
    return replace(found, existence="mismatched" if other else "found", record=record, differences=result.differences)
