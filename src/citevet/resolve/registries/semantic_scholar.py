"""Semantic Scholar: papers by any identifier, and the best match of a title. Without a key it often refuses."""

from typing import Literal
from urllib.parse import quote

from citevet.contracts import Web
from citevet.model import Lookup, Record, Reply
from citevet.resolve.service_answers import (
    bare_doi,
    dig,
    items_at,
    keep_known,
    plain_text_at,
    read_json,
    refuse_shape,
    text_at,
    texts_at,
    years_in,
)

_LABEL = "Semantic Scholar"
_FIELDS = (
    "title,year,authors,venue,publicationVenue,journal,externalIds,abstract,openAccessPdf,publicationTypes"
    ",publicationDate,url"
)
_NO_MATCH = 404
IdKind = Literal["doi", "arxiv", "pmid", "pmcid"]
_PREFIXES: dict[IdKind, str] = {"doi": "DOI:", "arxiv": "ARXIV:", "pmid": "PMID:", "pmcid": "PMCID:"}
_TYPES = {
    "journalarticle": "journal-article",
    "conference": "proceedings-article",
    "book": "book",
    "review": "journal-article",
}


async def look_up_semantic_scholar(kind: IdKind, identifier: str, web: Web) -> Lookup:
    """Look for the paper with an identifier."""
    bare = identifier.upper().removeprefix("PMC") if kind == "pmcid" else identifier
    path = f"/paper/{_PREFIXES[kind]}{quote(bare, safe='/')}"
    return parse_paper(await web.ask("semanticscholar", path, params={"fields": _FIELDS}), identifier)


async def match_title(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return the paper whose title is nearest to a title, which may be quite another one; none when nothing is near."""
    params = {"query": " ".join(title.split())[:300], "fields": _FIELDS}
    return parse_papers(await web.ask("semanticscholar", "/paper/search/match", params=params))


def parse_paper(reply: Reply, sought: str) -> Lookup:
    """Return the one paper of an answer."""
    found = read_json(reply, _LABEL, sought)
    if isinstance(found, Lookup):
        return found
    record = _read_record(found)
    return Lookup("found", record=record) if record.id and record.title else refuse_shape(_LABEL)


def parse_papers(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the papers of a search or match; a match without a hit is a 404 that says so."""
    if reply.status == _NO_MATCH and not reply.trouble and "not found" in _read_error(reply):
        return ()
    found = read_json(reply, _LABEL, "this title")
    if isinstance(found, Lookup):
        return found
    papers = found if isinstance(found, list) else dig(found, "data")
    if papers is None and text_at(found, "paperId"):
        papers = [found]
    if not isinstance(papers, list):
        return refuse_shape(_LABEL)
    records = map(_read_record, items_at(papers))
    return tuple(record for record in records if record.id and record.title)


def _read_error(reply: Reply) -> str:
    return text_at(read_json(reply, _LABEL), "error").casefold()


def _read_record(paper: object) -> Record:
    ids, venue = dig(paper, "externalIds"), dig(paper, "publicationVenue")
    doi, arxiv = bare_doi(text_at(ids, "DOI")), text_at(ids, "ArXiv")
    types = [_TYPES.get(each.casefold(), "") for each in texts_at(paper, "publicationTypes")]
    pmcid, copy = text_at(ids, "PubMedCentral"), text_at(paper, "openAccessPdf", "url")
    names = (plain_text_at(venue, "name"), plain_text_at(paper, "venue"), plain_text_at(paper, "journal", "name"))
    unique = tuple(dict.fromkeys(filter(None, (*names, *texts_at(venue, "alternate_names")))))
    return Record(
        "semanticscholar",
        text_at(paper, "paperId"),
        next(filter(None, types), ""),
        plain_text_at(paper, "title"),
        authors=tuple(filter(None, (text_at(each, "name") for each in items_at(paper, "authors")))),
        years=years_in(text_at(paper, "year"), text_at(paper, "publicationDate")),
        venue=unique[0] if unique else "",
        venues=unique[1:],
        volume=text_at(paper, "journal", "volume"),
        pages=text_at(paper, "journal", "pages").replace(" - ", "-"),
        identifiers=keep_known(
            doi=doi,
            arxiv=arxiv,
            pmid=text_at(ids, "PubMed"),
            pmcid=f"PMC{pmcid}" if pmcid else "",
            issn=text_at(venue, "issn"),
        ),
        url=text_at(paper, "url"),
        abstract=plain_text_at(paper, "abstract"),
        copies=(copy,) if copy.startswith("http") else (),
    )
