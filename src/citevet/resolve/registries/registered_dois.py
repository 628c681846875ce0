"""Look up a DOI: first whether it is registered and by whom, then its description at that agency."""

from asyncio import gather
from collections.abc import Awaitable, Callable, Mapping

from citevet.contracts import Web
from citevet.model import Lookup
from citevet.resolve.registries.crossref import look_up_crossref
from citevet.resolve.registries.datacite import look_up_datacite
from citevet.resolve.registries.doi import find_agency, look_up_description, look_up_handle

LookUp = Callable[[str, Web], Awaitable[Lookup]]

# The agency of a prefix may differ from the one that has the record, so each has a second place to look.
AGENCIES: Mapping[str, tuple[LookUp, ...]] = {
    "Crossref": (look_up_crossref, look_up_description),
    "DataCite": (look_up_datacite, look_up_description),
    "": (look_up_crossref, look_up_datacite, look_up_description),  # not known
}
_OTHERS: tuple[LookUp, ...] = (look_up_description, look_up_crossref)  # mEDRA, JaLC, KISTI, OP, ISTIC, CNKI …


async def look_up_doi(doi: str, web: Web) -> Lookup:
    """Look for a DOI; if one service fails, the others still count."""
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
