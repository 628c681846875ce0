"""Indexes of works which others registered: OpenAlex, Semantic Scholar, dblp, and the free copies of Unpaywall."""

from urllib.parse import quote

from citevet.contracts import Web
from citevet.identifiers import keep_known, normalize
from citevet.model import Lookup, Notice, Record, Reply
from citevet.patterns import lazy_pattern
from citevet.resolve.answers import dig, items_at, not_known, plain_text_at, read_json, text_at, texts_at, years_in

_OPENALEX = "OpenAlex"
_IDS = "https://openalex.org/"
_DELETED = "W4285719527"  # to which works lead that were deleted
_MAX_WORDS = 5_000  # of an abstract
_OPENALEX_TYPES = {"article": "journal-article", "book-chapter": "book-chapter", "paratext": "other"}
_SEMANTIC_SCHOLAR = "Semantic Scholar"
_FIELDS = (
    "title,year,authors,venue,publicationVenue,journal,externalIds,abstract,openAccessPdf,publicationTypes"
    ",publicationDate,url"
)
_PAPER_TYPES = {
    "journalarticle": "journal-article",
    "conference": "proceedings-article",
    "book": "book",
    "review": "journal-article",
}
_DBLP = "dblp"
_DBLP_ROWS = "20"  # every work that has all words of the title, in no useful order
_DBLP_TYPES = {
    "journal articles": "journal-article",
    "conference and workshop papers": "proceedings-article",
    "informal and other publications": "preprint",
    "books and theses": "book",
    "parts in books or collections": "book-chapter",
}
_WORD = lazy_pattern(r"\w+")
_NAMESAKE = lazy_pattern(r" \d{4}\Z")  # "Yang Yuan 0010" is the tenth of that name
_CORR = "abs/"  # the volume of a preprint of arXiv
_UNPAYWALL = "Unpaywall"
_REFUSED_MAIL = 422


async def look_up_openalex(doi: str, web: Web) -> Lookup:
    """Look for the work with a DOI."""
    lookup = parse_openalex(await web.ask("openalex", f"/works/https://doi.org/{quote(doi, safe='/')}"), doi)
    if lookup.record and lookup.record.identifiers.get("doi", doi.lower()) != doi.lower():
        return not_known(_OPENALEX, doi)  # two works were merged, and this is the other one
    return lookup


async def search_openalex(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return works with a similar title; without a key OpenAlex refuses this after ten searches a day."""
    words = " ".join(title.replace(",", " ").replace("|", " ").replace(":", " ").split())
    return parse_openalex_list(await web.ask("openalex", "/works", params={"filter": f"title.search:{words}"}))


def parse_openalex(reply: Reply, sought: str) -> Lookup:
    """Return the one work of an answer."""
    found, refusal = read_json(reply, _OPENALEX, sought)  # a 404 comes as HTML
    record = _read_work(found)
    if record.id == _DELETED:
        return not_known(_OPENALEX, sought)
    return Lookup("found", record=record) if record.id.startswith("W") else refusal


def parse_openalex_list(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the works of a list."""
    found, refusal = read_json(reply, _OPENALEX, "this query")
    results = dig(found, "results") if isinstance(found, dict) else found
    if not isinstance(results, list):
        return refusal
    return tuple(record for record in map(_read_work, items_at(results)) if record.id and record.title)


def _read_work(work: object) -> Record:
    place, biblio = dig(work, "primary_location"), dig(work, "biblio")
    first, last = text_at(biblio, "first_page"), text_at(biblio, "last_page")
    kind = text_at(work, "type")
    return Record(
        "openalex",
        text_at(work, "id").removeprefix(_IDS),
        _OPENALEX_TYPES.get(kind, kind),
        plain_text_at(work, "title") or plain_text_at(work, "display_name"),
        authors=tuple(filter(None, map(_read_authorship, items_at(work, "authorships")))),
        years=years_in(text_at(work, "publication_year"), text_at(work, "publication_date")),
        venue=plain_text_at(place, "source", "display_name"),
        venues=tuple(filter(None, (plain_text_at(place, "raw_source_name"),))),
        volume=text_at(biblio, "volume"),
        issue=text_at(biblio, "issue"),
        pages="-".join(dict.fromkeys(filter(None, (first, last)))),
        identifiers=keep_known(
            doi=text_at(work, "doi"),
            pmid=text_at(work, "ids", "pmid").rpartition("/")[2],
            pmcid=_spell_pmcid(text_at(work, "ids", "pmcid").rpartition("/")[2]),
            issn=text_at(place, "source", "issn_l"),
        ),
        url=text_at(work, "id"),
        abstract=_join_abstract(dig(work, "abstract_inverted_index")),
        copies=_list_open_copies(work),
        notices=(Notice("retraction", _OPENALEX, why="is_retracted"),) if dig(work, "is_retracted") is True else (),
        language=text_at(work, "language"),
    )


def _spell_pmcid(text: str) -> str:
    return f"PMC{text.upper().removeprefix('PMC')}" if text else ""


def _read_authorship(authorship: object) -> str:
    """Return the name as printed, else as OpenAlex has it."""
    return text_at(authorship, "raw_author_name") or text_at(authorship, "author", "display_name")


def _join_abstract(index: object) -> str:
    """Put the words of an inverted index back in order."""
    if not isinstance(index, dict):
        return ""
    words: dict[int, str] = {}
    for word, places in index.items():
        for place in items_at(places):
            if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < _MAX_WORDS:
                words[place] = word
    return plain_text_at(" ".join(words[place] for place in sorted(words)))


def _list_open_copies(work: object) -> tuple[str, ...]:
    """Return addresses of free texts, PDFs first."""
    places = [dig(work, "best_oa_location"), dig(work, "primary_location"), *items_at(work, "locations")]
    free = [place for place in places if dig(place, "is_oa") is True]
    pdfs = [text_at(place, "pdf_url") for place in free]
    pages = [text_at(place, "landing_page_url") for place in free]
    return tuple(dict.fromkeys(filter(None, (*pdfs, text_at(work, "open_access", "oa_url"), *pages))))


async def look_up_semantic_scholar(arxiv: str, web: Web) -> Lookup:
    """Look for the paper with an arXiv id."""
    path = f"/paper/ARXIV:{quote(arxiv, safe='/')}"
    return parse_paper(await web.ask("semanticscholar", path, params={"fields": _FIELDS}), arxiv)


async def search_semantic_scholar(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return the paper whose title is nearest; Semantic Scholar answers 404 where none is near."""
    params = {"query": " ".join(_WORD.findall(title)), "fields": _FIELDS}
    reply = await web.ask("semanticscholar", "/paper/search/match", params=params)
    if reply.is_not_found:
        return ()
    found, refusal = read_json(reply, _SEMANTIC_SCHOLAR, "this query")
    papers = items_at(found, "data") or ([found] if text_at(found, "paperId") else [])
    records = tuple(record for record in map(_read_paper, papers) if record.id and record.title)
    return records or refusal


def parse_paper(reply: Reply, sought: str) -> Lookup:
    """Return the one paper of an answer."""
    found, refusal = read_json(reply, _SEMANTIC_SCHOLAR, sought)
    record = _read_paper(found)
    return Lookup("found", record=record) if record.id and record.title else refusal


def _read_paper(paper: object) -> Record:
    ids, venue = dig(paper, "externalIds"), dig(paper, "publicationVenue")
    types = [_PAPER_TYPES.get(each.casefold(), "") for each in texts_at(paper, "publicationTypes")]
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


async def search_dblp(title: str, web: Web) -> tuple[Record, ...] | Lookup:
    """Return works on computing whose title has all of these words; signs between them would be operators."""
    params = {"q": " ".join(_WORD.findall(title)), "format": "json", "h": _DBLP_ROWS}
    return parse_dblp(await web.ask("dblp", "/search/publ/api", params=params))


def parse_dblp(reply: Reply) -> tuple[Record, ...] | Lookup:
    """Return the works of a list; an empty one has no hits at all."""
    found, refusal = read_json(reply, _DBLP, "this query")
    hits = found if isinstance(found, list) else dig(found, "result", "hits")
    if not isinstance(hits, dict | list):
        return refusal
    rows = hits if isinstance(hits, list) else items_at(hits, "hit")
    works = (_read_dblp(dig(row, "info")) for row in rows)
    return tuple(record for record in works if record.id and record.title)


def _read_dblp(info: object) -> Record:
    volume = plain_text_at(info, "volume")
    names = (plain_text_at(each, "text") for each in items_at(info, "authors", "author"))
    return Record(
        "dblp",
        text_at(info, "key"),
        _DBLP_TYPES.get(text_at(info, "type").casefold(), "other"),
        plain_text_at(info, "title").removesuffix("."),
        authors=tuple(_NAMESAKE.sub("", name) for name in names if name),
        years=years_in(text_at(info, "year")),
        venue=plain_text_at(info, "venue"),
        volume="" if volume.startswith(_CORR) else volume,
        issue=text_at(info, "number"),
        pages=text_at(info, "pages"),
        identifiers=keep_known(
            doi=text_at(info, "doi"), arxiv=volume.removeprefix(_CORR) if volume.startswith(_CORR) else ""
        ),
        url=text_at(info, "url"),
    )


async def look_up_unpaywall(doi: str, web: Web) -> Lookup:
    """Look for free copies of a work; they are in the record."""
    return parse_unpaywall(await web.ask("unpaywall", f"/{quote(doi, safe='/')}"), doi)


def parse_unpaywall(reply: Reply, sought: str) -> Lookup:
    """Return the record of an answer with the addresses of free copies."""
    if not reply.trouble and reply.status == _REFUSED_MAIL:
        return Lookup(reason="not-asked", why=f"{_UNPAYWALL} needs your mail address. Set `mailto` in citevet.toml.")
    found, refusal = read_json(reply, _UNPAYWALL, sought)
    record = _read_free_work(found)
    return Lookup("found", record=record) if record.id == sought.lower() else refusal


def _read_free_work(work: object) -> Record:
    doi = normalize("doi", text_at(work, "doi"))
    return Record(
        "unpaywall",
        doi,
        text_at(work, "genre"),
        plain_text_at(work, "title"),
        authors=tuple(filter(None, map(_read_author, items_at(work, "z_authors")))),
        years=years_in(text_at(work, "year"), text_at(work, "published_date")),
        venue=plain_text_at(work, "journal_name"),
        identifiers=keep_known(doi=doi, issn=text_at(work, "journal_issn_l")),
        url=text_at(work, "doi_url"),
        copies=_list_free_copies(work),
    )


def _read_author(author: object) -> str:
    person = ", ".join(filter(None, (text_at(author, "family"), text_at(author, "given"))))
    return person or text_at(author, "raw_author_name") or text_at(author, "name")


def _list_free_copies(work: object) -> tuple[str, ...]:
    """Return addresses of free copies: PDFs of repositories, then of publishers, who refuse programs, then pages."""
    places = [dig(work, "best_oa_location"), *items_at(work, "oa_locations")]
    ranked = sorted(places, key=lambda place: text_at(place, "host_type") != "repository")
    pdfs = [text_at(place, "url_for_pdf") for place in ranked]
    pages = [text_at(place, "url") or text_at(place, "url_for_landing_page") for place in ranked]
    return tuple(dict.fromkeys(url for url in (*pdfs, *pages) if url.startswith("http")))
