"""PubMed Central: the converter of ids, and the record behind a PMCID."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from citevet.contracts import Web
from citevet.model import Lookup, Reply
from citevet.resolve.answers import not_known, read_json, refuse_shape
from citevet.resolve.registries.pubmed import look_up_pmid, parse_summary
from citevet.resolve.service_fields import bare_doi, items_at, keep_known, text_at

_LABEL = "PMC"
_BATCH = 200  # ids of one request
IdType = Literal["pmcid", "pmid", "doi"]


async def convert_ids(ids: Sequence[str], kind: IdType, web: Web) -> Mapping[str, Mapping[str, str]] | Lookup:
    """Return all ids of articles in PMC, by the id that was asked; one kind per call, as mixed ones are refused."""
    found: dict[str, Mapping[str, str]] = {}
    for start in range(0, len(ids), _BATCH):
        query = {"ids": ",".join(ids[start : start + _BATCH]), "idtype": kind, "format": "json"}
        part = parse_conversion(await web.ask("pmc", "/articles/", params=query), kind)
        if isinstance(part, Lookup):
            return part
        found.update(part)
    return found


def parse_conversion(reply: Reply, kind: IdType) -> Mapping[str, Mapping[str, str]] | Lookup:
    """Return the ids of each article that the converter knows, by the id of the given kind."""
    found = read_json(reply, _LABEL, "these ids")
    if isinstance(found, Lookup):
        return found
    if not isinstance(found, dict) or "records" not in found:
        return refuse_shape(_LABEL)
    converted: dict[str, Mapping[str, str]] = {}
    for record in items_at(found, "records"):
        ids = keep_known(
            doi=bare_doi(text_at(record, "doi")), pmid=text_at(record, "pmid"), pmcid=text_at(record, "pmcid").upper()
        )
        if text_at(record, "status") != "error" and kind in ids:
            converted[ids[kind]] = ids
    return converted


async def look_up_pmcid(pmcid: str, web: Web) -> Lookup:
    """Look for an article by its PMCID; it is missing when the record database of PMC says so of that id."""
    pmcid = pmcid.upper()
    converted = await convert_ids([pmcid], "pmcid", web)
    if isinstance(converted, Lookup) and converted.reason in {"offline", "budget"}:
        return converted
    ids = {} if isinstance(converted, Lookup) else converted.get(pmcid, {})
    if pmid := ids.get("pmid"):
        lookup = await look_up_pmid(pmid, web)
        if lookup.record:
            return replace(lookup, record=replace(lookup.record, identifiers={**lookup.record.identifiers, **ids}))
    number = pmcid.removeprefix("PMC")
    query = {"db": "pmc", "id": number, "retmode": "json"}
    lookup = parse_summary(await web.ask("pubmed", "/esummary.fcgi", params=query), number, service="pmc", label=_LABEL)
    if lookup.existence == "missing":
        # Two databases of PMC have to agree, and the converter must have answered.
        return not_known(_LABEL, pmcid) if ids or isinstance(converted, Lookup) else _miss(pmcid)
    if lookup.record is None:
        return lookup
    url = f"https://pmc.ncbi.nlm.nih.gov/articles/{pmcid}/"
    identifiers = {**lookup.record.identifiers, **ids, "pmcid": pmcid}
    return replace(lookup, record=replace(lookup.record, id=pmcid, url=url, identifiers=identifiers, copies=(url,)))


def _miss(pmcid: str) -> Lookup:
    return Lookup("missing", why=f"{_LABEL} has no article {pmcid}")
