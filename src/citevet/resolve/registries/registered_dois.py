"""DOIs: doi.org says whether one is registered and by which agency, and that agency describes the work."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from urllib.parse import quote

from citevet.contracts import Web
from citevet.identifiers import keep_known, link
from citevet.model import Lookup, Record, Reply
from citevet.resolve.answers import dig, items_at, not_known, number_at, read_json, text_at
from citevet.resolve.registries.crossref import look_up_crossref, read_work
from citevet.resolve.registries.datacite import look_up_datacite

DOI_ORG = "doi.org"
_CSL = "application/vnd.citationstyles.csl+json"
_REGISTERED = frozenset({1, 200})  # 200: registered, but without the values that were asked for
_NOT_REGISTERED = 100
_NO_DESCRIPTION = frozenset({204, 406})  # HTTP: there is nothing, or nothing in such a format
LookUp = Callable[[str, Web], Awaitable[Lookup]]


async def look_up_handle(doi: str, web: Web) -> Lookup:
    """Look whether a DOI, or a short one like 10/fzc5kw, is registered."""
    return parse_handle(await web.ask("doi", f"/api/handles/{quote(doi)}"), doi)


async def find_agency(doi: str, web: Web) -> str:
    """Return the agency that registered a DOI, such as "Crossref"; empty if that is not known."""
    return parse_agency(await web.ask("doi", f"/doiRA/{quote(doi)}"), doi)


async def look_up_description(doi: str, web: Web) -> Lookup:
    """Ask the agency of a DOI, whichever it is, for the description of the work."""
    return parse_description(await web.ask("doi", f"/{quote(doi)}", headers={"Accept": _CSL}), doi)


def parse_handle(reply: Reply, doi: str) -> Lookup:
    """Return whether a DOI is registered. It is missing only when doi.org says so of that very DOI."""
    value, refusal = read_json(reply, DOI_ORG)
    code, same = number_at(value, "responseCode"), text_at(value, "handle").lower() == doi.lower()
    if code == _NOT_REGISTERED and same:
        return Lookup("missing", why=f"{DOI_ORG} has no DOI {doi}")
    if code not in _REGISTERED or not same:
        return refusal
    name = _find_value(value, "HS_ALIAS").lower() or doi
    record = Record("doi", name, identifiers=keep_known(doi=name), url=link("doi", name))
    return Lookup("found", record=record)


def parse_agency(reply: Reply, doi: str) -> str:
    """Return the agency in an answer of `/doiRA/`, or of the older `/ra/`; nothing else follows from it."""
    value, _ = read_json(reply, DOI_ORG)
    rows = (each for each in items_at(value) if doi.lower().startswith(text_at(each, "DOI").lower()))
    return next((text_at(each, "RA") for each in rows), "")


def parse_description(reply: Reply, doi: str) -> Lookup:
    """Return the work in CSL-JSON; a page of the publisher means that the agency has no description."""
    if not reply.trouble and (reply.status in _NO_DESCRIPTION or "html" in reply.content_type):
        return not_known("the registration agency", f"a description of {doi}")
    value, refusal = read_json(reply, DOI_ORG, doi)
    record = read_work(value, "doi", DOI_ORG)
    is_error = record is not None and not (record.id or record.authors or record.years)  # which has a title, too
    if record is None or is_error or record.id not in {"", doi.lower()}:
        return refusal
    known = {**record.identifiers, "doi": doi.lower()}  # some agencies leave it out
    return Lookup("found", record=replace(record, id=doi.lower(), identifiers=known))


def _find_value(value: object, kind: str) -> str:
    values = items_at(value, "values")
    return next((text_at(each, "data", "value") for each in values if dig(each, "type") == kind), "")


# The agency of a prefix may differ from the one that has the record, so each has a second place to look.
AGENCIES: Mapping[str, tuple[LookUp, ...]] = {
    "Crossref": (look_up_crossref, look_up_description),
    "DataCite": (look_up_datacite, look_up_description),
    "": (look_up_crossref, look_up_datacite, look_up_description),  # not known
}
_OTHERS: tuple[LookUp, ...] = (look_up_description, look_up_crossref)  # mEDRA, JaLC, KISTI, OP, ISTIC, CNKI …


async def look_up_doi(doi: str, web: Web) -> Lookup:
    """Look for a DOI; if one service fails, the others still count."""
    from asyncio import gather

    registered, agency = await gather(look_up_handle(doi, web), find_agency(doi, web))
    if registered.existence == "missing":
        return registered
    name = registered.record.id if registered.record else doi  # the DOI that an alias or a short DOI means
    failures: list[Lookup] = []
    for look_up in AGENCIES.get(agency, _OTHERS):
        found = await look_up(name, web)
        if found.existence == "found":
            return found
        failures.append(found)
    return _conclude(registered, failures)


def _conclude(registered: Lookup, failures: list[Lookup]) -> Lookup:
    """Return what is known without a description: a registered DOI exists, but a service that failed may know more."""
    troubles = [each for each in failures if each.reason != "abstained"]
    if registered.existence != "found":
        return registered
    if troubles:
        why = f"the DOI is registered, but {troubles[0].why}"
        return Lookup(reason=troubles[0].reason, why=why, record=registered.record)
    return Lookup("found", why="the DOI is registered, but no registry describes the work", record=registered.record)
