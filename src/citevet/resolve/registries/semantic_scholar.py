"""Semantic Scholar: papers by their arXiv id. Without a key it often refuses."""

from urllib.parse import quote

from citevet.contracts import Web
from citevet.model import Lookup, Record, Reply
from citevet.resolve.answers import dig, items_at, keep_known, plain_text_at, read_json, text_at, texts_at, years_in

_LABEL = "Semantic Scholar"
_FIELDS = (
    "title,year,authors,venue,publicationVenue,journal,externalIds,abstract,openAccessPdf,publicationTypes"
    ",publicationDate,url"
)
_TYPES = {
    "journalarticle": "journal-article",
    "conference": "proceedings-article",
    "book": "book",
    "review": "journal-article",
}


async def look_up_semantic_scholar(arxiv: str, web: Web) -> Lookup:
    """Look for the paper with an arXiv id."""
    path = f"/paper/ARXIV:{quote(arxiv, safe='/')}"
    return parse_paper(await web.ask("semanticscholar", path, params={"fields": _FIELDS}), arxiv)


def parse_paper(reply: Reply, sought: str) -> Lookup:
    """Return the one paper of an answer."""
    found, refusal = read_json(reply, _LABEL, sought)
    record = _read_record(found)
    return Lookup("found", record=record) if record.id and record.title else refusal


def _read_record(paper: object) -> Record:
    ids, venue = dig(paper, "externalIds"), dig(paper, "publicationVenue")
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
            doi=text_at(ids, "DOI"),
            arxiv=text_at(ids, "ArXiv"),
            pmid=text_at(ids, "PubMed"),
            pmcid=f"PMC{pmcid}" if pmcid else "",
            issn=text_at(venue, "issn"),
        ),
        url=text_at(paper, "url"),
        abstract=plain_text_at(paper, "abstract"),
        copies=(copy,) if copy.startswith("http") else (),
    )
