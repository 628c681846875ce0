"""Journals by ISSN: Crossref first, which needs no key, then the ISSN portal."""

from citevet.contracts import Web
from citevet.model import Lookup, Record, Reply
from citevet.resolve.service_answers import (
    dig,
    items_at,
    keep_known,
    not_known,
    plain_text_at,
    read_json,
    text_at,
    texts_at,
)

_CROSSREF, _PORTAL = "Crossref", "ISSN Portal"


async def look_up_issn(issn: str, web: Web) -> Lookup:
    """Look for a journal or series; no answer says that an ISSN does not exist."""
    first = parse_crossref_journal(await web.ask("crossref", f"/journals/{issn}"), issn)
    if first.record or first.reason == "offline":
        return first
    reply = await web.ask("issn", f"/resource/ISSN/{issn}.jsonld", headers={"Accept": "application/ld+json"})
    second = parse_issn_portal(reply, issn)
    return second if second.record else first


def parse_crossref_journal(reply: Reply, issn: str) -> Lookup:
    """Return the journal in an answer of Crossref."""
    found, refusal = read_json(reply, _CROSSREF, f"the ISSN {issn}")
    journal = dig(found, "message")
    title, names = plain_text_at(journal, "title"), texts_at(journal, "ISSN")
    if not title:
        return refusal
    if names and issn.upper() not in {name.upper() for name in names}:
        return not_known(_CROSSREF, f"the ISSN {issn}")
    record = Record(
        "crossref", issn, "journal", title, venue=plain_text_at(journal, "publisher"), identifiers=keep_known(issn=issn)
    )
    return Lookup("found", record=record)


def parse_issn_portal(reply: Reply, issn: str) -> Lookup:
    """Return the title in the JSON-LD of the portal: one object for the resource, or until 2025 a node of a graph."""
    found, refusal = read_json(reply, _PORTAL, f"the ISSN {issn}")
    nodes = items_at(found, "@graph") or [found]
    own = [node for node in nodes if _names_issn(node, issn)]
    keys = (("mainTitle",), ("identifiedBy", "#KeyTitle", "value"), ("name",))
    names = [
        plain_text_at(name) or plain_text_at(name, "@value")
        for node in own
        for key in keys
        for name in items_at(node, *key)
    ]
    titles = tuple(dict.fromkeys(filter(None, names)))
    if not titles:
        return refusal
    url = f"https://portal.issn.org/resource/ISSN/{issn}"
    record = Record("issn", issn, "journal", titles[0], titles[1:], identifiers=keep_known(issn=issn), url=url)
    return Lookup("found", record=record)


def _names_issn(node: object, issn: str) -> bool:
    """Return whether a node describes the resource with this ISSN, and not another format of it."""
    own = (text_at(node, "identifiedBy", "#ISSN", "value"), text_at(node, "@id").rpartition("/")[2])
    return issn.casefold() in {name.casefold() for name in own}
